#include "analysis/object_state.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <memory>

#include "analysis/bitcode.h"
#include "analysis/function_flow.h"
#include "analysis/library_calls.h"
#include "analysis/memory_places.h"
#include "analysis/virtual_calls.h"
#include "ir/site_marks.h"

namespace covolve::analysis {

namespace {

constexpr size_t kLongestPath = 6;    // fields
constexpr size_t kMostPaths = 24;     // that one value comes from
constexpr size_t kMostNeeds = 48;     // of one decision
constexpr size_t kMostWrites = 64;    // of one function
constexpr int kMostRounds = 6;        // until what is known of a function's values is taken to be all
constexpr unsigned kDeepestCall = 5;  // of the paper

using Paths = std::set<AccessPath>;

void addNeed(StateNeeds& needs, const AccessPath& path, const Comparing& comparing) {
  const auto known = needs.find(path);
  if (known != needs.end()) {
    known->second.add(comparing);
  } else if (needs.size() < kMostNeeds) {
    needs.emplace(path, comparing);
  }
}

void addNeeds(StateNeeds& needs, const StateNeeds& others) {
  for (const auto& [path, comparing] : others) addNeed(needs, path, comparing);
}

/// Where a value comes from: what it is a part of, and what else decides what it is.
struct Provenance {
  Paths derived;
  Paths counted;  // of these: it is the number of their elements
  StateNeeds relevant;
  std::optional<int64_t> constant = {};  // an argument that is one

  bool add(const Provenance& other) {
    const size_t before = derived.size() + relevant.size();
    for (const AccessPath& path : other.derived) {
      if (derived.size() < kMostPaths) derived.insert(path);
    }
    counted.insert(other.counted.begin(), other.counted.end());
    addNeeds(relevant, other.relevant);
    return derived.size() + relevant.size() != before;
  }
  /// It decides something about a value, but is no part of it.
  bool addRelevant(const Provenance& other, const Comparing& comparing = {}) {
    const size_t before = relevant.size();
    for (const AccessPath& path : other.derived) {
      Comparing whole = comparing;
      whole.isCount = other.counted.contains(path);
      addNeed(relevant, path, whole);
    }
    addNeeds(relevant, other.relevant);
    return relevant.size() != before;
  }
};

bool isLibraryFunction(llvm::StringRef name) {
  for (const char* const prefix :
       {"_ZNSt", "_ZNKSt", "_ZSt", "_ZNSa", "_ZNKSa", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

/// Neither reads nor hands on anything of an object's state.
bool isMachinery(llvm::StringRef name) {
  return name.starts_with("_Zn") || name.starts_with("_Zd") || name.starts_with("__cxa_") ||
         name.starts_with("__clang_") || name.starts_with("llvm.") || name == "_Unwind_Resume";
}

bool isDestructor(llvm::StringRef name) {
  return name.ends_with("D1Ev") || name.ends_with("D2Ev") || name.ends_with("D0Ev");
}

/// "class.shop::Order.12" and "class.shop::Order.base" are shop::Order; empty for those of the library and
/// closures, whose fields are nobody's state.
std::string recordName(const llvm::StructType& type) {
  if (!type.hasName()) return "";
  llvm::StringRef name = type.getName();
  for (const char* const kind : {"class.", "struct.", "union."}) {
    if (name.consume_front(kind)) break;
  }
  while (true) {
    const size_t dot = name.rfind('.');
    if (dot == llvm::StringRef::npos) break;
    const llvm::StringRef tail = name.drop_front(dot + 1);
    if (tail != "base" && tail.find_first_not_of("0123456789") != llvm::StringRef::npos) break;
    name = name.take_front(dot);
  }
  const bool isForeign =
      name.starts_with("std::") || name.starts_with("__gnu_cxx::") || name.starts_with("anon");
  return isForeign ? "" : name.str();
}

const llvm::Value* beginningOf(const llvm::Value& pointer) {
  const llvm::Value* base = &pointer;
  while (const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(base)) base = place->getPointerOperand();
  return base;
}

std::optional<int64_t> constantOf(const llvm::Value& value) {
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return 0;
  const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (constant == nullptr || constant->getBitWidth() > 64) return std::nullopt;
  return constant->getBitWidth() == 1 ? static_cast<int64_t>(constant->getZExtValue())
                                      : constant->getSExtValue();
}

/// Of a stored value those that it may be: `late ? Refused : Open` is both.
std::vector<std::optional<int64_t>> constantsOf(const llvm::Value& value) {
  std::vector<std::optional<int64_t>> constants;
  if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
    for (const llvm::Value* const one : {choice->getTrueValue(), choice->getFalseValue()})
      constants.push_back(constantOf(*one));
  } else if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    for (const llvm::Use& one : phi->incoming_values()) constants.push_back(constantOf(*one.get()));
  } else {
    constants.push_back(constantOf(value));
  }
  return constants;
}

/// To the variable or parts of it.
size_t storesTo(const llvm::Value& variable) {
  size_t stores = 0;
  for (const llvm::User* const user : variable.users()) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store != nullptr && store->getPointerOperand() == &variable) ++stores;
    if (llvm::isa<llvm::GEPOperator>(user)) stores += storesTo(*user);
  }
  return stores;
}

bool isDecision(abi::SiteKind kind) {
  using enum abi::SiteKind;
  return kind == Compare || kind == Boolean || kind == Case || kind == Default || kind == KnownCall;
}

/// The value that a marked instruction decides on, or whose truth it keeps.
const llvm::Value& decidedIn(const llvm::Instruction& marked) {
  if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&marked);
      branch != nullptr && branch->isConditional())
    return *branch->getCondition();
  if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&marked)) return *choice->getCondition();
  if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&marked)) return *store->getValueOperand();
  const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(&marked);
  if (end != nullptr && end->getReturnValue() != nullptr) return *end->getReturnValue();
  return marked;
}

