#include "analysis/constant_finder.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cmath>
#include <optional>

#include "analysis/memory_places.h"
#include "analysis/wide_integer.h"

namespace covolve::analysis {

namespace {

using llvm::StringRef;

constexpr size_t kLongestText = 256;

bool startsWithOneOf(StringRef name, std::initializer_list<StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

StringRef calleeName(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr ? callee->getName() : StringRef();
}

/// Its texts are the assertion, the file's and the function's name.
bool isAssertion(const llvm::Instruction& instruction) {
  return startsWithOneOf(calleeName(instruction), {"__assert", "_ZSt21__glibcxx_assert_fail"});
}

/// Instructions whose numbers are offsets, sizes or flags of the compiler's.
bool hasOnlyCompilersNumbers(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst, llvm::GetElementPtrInst, llvm::LandingPadInst, llvm::ExtractValueInst,
                llvm::InsertValueInst, llvm::MemIntrinsic, llvm::DbgInfoIntrinsic>(instruction)) {
    return true;
  }
  if (instruction.hasMetadata("nosanitize") || isAssertion(instruction)) return true;
  if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand()->getName().starts_with("cleanup.dest");
  // Operators new and delete, exceptions, and LLVM's own functions with sizes and flags.
  return startsWithOneOf(calleeName(instruction),
                         {"_Znw", "_Zna", "_Zdl", "_Zda", "__cxa_", "llvm.lifetime.", "llvm.expect.",
                          "llvm.eh.", "llvm.objectsize.", "llvm.is.", "llvm.assume", "llvm.coro."});
}

/// Only the operation tells whether its numbers may be unsigned, and == does not tell.
bool mayBeUnsigned(const llvm::Instruction& instruction) {
  if (const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return compare->isUnsigned() || compare->isEquality();
  return llvm::isa<llvm::SwitchInst>(instruction) || instruction.getOpcode() == llvm::Instruction::UDiv ||
         instruction.getOpcode() == llvm::Instruction::URem;
}

/// A literal, or an array initialised by one.
std::optional<std::string> textOf(const llvm::Constant& initialiser) {
  if (const auto* const data = llvm::dyn_cast<llvm::ConstantDataArray>(&initialiser)) {
    if (!data->isString(8) || data->getAsString().back() != '\0') return std::nullopt;
    const StringRef text = data->getAsString().rtrim('\0');
    return text.size() <= kLongestText ? std::optional(text.str()) : std::nullopt;
  }
  const auto* const array = llvm::dyn_cast<llvm::ArrayType>(initialiser.getType());
  const bool isEmptyText = array != nullptr && array->getElementType()->isIntegerTy(8) &&
                           array->getNumElements() == 1 && initialiser.isNullValue();
  return isEmptyText ? std::optional<std::string>("") : std::nullopt;
}

/// A pointer to a text, or the text itself.
std::optional<std::string> textOfField(const llvm::Constant& field) {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&field);
  if (variable == nullptr) return textOf(field);
  return variable->hasInitializer() ? textOf(*variable->getInitializer()) : std::nullopt;
}

bool isNumberOfRow(const llvm::ConstantInt& integer) {
  return integer.getBitWidth() > 1 && integer.getBitWidth() <= 64;
}

void readRow(const llvm::Constant& row, TableRow& read) {
  for (const llvm::Use& use : row.operands()) {
    const auto& field = *llvm::cast<llvm::Constant>(use.get());
    if (auto text = textOfField(field)) {
      read.texts.push_back(std::move(*text));
    } else if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&field)) {
      if (isNumberOfRow(*integer)) read.integers.push_back(asSigned(integer->getValue()));
    } else if (llvm::isa<llvm::ConstantStruct>(field)) {
      TableRow part;
      readRow(field, part);
      read.texts.insert(read.texts.end(), part.texts.begin(), part.texts.end());
      // Beside a text within the row they are its length.
      if (part.texts.empty())
        read.integers.insert(read.integers.end(), part.integers.begin(), part.integers.end());
    }
  }
}

