// What a function stores, what decides whether it does, and what its decisions need.
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "analysis/function_state.h"
#include "analysis/library_calls.h"
#include "analysis/state_program.h"
#include "ir/site_marks.h"

namespace covolve::analysis {

namespace {

constexpr size_t kMostWrites = 64;    // of one function
constexpr unsigned kDeepestCall = 5;  // as in the paper (object_state.h)
constexpr size_t kMostCases = 32;     // that a switch is said to compare with

/// A call that is given nothing but constants beside what it is called on.
bool isToldByConstants(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr &&
         std::all_of(call->arg_begin() + std::min(1u, call->arg_size()), call->arg_end(),
                     [](const llvm::Use& argument) { return llvm::isa<llvm::Constant>(argument.get()); });
}

}  // namespace

StateNeeds FunctionStateReader::needsOfCase(const llvm::SwitchInst& choice,
                                            const llvm::ConstantInt& value) const {
  Comparing comparing;
  if (const auto constant = constantOf(value)) comparing.constants.insert(*constant);
  Provenance needed;
  needed.addRelevant(of(*choice.getCondition()), comparing);
  return std::move(needed.relevant);
}

StateNeeds FunctionStateReader::needsOf(const llvm::Instruction& decision) const {
  Provenance needed;
  if (const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&decision)) {
    Comparing comparing;
    for (const auto& one : choice->cases()) {
      if (comparing.constants.size() >= kMostCases) break;
      if (const auto constant = constantOf(*one.getCaseValue())) comparing.constants.insert(*constant);
    }
    needed.addRelevant(of(*choice->getCondition()), comparing);
  } else {
    needed.addRelevant(of(decidedIn(decision)));
  }
  return std::move(needed.relevant);
}

std::vector<Side> FunctionStateReader::guardSidesOf(const llvm::Instruction& instruction) const {
  if (!program_.hasSites(function_)) return {};
  const Dependence where = program_.flowOf(function_).of(instruction);
  return {where.sides.begin(), where.sides.end()};
}

/// The decisions, here and in functions that must return first, of which one leads to the other.
const std::vector<const llvm::Instruction*>& FunctionStateReader::decisionsBefore(
    const llvm::Instruction& instruction) const {
  const auto [known, isNew] = decisionsBefore_.try_emplace(&instruction);
  if (!isNew) return known->second;
  std::vector<const llvm::Instruction*> decisions;
  std::set<const llvm::Instruction*> seen;  // a switch has many sites
  std::vector<Side> open = guardSidesOf(instruction);
  while (!open.empty()) {
    const Side side = open.back();
    open.pop_back();
    const llvm::Instruction* const decision = program_.decisionAt(side.site);
    if (decision == nullptr || !seen.insert(decision).second) continue;
    decisions.push_back(decision);
    if (decision->getFunction() != &function_) continue;
    for (const Side& outer : guardSidesOf(*decision)) open.push_back(outer);
  }
  return decisionsBefore_[&instruction] = std::move(decisions);
}

StateNeeds FunctionStateReader::guardOf(const llvm::Instruction& instruction) const {
  StateNeeds needs;
  for (const llvm::Instruction* const decision : decisionsBefore(instruction)) {
    addNeeds(needs, decision->getFunction() == &function_ ? needsOf(*decision) : needsOfCallee(*decision));
  }
  return needs;
}

/// What a function that must return first asks of what it is given.
StateNeeds FunctionStateReader::needsOfCallee(const llvm::Instruction& decision) const {
  StateNeeds needs;
  const llvm::Function& callee = *decision.getFunction();
  const FunctionStateReader* const reader = program_.readerOf(callee);
  if (reader == nullptr) return needs;
  for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && program_.userFunction(*call) == &callee)
      addNeeds(needs, substituted(reader->needsOf(decision), argumentsOf(*call, callee)));
  }
  return needs;
}

/// Of the branches that may precede the instruction, the share from which it can be reached: those behind it
/// say nothing of it.
double FunctionStateReader::accessibilityOf(const llvm::Instruction& instruction) const {
  std::set<const llvm::BasicBlock*> before;
  std::vector<const llvm::BasicBlock*> open{instruction.getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* const block = open.back();
    open.pop_back();
    if (!before.insert(block).second) continue;
    for (const llvm::BasicBlock* const predecessor : llvm::predecessors(block)) open.push_back(predecessor);
  }
  size_t all = 0, leading = 0;
  for (const llvm::BasicBlock* const block : before) {
    const llvm::Instruction* const end = block->getTerminator();
    if (block == instruction.getParent() || end->getNumSuccessors() < 2 || llvm::isa<llvm::InvokeInst>(end))
      continue;
    for (const llvm::BasicBlock* const successor : llvm::successors(block)) {
      ++all;
      leading += before.contains(successor) ? 1 : 0;
    }
  }
  return all == 0 ? 1 : static_cast<double>(leading) / static_cast<double>(all);
}