std::string relationText(llvm::CmpInst::Predicate predicate) {
  using P = llvm::CmpInst::Predicate;
  switch (predicate) {
    case P::ICMP_EQ:
      return "==";
    case P::ICMP_NE:
      return "!=";
    case P::ICMP_SLT:
    case P::ICMP_ULT:
      return "<";
    case P::ICMP_SLE:
    case P::ICMP_ULE:
      return "<=";
    case P::ICMP_SGT:
    case P::ICMP_UGT:
      return ">";
    case P::ICMP_SGE:
    case P::ICMP_UGE:
      return ">=";
    default:
      return "";
  }
}

/// The numbers of a function's parameters as its callers count them: what is returned by memory is none, and
/// what is passed in two registers is one.
class Parameters {
 public:
  explicit Parameters(const llvm::Function& function) {
    uint32_t next = 0;
    for (const llvm::Argument& argument : function.args()) {
      if (argument.hasStructRetAttr()) {
        numbers_.push_back(std::nullopt);
        continue;
      }
      const llvm::StringRef name = argument.getName();
      const size_t coerced = name.rfind(".coerce");
      const bool isRest = coerced != llvm::StringRef::npos && name.drop_front(coerced + 7) != "" &&
                          name.drop_front(coerced + 7) != "0";
      numbers_.push_back(isRest && next > 0 ? next - 1 : next++);
    }
    count_ = next;
  }
  std::optional<uint32_t> numberOf(unsigned argument) const {
    return argument < numbers_.size() ? numbers_[argument] : std::nullopt;
  }
  uint32_t count() const { return count_; }

 private:
  std::vector<std::optional<uint32_t>> numbers_;
  uint32_t count_ = 0;
};

struct Summary {
  Provenance result;
  std::vector<StateWrite> writes;
};

class Program;

