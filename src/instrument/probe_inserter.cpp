#include "instrument/probe_inserter.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <optional>

#include "instrument/probe_functions.h"

namespace covolve::instrument {

namespace {

using abi::SiteKind;

/// The ABI's predicate, or nothing where only the outcome can be told (ordered, unordered).
std::optional<uint8_t> predicateOf(const llvm::CmpInst& compare) {
  using P = llvm::CmpInst;
  switch (compare.getPredicate()) {
    case P::ICMP_EQ:
    case P::FCMP_OEQ:
      return abi::Equal;
    case P::ICMP_NE:
    case P::FCMP_ONE:
      return abi::NotEqual;
    case P::ICMP_SLT:
    case P::ICMP_ULT:
    case P::FCMP_OLT:
      return abi::Less;
    case P::ICMP_SLE:
    case P::ICMP_ULE:
    case P::FCMP_OLE:
      return abi::LessOrEqual;
    case P::ICMP_SGT:
    case P::ICMP_UGT:
    case P::FCMP_OGT:
      return abi::Greater;
    case P::ICMP_SGE:
    case P::ICMP_UGE:
    case P::FCMP_OGE:
      return abi::GreaterOrEqual;
    case P::FCMP_UEQ:
      return abi::Equal | abi::kTrueIfUnordered;
    case P::FCMP_UNE:
      return abi::NotEqual | abi::kTrueIfUnordered;
    case P::FCMP_ULT:
      return abi::Less | abi::kTrueIfUnordered;
    case P::FCMP_ULE:
      return abi::LessOrEqual | abi::kTrueIfUnordered;
    case P::FCMP_UGT:
      return abi::Greater | abi::kTrueIfUnordered;
    case P::FCMP_UGE:
      return abi::GreaterOrEqual | abi::kTrueIfUnordered;
    default:
      return std::nullopt;
  }
}

class Inserter {
 public:
  Inserter(llvm::Module& module, const SiteTable& table) : module_(module), table_(table), probes_(module) {
    llvm::Type* const indexType = llvm::Type::getInt32Ty(module.getContext());
    base_ = new llvm::GlobalVariable(module, indexType, false, llvm::GlobalValue::InternalLinkage,
                                     llvm::ConstantInt::get(indexType, 0), "covolve.base");
  }

  void insert() {
    for (const PlacedSite& placed : table_.sites()) insert(placed);
    addRegistration();
  }

 private:
  void insert(const PlacedSite& placed) {
    llvm::Instruction* const at = placed.site.at;
    llvm::IRBuilder<> builder(at);
    if (placed.site.kind == SiteKind::Compare) builder.SetInsertPoint(at->getNextNode());
    builder.SetCurrentDebugLocation(positionOf(placed.site));
    switch (placed.site.kind) {
      case SiteKind::Function:
      case SiteKind::Block:
        builder.CreateCall(probes_.block, {site(builder, placed)});
        break;
      case SiteKind::Compare:
        compare(builder, placed, *llvm::cast<llvm::CmpInst>(at));
        break;
      case SiteKind::Boolean:
        boolean(builder, placed, placed.site.condition);
        break;
      case SiteKind::Case:
      case SiteKind::Default:
        cases(builder, placed, *llvm::cast<llvm::SwitchInst>(at));
        break;
      case SiteKind::Call:
        call(builder, placed);
        break;
      case SiteKind::Output:
        break;  // the harness' own
    }
  }

  static llvm::DebugLoc positionOf(const Site& site) {
    if (const llvm::DebugLoc& own = site.at->getDebugLoc()) return own;
    // A call in a function with debug information must have a position.
    llvm::DISubprogram* const subprogram = site.at->getFunction()->getSubprogram();
    return llvm::DILocation::get(site.at->getContext(), subprogram->getLine(), 0, subprogram);
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

  void compare(llvm::IRBuilder<>& builder, const PlacedSite& placed, llvm::CmpInst& compare) {
    llvm::Value* const left = compare.getOperand(0);
    llvm::Value* const right = compare.getOperand(1);
    llvm::Type* const type = left->getType();
    const std::optional<uint8_t> predicate = predicateOf(compare);
    if (!predicate) return boolean(builder, placed, &compare);
    llvm::Value* const code = builder.getInt8(*predicate);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
      // == and != do not tell the signedness; small negative numbers are the likelier neighbours of zero.
      const bool isSigned = type->getIntegerBitWidth() > 1 && (compare.isSigned() || compare.isEquality());
      const auto extend = [&](llvm::Value* value) {
        return isSigned ? builder.CreateSExt(value, builder.getInt64Ty())
                        : builder.CreateZExt(value, builder.getInt64Ty());
      };
      builder.CreateCall(isSigned ? probes_.compareSigned : probes_.compareUnsigned,
                         {site(builder, placed), code, extend(left), extend(right)});
    } else if (type->isIntegerTy() && type->getIntegerBitWidth() <= 128) {
      compareWide(builder, placed, compare, code);
    } else if (type->isPointerTy() && type->getPointerAddressSpace() == 0) {
      builder.CreateCall(probes_.comparePointer, {site(builder, placed), code, left, right});
    } else if (type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy()) {
      builder.CreateCall(probes_.compareDouble,
                         {site(builder, placed), code, builder.CreateFPExt(left, builder.getDoubleTy()),
                          builder.CreateFPExt(right, builder.getDoubleTy())});
    } else if (type == probes_.longDouble) {
      builder.CreateCall(probes_.compareLongDouble, {site(builder, placed), code, left, right});
    } else {
      boolean(builder, placed, &compare);
    }
  }

  void compareWide(llvm::IRBuilder<>& builder, const PlacedSite& placed, llvm::CmpInst& compare,
                   llvm::Value* code) {
    const bool isSigned = compare.isSigned() || compare.isEquality();
    llvm::Type* const wide = builder.getInt128Ty();
    std::vector<llvm::Value*> arguments{site(builder, placed), code, builder.getInt1(isSigned)};
    for (llvm::Value* const operand : {compare.getOperand(0), compare.getOperand(1)}) {
      llvm::Value* const extended =
          isSigned ? builder.CreateSExt(operand, wide) : builder.CreateZExt(operand, wide);
      arguments.push_back(builder.CreateTrunc(extended, builder.getInt64Ty()));
      arguments.push_back(builder.CreateTrunc(builder.CreateLShr(extended, 64), builder.getInt64Ty()));
    }
    builder.CreateCall(probes_.compareWide, arguments);
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
  llvm::GlobalVariable* base_;
};

}  // namespace

void insertProbes(llvm::Module& module, const SiteTable& table) { Inserter(module, table).insert(); }

}  // namespace covolve::instrument
