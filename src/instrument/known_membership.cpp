#include "instrument/known_membership.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

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

struct Container {
  ContainerKind kind;
  std::string key;
};

/// What is laid out as libstdc++'s own order, hash and memory have it: any of them may have a state.
std::optional<Container> containerOf(const std::string& scope) {
  const std::string name = plainName(scope);
  std::vector<std::string> arguments = templateArguments(scope, name);
  if (arguments.size() < 3) return std::nullopt;
  const std::string key = arguments[0];
  const bool isMap = llvm::StringRef(name).ends_with("map");
  const bool isWide =
      isMap && (arguments[1] == "long double" || llvm::StringRef(arguments[1]).contains("__int128"));
  if (isWide || !arguments.back().starts_with("std::allocator<")) return std::nullopt;
  arguments.erase(arguments.begin(), arguments.begin() + (isMap ? 2 : 1));
  const bool isOrdered = arguments[0] == "std::less<" + key + ">";
  const bool isHashed = arguments.size() == 3 && arguments[0] == "std::hash<" + key + ">" &&
                        arguments[1] == "std::equal_to<" + key + ">";
  const auto kind =
      llvm::StringSwitch<std::optional<ContainerKind>>(name)
          .Cases("std::map", "std::set", "std::multimap", "std::multiset",
                 isOrdered ? std::optional(ContainerKind::Tree) : std::nullopt)
          .Cases("std::unordered_map", "std::unordered_set", "std::unordered_multimap",
                 "std::unordered_multiset", isHashed ? std::optional(ContainerKind::Table) : std::nullopt)
          .Default(std::nullopt);
  if (!kind) return std::nullopt;
  return Container{*kind, key};
}

/// A number as it was before it was widened to be compared.
const llvm::Value* beforeWidening(const llvm::Value* value) {
  const auto* const cast = llvm::dyn_cast<llvm::CastInst>(value);
  return cast != nullptr && cast->isIntegerCast() ? cast->getOperand(0) : value;
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
        const llvm::Value* const key = beforeWidening(compare->getOperand(0));
        const unsigned bits = key->getType()->getIntegerBitWidth();
        if (!llvm::isa<llvm::LoadInst>(key) || bits > 64 || bits % 8 != 0) return std::nullopt;
        const bool isUnsigned = compare->isUnsigned() || llvm::isa<llvm::ZExtInst>(compare->getOperand(0));
        return Keys{isUnsigned ? KeyKind::Unsigned : KeyKind::Signed, bits / 8};
      }
    }
  }
  return std::nullopt;
}

std::optional<Keys> keysOf(const llvm::Module& module, llvm::StringRef type) {
  if (type == "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>")
    return Keys{KeyKind::String, 0};
  if (type == "std::basic_string_view<char, std::char_traits<char>>") return Keys{KeyKind::View, 0};
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
  if (!answer) return std::nullopt;
  const std::vector<std::string>& parameters = function->parameters;
  const bool isRange = function->scope == "std";
  if (parameters.size() != (isRange ? 3u : 1u) || call.arg_size() != (isRange ? 3u : 2u)) return std::nullopt;
  llvm::StringRef key = parameters.back();
  if (!key.consume_back(" const&")) return std::nullopt;
  const std::optional<Container> container =
      isRange ? Container{ContainerKind::Range, key.str()} : containerOf(function->scope);
  if (!container || container->key != key) return std::nullopt;
  if (isRange && (!leadsTo(parameters[0], key) || parameters[0] != parameters[1])) return std::nullopt;
  const auto keys = keysOf(*call.getModule(), key);
  if (!keys) return std::nullopt;
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) return std::nullopt;
  }
  const bool isIterator = *answer == MembershipAnswer::NotEnd;
  if (isIterator != call.getType()->isPointerTy() && *answer != MembershipAnswer::ToldBefore)
    return std::nullopt;
  return Membership{container->kind, *answer, keys->kind, keys->width};
}

}  // namespace covolve::instrument
