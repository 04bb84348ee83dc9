#include "analysis/function_flow.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "analysis/control_dependence.h"
#include "analysis/edge_sides.h"
#include "ir/site_marks.h"

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

/// Its end is no return: behind a call that does not come back.
bool isLeft(const llvm::BasicBlock& block) {
  return llvm::isa<llvm::UnreachableInst>(block.getTerminator()) &&
         std::ranges::any_of(block, [](const llvm::Instruction& instruction) {
           const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
           return call != nullptr && call->doesNotReturn();
         });
}

bool hasSites(const llvm::Function& function) {
  return std::ranges::any_of(function.getEntryBlock(), [](const llvm::Instruction& instruction) {
    return std::ranges::any_of(ir::siteMarks(instruction),
                               [](const ir::SiteMark& mark) { return mark.kind == abi::SiteKind::Function; });
  });
}

}  // namespace

/// The function's graph: the parts of its blocks as nodes 1 .. n, a start that leads to the entry and to
/// every landing pad, and an end for calls that do not return. That exceptions may come leaves no edge, or
/// nothing behind a call would be certain: a landing pad depends on what the calls do from which exceptions
/// come to it. Only a throw jumps there for certain, and only where nothing here catches it a call that may
/// throw is a decision.
class FlowResolver {
 public:
  FlowResolver(const llvm::Function& function, ModuleFlows& flows)
      : dominators_(const_cast<llvm::Function&>(function)),  // the tree only reads it
        resuming_(resumingBlocks(function)) {
    dominators_.updateDFSNumbers();  // or each question walks the tree
    for (const llvm::BasicBlock& block : function) {
      if (dominators_.isReachableFromEntry(&block)) addParts(block, flows);
    }
    FlowGraph graph(nodes_.size() + 2);
    const auto end = static_cast<uint32_t>(nodes_.size() + 1);
    graph[0].push_back(firstOf(function.getEntryBlock()));
    for (uint32_t node = 1; node < end; ++node) {
      const Node& present = nodes_[node - 1];
      if (present.returns != nullptr) graph[node].push_back(end);
      const bool mayGoOn = present.returns == nullptr || present.returns->kind != Return::Kind::Never;
      if (!present.isLast) {
        if (mayGoOn) graph[node].push_back(node + 1);
        continue;
      }
      for (const llvm::BasicBlock* const successor : llvm::successors(present.block)) {
        const bool isExceptional = successor->isEHPad();
        if (isTaken(*present.block, *successor) && (mayGoOn || isExceptional))
          graph[node].push_back(firstOf(*successor));
        if (isExceptional) graph[0].push_back(firstOf(*successor));
      }
    }
    controls_ = controlDependence(std::move(graph));
  }

  void resolveAll(FunctionFlow& flow) {
    for (uint32_t node = 1; node <= nodes_.size(); ++node) {
      const Node& present = nodes_[node - 1];
      FunctionFlow::Parts& parts = flow.ofBlock_[present.block];
      parts.dependences.push_back(resolve(node));
      if (present.returns != nullptr && !present.isLast) parts.ends.push_back(present.call);
      const std::set<Side>& sides = parts.dependences.back().sides;
      const bool isLeftHere = present.returns != nullptr
                                  ? present.returns->kind == Return::Kind::Never
                                  : present.isLast && (isLeft(*present.block) || isThrownOn(*present.block));
      if (isLeftHere) flow.leaving_.insert(sides.begin(), sides.end());
    }
  }

 private:
  struct Node {
    const llvm::BasicBlock* block;
    const llvm::CallBase* call = nullptr;  // that ends this part
    const Return* returns = nullptr;       // of the call
    bool isLast = true;                    // of its block
  };

