// Small questions about functions, types and instructions as clang writes them
// without optimisation, for readers of the state of objects.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "covolve/abi.h"

namespace llvm {
class StructType;
}

namespace covolve::analysis {

/// Of a class that has state: algorithms that are objects (std::ranges::find) have none.
bool isMemberOfLibrary(llvm::StringRef name);
/// Neither reads nor hands on anything of an object's state.
bool isMachinery(llvm::StringRef name);
bool isDestructor(llvm::StringRef name);

/// "class.shop::Order.12" and "class.shop::Order.base" are shop::Order; empty for those of the library and
/// closures, whose fields are nobody's state.
std::string recordName(const llvm::StructType& type);

/// What a pointer into something points into.
const llvm::Value* beginningOf(const llvm::Value& pointer);

std::optional<int64_t> constantOf(const llvm::Value& value);
/// Of a stored value those that it may be: `late ? Refused : Open` is both.
std::vector<std::optional<int64_t>> constantsOf(const llvm::Value& value);

/// How many, to the variable or parts of it.
size_t storesTo(const llvm::Value& variable);

bool isDecision(abi::SiteKind kind);
/// The value that a marked instruction decides on, or whose truth it keeps.
const llvm::Value& decidedIn(const llvm::Instruction& marked);
/// "==", "<"; empty for those of floating-point numbers.
std::string relationText(llvm::CmpInst::Predicate predicate);

/// The numbers of a function's parameters as its callers count them: what is returned by memory is none, and
/// what is passed in two registers is one.
class ParameterNumbers {
 public:
  explicit ParameterNumbers(const llvm::Function& function) {
    uint32_t next = 0;
    for (const llvm::Argument& argument : function.args()) {
      if (argument.hasStructRetAttr()) {
        numbers_.push_back(std::nullopt);
        continue;
      }
      const llvm::StringRef name = argument.getName();
      const size_t coerced = name.rfind(".coerce");
      const llvm::StringRef part = coerced == llvm::StringRef::npos ? "" : name.drop_front(coerced + 7);
      const bool isRest = !part.empty() && part != "0";
      numbers_.push_back(isRest && next > 0 ? next - 1 : next++);
    }
    count_ = next;
  }
  std::optional<uint32_t> numberOf(unsigned argument) const {
    return argument < numbers_.size() ? numbers_[argument] : std::nullopt;
  }
  uint32_t count() const { return count_; }

 private:
  std::vector<std::optional<uint32_t>> numbers_;
  uint32_t count_ = 0;
};

}  // namespace covolve::analysis
