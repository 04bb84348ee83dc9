#include "analysis/function_state.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "analysis/library_calls.h"
#include "analysis/memory_places.h"
#include "analysis/state_program.h"

namespace covolve::analysis {

namespace {

constexpr int kMostRounds = 6;  // until what is known of a function's values is taken to be all

}  // namespace

void FunctionStateReader::readValues() {
  bool hasChanged = true;
  for (int round = 0; round < kMostRounds && hasChanged; ++round) {
    hasChanged = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function_))
      hasChanged |= transfer(instruction);
  }
}

/// A local variable, a reference to one, or what is returned by memory: its contents are those of all stores
/// to it.
const llvm::Value* FunctionStateReader::localOf(const llvm::Value& pointer) const {
  if (const llvm::Value* const variable = variableOf(pointer)) return variable;
  const llvm::Value* const beginning = beginningOf(pointer);
  if (llvm::isa<llvm::AllocaInst>(beginning)) return beginning;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(beginning);
  return argument != nullptr && argument->hasStructRetAttr() ? beginning : nullptr;
}

Provenance FunctionStateReader::of(const llvm::Value& value) const {
  if (const auto known = values_.find(&value); known != values_.end()) return known->second;
  if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    const auto number = parameters_.numberOf(argument->getArgNo());
    if (!number) return {};
    Provenance provenance;
    provenance.derived.insert({*number, {}});
    return provenance;
  }
  if (const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(&value)) return ofField(*place);
  return {};
}

/// A number has no fields: it was only put into a structure.
bool FunctionStateReader::append(AccessPath& path, FieldId field) const {
  if (path.fields.empty()) {
    for (const llvm::Argument& argument : function_.args()) {
      if (parameters_.numberOf(argument.getArgNo()) != path.root) continue;
      const bool isRecord = argument.getType()->isPointerTy() || argument.getName().contains(".coerce");
      if (!isRecord) return true;
      break;
    }
  }
  if (path.fields.size() >= kLongestPath) return false;
  // A list of nodes: what holds for the second one holds for the third.
  if (std::ranges::count(path.fields, field) >= 2) return false;
  path.fields.push_back(field);
  return true;
}

Provenance FunctionStateReader::ofField(const llvm::GEPOperator& place) const {
  Provenance base = of(*place.getPointerOperand());
  std::vector<FieldId> steps;
  const llvm::Type* type = place.getSourceElementType();
  const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
  for (auto index = place.idx_begin(); index != place.idx_end(); ++index) {
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(index->get());
    if (constant == nullptr) base.addRelevant(of(*index->get()));
    if (index == place.idx_begin()) continue;
    if (const auto* const record = llvm::dyn_cast<llvm::StructType>(type)) {
      if (constant == nullptr) return base;
      const auto number = static_cast<unsigned>(constant->getZExtValue());
      const std::string name = recordName(*record);
      if (!name.empty()) {
        const uint64_t offset =
            layout.getStructLayout(const_cast<llvm::StructType*>(record))->getElementOffset(number);
        steps.push_back(program_.field(name, offset));
      }
      type = record->getElementType(number);
    } else if (const auto* const array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      type = array->getElementType();
    }
  }
  if (steps.empty()) return base;
  Provenance provenance;
  provenance.relevant = std::move(base.relevant);
  for (AccessPath path : base.derived) {
    if (std::ranges::all_of(steps, [&](FieldId step) { return append(path, step); }))
      provenance.derived.insert(std::move(path));
  }
  return provenance;
}

Provenance FunctionStateReader::ofComparison(const llvm::CmpInst& comparison) const {
  Provenance provenance;
  for (const unsigned one : {0u, 1u}) {
    const llvm::Value& other = *comparison.getOperand(1 - one);
    Comparing comparing;
    if (const auto constant = constantOf(other)) comparing.constants.insert(*constant);
    for (const AccessPath& path : of(other).derived) {
      if (path.fields.empty()) comparing.arguments.insert(path.root);
    }
    provenance.addRelevant(of(*comparison.getOperand(one)), comparing);
  }
  return provenance;
}

