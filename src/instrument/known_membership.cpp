#include "instrument/known_membership.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>
#include <string_view>
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

struct MemberFunction {
  std::string_view name;
  std::string_view mangled;
  AnswerShape answer;
};

constexpr MemberFunction kFunctions[] = {
    {"find", "4find", AnswerShape::NotEnd},
    {"count", "5count", AnswerShape::NotZero},
    {"erase", "5erase", AnswerShape::NotZero},
    {"contains", "8contains", AnswerShape::Truth},
    {"insert", "6insert", AnswerShape::ToldBefore},
    {"emplace", "7emplace", AnswerShape::ToldBefore},
    {"try_emplace", "11try_emplace", AnswerShape::ToldBefore},
    {"at", "2at", AnswerShape::ToldBefore},
    {"binary_search", "13binary_search", AnswerShape::Truth},
};

std::optional<AnswerShape> answerOf(std::string_view function) {
  for (const MemberFunction& one : kFunctions) {
    if (one.name == function) return one.answer;
  }
  return std::nullopt;
}

/// Before the name is read, which most calls need not be.
bool mayAsk(llvm::StringRef mangled) {
  return mangled.starts_with("_Z") && llvm::any_of(kFunctions, [&](const MemberFunction& one) {
           return mangled.contains(llvm::StringRef(one.mangled));
         });
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
  const bool isOrdered = arguments[0] == "std::less<" + key + ">" || arguments[0] == "std::less<void>";
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

/// One element's key comes first, and there may be one of each: the answer is a pair. What a set makes its
/// key of several arguments is not known.
bool isInsertion(const Demangled& function, const llvm::CallBase& call) {
  const bool isMap = llvm::StringRef(function.scope).contains("map<");
  const size_t most = function.name == "insert" || !isMap ? 1 : function.parameters.size();
  if (isMap && function.name == "emplace" && function.parameters.size() > 2) return false;
  return !llvm::StringRef(function.scope).contains("multi") && !function.parameters.empty() &&
         call.arg_size() == function.parameters.size() + 1 && call.getType()->isStructTy() &&
         function.parameters.size() <= most;
}

/// The key itself, or the pair that begins with it.
std::string insertedKey(llvm::StringRef type) {
  type = type.rtrim('&');
  type.consume_back(" const");
  const std::vector<std::string> pair = templateArguments(type.str(), "std::pair");
  llvm::StringRef key = pair.size() == 2 ? llvm::StringRef(pair[0]) : type;
  key.consume_back(" const");
  return key.str();
}

struct RangesFunction {
  std::string_view name;
  AnswerShape answer;
  bool isOrdered;  // and has a comparison
};

constexpr RangesFunction kRangesFunctions[] = {
    {"find", AnswerShape::NotEnd, false},
    {"count", AnswerShape::NotZero, false},
    {"contains", AnswerShape::Truth, false},
    {"binary_search", AnswerShape::Truth, true},
};

/// std::ranges::find and its kin, of iterators, a vector or an array, without a projection.
std::optional<Membership> membershipOfRanges(const llvm::CallBase& call, const std::string& mangled) {
  const auto demangled = demangle(mangled);
  if (!demangled) return std::nullopt;
  const std::string algorithm = rangesAlgorithm(*demangled);
  const auto* const function =
      llvm::find_if(kRangesFunctions, [&](const RangesFunction& one) { return one.name == algorithm; });
  if (function == std::end(kRangesFunctions)) return std::nullopt;
  std::vector<std::string> arguments = instantiatedWith(mangled);
  if (function->isOrdered) {
    if (arguments.empty() || arguments.back() != "std::ranges::less") return std::nullopt;
    arguments.pop_back();
  }
  const bool isPair = arguments.size() == 4;
  if ((!isPair && arguments.size() != 3) || arguments.back() != "std::identity") return std::nullopt;
  if (call.arg_size() != (isPair ? 4u : 3u)) return std::nullopt;
  const std::string& key = arguments[isPair ? 2 : 1];
  const auto keys = keysOf(*call.getModule(), key);
  if (!keys || key == "bool") return std::nullopt;
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) return std::nullopt;
  }
  const bool isIterator = function->answer == AnswerShape::NotEnd;
  if (isIterator != call.getType()->isPointerTy()) return std::nullopt;
  Membership asked{ContainerKind::Range, function->answer, keys->kind, keys->width, false};
  asked.first = 1;
  if (isPair)
    return leadsTo(arguments[0], key) && arguments[0] == arguments[1] ? std::optional(asked) : std::nullopt;
  llvm::StringRef range = llvm::StringRef(arguments[0]).rtrim('&');
  range.consume_back(" const");
  const std::vector<std::string> ofVector = templateArguments(range.str(), "std::vector");
  const std::vector<std::string> ofArray = templateArguments(range.str(), "std::array");
  if (ofVector.size() == 2 && ofVector[0] == key && ofVector[1] == "std::allocator<" + key + ">") {
    asked.range = RangeShape::Vector;
    return asked;
  }
  llvm::StringRef count = ofArray.size() == 2 && ofArray[0] == key ? llvm::StringRef(ofArray[1]) : "";
  uint64_t elements = 0;
  if (count.consumeInteger(10, elements) || elements == 0) return std::nullopt;  // begin() of none is null
  asked.range = RangeShape::Array;
  const unsigned width = keys->kind == KeyKind::String ? 32 : keys->kind == KeyKind::View ? 16 : keys->width;
  asked.bytes = elements * width;
  return asked;
}

}  // namespace

std::optional<Membership> membership(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  if (callee->getName().starts_with("_ZNKSt6ranges"))
    return membershipOfRanges(call, callee->getName().str());
  if (!mayAsk(callee->getName())) return std::nullopt;
  const auto function = demangle(callee->getName().str());
  if (!function) return std::nullopt;
  const auto answer = answerOf(function->name);
  if (!answer) return std::nullopt;
  const std::vector<std::string>& parameters = function->parameters;
  const bool isRange = function->scope == "std";
  const bool inserts = function->name == "insert" || llvm::StringRef(function->name).ends_with("emplace");
  if (inserts ? !isInsertion(*function, call)
              : parameters.size() != (isRange ? 3u : 1u) || call.arg_size() != (isRange ? 3u : 2u))
    return std::nullopt;
  const std::string keyText = inserts ? insertedKey(parameters[0]) : parameters.back();
  llvm::StringRef key = keyText;
  if (!inserts && !key.consume_back(" const&")) return std::nullopt;
  const std::optional<Container> container =
      isRange ? Container{ContainerKind::Range, key.str()} : containerOf(function->scope);
  if (!container) return std::nullopt;
  if (isRange && (!leadsTo(parameters[0], key) || parameters[0] != parameters[1])) return std::nullopt;
  auto keys = keysOf(*call.getModule(), key);
  if (!keys) return std::nullopt;
  if (container->key != key) {
    // A transparent order is asked about a view without making a string of it.
    const auto theirs = keysOf(*call.getModule(), container->key);
    if (keys->kind != KeyKind::View || !theirs || theirs->kind != KeyKind::String) return std::nullopt;
    keys->kind = KeyKind::StringByView;
  }
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) return std::nullopt;
  }
  const bool isIterator = *answer == AnswerShape::NotEnd;
  if (isIterator != call.getType()->isPointerTy() && *answer != AnswerShape::ToldBefore) return std::nullopt;
  return Membership{container->kind, *answer, keys->kind, keys->width, function->name == "erase"};
}

}  // namespace covolve::instrument