/// Tables of classes, names of types, and names of functions that __func__ and its kin stand for.
bool isCompilersVariable(const llvm::GlobalVariable& variable) {
  return startsWithOneOf(variable.getName(),
                         {"_ZT", "llvm.", "__func__.", "__FUNCTION__.", "__PRETTY_FUNCTION__."});
}

}  // namespace

void ConstantFinder::addFunction(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    addNumbers(instruction);
    addTexts(instruction);
    addRow(instruction);
  }
}

void ConstantFinder::addInitialiser(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    addTexts(instruction);
    addRow(instruction);
  }
}

void ConstantFinder::addNumbers(const llvm::Instruction& instruction) {
  if (hasOnlyCompilersNumbers(instruction)) return;
  const bool unsignedToo = mayBeUnsigned(instruction);
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  for (const llvm::Use& use : instruction.operands()) {
    const bool isFlag = call != nullptr && call->isArgOperand(&use) &&
                        call->paramHasAttr(call->getArgOperandNo(&use), llvm::Attribute::ImmArg);
    if (!isFlag) addNumber(*use.get(), unsignedToo);
  }
}

void ConstantFinder::addNumber(const llvm::Value& value, bool mayBeUnsigned) {
  if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    if (integer->getBitWidth() == 1 || integer->getBitWidth() > 128) return;
    integers_.insert(asSigned(integer->getValue()));
    if (mayBeUnsigned && integer->getBitWidth() < 128) integers_.insert(asUnsigned(integer->getValue()));
  } else if (const auto* const floating = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
    llvm::APFloat number = floating->getValueAPF();
    bool losesInformation = false;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInformation);
    if (!number.isNaN()) floats_.insert(number.convertToDouble());
  }
}

void ConstantFinder::addTexts(const llvm::Instruction& instruction) {
  if (isAssertion(instruction)) return;
  std::vector<const llvm::Constant*> open;
  const auto look = [&](const llvm::Value* value) {
    const auto* const constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant != nullptr && !llvm::isa<llvm::ConstantData, llvm::Function>(constant) &&
        seen_.insert(constant).second) {
      open.push_back(constant);
    }
  };
  for (const llvm::Use& use : instruction.operands()) look(use.get());
  while (!open.empty()) {
    const llvm::Constant* const constant = open.back();
    open.pop_back();
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(constant);
    if (variable == nullptr) {
      for (const llvm::Use& use : constant->operands()) look(use.get());
    } else if (variable->hasInitializer() && !isCompilersVariable(*variable)) {
      if (const auto text = textOf(*variable->getInitializer())) texts_.insert(*text);
      addRows(*variable->getInitializer());
      look(variable->getInitializer());
    }
  }
}

void ConstantFinder::addRows(const llvm::Constant& table) {
  const auto* const array = llvm::dyn_cast<llvm::ConstantArray>(&table);
  if (array == nullptr || !llvm::isa<llvm::StructType>(array->getType()->getElementType())) return;
  for (const llvm::Use& element : array->operands()) {
    TableRow row;
    readRow(*llvm::cast<llvm::Constant>(element.get()), row);
    if (!row.texts.empty() && !row.integers.empty()) rows_.insert(std::move(row));
  }
}

/// Tables of objects are made by calls that are given a text and a number: pairs of a map, entries that are
/// registered.
void ConstantFinder::addRow(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || isAssertion(instruction)) return;
  TableRow row;
  for (const llvm::Use& argument : call->args()) {
    const llvm::Value* value = argument.get();
    const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(value);
    const llvm::StoreInst* const store = variable != nullptr ? onlyStoreTo(*variable) : nullptr;
    if (store != nullptr) value = store->getValueOperand();  // handed over by reference
    if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      if (isNumberOfRow(*integer)) row.integers.push_back(asSigned(integer->getValue()));
    } else if (const auto* const constant = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      if (auto text = textOfField(*constant)) row.texts.push_back(std::move(*text));
    }
  }
  if (!row.texts.empty() && !row.integers.empty()) rows_.insert(std::move(row));
}

Constants ConstantFinder::found() const {
  return {{integers_.begin(), integers_.end()},
          {floats_.begin(), floats_.end()},
          {texts_.begin(), texts_.end()},
          {rows_.begin(), rows_.end()}};
}

}  // namespace covolve::analysis
