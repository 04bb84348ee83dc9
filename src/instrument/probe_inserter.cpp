#include "instrument/probe_inserter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <optional>

#include "instrument/compare_arguments.h"
#include "instrument/known_calls.h"
#include "instrument/place_behind.h"
#include "instrument/probe_functions.h"
#include "instrument/truth_distances.h"

namespace covolve::instrument {

namespace {

using abi::SiteKind;

class Inserter {
 public:
  Inserter(llvm::Module& module, const SiteTable& table)
      : module_(module),
        table_(table),
        probes_(module),
        knownCalls_(probes_),
        distances_(probes_, knownCalls_) {
    llvm::Type* const indexType = llvm::Type::getInt32Ty(module.getContext());
    base_ = new llvm::GlobalVariable(module, indexType, false, llvm::GlobalValue::InternalLinkage,
                                     llvm::ConstantInt::get(indexType, 0), "covolve.base");
  }

  void insert() {
    knownCalls_.notePatterns(module_);
    // Decisions are made of their answers.
    for (const PlacedSite& placed : table_.sites()) {
      if (placed.site.kind == SiteKind::KnownCall) knownCall(placed);
    }
    for (const PlacedSite& placed : table_.sites()) insert(placed);
    addRegistration();
  }

 private:
  void insert(const PlacedSite& placed) {
    llvm::Instruction* const at = placed.site.at;
    llvm::IRBuilder<> builder(at);
    if (placed.site.kind == SiteKind::Compare) builder.SetInsertPoint(at->getNextNode());
    if (placed.site.condition == at) builder.SetInsertPoint(placeBehind(at, *at->getFunction()));
    builder.SetCurrentDebugLocation(positionOf(*at));
    switch (placed.site.kind) {
      case SiteKind::Function:
      case SiteKind::Block:
        builder.CreateCall(probes_.block, {site(builder, placed)});
        break;
      case SiteKind::Compare:
        if (!truth(builder, placed, at)) compare(builder, placed, *llvm::cast<llvm::CmpInst>(at));
        break;
      case SiteKind::Boolean:
        if (!truth(builder, placed, placed.site.condition)) {
          boolean(builder, placed, placed.site.condition);
        }
        break;
      case SiteKind::Case:
      case SiteKind::Default:
        cases(builder, placed, *llvm::cast<llvm::SwitchInst>(at));
        break;
      case SiteKind::Call:
        call(builder, placed);
        break;
      case SiteKind::KnownCall:
        break;  // came before all others
      case SiteKind::Output:
        break;  // the harness' own
    }
  }

  void knownCall(const PlacedSite& placed) {
    auto& call = *llvm::cast<llvm::CallBase>(placed.site.at);
    llvm::IRBuilder<> builder(
        knownAnswer(call) == AnswerShape::ToldBefore ? &call : placeBehind(&call, *call.getFunction()));
    builder.SetCurrentDebugLocation(positionOf(call));
    knownCalls_.insert(builder, site(builder, placed), call);
  }

  /// Sanitizers need not check our accesses, and the base never changes once code of the module runs.
  llvm::Value* loadOwn(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* from) {
    llvm::LoadInst* const load = builder.CreateLoad(type, from);
    load->setNoSanitizeMetadata();
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module_.getContext(), {}));
    return load;
  }

  llvm::Value* site(llvm::IRBuilder<>& builder, const PlacedSite& placed) {
    return builder.CreateAdd(loadOwn(builder, builder.getInt32Ty(), base_), builder.getInt32(placed.first));
  }

  void boolean(llvm::IRBuilder<>& builder, const PlacedSite& placed, llvm::Value* outcome) {
    builder.CreateCall(probes_.boolean, {site(builder, placed), outcome});
  }

  /// Of a truth value made of comparisons that can be seen; false for all others. `(a == 7) & (b == 9)` is
  /// such a value and, as clang compares the `and` with 0, a C site.
  bool truth(llvm::IRBuilder<>& builder, const PlacedSite& placed, llvm::Value* value) {
    const std::optional<ValuePair> distances = distances_.of(value, *placed.site.at->getFunction());
    if (!distances) return false;
    if (value == placed.site.at) moveBehind(builder, *distances);
    builder.CreateCall(probes_.truth, {site(builder, placed), distances->toTrue, distances->toFalse});
    return true;
  }