/// Loaded from a field of the user's, or how many elements one has, or what a getter hands out of such a one:
/// `count_ % 2` and `*next_` come from fields, too, but are none.
bool FunctionStateReader::isFieldItself(const llvm::Value& value, unsigned depth) const {
  const auto isPlaceOfField = [](const llvm::Value& pointer) {
    const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
    if (place == nullptr || place->getNumIndices() < 2) return false;
    const llvm::StructType* record = nullptr;
    for (auto step = llvm::gep_type_begin(place); step != llvm::gep_type_end(place); ++step)
      record = step.getStructTypeOrNull();
    return record != nullptr && !recordName(*record).empty();
  };
  const llvm::Value* plain = &value;
  while (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(plain)) plain = cast->getOperand(0);
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(plain))
    return isPlaceOfField(*load->getPointerOperand());
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(plain);
  if (call == nullptr) return false;
  if (const llvm::Function* const getter = program_.userFunction(*call)) {
    constexpr unsigned kMostGetters = 3;
    if (depth >= kMostGetters || getter->size() != 1) return false;
    const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(getter->front().getTerminator());
    return end != nullptr && end->getReturnValue() != nullptr &&
           isFieldItself(*end->getReturnValue(), depth + 1);
  }
  const llvm::Function* const asked = call->getCalledFunction();
  return asked != nullptr && ContainerCalls::isSize(asked->getName()) && call->arg_size() == 1 &&
         isPlaceOfField(*call->getArgOperand(0));
}

/// Where it compares one field, as it is, with a constant.
void FunctionStateReader::describeRelation(const llvm::Instruction& instruction,
                                           DecisionState& decision) const {
  const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (comparison == nullptr) return;
  const auto right = constantOf(*comparison->getOperand(1));
  const auto left = constantOf(*comparison->getOperand(0));
  const llvm::Value& compared = *comparison->getOperand(right ? 0 : 1);
  if (!left == !right || of(compared).derived.size() != 1 || !isFieldItself(compared)) return;
  decision.relation = relationText(right ? comparison->getPredicate() : comparison->getSwappedPredicate());
  decision.constant = right ? *right : *left;
}

std::vector<Provenance> FunctionStateReader::argumentsOf(const llvm::CallBase& call,
                                                         const llvm::Function& callee) const {
  const ParameterNumbers theirs(callee);
  std::vector<Provenance> arguments(theirs.count());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const auto number = theirs.numberOf(i);
    if (!number) continue;
    arguments[*number].add(of(*call.getArgOperand(i)));
    arguments[*number].constant = constantOf(*call.getArgOperand(i));
  }
  return arguments;
}

StateNeeds FunctionStateReader::substituted(const StateNeeds& theirs,
                                            const std::vector<Provenance>& arguments) const {
  StateNeeds needs;
  for (const auto& [path, comparing] : theirs) {
    if (path.root >= arguments.size()) continue;
    Comparing compared = comparing;
    compared.arguments.clear();
    for (const uint32_t other : comparing.arguments) {
      if (other >= arguments.size()) continue;
      if (arguments[other].constant) compared.constants.insert(*arguments[other].constant);
      for (const AccessPath& whole : arguments[other].derived) {
        if (whole.fields.empty()) compared.arguments.insert(whole.root);
      }
    }
    for (AccessPath ours : arguments[path.root].derived) {
      if (std::ranges::all_of(path.fields, [&](FieldId field) { return append(ours, field); }))
        addNeed(needs, ours, compared);
    }
    addNeeds(needs, arguments[path.root].relevant);
  }
  return needs;
}

Provenance FunctionStateReader::substituted(const Provenance& theirs, const llvm::CallBase& call,
                                            const llvm::Function& callee) const {
  const std::vector<Provenance> arguments = argumentsOf(call, callee);
  Provenance provenance;
  for (const AccessPath& path : theirs.derived) {
    if (path.root >= arguments.size()) continue;
    for (AccessPath ours : arguments[path.root].derived) {
      if (provenance.derived.size() < kMostPaths &&
          std::ranges::all_of(path.fields, [&](FieldId field) { return append(ours, field); })) {
        if (theirs.counted.contains(path)) provenance.counted.insert(ours);
        provenance.derived.insert(std::move(ours));
      }
    }
    addNeeds(provenance.relevant, arguments[path.root].relevant);
  }
  addNeeds(provenance.relevant, substituted(theirs.relevant, arguments));
  return provenance;
}

