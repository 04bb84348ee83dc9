// Straight runs of lines. A block is cut behind calls that may not come back,
// so that a line behind a throwing call is not taken for executed:
//
//   a = 1;      | run 1: lines 1, 2
//   f();        |
//   b = 2;      | run 2: line 3, only if f() came back
//
// Walking the dominator tree, a run only counts lines that no run on every path
// to it has counted: a loop's increment on the line of its head gets no site.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

#include "instrument/origin.h"
#include "instrument/site_finder.h"

namespace covolve::instrument {

namespace {

using Line = std::pair<const llvm::DIFile*, unsigned>;

/// Instructions that do nothing a source line asks for; their positions are those of closing braces.
bool isBookkeeping(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst, llvm::AllocaInst, llvm::PHINode,
                llvm::LandingPadInst>(instruction)) {
    return true;
  }
  if (instruction.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) return true;
  if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&instruction))
    return branch->isUnconditional();
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return load->hasOneUse() && llvm::isa<llvm::ReturnInst>(load->user_back()) &&
           load->getPointerOperand()->getName() == "retval";
  }
  return false;
}

class RunFinder {
 public:
  RunFinder(llvm::Function& function, const SourceFilter& filter)
      : function_(function), filter_(filter), dominators_(function) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 8> backEdges;
    llvm::FindFunctionBackedges(function, backEdges);
    for (const auto& [from, to] : backEdges) loopHeads_.insert(to);
  }

  std::vector<Site> find() {
    addFunction();
    // Depth first by hand: generated code nests deeper than a stack likes.
    struct Visit {
      llvm::DomTreeNode* node;
      llvm::DomTreeNode::iterator child;
      size_t knownBefore;
    };
    std::vector<Visit> path;
    const auto enter = [&](llvm::DomTreeNode* node) {
      path.push_back({node, node->begin(), knownInOrder_.size()});
      cutIntoRuns(*node->getBlock());
    };
    enter(dominators_.getRootNode());
    while (!path.empty()) {
      Visit& visit = path.back();
      if (visit.child != visit.node->end()) {
        enter(*visit.child++);
        continue;
      }
      for (; knownInOrder_.size() > visit.knownBefore; knownInOrder_.pop_back())
        known_.erase(knownInOrder_.back());
      path.pop_back();
    }
    return std::move(sites_);
  }

 private:
  void addFunction() {
    const llvm::DISubprogram* const subprogram = function_.getSubprogram();
    Site site;
    site.kind = abi::SiteKind::Function;
    site.at = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    site.file = subprogram->getFile();
    site.line = subprogram->getLine();
    sites_.push_back(std::move(site));
  }

  void cutIntoRuns(llvm::BasicBlock& block) {
    if (isCleanupBlock(block)) return;
    const bool isEntry = &block == &function_.getEntryBlock();
    const llvm::BasicBlock* const before = block.getSinglePredecessor();
    const bool continues = before != nullptr && llvm::isa<llvm::InvokeInst>(before->getTerminator());
    const bool soleJumpCounts = isEntry || (!continues && !isMeetingBlock(block));

    llvm::Instruction* start = &*block.getFirstNonPHIOrDbgOrAlloca();
    bool isFirst = true;
    while (start != nullptr) {
      llvm::Instruction* end = start;  // the last instruction of the run
      while (!end->isTerminator() && !mayNotComeBack(*end)) end = end->getNextNode();
      addRun(*start, *end, isEntry && isFirst, isFirst && soleJumpCounts);
      if (isFirst && !isEntry && loopHeads_.contains(&block)) ensureProbe(block, *start);
      isFirst = false;
      start = end->isTerminator() ? nullptr : end->getNextNode();
    }
  }

  void addRun(llvm::Instruction& start, llvm::Instruction& end, bool isEntry, bool soleJumpCounts) {
    std::vector<const llvm::DILocation*> statements, bookkeeping;
    for (llvm::Instruction* instruction = &start;; instruction = instruction->getNextNode()) {
      const llvm::DILocation* const position = instruction->getDebugLoc().get();
      if (filter_.isUsers(position))
        (isBookkeeping(*instruction) ? bookkeeping : statements).push_back(position);
      if (instruction == &end) break;
    }
    // "break;" alone in its block is a line, a closing brace behind other code is not.
    if (statements.empty() && soleJumpCounts) statements = bookkeeping;
    // One site a file; nearly always one. The function's own site takes the lines of its first run.
    std::map<const llvm::DIFile*, size_t> siteOfFile;
    if (isEntry) siteOfFile[sites_.front().file] = 0;
    for (const llvm::DILocation* const position : statements) {
      const Line line{position->getFile(), position->getLine()};
      if (!known_.insert(line).second) continue;
      knownInOrder_.push_back(line);
      const auto [entry, isNew] = siteOfFile.try_emplace(position->getFile(), sites_.size());
      if (isNew) sites_.push_back(blockAt(start, *position));
      sites_[entry->second].lines.insert(position->getLine());
    }
  }

  static Site blockAt(llvm::Instruction& start, const llvm::DILocation& position) {
    Site site;
    site.kind = abi::SiteKind::Block;
    site.at = &start;
    site.file = position.getFile();
    site.line = position.getLine();
    site.column = position.getColumn();
    site.lines = {position.getLine()};
    return site;
  }

  /// A loop must pass a probe each time round, or the step limit does not see that it never ends.
  void ensureProbe(llvm::BasicBlock& block, llvm::Instruction& start) {
    for (const llvm::Instruction& instruction : block) {
      if (!sites_.empty() && sites_.back().at == &instruction) return;
      if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
        if (isSourceCompare(*compare) && filter_.isUsers(compare->getDebugLoc().get())) return;
      }
      if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (isSourceBranch(*branch) && filter_.isUsers(branch->getDebugLoc().get())) return;
      }
    }
    for (const llvm::Instruction& instruction : block) {
      const llvm::DILocation* const position = instruction.getDebugLoc().get();
      if (!filter_.isUsers(position)) continue;
      sites_.push_back(blockAt(start, *position));
      return;
    }
  }

  /// Library code that promises not to throw comes back; other code might still end the program or jump away.
  bool mayNotComeBack(const llvm::Instruction& instruction) const {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    if (!call->doesNotThrow()) return mayThrow(*call);
    if (call->hasFnAttr(llvm::Attribute::WillReturn)) return false;
    const llvm::Function* const callee = call->getCalledFunction();
    if (callee == nullptr) return true;
    if (callee->getName().starts_with("__cxa_")) return false;
    const llvm::DISubprogram* const subprogram = callee->getSubprogram();
    return subprogram == nullptr || filter_.isUsers(subprogram->getFile());
  }

  llvm::Function& function_;
  const SourceFilter& filter_;
  llvm::DominatorTree dominators_;
  std::set<const llvm::BasicBlock*> loopHeads_;
  /// Lines that a run has counted on every path to the block at hand, and in which order they came to be
  /// known.
  std::set<Line> known_;
  std::vector<Line> knownInOrder_;
  std::vector<Site> sites_;
};

}  // namespace

std::vector<Site> findRuns(llvm::Function& function, const SourceFilter& filter) {
  return RunFinder(function, filter).find();
}

}  // namespace covolve::instrument
