#include "instrument/constant_statics.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <optional>
#include <set>

#include "instrument/pure_code.h"

namespace covolve::instrument {

namespace {

llvm::StringRef guardingCall(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr ? callee->getName() : llvm::StringRef();
}

bool isGuardCall(const llvm::Instruction& instruction, llvm::StringRef name, const llvm::Value* guard) {
  return guardingCall(instruction) == name &&
         llvm::cast<llvm::CallBase>(instruction).getArgOperand(0) == guard;
}

/// Where clang keeps the exception on its way out: always stored before it is loaded.
bool isExceptionSlot(const llvm::AllocaInst& variable) {
  return variable.getName().starts_with("exn.slot") || variable.getName().starts_with("ehselector.slot");
}

/// The code between acquiring a guard and releasing (or, with an exception, abandoning) it.
struct Initialiser {
  llvm::GlobalVariable* object = nullptr;
  llvm::Value* guard = nullptr;
  llvm::BasicBlock* first = nullptr;
  llvm::Instruction* release = nullptr;
  std::vector<llvm::BasicBlock*> blocks;  // in the order of control; the last ones only in part
  std::set<const llvm::Instruction*> instructions;
  std::vector<llvm::CallInst*> probes;  // of the blocks that run when nothing is thrown
};

class InitialiserReader {
 public:
  InitialiserReader(llvm::CallInst& acquire, PureCode& pure) : acquire_(acquire), pure_(pure) {}

  /// Nothing when it is not constant, or is not what clang usually makes.
  std::optional<Initialiser> read() {
    if (!findEnds() || !collect() || found_.release == nullptr) return std::nullopt;
    for (const llvm::Instruction* const instruction : found_.instructions) {
      if (!isConstant(*instruction) || !staysInside(*instruction)) return std::nullopt;
    }
    return std::move(found_);
  }

 private:
  bool findEnds() {
    auto* const guard = llvm::dyn_cast<llvm::GlobalVariable>(acquire_.getArgOperand(0));
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(acquire_.getParent()->getTerminator());
    if (guard == nullptr || guard->isThreadLocal() || branch == nullptr || !branch->isConditional()) {
      return false;
    }
    llvm::StringRef name = guard->getName();
    if (!name.consume_front("_ZGV")) return false;
    found_.object = acquire_.getModule()->getNamedGlobal(("_Z" + name).str());
    found_.guard = guard;
    found_.first = branch->getSuccessor(0);
    return found_.object != nullptr && !found_.object->isThreadLocal() &&
           found_.object->getValueType()->isSized() &&
           branch->getCondition()->getName().starts_with("tobool") &&
           found_.first->getSinglePredecessor() == acquire_.getParent() &&
           !llvm::isa<llvm::PHINode>(found_.first->front());
  }

  /// Walks to the guard's release and abandonment.
  bool collect() {
    std::set<const llvm::BasicBlock*> seen{found_.first};
    std::set<const llvm::BasicBlock*> whenAllIsWell{found_.first};
    found_.blocks.push_back(found_.first);
    for (size_t i = 0; i < found_.blocks.size(); ++i) {
      llvm::BasicBlock& block = *found_.blocks[i];
      if (take(block, whenAllIsWell.contains(&block))) continue;
      const llvm::Instruction& end = *block.getTerminator();
      if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(end)) return false;
      for (llvm::BasicBlock* const next : llvm::successors(&block)) {
        if (whenAllIsWell.contains(&block) && !next->isLandingPad()) whenAllIsWell.insert(next);
        if (seen.insert(next).second) found_.blocks.push_back(next);
      }
    }
    return llvm::all_of(found_.blocks, [&](const llvm::BasicBlock* block) {
      const bool isEnd = llvm::isa<llvm::UnreachableInst>(block->getTerminator());
      return block == found_.first || isEnd ||
             llvm::all_of(llvm::predecessors(block),
                          [&](const auto* before) { return seen.contains(before); });
    });
  }

  /// True when the initialiser ends in this block.
  bool take(llvm::BasicBlock& block, bool isAllWell) {
    for (llvm::Instruction& instruction : block) {
      if (isGuardCall(instruction, "__cxa_guard_abort", found_.guard)) return true;
      if (isGuardCall(instruction, "__cxa_guard_release", found_.guard)) {
        found_.release = &instruction;
        return true;
      }
      found_.instructions.insert(&instruction);
      if (isAllWell && guardingCall(instruction) == "__covolve_block") {
        found_.probes.push_back(llvm::cast<llvm::CallInst>(&instruction));
      }
    }
    return false;
  }