void FunctionStateReader::addWrite(std::vector<StateWrite>& writes, const llvm::Instruction& at,
                                   const Provenance& place, const Provenance& value,
                                   std::optional<int64_t> constant, bool isAdded) const {
  StateWrite write;
  write.sources = value.derived;
  // What a parameter refers to may be a field of the caller's.
  const bool isParameter = place.derived.size() == 1 && place.derived.begin()->fields.empty();
  // Which element it is comes from what an index is given.
  for (const AccessPath& path : place.derived) {
    if (path.fields.empty() && !isParameter) write.sources.insert(path);
  }
  for (const auto& [path, _] : place.relevant) write.sources.insert(path);
  write.constant = constant;
  for (const AccessPath& path : place.derived) {
    if ((path.fields.empty() && !isParameter) || writes.size() >= kMostWrites) continue;
    write.place = path;
    write.isAdded = isAdded || value.derived.contains(path);
    write.isStep = constant.has_value() || value.derived.contains(path) || isToldByConstants(at);
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

void FunctionStateReader::addLibraryWrite(std::vector<StateWrite>& writes, const llvm::CallBase& call) const {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() == 0 || call.hasStructRetAttr()) return;
  const llvm::StringRef name = callee->getName();
  if (const auto written = argumentReadInto(name); written && *written < call.arg_size()) {
    const llvm::Value& into = *call.getArgOperand(*written);
    if (localOf(into) != nullptr) return;
    Provenance value;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (i != *written) value.add(of(*call.getArgOperand(i)));
    }
    return addWrite(writes, call, of(into), value, std::nullopt, false);
  }
  if (!mayChangeItsObject(name) || isDestructor(name) || ContainerCalls::onlyLooks(name)) return;
  if (localOf(*call.getArgOperand(0)) != nullptr) return;
  Provenance value;
  for (unsigned i = 1; i < call.arg_size(); ++i) value.add(of(*call.getArgOperand(i)));
  const bool isConstruction = name.contains("C2E") || name.contains("C1E");
  if (isConstruction && value.derived.empty()) return;
  addWrite(writes, call, of(*call.getArgOperand(0)), value, std::nullopt, ContainerCalls::adds(name));
}

void FunctionStateReader::addWritesOf(const llvm::Function& callee, std::vector<StateWrite>& writes,
                                      const llvm::CallBase& call) const {
  const StateSummary& summary = program_.summaryOf(callee);
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
      write.isStep = theirs.isStep;
      write.guard = substituted(theirs.guard, arguments);
      addNeeds(write.guard, guard);
      write.guardSides = theirs.guardSides.empty() ? guardSidesOf(call) : theirs.guardSides;
      write.accessibility = theirs.accessibility + accessibility;
      write.calls = theirs.calls + 1;
      writes.push_back(std::move(write));
    }
  }
}

void FunctionStateReader::addWrites(std::vector<StateWrite>& writes) const {
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

StateSummary FunctionStateReader::summary() {
  StateSummary summary;
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

void FunctionStateReader::addDecisions(ObjectState& state) {
  for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
    const auto marks = ir::siteMarks(instruction);
    if (marks.empty()) continue;
    const auto isNew = [&](const ir::SiteMark& mark) {
      return isDecision(mark.kind) && !state.decisions.contains(mark.id);
    };
    if (std::ranges::none_of(marks, isNew)) continue;
    DecisionState whole;
    whole.function = function_.getName().str();
    whole.compared = needsOf(instruction);
    describeRelation(instruction, whole);
    const StateNeeds guard = guardOf(instruction);
    const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction);
    const auto cases = std::ranges::count(marks, abi::SiteKind::Case, &ir::SiteMark::kind);
    const bool hasCases = choice != nullptr && static_cast<size_t>(cases) == choice->getNumCases();
    unsigned next = 0;
    for (const ir::SiteMark& mark : marks) {
      const unsigned number = mark.kind == abi::SiteKind::Case ? next++ : 0;
      if (!isNew(mark)) continue;
      DecisionState decision = whole;
      if (hasCases && mark.kind == abi::SiteKind::Case) {
        const auto one = choice->case_begin() + number;
        decision.compared = needsOfCase(*choice, *one->getCaseValue());
      }
      decision.needs = guard;
      addNeeds(decision.needs, decision.compared);
      state.decisions[mark.id] = std::move(decision);
    }
  }
}

void FunctionStateReader::addCalls(ObjectState& state) {
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

}  // namespace covolve::analysis