  /// The distances of a comparison stand behind it, where its probe goes too.
  static void moveBehind(llvm::IRBuilder<>& builder, const ValuePair& distances) {
    for (llvm::Value* const distance : {distances.toTrue, distances.toFalse}) {
      auto* const made = llvm::dyn_cast<llvm::Instruction>(distance);
      if (made == nullptr || made->getParent() != builder.GetInsertBlock()) continue;
      const llvm::DebugLoc position = builder.getCurrentDebugLocation();
      if (!made->comesBefore(&*builder.GetInsertPoint())) builder.SetInsertPoint(made->getNextNode());
      builder.SetCurrentDebugLocation(position);
    }
  }

  void compare(llvm::IRBuilder<>& builder, const PlacedSite& placed, llvm::CmpInst& compare) {
    llvm::Value* const index = site(builder, placed);
    std::optional<CompareArguments> arguments = argumentsOf(builder, compare, probes_.longDouble);
    if (!arguments) {
      builder.CreateCall(probes_.boolean, {index, &compare});
      return;
    }
    arguments->values.insert(arguments->values.begin(), index);
    builder.CreateCall(probes_.compare(arguments->kind), arguments->values);
  }

  void cases(llvm::IRBuilder<>& builder, const PlacedSite& placed, llvm::SwitchInst& branch) {
    std::vector<uint64_t> labels(placed.site.cases.begin(), placed.site.cases.end());
    llvm::Constant* const values = llvm::ConstantDataArray::get(module_.getContext(), labels);
    auto* const table = new llvm::GlobalVariable(module_, values->getType(), true,
                                                 llvm::GlobalValue::PrivateLinkage, values, "covolve.cases");
    llvm::Value* const value = builder.CreateSExtOrTrunc(branch.getCondition(), builder.getInt64Ty());
    builder.CreateCall(probes_.cases, {site(builder, placed), value, table,
                                       builder.getInt32(static_cast<uint32_t>(labels.size()))});
  }

  void call(llvm::IRBuilder<>& builder, const PlacedSite& placed) {
    llvm::Value* const index = site(builder, placed);
    llvm::Value* const shared = loadOwn(builder, builder.getPtrTy(), probes_.shared);
    llvm::Value* const field =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shared, offsetof(abi::Shared, lastCall));
    // Volatile: nothing in the module reads it, but the runtime does when the call throws.
    builder.CreateAlignedStore(index, field, llvm::Align(4), /*isVolatile=*/true)->setNoSanitizeMetadata();
  }

  void addRegistration() {
    llvm::LLVMContext& context = module_.getContext();
    llvm::Constant* const characters = llvm::ConstantDataArray::getString(context, table_.text(), false);
    auto* const text = new llvm::GlobalVariable(
        module_, characters->getType(), true, llvm::GlobalValue::PrivateLinkage, characters, "covolve.sites");
    text->setSection("covolve_sites");
    text->setAlignment(llvm::Align(1));
    text->setNoSanitizeMetadata();  // no redzones between the lines of several modules

    llvm::Function* const constructor = llvm::Function::createWithDefaultAttr(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), false), llvm::GlobalValue::InternalLinkage, 0,
        "covolve.register", &module_);
    constructor->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", constructor));
    builder.CreateCall(probes_.registerSites, {text, builder.getInt64(table_.text().size()),
                                               builder.getInt32(table_.count()), base_});
    builder.CreateRetVoid();
    llvm::appendToGlobalCtors(module_, constructor, /*Priority=*/0);
  }

  llvm::Module& module_;
  const SiteTable& table_;
  ProbeFunctions probes_;
  KnownCalls knownCalls_;
  TruthDistances distances_;
  llvm::GlobalVariable* base_;
};

}  // namespace

void insertProbes(llvm::Module& module, const SiteTable& table) { Inserter(module, table).insert(); }

}  // namespace covolve::instrument
