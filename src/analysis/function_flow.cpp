#include "analysis/function_flow.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "analysis/control_dependence.h"
#include "ir/decision.h"
#include "ir/site_marks.h"

namespace covolve::analysis {

namespace {

using abi::SiteKind;

std::vector<uint64_t> idsOf(const llvm::Instruction& instruction, SiteKind kind) {
  std::vector<uint64_t> ids;
  for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
    if (mark.kind == kind) ids.push_back(mark.id);
  }
  return ids;
}

std::vector<Side> sidesOf(const llvm::BranchInst& branch, const llvm::BasicBlock& successor) {
  if (!branch.isConditional()) return {};
  const bool holds = branch.getSuccessor(0) == &successor;
  const ir::Decision decision = ir::decidedOn(branch.getCondition());
  if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(decision.value)) {
    const std::vector<uint64_t> ids = idsOf(*compare, SiteKind::Compare);
    if (!ids.empty()) return {{ids.front(), holds != decision.isNegated}};
  }
  // The probe of a T reports the condition as it stands, negations and all.
  const std::vector<uint64_t> ids = idsOf(branch, SiteKind::Boolean);
  if (!ids.empty()) return {{ids.front(), holds}};
  return {};
}

std::vector<Side> sidesOf(const llvm::SwitchInst& branch, const llvm::BasicBlock& successor) {
  std::vector<Side> sides;
  const std::vector<uint64_t> cases = idsOf(branch, SiteKind::Case);
  const std::vector<uint64_t> defaults = idsOf(branch, SiteKind::Default);
  if (cases.size() != branch.getNumCases() || defaults.empty()) return sides;
  for (const auto& label : branch.cases()) {
    if (label.getCaseSuccessor() == &successor) sides.push_back({cases[label.getCaseIndex()], true});
  }
  if (branch.getDefaultDest() == &successor) sides.push_back({defaults.front(), true});
  return sides;
}

/// Empty where the end of the block has no site.
std::vector<Side> sidesOf(const llvm::BasicBlock& block, const llvm::BasicBlock& successor) {
  const llvm::Instruction* const end = block.getTerminator();
  if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(end)) return sidesOf(*branch, successor);
  if (const auto* const branch = llvm::dyn_cast<llvm::SwitchInst>(end)) return sidesOf(*branch, successor);
  return {};
}

/// Leaving a scope with objects, clang notes where to go on, cleans up, and switches on the note. The blocks
/// that made the note for this successor, or nothing if the end of the block is no such switch.
std::vector<const llvm::BasicBlock*> notersOf(const llvm::BasicBlock& block,
                                              const llvm::BasicBlock& successor) {
  const auto* const branch = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
  const auto* const note =
      branch != nullptr ? llvm::dyn_cast<llvm::LoadInst>(branch->getCondition()) : nullptr;
  if (note == nullptr || !note->getName().starts_with("cleanup.dest")) return {};
  const auto noteMadeIn = [&](const llvm::BasicBlock& maker) -> const llvm::ConstantInt* {
    for (const llvm::Instruction& instruction : llvm::reverse(maker)) {
      const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store != nullptr && store->getPointerOperand() == note->getPointerOperand())
        return llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
    }
    return nullptr;
  };
  std::vector<const llvm::BasicBlock*> noters, open{&block};
  std::set<const llvm::BasicBlock*> seen{&block};
  while (!open.empty()) {
    const llvm::BasicBlock* const next = open.back();
    open.pop_back();
    if (const llvm::ConstantInt* const value = noteMadeIn(*next)) {
      if (branch->findCaseValue(value)->getCaseSuccessor() == &successor) noters.push_back(next);
      continue;
    }
    for (const llvm::BasicBlock* const before : llvm::predecessors(next)) {
      if (seen.insert(before).second) open.push_back(before);
    }
  }
  return noters;
}

/// Blocks from which every way only hands an exception on.
std::set<const llvm::BasicBlock*> resumingBlocks(const llvm::Function& function) {
  std::vector<const llvm::BasicBlock*> open;
  std::set<const llvm::BasicBlock*> others, resuming;
  for (const llvm::BasicBlock& block : function) {
    const llvm::Instruction* const end = block.getTerminator();
    if (end->getNumSuccessors() == 0 && !llvm::isa<llvm::ResumeInst>(end)) open.push_back(&block);
  }
  const auto follow = [&](std::set<const llvm::BasicBlock*>& into) {
    while (!open.empty()) {
      const llvm::BasicBlock* const block = open.back();
      open.pop_back();
      if (others.contains(block) || !into.insert(block).second || block->isEHPad()) continue;
      for (const llvm::BasicBlock* const before : llvm::predecessors(block)) open.push_back(before);
    }
  };
  follow(others);
  for (const llvm::BasicBlock& block : function) {
    if (llvm::isa<llvm::ResumeInst>(block.getTerminator())) open.push_back(&block);
  }
  follow(resuming);
  return resuming;
}