  bool isConstant(const llvm::Instruction& instruction) {
    const llvm::StringRef callee = guardingCall(instruction);
    if (callee == "__covolve_block" || callee == "__covolve_pattern") return true;
    if (callee.starts_with("__covolve_")) return false;  // it decides something
    if (isOfProbe(instruction) || callee == "__cxa_atexit") return true;
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (call->getCalledFunction() == nullptr) return false;
    }
    return pure_.namesPureCodeOnly(instruction, found_.object) &&
           llvm::all_of(instruction.operands(), [&](const llvm::Use& operand) { return isOwn(*operand); });
  }

  /// Loads of the module's base and of the shared memory's address.
  static bool isOfProbe(const llvm::Instruction& instruction) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const llvm::StringRef name = load != nullptr ? load->getPointerOperand()->getName() : "";
    return name == "covolve.base" || name == "__covolve_shared";
  }

  /// Neither a parameter nor a variable of the function around it.
  bool isOwn(const llvm::Value& value) const {
    if (llvm::isa<llvm::Argument>(value)) return false;
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || found_.instructions.contains(instruction)) return true;
    const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(instruction);
    if (variable == nullptr || !variable->isStaticAlloca()) return false;
    return isExceptionSlot(*variable) || llvm::all_of(variable->users(), [&](const llvm::User* user) {
             return found_.instructions.contains(llvm::cast<llvm::Instruction>(user));
           });
  }

  bool staysInside(const llvm::Instruction& instruction) const {
    return llvm::all_of(instruction.users(), [&](const llvm::User* user) {
      return found_.instructions.contains(llvm::cast<llvm::Instruction>(user));
    });
  }

  llvm::CallInst& acquire_;
  PureCode& pure_;
  Initialiser found_;
};

/// Ends the block before this instruction with `return value`.
void returnBefore(llvm::Instruction& at, uint32_t value) {
  llvm::BasicBlock* const block = at.getParent();
  for (llvm::BasicBlock* const next : llvm::successors(block)) next->removePredecessor(block);
  llvm::BasicBlock* const rest = block->splitBasicBlock(&at);
  block->getTerminator()->eraseFromParent();
  llvm::ReturnInst::Create(at.getContext(),
                           llvm::ConstantInt::get(llvm::Type::getInt32Ty(at.getContext()), value), block);
  // Nothing leads there any more.
  rest->getTerminator()->eraseFromParent();
  new llvm::UnreachableInst(rest->getContext(), rest);
}

/// int construct(): 1 when the object stands, 0 when its construction threw. The function around it is
/// cloned, begins with the initialiser, and returns where that ends.
llvm::Function* constructorOf(llvm::Function& function, const Initialiser& initialiser) {
  llvm::Module& module = *function.getParent();
  llvm::Type* const status = llvm::Type::getInt32Ty(module.getContext());
  auto* const clone = llvm::Function::Create(llvm::FunctionType::get(status, false),
                                             llvm::GlobalValue::InternalLinkage, "covolve.construct", module);
  llvm::ValueToValueMapTy copies;
  for (llvm::Argument& argument : function.args()) {
    copies[&argument] = llvm::PoisonValue::get(argument.getType());
  }
  llvm::SmallVector<llvm::ReturnInst*, 4> returns;
  llvm::CloneFunctionInto(clone, &function, copies, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  clone->setAttributes(llvm::AttributeList().addFnAttributes(
      module.getContext(), llvm::AttrBuilder(module.getContext(), function.getAttributes().getFnAttrs())));
  clone->setVisibility(llvm::GlobalValue::DefaultVisibility);
  clone->setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  clone->setComdat(nullptr);
  clone->setSection("");
  clone->setDSOLocal(true);
  llvm::stripDebugInfo(*clone);

  llvm::BasicBlock* const oldEntry = &clone->getEntryBlock();
  llvm::BasicBlock* const entry = llvm::BasicBlock::Create(module.getContext(), "entry", clone, oldEntry);
  auto* const first = llvm::cast<llvm::BasicBlock>(copies[initialiser.first]);
  llvm::Instruction* const start = llvm::BranchInst::Create(first, entry);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(*oldEntry)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) instruction.moveBefore(start);
  }
  std::vector<llvm::Instruction*> ends, dropped;
  for (llvm::Instruction& instruction : llvm::instructions(*clone)) {
    // Clean-ups alone do not stop an exception.
    if (auto* const pad = llvm::dyn_cast<llvm::LandingPadInst>(&instruction)) {
      pad->addClause(llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module.getContext())));
    }
    if (guardingCall(instruction) == "__cxa_atexit") dropped.push_back(&instruction);
    if (isGuardCall(instruction, "__cxa_guard_release", initialiser.guard) ||
        isGuardCall(instruction, "__cxa_guard_abort", initialiser.guard)) {
      ends.push_back(&instruction);
    }
  }
  for (llvm::Instruction* const call : dropped) {  // the worker ends without destroying anything
    call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
    if (llvm::isa<llvm::CallInst>(call)) call->eraseFromParent();
  }
  for (llvm::Instruction* const end : ends) {
    returnBefore(*end, guardingCall(*end) == "__cxa_guard_release" ? 1 : 0);
  }
  llvm::removeUnreachableBlocks(*clone);
  return clone;
}

