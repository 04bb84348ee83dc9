#include "instrument/known_membership.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "instrument/demangled.h"

namespace covolve::instrument {

namespace {

using abi::ContainerKind;
using abi::KeyKind;

struct Keys {
  KeyKind kind;
  unsigned width;
};

std::optional<MembershipAnswer> answerOf(llvm::StringRef function) {
  return llvm::StringSwitch<std::optional<MembershipAnswer>>(function)
      .Case("find", MembershipAnswer::NotEnd)
      .Cases("count", "erase", MembershipAnswer::NotZero)
      .Cases("contains", "binary_search", MembershipAnswer::Truth)
      .Case("at", MembershipAnswer::ToldBefore)
      .Default(std::nullopt);
}

std::optional<ContainerKind> containerOf(llvm::StringRef scope) {
  const std::string name = plainName(scope.str());
  if (name == "std") return ContainerKind::Range;
  const bool isOrdered = scope.contains("std::less<");  // another order may have a state of its own
  return llvm::StringSwitch<std::optional<ContainerKind>>(name)
      .Cases("std::map", "std::set", "std::multimap", "std::multiset",
             isOrdered ? std::optional(ContainerKind::Tree) : std::nullopt)
      .Cases("std::unordered_map", "std::unordered_set", "std::unordered_multimap", "std::unordered_multiset",
             ContainerKind::Table)
      .Default(std::nullopt);
}

/// An enumeration has no structure in the module. What it is made of shows where it is compared.
std::optional<Keys> enumerationKeys(const llvm::Module& module, llvm::StringRef type) {
  if (type.contains('<') || type.contains('*')) return std::nullopt;
  for (const char* const prefix : {"class.", "struct.", "union."}) {
    if (llvm::StructType::getTypeByName(module.getContext(), (prefix + type).str()) != nullptr)
      return std::nullopt;
  }
  for (const llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (function.empty() || (!name.contains("4less") && !name.contains("8equal_to"))) continue;
    const auto comparison = demangle(name.str());
    if (!comparison || comparison->name != "operator()") continue;
    const llvm::StringRef scope = comparison->scope;
    if (scope != ("std::less<" + type + ">").str() && scope != ("std::equal_to<" + type + ">").str())
      continue;
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        if (compare == nullptr || !compare->getOperand(0)->getType()->isIntegerTy()) continue;
        const unsigned bits = compare->getOperand(0)->getType()->getIntegerBitWidth();
        if (bits > 64 || bits % 8 != 0) return std::nullopt;
        return Keys{compare->isUnsigned() ? KeyKind::Unsigned : KeyKind::Signed, bits / 8};
      }
    }
  }
  return std::nullopt;
}

std::optional<Keys> keysOf(const llvm::Module& module, llvm::StringRef type) {
  if (type.starts_with("std::__cxx11::basic_string<char,")) return Keys{KeyKind::String, 0};
  if (type.starts_with("std::basic_string_view<char,")) return Keys{KeyKind::View, 0};
  const auto number = llvm::StringSwitch<std::optional<Keys>>(type)
                          .Cases("char", "signed char", Keys{KeyKind::Signed, 1})
                          .Cases("unsigned char", "char8_t", "bool", Keys{KeyKind::Unsigned, 1})
                          .Case("short", Keys{KeyKind::Signed, 2})
                          .Cases("unsigned short", "char16_t", Keys{KeyKind::Unsigned, 2})
                          .Cases("int", "wchar_t", Keys{KeyKind::Signed, 4})
                          .Cases("unsigned int", "char32_t", Keys{KeyKind::Unsigned, 4})
                          .Cases("long", "long long", Keys{KeyKind::Signed, 8})
                          .Cases("unsigned long", "unsigned long long", Keys{KeyKind::Unsigned, 8})
                          .Default(std::nullopt);
  return number ? number : enumerationKeys(module, type);
}

/// Pointers to the elements, or vectors' iterators, which are pointers.
bool leadsTo(llvm::StringRef iterator, llvm::StringRef type) {
  iterator.consume_front("__gnu_cxx::__normal_iterator<");
  if (!iterator.consume_front(type)) return false;
  iterator.consume_front(" const");
  return iterator.starts_with("*");
}

}  // namespace

std::optional<Membership> membership(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->getName().starts_with("_Z")) return std::nullopt;
  const auto function = demangle(callee->getName().str());
  if (!function) return std::nullopt;
  const auto answer = answerOf(function->name);
  const auto container = answer ? containerOf(function->scope) : std::nullopt;
  if (!container) return std::nullopt;
  const bool isRange = *container == ContainerKind::Range;
  const std::vector<std::string>& parameters = function->parameters;
  if (parameters.size() != (isRange ? 3u : 1u) || call.arg_size() != (isRange ? 3u : 2u)) return std::nullopt;
  llvm::StringRef key = parameters.back();
  if (!key.consume_back(" const&")) return std::nullopt;
  if (isRange && (!leadsTo(parameters[0], key) || parameters[0] != parameters[1])) return std::nullopt;
  const auto keys = keysOf(*call.getModule(), key);
  if (!keys) return std::nullopt;
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) return std::nullopt;
  }
  const bool isIterator = *answer == MembershipAnswer::NotEnd;
  if (isIterator != call.getType()->isPointerTy() && *answer != MembershipAnswer::ToldBefore)
    return std::nullopt;
  return Membership{*container, *answer, keys->kind, keys->width};
}

}  // namespace covolve::instrument