/// A throw, or another call that does not come back.
bool onlyThrows(const llvm::BasicBlock& block) {
  const auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator());
  return invoke != nullptr &&
         llvm::isa<llvm::UnreachableInst>(invoke->getNormalDest()->getFirstNonPHIOrDbgOrLifetime());
}

/// The function's graph: its blocks as nodes 1 .. n, and a start that leads to the entry and to every landing
/// pad. That exceptions may come leaves no edge, or nothing behind a call would be certain: a landing pad
/// depends on what the calls do from which exceptions come to it. Only a throw jumps there for certain.
class Resolver {
 public:
  explicit Resolver(const llvm::Function& function)
      : dominators_(const_cast<llvm::Function&>(function)),  // the tree only reads it
        resuming_(resumingBlocks(function)) {
    for (const llvm::BasicBlock& block : function) {
      blocks_.push_back(&block);
      nodes_[&block] = static_cast<uint32_t>(blocks_.size());
    }
    FlowGraph graph(blocks_.size() + 1);
    graph[0].push_back(nodeOf(function.getEntryBlock()));
    for (const llvm::BasicBlock* const block : blocks_) {
      if (!dominators_.isReachableFromEntry(block)) continue;
      for (const llvm::BasicBlock* const successor : llvm::successors(block)) {
        if (isTaken(*block, *successor)) graph[nodeOf(*block)].push_back(nodeOf(*successor));
        if (isExceptional(*successor)) graph[0].push_back(nodeOf(*successor));
      }
    }
    controls_ = controlDependence(std::move(graph));
  }

  std::map<const llvm::BasicBlock*, Dependence> resolveAll() {
    std::map<const llvm::BasicBlock*, Dependence> result;
    for (const llvm::BasicBlock* const block : blocks_) {
      if (dominators_.isReachableFromEntry(block)) result[block] = resolve(*block);
    }
    return result;
  }

 private:
  uint32_t nodeOf(const llvm::BasicBlock& block) const { return nodes_.at(&block); }
  static bool isExceptional(const llvm::BasicBlock& block) { return block.isEHPad(); }

  bool isTaken(const llvm::BasicBlock& block, const llvm::BasicBlock& successor) const {
    const bool isHandedOn = resuming_.contains(&successor) && !resuming_.contains(&block);
    if (!onlyThrows(block)) return !isExceptional(successor) && !isHandedOn;
    // Whoever catches it in this function, or else the end.
    const auto& invoke = *llvm::cast<llvm::InvokeInst>(block.getTerminator());
    const bool isCaught = !resuming_.contains(invoke.getUnwindDest());
    return isCaught == isExceptional(successor);
  }

  Dependence resolve(const llvm::BasicBlock& block) {
    Dependence result;
    std::vector<uint32_t> open{nodeOf(block)};
    std::set<uint32_t> seen{nodeOf(block)};
    const auto lookThrough = [&](const llvm::BasicBlock& other) {
      if (!dominators_.dominates(&block, &other) && seen.insert(nodeOf(other)).second)
        open.push_back(nodeOf(other));
    };
    while (!open.empty()) {
      const uint32_t node = open.back();
      open.pop_back();
      for (const Control& control : controls_[node]) {
        const llvm::BasicBlock& successor = *blocks_[control.successor - 1];
        if (control.branch != 0) {
          const llvm::BasicBlock& branch = *blocks_[control.branch - 1];
          if (dominators_.dominates(&block, &branch)) continue;
          const std::vector<Side> sides = sidesOf(branch, successor);
          result.sides.insert(sides.begin(), sides.end());
          if (!sides.empty()) continue;
          const std::vector<const llvm::BasicBlock*> noters = notersOf(branch, successor);
          for (const llvm::BasicBlock* const noter : noters) lookThrough(*noter);
          if (noters.empty()) lookThrough(branch);
        } else if (isExceptional(successor)) {
          for (const llvm::BasicBlock* const thrower : llvm::predecessors(&successor)) lookThrough(*thrower);
        } else {
          return Dependence::ofEntry();
        }
      }
    }
    // What nothing is known to lead to must not be taken for impossible.
    return result.empty() ? Dependence::ofEntry() : result;
  }

  llvm::DominatorTree dominators_;
  std::set<const llvm::BasicBlock*> resuming_;
  std::vector<const llvm::BasicBlock*> blocks_;
  std::map<const llvm::BasicBlock*, uint32_t> nodes_;
  std::vector<std::vector<Control>> controls_;
};

}  // namespace

FunctionFlow::FunctionFlow(const llvm::Function& function) : ofBlock_(Resolver(function).resolveAll()) {}

Dependence FunctionFlow::of(const llvm::BasicBlock& block) const {
  const auto known = ofBlock_.find(&block);
  return known == ofBlock_.end() ? Dependence{} : known->second;
}

}  // namespace covolve::analysis