/// One function's values, writes and decisions, all in terms of what it is given.
class FunctionReader {
 public:
  FunctionReader(const llvm::Function& function, Program& program)
      : function_(function), program_(program), parameters_(function) {}

  void readValues();
  Summary summary();
  void addDecisions(ObjectState& state);
  void addCalls(ObjectState& state);

 private:
  bool transfer(const llvm::Instruction& instruction);
  bool transferCall(const llvm::CallBase& call);
  Provenance of(const llvm::Value& value) const;
  Provenance ofField(const llvm::GEPOperator& place) const;
  Provenance ofComparison(const llvm::CmpInst& comparison) const;
  Provenance ofCall(const llvm::CallBase& call) const;
  Provenance ofLibraryCall(const llvm::CallBase& call) const;
  /// In terms of this function, what the callee says in terms of its own parameters.
  Provenance substituted(const Provenance& theirs, const llvm::CallBase& call,
                         const llvm::Function& callee) const;
  StateNeeds substituted(const StateNeeds& theirs, const std::vector<Provenance>& arguments) const;
  std::vector<Provenance> argumentsOf(const llvm::CallBase& call, const llvm::Function& callee) const;
  bool append(AccessPath& path, FieldId field) const;
  const llvm::Value* localOf(const llvm::Value& pointer) const;

  /// What decides whether the instruction is reached.
  StateNeeds guardOf(const llvm::Instruction& instruction) const;
  std::vector<Side> guardSidesOf(const llvm::Instruction& instruction) const;
  const std::vector<const llvm::Instruction*>& decisionsBefore(const llvm::Instruction& instruction) const;
  StateNeeds needsOfCallee(const llvm::Instruction& decision) const;
  double accessibilityOf(const llvm::Instruction& instruction) const;
  StateNeeds needsOf(const llvm::Instruction& decision) const;
  void describeRelation(const llvm::Instruction& instruction, DecisionState& decision) const;

  void addWrites(std::vector<StateWrite>& writes) const;
  void addWrite(std::vector<StateWrite>& writes, const llvm::Instruction& at, const Provenance& place,
                const Provenance& value, std::optional<int64_t> constant, bool isAdded) const;
  void addLibraryWrite(std::vector<StateWrite>& writes, const llvm::CallBase& call) const;
  void addWritesOf(const llvm::Function& callee, std::vector<StateWrite>& writes,
                   const llvm::CallBase& call) const;

  const llvm::Function& function_;
  Program& program_;
  Parameters parameters_;
  std::map<const llvm::Value*, Provenance> values_;
  mutable std::map<const llvm::Instruction*, std::vector<const llvm::Instruction*>> decisionsBefore_;
};

/// All modules, with what was found out of their functions so far.
class Program {
 public:
  explicit Program(std::vector<std::unique_ptr<llvm::Module>> modules)
      : modules_(std::move(modules)), flows_(&returns_) {
    for (const auto& module : modules_) addFunctions(*module);
  }

  ObjectState read() {
    for (const llvm::Function* const function : ordered_) summaryOf(*function);
    for (const llvm::Function* const function : ordered_) {
      FunctionReader& reader = *readers_.at(function);
      reader.addDecisions(state_);
      reader.addCalls(state_);
      FunctionState& known = state_.functions[function->getName().str()];
      const Summary& summary = summaries_.at(function);
      known.writes = summary.writes;
      known.results = summary.result.derived;
    }
    return std::move(state_);
  }

  /// Null where it is not the user's, or its body is not known.
  const llvm::Function* userFunction(const llvm::CallBase& call) const {
    const auto* const callee =
        llvm::dyn_cast<llvm::GlobalValue>(call.getCalledOperand()->stripPointerCasts());
    if (callee == nullptr) return nullptr;
    const auto known = functions_.find(callee->getName());
    return known == functions_.end() ? nullptr : known->second;
  }

