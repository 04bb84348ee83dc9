#include "analysis/edge_sides.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <set>

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

/// More than any expression; what nests deeper is not taken apart.
constexpr unsigned kDeepest = 32;

std::optional<std::set<Side>> sidesFor(const llvm::Value& condition, bool outcome, unsigned depth);

std::set<Side> sidesOfBranch(const llvm::BranchInst& branch, const llvm::BasicBlock& successor,
                             unsigned depth) {
  if (!branch.isConditional()) return {};
  const bool outcome = branch.getSuccessor(0) == &successor;
  if (const auto sides = sidesFor(*branch.getCondition(), outcome, depth)) return *sides;
  // The probe of a T reports the condition as it stands, negations and all.
  const std::vector<uint64_t> ids = idsOf(branch, SiteKind::Boolean);
  return ids.empty() ? std::set<Side>{} : std::set<Side>{{ids.front(), outcome}};
}

/// A truth value that depends on the way: the result of && or ||.
std::optional<std::set<Side>> sidesFor(const llvm::PHINode& phi, bool outcome, unsigned depth) {
  std::set<Side> result;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::Instruction& end = *phi.getIncomingBlock(i)->getTerminator();
    std::set<Side> sides;
    if (const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValue(i))) {
      if (constant->isOne() != outcome) continue;
      if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end))
        sides = sidesOfBranch(*branch, *phi.getParent(), depth);
    } else if (const auto known = sidesFor(*phi.getIncomingValue(i), outcome, depth)) {
      sides = *known;
    } else if (const std::vector<uint64_t> ids = idsOf(end, SiteKind::Boolean); !ids.empty()) {
      sides = {{ids.front(), outcome}};
    }
    if (sides.empty()) return std::nullopt;  // one way is not known: then none may be said to be
    result.insert(sides.begin(), sides.end());
  }
  return result.empty() ? std::nullopt : std::optional(result);
}

/// What gives a truth value this outcome, as far as comparisons and their combinations do.
std::optional<std::set<Side>> sidesFor(const llvm::Value& condition, bool outcome, unsigned depth) {
  const ir::Decision decision = ir::decidedOn(&condition);
  if (decision.isNegated) outcome = !outcome;
  if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(decision.value)) {
    const std::vector<uint64_t> ids = idsOf(*compare, SiteKind::Compare);
    if (!ids.empty()) return std::set<Side>{{ids.front(), outcome}};
  }
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(decision.value);
  return phi != nullptr && depth < kDeepest ? sidesFor(*phi, outcome, depth + 1) : std::nullopt;
}

std::set<Side> sidesOfSwitch(const llvm::SwitchInst& branch, const llvm::BasicBlock& successor) {
  std::set<Side> sides;
  const std::vector<uint64_t> cases = idsOf(branch, SiteKind::Case);
  const std::vector<uint64_t> defaults = idsOf(branch, SiteKind::Default);
  if (cases.size() != branch.getNumCases() || defaults.empty()) return sides;
  for (const auto& label : branch.cases()) {
    if (label.getCaseSuccessor() == &successor) sides.insert({cases[label.getCaseIndex()], true});
  }
  if (branch.getDefaultDest() == &successor) sides.insert({defaults.front(), true});
  return sides;
}

}  // namespace

std::set<Side> sidesOf(const llvm::BasicBlock& block, const llvm::BasicBlock& successor) {
  const llvm::Instruction* const end = block.getTerminator();
  if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(end))
    return sidesOfBranch(*branch, successor, 0);
  if (const auto* const branch = llvm::dyn_cast<llvm::SwitchInst>(end))
    return sidesOfSwitch(*branch, successor);
  return {};
}

std::set<Side> sidesOf(const llvm::SelectInst& choice, bool isFirst) {
  if (const auto sides = sidesFor(*choice.getCondition(), isFirst, 0)) return *sides;
  const std::vector<uint64_t> ids = idsOf(choice, SiteKind::Boolean);
  return ids.empty() ? std::set<Side>{} : std::set<Side>{{ids.front(), isFirst}};
}

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

}  // namespace covolve::analysis
