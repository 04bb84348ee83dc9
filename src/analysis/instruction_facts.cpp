#include "analysis/instruction_facts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace covolve::analysis {

bool isMemberOfLibrary(llvm::StringRef name) {
  const bool isNested = name.starts_with("_ZNSt") || name.starts_with("_ZNKSt");
  return isNested && !name.starts_with("_ZNKSt6ranges") && !name.starts_with("_ZNSt6ranges");
}

bool isMachinery(llvm::StringRef name) {
  for (const char* const prefix : {"_Znw", "_Zna", "_Zdl", "_Zda", "__cxa_", "__clang_", "llvm."}) {
    if (name.starts_with(prefix)) return true;
  }
  return name == "_Unwind_Resume";
}

bool isDestructor(llvm::StringRef name) {
  return name.ends_with("D1Ev") || name.ends_with("D2Ev") || name.ends_with("D0Ev");
}

std::string recordName(const llvm::StructType& type) {
  if (!type.hasName()) return "";
  llvm::StringRef name = type.getName();
  for (const char* const kind : {"class.", "struct.", "union."}) {
    if (name.consume_front(kind)) break;
  }
  while (true) {
    const size_t dot = name.rfind('.');
    if (dot == llvm::StringRef::npos) break;
    const llvm::StringRef tail = name.drop_front(dot + 1);
    if (tail != "base" && tail.find_first_not_of("0123456789") != llvm::StringRef::npos) break;
    name = name.take_front(dot);
  }
  const bool isForeign =
      name.starts_with("std::") || name.starts_with("__gnu_cxx::") || name.starts_with("anon");
  return isForeign ? "" : name.str();
}

const llvm::Value* beginningOf(const llvm::Value& pointer) {
  const llvm::Value* base = &pointer;
  while (const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(base)) base = place->getPointerOperand();
  return base;
}

std::optional<int64_t> constantOf(const llvm::Value& value) {
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return 0;
  const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (constant == nullptr || constant->getBitWidth() > 64) return std::nullopt;
  return constant->getBitWidth() == 1 ? static_cast<int64_t>(constant->getZExtValue())
                                      : constant->getSExtValue();
}

std::vector<std::optional<int64_t>> constantsOf(const llvm::Value& value) {
  std::vector<std::optional<int64_t>> constants;
  if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
    for (const llvm::Value* const one : {choice->getTrueValue(), choice->getFalseValue()})
      constants.push_back(constantOf(*one));
  } else if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    for (const llvm::Use& one : phi->incoming_values()) constants.push_back(constantOf(*one.get()));
  } else {
    constants.push_back(constantOf(value));
  }
  return constants;
}

size_t storesTo(const llvm::Value& variable) {
  size_t stores = 0;
  for (const llvm::User* const user : variable.users()) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store != nullptr && store->getPointerOperand() == &variable) ++stores;
    if (llvm::isa<llvm::GEPOperator>(user)) stores += storesTo(*user);
  }
  return stores;
}

bool isDecision(abi::SiteKind kind) {
  using enum abi::SiteKind;
  return kind == Compare || kind == Boolean || kind == Case || kind == Default || kind == KnownCall;
}

const llvm::Value& decidedIn(const llvm::Instruction& marked) {
  if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&marked);
      branch != nullptr && branch->isConditional())
    return *branch->getCondition();
  if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&marked)) return *choice->getCondition();
  if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&marked)) return *store->getValueOperand();
  const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(&marked);
  if (end != nullptr && end->getReturnValue() != nullptr) return *end->getReturnValue();
  return marked;
}

std::string relationText(llvm::CmpInst::Predicate predicate) {
  using P = llvm::CmpInst::Predicate;
  switch (predicate) {
    case P::ICMP_EQ:
      return "==";
    case P::ICMP_NE:
      return "!=";
    case P::ICMP_SLT:
    case P::ICMP_ULT:
      return "<";
    case P::ICMP_SLE:
    case P::ICMP_ULE:
      return "<=";
    case P::ICMP_SGT:
    case P::ICMP_UGT:
      return ">";
    case P::ICMP_SGE:
    case P::ICMP_UGE:
      return ">=";
    default:
      return "";
  }
}

}  // namespace covolve::analysis