/// Of what it is called on and what it is given; what closures ask about elements matters, too.
Provenance FunctionStateReader::ofLibraryCall(const llvm::CallBase& call) const {
  Provenance provenance;
  const llvm::Function* const callee = call.getCalledFunction();
  const llvm::StringRef name = callee != nullptr ? callee->getName() : "";
  // What a container gives is a part of it; which part, a key says.
  const unsigned object = call.hasStructRetAttr() ? 1 : 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Provenance argument = of(*call.getArgOperand(i));
    if (i > object && isMemberOfLibrary(name)) {
      provenance.addRelevant(argument);
    } else {
      provenance.add(argument);
    }
  }
  if (ContainerCalls::isSize(name) || ContainerCalls::isEmpty(name)) provenance.counted = provenance.derived;
  // Of an inline function "UlvE_", of others "$_0".
  if (!name.contains("EUl") && !name.contains("E3$_")) return provenance;
  for (const llvm::Function* const closure : program_.closuresIn(function_)) {
    if (closure == &function_) continue;
    const StateSummary& summary = program_.summaryOf(*closure);
    const std::vector<Provenance> arguments(closure->arg_size(), provenance);
    StateNeeds asked = substituted(summary.result.relevant, arguments);
    Provenance results;
    results.derived = summary.result.derived;
    StateNeeds derived;
    for (const AccessPath& path : results.derived) derived.emplace(path, Comparing{});
    addNeeds(asked, substituted(derived, arguments));
    addNeeds(provenance.relevant, asked);
  }
  return provenance;
}

Provenance FunctionStateReader::ofCall(const llvm::CallBase& call) const {
  const std::vector<const llvm::Function*> candidates = program_.userFunctions(call);
  Provenance provenance;
  for (const llvm::Function* const callee : candidates)
    provenance.add(substituted(program_.summaryOf(*callee).result, call, *callee));
  if (!candidates.empty()) return provenance;
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee != nullptr && isMachinery(callee->getName())) return {};
  return ofLibraryCall(call);
}

bool FunctionStateReader::transferCall(const llvm::CallBase& call) {
  bool hasChanged = values_[&call].add(ofCall(call));
  const llvm::Function* const named = call.getCalledFunction();
  if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    const llvm::Value* const local = localOf(*copy->getDest());
    return local != nullptr && values_[local].add(of(*copy->getSource()));
  }
  if (named != nullptr && (isMachinery(named->getName()) || isDestructor(named->getName())))
    return hasChanged;
  if (call.arg_size() == 0) return hasChanged;
  // What is returned by memory, or constructed in it, or assigned.
  const llvm::Value* const local = localOf(*call.getArgOperand(0));
  if (local == nullptr) return hasChanged;
  if (const llvm::Function* const callee = program_.userFunction(call)) {
    if (call.hasStructRetAttr()) return values_[local].add(ofCall(call)) || hasChanged;
    const std::vector<Provenance> arguments = argumentsOf(call, *callee);
    for (const StateWrite& write : program_.summaryOf(*callee).writes) {
      if (write.place.root != 0) continue;
      for (const uint32_t source : write.sourceArguments()) {
        if (source < arguments.size()) hasChanged |= values_[local].add(arguments[source]);
      }
    }
    return hasChanged;
  }
  const bool isConst = named != nullptr && named->getName().starts_with("_ZNK");
  if (isConst && !call.hasStructRetAttr()) return hasChanged;
  for (unsigned i = 1; i < call.arg_size(); ++i) hasChanged |= values_[local].add(of(*call.getArgOperand(i)));
  return hasChanged;
}

bool FunctionStateReader::transfer(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return false;
  if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return transferCall(*call);
  if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Value* const local = localOf(*store->getPointerOperand());
    if (local == nullptr) return false;
    Provenance stored = of(*store->getValueOperand());
    // Which value a variable has depends on what decides about its stores.
    if (storesTo(*local) > 1) addNeeds(stored.relevant, guardOf(*store));
    return values_[local].add(stored);
  }
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const llvm::Value* const local = variableOf(*load->getPointerOperand());
    Provenance loaded = of(*load->getPointerOperand());
    if (local != nullptr) loaded.add(of(*local));
    return values_[&instruction].add(loaded);
  }
  if (const auto* const place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return values_[&instruction].add(ofField(*llvm::cast<llvm::GEPOperator>(place)));
  if (const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return values_[&instruction].add(ofComparison(*comparison));
  if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isTerminator()) return false;
  Provenance provenance;
  for (const llvm::Use& operand : instruction.operands()) provenance.add(of(*operand.get()));
  return values_[&instruction].add(provenance);
}

}  // namespace covolve::analysis
