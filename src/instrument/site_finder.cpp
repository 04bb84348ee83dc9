#include "instrument/site_finder.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstVisitor.h>

#include <algorithm>

#include "instrument/known_calls.h"
#include "instrument/library_comparisons.h"
#include "instrument/origin.h"
#include "instrument/place_behind.h"
#include "ir/decision.h"

namespace covolve::instrument {

namespace {

using abi::SiteKind;

class DecisionFinder : public llvm::InstVisitor<DecisionFinder> {
 public:
  explicit DecisionFinder(const SourceFilter& filter) : filter_(&filter) {}

  /// Of code that somebody else wrote, where the source calls it: its steps.
  explicit DecisionFinder(const llvm::DILocation& callSite) : callSite_(&callSite) {}

  void visitCmpInst(llvm::CmpInst& compare) {
    if (isSourceCompare(compare)) add(SiteKind::Compare, compare);
  }

  void visitBranchInst(llvm::BranchInst& branch) {
    if (isSourceBranch(branch)) addTruth(branch, branch.getCondition(), branch.getDebugLoc());
  }

  void visitSelectInst(llvm::SelectInst& select) {
    if (isSourceSelect(select)) addTruth(select, select.getCondition(), select.getDebugLoc());
  }

  void visitPHINode(llvm::PHINode& phi) {
    if (!isLogicalOperator(phi)) return;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      llvm::Value* const operand = phi.getIncomingValue(i);
      llvm::Instruction& end = *phi.getIncomingBlock(i)->getTerminator();
      if (llvm::isa<llvm::Constant>(operand) || isKnown(operand)) continue;
      const auto* const maker = llvm::dyn_cast<llvm::Instruction>(operand);
      // The call itself may be the block's end; its result exists behind it only.
      if (maker == &end) continue;
      addTruth(end, operand,
               maker != nullptr && maker->getDebugLoc() ? maker->getDebugLoc() : phi.getDebugLoc());
    }
  }

  void visitSwitchInst(llvm::SwitchInst& branch) {
    if (!isSourceSwitch(branch)) return;
    std::vector<int64_t> cases;
    for (const auto& label : branch.cases()) cases.push_back(label.getCaseValue()->getSExtValue());
    if (Site* const site = add(SiteKind::Case, branch)) site->cases = std::move(cases);
  }

  void visitCallBase(llvm::CallBase& call) {
    const bool isStep = callSite_ != nullptr;  // what it throws, and answers, is what the source's call does
    if (!isStep && mayThrow(call)) add(SiteKind::Call, call);
    if (!hasPlaceBehind(&call)) return;
    if (!isStep && call.getType()->isIntegerTy(1) && isCopiedComparison(call)) comparisons_.push_back(&call);
    const auto answer = knownAnswer(call);
    if (!answer) return;
    if (Site* const site = add(SiteKind::KnownCall, call)) {
      site->isDecided = isDecided(call, *answer);
      site->callee = calleeName(call);
    }
  }

  /// What a library compared in steps, and no decision here is made of: it is kept, returned, given on.
  void addUndecided() {
    for (llvm::CallBase* const call : comparisons_) {
      if (decided_.contains(call)) continue;
      if (Site* const site = add(SiteKind::Boolean, *call)) site->condition = call;
    }
  }

  std::vector<Site> sites;

 private:
  /// Has sites of its own: a compare, or a nested && or ||.
  static bool isKnown(const llvm::Value* value) {
    value = ir::decidedOn(value).value;
    if (llvm::isa<llvm::CmpInst>(value)) return true;
    const auto* const phi = llvm::dyn_cast<llvm::PHINode>(value);
    return phi != nullptr && isLogicalOperator(*phi);
  }

  /// A branch on the answer, or a comparison that asks for it, has a site already.
  static bool isDecided(const llvm::CallBase& call, AnswerShape answer) {
    if (!askedBy(call, answer).empty()) return true;
    return std::ranges::any_of(call.users(), [&](const llvm::User* user) {
      const auto* const select = llvm::dyn_cast<llvm::SelectInst>(user);
      return llvm::isa<llvm::BranchInst>(user) || (select != nullptr && select->getCondition() == &call);
    });
  }

  void addTruth(llvm::Instruction& at, llvm::Value* condition, const llvm::DebugLoc& position) {
    const llvm::Value* const decided = ir::decidedOn(condition).value;
    if (llvm::isa<llvm::CmpInst>(decided)) return;
    decided_.insert(decided);
    if (Site* const site = add(SiteKind::Boolean, at, position)) site->condition = condition;
  }

  Site* add(SiteKind kind, llvm::Instruction& at) { return add(kind, at, at.getDebugLoc()); }

  Site* add(SiteKind kind, llvm::Instruction& at, const llvm::DebugLoc& position) {
    if (filter_ != nullptr && !filter_->isUsers(position.get())) return nullptr;
    const llvm::DILocation& place = callSite_ != nullptr ? *callSite_ : *position;
    Site site;
    site.kind = kind;
    site.at = &at;
    site.file = place.getFile();
    site.line = place.getLine();
    site.column = place.getColumn();
    site.isStep = callSite_ != nullptr;
    sites.push_back(std::move(site));
    return &sites.back();
  }

  const SourceFilter* filter_ = nullptr;
  const llvm::DILocation* callSite_ = nullptr;
  llvm::SmallPtrSet<const llvm::Value*, 16> decided_;
  std::vector<llvm::CallBase*> comparisons_;  // copied
};

}  // namespace

std::vector<Site> findSites(llvm::Function& function, const SourceFilter& filter) {
  if (!isSourceFunction(function) || !filter.isUsers(function.getSubprogram()->getFile())) return {};
  std::vector<Site> sites = findRuns(function, filter);
  DecisionFinder decisions(filter);
  decisions.visit(function);
  decisions.addUndecided();
  sites.insert(sites.end(), std::make_move_iterator(decisions.sites.begin()),
               std::make_move_iterator(decisions.sites.end()));
  return sites;
}

std::vector<Site> findSteps(llvm::Function& function, const llvm::DILocation& callSite) {
  Site entry;
  entry.kind = SiteKind::Function;
  entry.at = &*function.getEntryBlock().getFirstInsertionPt();
  entry.file = callSite.getFile();
  entry.line = callSite.getLine();
  entry.column = callSite.getColumn();
  entry.isStep = true;
  std::vector<Site> sites{std::move(entry)};
  DecisionFinder decisions(callSite);
  decisions.visit(function);
  // Which alternative a variant has is no step.
  std::erase_if(decisions.sites, [](const Site& site) { return site.kind == SiteKind::Case; });
  sites.insert(sites.end(), std::make_move_iterator(decisions.sites.begin()),
               std::make_move_iterator(decisions.sites.end()));
  return sites;
}

}  // namespace covolve::instrument