/// Passes the probes instead where the object stands already.
void goRound(Initialiser& initialiser, llvm::GlobalVariable& constructed) {
  llvm::LLVMContext& context = constructed.getContext();
  llvm::BasicBlock* const first = initialiser.first;
  llvm::BasicBlock* const release = initialiser.release->getParent()->splitBasicBlock(initialiser.release);
  llvm::BasicBlock* const construct = first->splitBasicBlock(first->begin());
  llvm::BasicBlock* const round =
      llvm::BasicBlock::Create(context, "covolve.constructed", first->getParent(), construct);
  first->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(first);
  builder.SetCurrentDebugLocation(initialiser.release->getDebugLoc());
  llvm::Value* const flag = builder.CreateLoad(builder.getInt8Ty(), &constructed);
  builder.CreateCondBr(builder.CreateICmpNE(flag, builder.getInt8(0)), round, construct);
  builder.SetInsertPoint(round);
  builder.SetCurrentDebugLocation(initialiser.release->getDebugLoc());
  for (llvm::CallInst* const probe : initialiser.probes) {
    auto* const index = llvm::cast<llvm::Instruction>(probe->getArgOperand(0));  // base + local index
    llvm::Instruction* const base =
        builder.Insert(llvm::cast<llvm::Instruction>(index->getOperand(0))->clone());
    llvm::Instruction* const site = builder.Insert(index->clone());
    site->setOperand(0, base);
    builder.Insert(probe->clone())->setOperand(0, site);
  }
  builder.CreateBr(release);
}

/// For the worker: what to call, what may change by that, where to say that it is done, and what tells that
/// it was done before.
void addEntry(llvm::Module& module, const Initialiser& initialiser, llvm::Function* constructor,
              llvm::GlobalVariable* constructed) {
  llvm::LLVMContext& context = module.getContext();
  const uint64_t bytes = module.getDataLayout().getTypeAllocSize(initialiser.object->getValueType());
  llvm::Constant* const fields[] = {constructor, initialiser.object,
                                    llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), bytes),
                                    constructed, llvm::cast<llvm::Constant>(initialiser.guard)};
  llvm::Constant* const entry = llvm::ConstantStruct::getAnon(fields);
  auto* const variable = new llvm::GlobalVariable(
      module, entry->getType(), false, llvm::GlobalValue::InternalLinkage, entry, "covolve.constant_static");
  variable->setSection("covolve_statics");
  variable->setAlignment(llvm::Align(8));
  variable->setNoSanitizeMetadata();
  llvm::appendToCompilerUsed(module, {variable});
}

/// The standard library's regular expressions and streams ask the locale.
bool changesLocale(const llvm::Module& module) {
  return module.getFunction("_ZNSt6locale6globalERKS_") != nullptr ||
         module.getFunction("setlocale") != nullptr;
}

}  // namespace

void separateConstantStatics(llvm::Module& module, const SourceFilter& filter) {
  const llvm::Function* const acquire = module.getFunction("__cxa_guard_acquire");
  if (acquire == nullptr || changesLocale(module)) return;
  std::vector<llvm::CallInst*> acquisitions;
  for (llvm::Function& function : module) {
    const llvm::DISubprogram* const subprogram = function.getSubprogram();
    if (subprogram == nullptr || !filter.isUsers(subprogram->getFile())) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call != nullptr && call->getCalledFunction() == acquire) acquisitions.push_back(call);
    }
  }
  PureCode pure(filter);
  for (llvm::CallInst* const call : acquisitions) {
    auto initialiser = InitialiserReader(*call, pure).read();
    if (!initialiser) continue;
    llvm::Type* const flag = llvm::Type::getInt8Ty(module.getContext());
    auto* const constructed =
        new llvm::GlobalVariable(module, flag, false, llvm::GlobalValue::InternalLinkage,
                                 llvm::ConstantInt::get(flag, 0), "covolve.constructed");
    llvm::Function* const constructor = constructorOf(*call->getFunction(), *initialiser);
    goRound(*initialiser, *constructed);
    addEntry(module, *initialiser, constructor, constructed);
  }
}

}  // namespace covolve::instrument
