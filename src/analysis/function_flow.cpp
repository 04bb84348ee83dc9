#include "analysis/function_flow.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "analysis/control_dependence.h"
#include "analysis/edge_sides.h"

namespace covolve::analysis {

namespace {

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
    dominators_.updateDFSNumbers();  // or each question walks the tree
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

  /// What taking an edge means: sides, or where there are none blocks that must be reached.
  struct Edge {
    std::set<Side> sides;
    std::vector<const llvm::BasicBlock*> hangsOn;
  };

  const Edge& edgeOf(const Control& control) {
    const auto [known, isNew] = edges_.try_emplace(control);
    Edge& edge = known->second;
    if (!isNew) return edge;
    const llvm::BasicBlock& branch = *blocks_[control.branch - 1];
    const llvm::BasicBlock& successor = *blocks_[control.successor - 1];
    edge.sides = sidesOf(branch, successor);
    if (!edge.sides.empty()) return edge;
    edge.hangsOn = notersOf(branch, successor);
    if (edge.hangsOn.empty()) edge.hangsOn.push_back(&branch);
    return edge;
  }

  Dependence resolve(const llvm::BasicBlock& block) {
    Dependence result;
    std::vector<uint32_t> open{nodeOf(block)};
    std::set<uint32_t> seen{nodeOf(block)};
    const auto lookThrough = [&](const llvm::BasicBlock& other) {
      if (seen.insert(nodeOf(other)).second && !dominators_.dominates(&block, &other))
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
          const Edge& edge = edgeOf(control);
          result.sides.insert(edge.sides.begin(), edge.sides.end());
          for (const llvm::BasicBlock* const other : edge.hangsOn) lookThrough(*other);
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
  std::map<Control, Edge> edges_;  // most are asked for many times
};

}  // namespace

FunctionFlow::FunctionFlow(const llvm::Function& function) : ofBlock_(Resolver(function).resolveAll()) {}

Dependence FunctionFlow::of(const llvm::BasicBlock& block) const {
  const auto known = ofBlock_.find(&block);
  return known == ofBlock_.end() ? Dependence{} : known->second;
}

}  // namespace covolve::analysis