  /// Of a virtual call all that may be meant, unless they are too many to tell.
  std::vector<const llvm::Function*> userFunctions(const llvm::CallBase& call) const {
    if (const llvm::Function* const function = userFunction(call)) return {function};
    const std::optional<uint64_t> slot = virtualSlot(call);
    if (!slot) return {};
    const auto known = virtualFunctions_.find({*slot, call.getFunctionType()});
    constexpr size_t kMostOverriders = 12;
    if (known == virtualFunctions_.end() || known->second.size() > kMostOverriders) return {};
    return known->second;
  }

  /// Empty for one that is under way: recursion adds nothing.
  const Summary& summaryOf(const llvm::Function& function) {
    static const Summary none;
    if (const auto known = summaries_.find(&function); known != summaries_.end()) return known->second;
    if (!underWay_.insert(&function).second) return none;
    auto reader = std::make_unique<FunctionReader>(function, *this);
    reader->readValues();
    Summary summary = reader->summary();
    readers_[&function] = std::move(reader);
    underWay_.erase(&function);
    return summaries_[&function] = std::move(summary);
  }

  /// Null for a function that is under way.
  const FunctionReader* readerOf(const llvm::Function& function) {
    summaryOf(function);
    const auto known = readers_.find(&function);
    return known == readers_.end() ? nullptr : known->second.get();
  }

  /// Closures of a function that it may hand to the library: it asks them about elements.
  std::vector<const llvm::Function*> closuresIn(const llvm::Function& function) const {
    std::vector<const llvm::Function*> closures;
    llvm::StringRef name = function.getName();
    if (!name.consume_front("_Z")) return closures;
    const std::string prefix = "_ZZ" + name.str() + "E";
    for (auto one = functions_.lower_bound(prefix); one != functions_.end() && one->first.starts_with(prefix);
         ++one)
      closures.push_back(one->second);
    return closures;
  }

  FieldId field(const std::string& record, uint64_t offset) {
    const RecordField field{record, offset};
    const auto [known, isNew] = fields_.try_emplace(field, static_cast<FieldId>(state_.fields.size()));
    if (isNew) state_.fields.push_back(field);
    return known->second;
  }

  bool hasSites(const llvm::Function& function) const { return withSites_.contains(&function); }
  const FunctionFlow& flowOf(const llvm::Function& function) { return flows_.of(function); }
  /// Null where no instruction is known for the site.
  const llvm::Instruction* decisionAt(uint64_t site) const {
    const auto known = decisions_.find(site);
    return known == decisions_.end() ? nullptr : known->second;
  }

 private:
  void addFunctions(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
      if (function.isDeclaration() || isLibraryFunction(function.getName()) ||
          isMachinery(function.getName()))
        continue;
      if (!functions_.try_emplace(function.getName().str(), &function).second) continue;
      ordered_.push_back(&function);
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
          withSites_.insert(&function);
          if (isDecision(mark.kind)) decisions_.try_emplace(mark.id, &instruction);
        }
      }
    }
    for (const llvm::GlobalVariable& table : module.globals()) {
      if (table.hasInitializer() && isVirtualTable(table.getName()))
        addVirtualFunctions(*table.getInitializer());
    }
    for (const llvm::GlobalAlias& alias : module.aliases()) {
      const auto* const function = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject());
      if (function != nullptr && !function->isDeclaration() && !isLibraryFunction(function->getName()))
        functions_.try_emplace(alias.getName().str(), function);
    }
  }

  void addVirtualFunctions(const llvm::Constant& table) {
    for (const auto& [slot, function] : functionsInTable(table)) {
      const auto known = functions_.find(function->getName());
      if (known == functions_.end()) continue;
      std::vector<const llvm::Function*>& same = virtualFunctions_[{slot, function->getFunctionType()}];
      if (std::ranges::find(same, known->second) == same.end()) same.push_back(known->second);
    }
  }

  std::vector<std::unique_ptr<llvm::Module>> modules_;
  Returns returns_;
  ModuleFlows flows_;
  std::map<std::string, const llvm::Function*, std::less<>> functions_;
  std::map<std::pair<uint64_t, const llvm::FunctionType*>, std::vector<const llvm::Function*>>
      virtualFunctions_;
  std::vector<const llvm::Function*> ordered_;
  std::set<const llvm::Function*> withSites_;
  std::map<uint64_t, const llvm::Instruction*> decisions_;
  std::map<const llvm::Function*, std::unique_ptr<FunctionReader>> readers_;
  std::map<const llvm::Function*, Summary> summaries_;
  std::set<const llvm::Function*> underWay_;
  std::map<RecordField, FieldId> fields_;
  ObjectState state_;
};