  void addParts(const llvm::BasicBlock& block, ModuleFlows& flows) {
    first_[&block] = static_cast<uint32_t>(nodes_.size() + 1);
    for (const llvm::Instruction& instruction : block) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(call);
      if (invoke != nullptr && !resuming_.contains(invoke->getUnwindDest())) continue;  // it is caught here
      if (call->doesNotReturn()) continue;                                              // the graph says so
      const Return& returns = flows.returnOf(*call);
      if (returns.kind == Return::Kind::Always) continue;
      nodes_.push_back({&block, call, &returns, invoke != nullptr});
      if (invoke != nullptr) return;
    }
    nodes_.push_back({&block});
  }

  uint32_t firstOf(const llvm::BasicBlock& block) const { return first_.at(&block); }
  /// Of a block: where its end is.
  uint32_t lastOf(const llvm::BasicBlock& block) const {
    uint32_t node = firstOf(block);
    while (!nodes_[node - 1].isLast) ++node;
    return node;
  }

  bool isThrownOn(const llvm::BasicBlock& block) const {
    return onlyThrows(block) &&
           resuming_.contains(llvm::cast<llvm::InvokeInst>(block.getTerminator())->getUnwindDest());
  }

  bool isTaken(const llvm::BasicBlock& block, const llvm::BasicBlock& successor) const {
    const bool isHandedOn = resuming_.contains(&successor) && !resuming_.contains(&block);
    if (!onlyThrows(block)) return !successor.isEHPad() && !isHandedOn;
    // Whoever catches it in this function, or else the end.
    return isThrownOn(block) != successor.isEHPad();
  }

  bool dominates(uint32_t node, uint32_t other) const {
    const llvm::BasicBlock* const block = nodes_[node - 1].block;
    const llvm::BasicBlock* const otherBlock = nodes_[other - 1].block;
    return block == otherBlock ? node <= other : dominators_.dominates(block, otherBlock);
  }

  /// What taking an edge means: sides, or where there are none parts of blocks that must be reached.
  struct Edge {
    std::set<Side> sides;
    std::vector<uint32_t> hangsOn;
  };

  const Edge& edgeOf(const Control& control) {
    const auto [known, isNew] = edges_.try_emplace(control);
    Edge& edge = known->second;
    if (!isNew) return edge;
    const Node& branch = nodes_[control.branch - 1];
    if (branch.returns != nullptr) {
      edge.sides = branch.returns->sides;
    } else {
      const llvm::BasicBlock& successor = *nodes_[control.successor - 1].block;
      edge.sides = sidesOf(*branch.block, successor);
      if (edge.sides.empty()) {
        for (const llvm::BasicBlock* const noter : notersOf(*branch.block, successor)) {
          if (first_.contains(noter)) edge.hangsOn.push_back(lastOf(*noter));
        }
      }
    }
    if (edge.sides.empty() && edge.hangsOn.empty()) edge.hangsOn.push_back(control.branch);
    return edge;
  }

  Dependence resolve(uint32_t start) {
    Dependence result;
    std::vector<uint32_t> open{start};
    std::set<uint32_t> seen{start};
    const auto lookThrough = [&](uint32_t other) {
      if (seen.insert(other).second && !dominates(start, other)) open.push_back(other);
    };
    while (!open.empty()) {
      const uint32_t node = open.back();
      open.pop_back();
      for (const Control& control : controls_[node]) {
        const llvm::BasicBlock& successor = *nodes_[control.successor - 1].block;
        if (control.branch != 0) {
          if (dominates(start, control.branch)) continue;
          const Edge& edge = edgeOf(control);
          result.sides.insert(edge.sides.begin(), edge.sides.end());
          for (const uint32_t other : edge.hangsOn) lookThrough(other);
        } else if (successor.isEHPad()) {
          for (const llvm::BasicBlock* const thrower : llvm::predecessors(&successor)) {
            if (first_.contains(thrower)) lookThrough(lastOf(*thrower));
          }
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
  std::vector<Node> nodes_;  // node 1 first
  std::map<const llvm::BasicBlock*, uint32_t> first_;
  std::vector<std::vector<Control>> controls_;
  std::map<Control, Edge> edges_;  // most are asked for many times
};

FunctionFlow::FunctionFlow(const llvm::Function& function, ModuleFlows& flows) {
  FlowResolver(function, flows).resolveAll(*this);
}

Dependence FunctionFlow::of(const llvm::Instruction& instruction) const {
  const auto known = ofBlock_.find(instruction.getParent());
  if (known == ofBlock_.end()) return {};
  const auto& [ends, dependences] = known->second;
  size_t part = 0;
  while (part < ends.size() && ends[part]->comesBefore(&instruction)) ++part;
  return dependences[part];
}

const FunctionFlow& ModuleFlows::of(const llvm::Function& function) {
  const auto known = flows_.find(&function);
  if (known != flows_.end()) return known->second;
  const bool isOuter = underWay_.insert(&function).second;
  FunctionFlow flow(function, *this);
  if (isOuter) underWay_.erase(&function);
  return flows_.try_emplace(&function, std::move(flow)).first->second;
}

namespace {

const Return kAlways;

}  // namespace

const Return& ModuleFlows::returnOf(const llvm::CallBase& call) {
  const auto* const callee = llvm::dyn_cast<llvm::GlobalValue>(call.getCalledOperand()->stripPointerCasts());
  const auto* const function =
      callee != nullptr ? llvm::dyn_cast_or_null<llvm::Function>(callee->getAliaseeObject()) : nullptr;
  return function != nullptr ? returnOf(*function) : kAlways;
}

const Return& ModuleFlows::returnOf(const llvm::Function& function) {
  if (elsewhere_ == nullptr) return kAlways;
  if (function.isDeclaration()) {
    const auto known = elsewhere_->find(std::string_view(function.getName()));
    return known != elsewhere_->end() ? known->second : kAlways;
  }
  if (const auto known = returns_.find(&function); known != returns_.end()) return known->second;
  if (underWay_.contains(&function)) return kAlways;
  underWay_.insert(&function);
  Return found = findReturn(function);
  underWay_.erase(&function);
  return returns_[&function] = std::move(found);
}

Return ModuleFlows::findReturn(const llvm::Function& function) {
  if (!hasSites(function)) return returnOfWrapper(function);
  const FunctionFlow& flow = of(function);
  Dependence ends;
  bool hasReturn = false;
  for (const llvm::BasicBlock& block : function) {
    if (!llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
    const Dependence end = flow.of(*block.getTerminator());
    if (end.empty()) continue;
    hasReturn = true;
    ends.add(end);
  }
  if (!hasReturn) return {Return::Kind::Never};
  if (ends.onEntry) return {};
  return {Return::Kind::Depends, std::move(ends.sides)};
}

/// Code without sites decides nothing: it returns if what it calls does.
Return ModuleFlows::returnOfWrapper(const llvm::Function& function) {
  constexpr size_t kMostHands = 12;
  if (underWay_.size() > kMostHands) return {};
  Return result;
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const Return& returns = returnOf(*call);
      if (returns.kind != Return::Kind::Depends) continue;
      result.kind = Return::Kind::Depends;
      result.sides.insert(returns.sides.begin(), returns.sides.end());
    }
  }
  return result;
}

}  // namespace covolve::analysis
