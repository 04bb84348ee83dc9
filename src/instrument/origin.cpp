#include "instrument/origin.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/function_name.h"
#include "ir/decision.h"

namespace covolve::instrument {

namespace {

using llvm::StringRef;

/// Clang's purpose name: "cmp13" -> "cmp". LLVM appends the number to keep names apart.
StringRef purpose(const llvm::Value& value) { return value.getName().rtrim("0123456789"); }

bool isOneOf(StringRef name, std::initializer_list<StringRef> names) {
  return llvm::is_contained(names, name);
}

/// Names may be missing in bitcode from elsewhere; then only structure can tell.
bool hasNames(const llvm::Function& function) { return function.getEntryBlock().hasName(); }

StringRef nameOfCallee(const llvm::Value* value) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(value);
  const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr ? callee->getName() : StringRef();
}

/// A complete-object constructor or destructor (C1, D1) that hands over to its base-object variant (C2, D2).
bool forwardsToBaseVariant(const llvm::Function& function) {
  const StringRef own = function.getName();
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const StringRef other = nameOfCallee(&instruction);
    if (other.size() != own.size()) return false;
    size_t at = 0;
    while (at < own.size() && own[at] == other[at]) ++at;
    return at > 0 && at < own.size() && own[at] == '1' && other[at] == '2' &&
           (own[at - 1] == 'C' || own[at - 1] == 'D') && own.drop_front(at + 1) == other.drop_front(at + 1);
  });
}

bool isNosanitize(const llvm::Instruction& instruction) { return instruction.hasMetadata("nosanitize"); }

/// Successors that clang makes for its own purposes.
bool leadsToCompilersBlock(const llvm::Instruction& terminator) {
  for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i) {
    const StringRef name = purpose(*terminator.getSuccessor(i));
    if (name.ends_with(".suspend")) return true;  // a coroutine asks whether to go on
    if (startsWithOneOf(
            name, {"cleanup.action", "cleanup.done", "nrvo.", "coro.", "await.", "init.check", "cmpxchg.",
                   "dynamic_cast.", "vtable.", "memptr.virtual", "cont.nosan", "monotonic", "seqcst", "omp.",
                   "cast.notnull", "delete.notnull", "arrayctor.", "arraydestroy."})) {
      return true;
    }
  }
  return false;
}

/// new T[n] checks the size it computes, and asks for too much memory when that overflowed.
bool isSizeCheck(const llvm::SelectInst& select) {
  const auto* const tooMuch = llvm::dyn_cast<llvm::ConstantInt>(select.getTrueValue());
  return tooMuch != nullptr && tooMuch->isMinusOne() && !select.hasName() &&
         llvm::isa<llvm::ExtractValueInst, llvm::BinaryOperator>(select.getCondition());
}

/// Decided by the compiler's own flag or intrinsic rather than by a value of the source.
bool isCompilersCondition(const llvm::Value* condition) {
  if (llvm::isa<llvm::Constant>(condition)) return true;
  // Source-level bools live in memory as i8; an i1 in memory is a flag of the code generator.
  if (llvm::isa<llvm::LoadInst>(condition)) return true;
  if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(condition)) return !isSourceCompare(*compare);
  if (const auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(condition)) {
    return llvm::isa<llvm::AtomicCmpXchgInst>(part->getAggregateOperand());
  }
  return startsWithOneOf(nameOfCallee(condition),
                         {"llvm.type.", "llvm.coro.", "llvm.is.constant", "llvm.allow."});
}

}  // namespace

bool isSourceFunction(const llvm::Function& function) {
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage() || subprogram == nullptr)
    return false;
  if (subprogram->getLine() == 0 || subprogram->isArtificial()) return false;
  if (function.hasFnAttribute(llvm::Attribute::Naked)) return false;
  const StringRef name = function.getName();
  if (startsWithOneOf(name,
                      {"_ZTh", "_ZTv", "_ZTc", "_ZTW", "_ZTH", "__cxx_global_", "_GLOBAL__", "__tls_init"})) {
    return false;
  }
  return !name.ends_with("D0Ev") && !forwardsToBaseVariant(function);
}

bool isSourceCompare(const llvm::CmpInst& compare) {
  if (isNosanitize(compare) || !compare.getType()->isIntegerTy(1)) return false;
  if (llvm::isa<llvm::Constant>(compare.getOperand(0)) && llvm::isa<llvm::Constant>(compare.getOperand(1))) {
    return false;
  }
  if (ir::narrowed(&compare) != nullptr) return false;  // the truth value itself has the site
  // The guard's acquisition is tested with the name of an ordinary test.
  if (nameOfCallee(compare.getOperand(0)) == "__cxa_guard_acquire") return false;
  if (!hasNames(*compare.getFunction())) return true;
  const StringRef name = purpose(compare);
  // Relations and conversions to bool; complex numbers; <=>; pointers to members; GNU case ranges.
  return isOneOf(name, {"cmp", "tobool", "cmp.r", "cmp.i", "cmp.lt", "cmp.gt", "cmp.eq", "cmp.uo",
                        "memptr.tobool", "inbounds"});
}

bool isSourceBranch(const llvm::BranchInst& branch) {
  if (!branch.isConditional() || isNosanitize(branch) || leadsToCompilersBlock(branch)) return false;
  if (branch.getSuccessor(0) == branch.getSuccessor(1)) return false;
  return !isCompilersCondition(ir::decidedOn(branch.getCondition()).value);
}

bool isSourceSelect(const llvm::SelectInst& select) {
  if (isNosanitize(select) || !select.getCondition()->getType()->isIntegerTy(1)) return false;
  return !isSizeCheck(select) && !isCompilersCondition(ir::decidedOn(select.getCondition()).value);
}

bool isSourceSwitch(const llvm::SwitchInst& branch) {
  if (branch.getNumCases() == 0 || isNosanitize(branch) || leadsToCompilersBlock(branch)) return false;
  const llvm::Value* const condition = branch.getCondition();
  if (llvm::isa<llvm::Constant>(condition) || condition->getType()->getIntegerBitWidth() > 64) return false;
  return !condition->getName().starts_with("cleanup.dest") &&
         !nameOfCallee(condition).starts_with("llvm.coro.");
}

bool isLogicalOperator(const llvm::PHINode& phi) {
  return phi.getType()->isIntegerTy(1) && isOneOf(purpose(*phi.getParent()), {"land.end", "lor.end"});
}

bool isCleanupBlock(const llvm::BasicBlock& block) {
  if (block.isLandingPad()) return true;
  return isOneOf(purpose(block),
                 {"cleanup", "ehcleanup", "cleanup.action", "eh.resume", "catch.dispatch", "terminate.lpad",
                  "terminate.handler", "unreachable", "ehspec.unexpected", "arraydestroy.body",
                  "arrayctor.loop", "coro.cleanup", "coro.free", "coro.ret"});
}

bool isMeetingBlock(const llvm::BasicBlock& block) {
  const StringRef name = purpose(block);
  return name == "return" || name == "for.inc" || name.ends_with(".end") || name.ends_with(".cont") ||
         name.ends_with(".exit") || name.ends_with(".epilog") || name.ends_with(".done");
}

bool isLoopHead(const llvm::BasicBlock& block) {
  return isOneOf(purpose(block), {"for.cond", "while.cond", "do.cond"});
}

bool mayThrow(const llvm::CallBase& call) {
  if (call.doesNotThrow() || call.isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
  return !isOneOf(nameOfCallee(&call), {"__cxa_end_catch", "__cxa_guard_acquire", "__clang_call_terminate"});
}

}  // namespace covolve::instrument