void FunctionReader::readValues() {
  bool hasChanged = true;
  for (int round = 0; round < kMostRounds && hasChanged; ++round) {
    hasChanged = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function_))
      hasChanged |= transfer(instruction);
  }
}

/// A local variable, a reference to one, or what is returned by memory: its contents are those of all stores
/// to it.
const llvm::Value* FunctionReader::localOf(const llvm::Value& pointer) const {
  if (const llvm::Value* const variable = variableOf(pointer)) return variable;
  const llvm::Value* const beginning = beginningOf(pointer);
  if (llvm::isa<llvm::AllocaInst>(beginning)) return beginning;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(beginning);
  return argument != nullptr && argument->hasStructRetAttr() ? beginning : nullptr;
}

Provenance FunctionReader::of(const llvm::Value& value) const {
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
bool FunctionReader::append(AccessPath& path, FieldId field) const {
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

Provenance FunctionReader::ofField(const llvm::GEPOperator& place) const {
  Provenance base = of(*place.getPointerOperand());
  std::vector<FieldId> steps;
  const llvm::Type* type = place.getSourceElementType();
  const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
  for (auto index = place.idx_begin(); index != place.idx_end(); ++index) {
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(index->get());
    if (constant == nullptr) base.addRelevant(of(*index->get()));
    if (index == place.idx_begin()) continue;
    if (const auto* const record = llvm::dyn_cast<llvm::StructType>(type)) {
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

Provenance FunctionReader::ofComparison(const llvm::CmpInst& comparison) const {
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

/// Where it compares one field, as it is, with a constant.
void FunctionReader::describeRelation(const llvm::Instruction& instruction, DecisionState& decision) const {
  const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (comparison == nullptr) return;
  const auto right = constantOf(*comparison->getOperand(1));
  const auto left = constantOf(*comparison->getOperand(0));
  if (!left == !right || of(*comparison->getOperand(right ? 0 : 1)).derived.size() != 1) return;
  decision.relation = relationText(right ? comparison->getPredicate() : comparison->getSwappedPredicate());
  decision.constant = right ? *right : *left;
}

std::vector<Provenance> FunctionReader::argumentsOf(const llvm::CallBase& call,
                                                    const llvm::Function& callee) const {
  const Parameters theirs(callee);
  std::vector<Provenance> arguments(theirs.count());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const auto number = theirs.numberOf(i);
    if (!number) continue;
    arguments[*number].add(of(*call.getArgOperand(i)));
    arguments[*number].constant = constantOf(*call.getArgOperand(i));
  }
  return arguments;
}

StateNeeds FunctionReader::substituted(const StateNeeds& theirs,
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

Provenance FunctionReader::substituted(const Provenance& theirs, const llvm::CallBase& call,
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
Provenance FunctionReader::ofLibraryCall(const llvm::CallBase& call) const {
  Provenance provenance;
  for (const llvm::Use& argument : call.args()) provenance.add(of(*argument.get()));
  const llvm::Function* const callee = call.getCalledFunction();
  const llvm::StringRef name = callee != nullptr ? callee->getName() : "";
  if (ContainerCalls::isSize(name) || ContainerCalls::isEmpty(name)) provenance.counted = provenance.derived;
  // Of an inline function "UlvE_", of others "$_0".
  if (!name.contains("EUl") && !name.contains("E3$_")) return provenance;
  for (const llvm::Function* const closure : program_.closuresIn(function_)) {
    if (closure == &function_) continue;
    const Summary& summary = program_.summaryOf(*closure);
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

Provenance FunctionReader::ofCall(const llvm::CallBase& call) const {
  const std::vector<const llvm::Function*> candidates = program_.userFunctions(call);
  Provenance provenance;
  for (const llvm::Function* const callee : candidates)
    provenance.add(substituted(program_.summaryOf(*callee).result, call, *callee));
  if (!candidates.empty()) return provenance;
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee != nullptr && isMachinery(callee->getName())) return {};
  return ofLibraryCall(call);
}

bool FunctionReader::transferCall(const llvm::CallBase& call) {
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

bool FunctionReader::transfer(const llvm::Instruction& instruction) {
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

StateNeeds FunctionReader::needsOf(const llvm::Instruction& decision) const {
  Provenance needed;
  if (const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&decision)) {
    Comparing comparing;
    for (const auto& one : choice->cases()) {
      if (const auto constant = constantOf(*one.getCaseValue())) comparing.constants.insert(*constant);
    }
    needed.addRelevant(of(*choice->getCondition()), comparing);
  } else {
    needed.addRelevant(of(decidedIn(decision)));
  }
  return std::move(needed.relevant);
}

std::vector<Side> FunctionReader::guardSidesOf(const llvm::Instruction& instruction) const {
  if (!program_.hasSites(function_)) return {};
  const Dependence where = program_.flowOf(function_).of(instruction);
  return {where.sides.begin(), where.sides.end()};
}

/// The decisions, here and in functions that must return first, of which one leads to the other.
const std::vector<const llvm::Instruction*>& FunctionReader::decisionsBefore(
    const llvm::Instruction& instruction) const {
  const auto [known, isNew] = decisionsBefore_.try_emplace(&instruction);
  if (!isNew) return known->second;
  std::vector<const llvm::Instruction*> decisions;
  std::set<uint64_t> seen;
  std::vector<Side> open = guardSidesOf(instruction);
  while (!open.empty()) {
    const Side side = open.back();
    open.pop_back();
    const llvm::Instruction* const decision = program_.decisionAt(side.site);
    if (decision == nullptr || !seen.insert(side.site).second) continue;
    decisions.push_back(decision);
    if (decision->getFunction() != &function_) continue;
    for (const Side& outer : guardSidesOf(*decision)) open.push_back(outer);
  }
  return decisionsBefore_[&instruction] = std::move(decisions);
}

StateNeeds FunctionReader::guardOf(const llvm::Instruction& instruction) const {
  StateNeeds needs;
  for (const llvm::Instruction* const decision : decisionsBefore(instruction)) {
    addNeeds(needs, decision->getFunction() == &function_ ? needsOf(*decision) : needsOfCallee(*decision));
  }
  return needs;
}

/// What a function that must return first asks of what it is given.
StateNeeds FunctionReader::needsOfCallee(const llvm::Instruction& decision) const {
  StateNeeds needs;
  const llvm::Function& callee = *decision.getFunction();
  const FunctionReader* const reader = program_.readerOf(callee);
  if (reader == nullptr) return needs;
  for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && program_.userFunction(*call) == &callee)
      addNeeds(needs, substituted(reader->needsOf(decision), argumentsOf(*call, callee)));
  }
  return needs;
}

/// Of the branches of the function, the share from which the instruction can be reached.
double FunctionReader::accessibilityOf(const llvm::Instruction& instruction) const {
  std::set<const llvm::BasicBlock*> before;
  std::vector<const llvm::BasicBlock*> open{instruction.getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* const block = open.back();
    open.pop_back();
    if (!before.insert(block).second) continue;
    for (const llvm::BasicBlock* const predecessor : llvm::predecessors(block)) open.push_back(predecessor);
  }
  size_t all = 0, leading = 0;
  for (const llvm::BasicBlock& block : function_) {
    const llvm::Instruction* const end = block.getTerminator();
    if (end->getNumSuccessors() < 2 || llvm::isa<llvm::InvokeInst>(end)) continue;
    for (const llvm::BasicBlock* const successor : llvm::successors(&block)) {
      ++all;
      leading += before.contains(successor) ? 1 : 0;
    }
  }
  return all == 0 ? 1 : static_cast<double>(leading) / static_cast<double>(all);
}

void FunctionReader::addWrite(std::vector<StateWrite>& writes, const llvm::Instruction& at,
                              const Provenance& place, const Provenance& value,
                              std::optional<int64_t> constant, bool isAdded) const {
  StateWrite write;
  write.sources = value.derived;
  // Which element it is comes from what an index is given.
  for (const AccessPath& path : place.derived) {
    if (path.fields.empty()) write.sources.insert(path);
  }
  for (const auto& [path, _] : place.relevant) write.sources.insert(path);
  write.constant = constant;
  for (const AccessPath& path : place.derived) {
    if (path.fields.empty() || writes.size() >= kMostWrites) continue;
    write.place = path;
    write.isAdded = isAdded || value.derived.contains(path);
    const auto isSame = [&](const StateWrite& other) {
      return other.place == write.place && other.sources == write.sources && other.constant == write.constant;
    };
    if (std::ranges::any_of(writes, isSame)) continue;
    StateWrite one = write;
    one.guard = guardOf(at);
    one.guardSides = guardSidesOf(at);
    one.accessibility = accessibilityOf(at);
    writes.push_back(std::move(one));
  }
}

void FunctionReader::addLibraryWrite(std::vector<StateWrite>& writes, const llvm::CallBase& call) const {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() == 0 || call.hasStructRetAttr()) return;
  const llvm::StringRef name = callee->getName();
  const bool isMember = name.starts_with("_ZNSt") || name.starts_with("_ZNSa");
  if (!isMember || isDestructor(name) || ContainerCalls::onlyLooks(name)) return;
  if (localOf(*call.getArgOperand(0)) != nullptr) return;
  Provenance value;
  for (unsigned i = 1; i < call.arg_size(); ++i) value.add(of(*call.getArgOperand(i)));
  const auto count = ContainerCalls::countAfter(name);
  const bool isConstruction = name.contains("C2E") || name.contains("C1E");
  if (isConstruction && value.derived.empty()) return;
  if (value.derived.empty() && !count && !name.contains("EaS") && !name.contains("5reset") &&
      !name.contains("3pop"))
    return;
  addWrite(writes, call, of(*call.getArgOperand(0)), value, std::nullopt, count && *count > 0);
}

void FunctionReader::addWritesOf(const llvm::Function& callee, std::vector<StateWrite>& writes,
                                 const llvm::CallBase& call) const {
  const Summary& summary = program_.summaryOf(callee);
  if (summary.writes.empty()) return;
  const std::vector<Provenance> arguments = argumentsOf(call, callee);
  const StateNeeds guard = guardOf(call);
  const double accessibility = accessibilityOf(call);
  for (const StateWrite& theirs : summary.writes) {
    if (theirs.place.root >= arguments.size() || theirs.calls >= kDeepestCall) continue;
    for (AccessPath ours : arguments[theirs.place.root].derived) {
      if (writes.size() >= kMostWrites) return;
      if (!std::ranges::all_of(theirs.place.fields, [&](FieldId field) { return append(ours, field); }))
        continue;
      if (ours.fields.empty()) continue;
      StateWrite write;
      write.place = ours;
      for (const AccessPath& source : theirs.sources) {
        if (source.root >= arguments.size()) continue;
        for (AccessPath whole : arguments[source.root].derived) {
          if (std::ranges::all_of(source.fields, [&](FieldId field) { return append(whole, field); }))
            write.sources.insert(std::move(whole));
        }
      }
      write.constant = theirs.constant;
      write.isAdded = theirs.isAdded;
      write.guard = substituted(theirs.guard, arguments);
      addNeeds(write.guard, guard);
      write.guardSides = theirs.guardSides.empty() ? guardSidesOf(call) : theirs.guardSides;
      write.accessibility = theirs.accessibility + accessibility;
      write.calls = theirs.calls + 1;
      writes.push_back(std::move(write));
    }
  }
}

void FunctionReader::addWrites(std::vector<StateWrite>& writes) const {
  for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (localOf(*store->getPointerOperand()) != nullptr) continue;
      for (const auto& constant : constantsOf(*store->getValueOperand())) {
        addWrite(writes, *store, of(*store->getPointerOperand()), of(*store->getValueOperand()), constant,
                 false);
      }
      continue;
    }
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(call)) {
      if (localOf(*copy->getDest()) == nullptr)
        addWrite(writes, *copy, of(*copy->getDest()), of(*copy->getSource()), std::nullopt, false);
    } else if (const auto candidates = program_.userFunctions(*call); !candidates.empty()) {
      for (const llvm::Function* const callee : candidates) {
        if (!isDestructor(callee->getName())) addWritesOf(*callee, writes, *call);
      }
    } else {
      addLibraryWrite(writes, *call);
    }
  }
}

Summary FunctionReader::summary() {
  Summary summary;
  for (const llvm::BasicBlock& block : function_) {
    const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (end == nullptr) continue;
    if (end->getReturnValue() != nullptr) summary.result.add(of(*end->getReturnValue()));
  }
  for (const llvm::Argument& argument : function_.args()) {
    if (const auto known = values_.find(&argument); argument.hasStructRetAttr() && known != values_.end())
      summary.result.add(known->second);
  }
  addWrites(summary.writes);
  return summary;
}

void FunctionReader::addDecisions(ObjectState& state) {
  for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
    const auto marks = ir::siteMarks(instruction);
    if (marks.empty()) continue;
    DecisionState decision;
    decision.function = function_.getName().str();
    for (const ir::SiteMark& mark : marks) {
      if (!isDecision(mark.kind) || state.decisions.contains(mark.id)) continue;
      if (decision.needs.empty()) {
        decision.compared = needsOf(instruction);
        describeRelation(instruction, decision);
        decision.needs = guardOf(instruction);
        addNeeds(decision.needs, decision.compared);
      }
      state.decisions[mark.id] = decision;
    }
  }
}

void FunctionReader::addCalls(ObjectState& state) {
  for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* const callee = call != nullptr ? program_.userFunction(*call) : nullptr;
    if (callee == nullptr || callee == &function_) continue;
    StateCall site;
    site.caller = function_.getName().str();
    for (const Provenance& argument : argumentsOf(*call, *callee)) site.arguments.push_back(argument.derived);
    site.guard = guardOf(*call);
    state.callers[callee->getName().str()].push_back(std::move(site));
  }
}

}  // namespace

StateNeeds ObjectState::throughCall(const StateNeeds& needs, const StateCall& call) {
  StateNeeds ours = call.guard;
  for (const auto& [path, comparing] : needs) {
    if (path.root >= call.arguments.size()) continue;
    for (AccessPath whole : call.arguments[path.root]) {
      whole.fields.insert(whole.fields.end(), path.fields.begin(), path.fields.end());
      if (whole.fields.size() <= kLongestPath) addNeed(ours, whole, comparing);
    }
  }
  return ours;
}

Result<ObjectState> readObjectState(std::span<const std::filesystem::path> objects) {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  for (const std::filesystem::path& object : objects) {
    auto read = readBitcode(object, context);
    if (!read) return std::unexpected(read.error());
    for (auto& module : *read) modules.push_back(std::move(module));
  }
  return Program(std::move(modules)).read();
}

}  // namespace covolve::analysis
