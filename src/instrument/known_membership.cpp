#include "instrument/known_membership.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>
#include <string_view>
#include <vector>

#include "instrument/demangled.h"
#include "instrument/known_keys.h"
#include "instrument/predicates.h"
#include "instrument/text_types.h"

namespace covolve::instrument {

namespace {

using abi::ContainerKind;

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
  bool isExact = true;  // what is equal for it is equal
  bool foldsCase = false;
};

std::optional<uint64_t> offsetOf(const llvm::DataLayout& layout, llvm::StructType& whole,
                                 llvm::StringRef part) {
  for (unsigned i = 0; i < whole.getNumElements(); ++i) {
    auto* const element = llvm::dyn_cast<llvm::StructType>(whole.getElementType(i));
    if (element == nullptr) continue;
    const uint64_t at = layout.getStructLayout(&whole)->getElementOffset(i);
    if (element->hasName() && element->getName().starts_with(part)) return at;
    if (const auto within = offsetOf(layout, *element, part)) return at + *within;
  }
  return std::nullopt;
}

/// The user's own order or hash may have a state, which the container's head lies behind. What the
/// function takes its object for shows where.
bool liesAsUsual(const llvm::Function& function, llvm::StringRef container, ContainerKind kind) {
  constexpr uint64_t kHeadOfTree = 8;
  constexpr uint64_t kFirstOfTable = 16;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* const place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    auto* const type =
        place != nullptr ? llvm::dyn_cast<llvm::StructType>(place->getSourceElementType()) : nullptr;
    if (type == nullptr || !type->hasName() ||
        type->getName().split('.').second.split('.').first != container)
      continue;
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    return kind == ContainerKind::Tree
               ? offsetOf(layout, *type, "struct.std::_Rb_tree_header") == kHeadOfTree
               : offsetOf(layout, *type, "struct.std::__detail::_Hash_node_base") == kFirstOfTable;
  }
  return false;
}

/// An order or an equality that is the user's own.
bool foldsCaseIn(const llvm::Module& module, const std::string& type) {
  const std::string last = type.substr(type.rfind(':') + 1);
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().contains(last)) continue;
    const auto name = demangle(function.getName().str());
    if (name && name->name == "operator()" && name->scope == type) return foldsCase(function);
  }
  return type.find('(') != std::string::npos;  // cannot be seen
}

bool isOneOf(const std::string& type, const std::string& name, const std::string& key) {
  return type == "std::" + name + "<" + key + ">" || type == "std::" + name + "<void>";
}

/// What is laid out as libstdc++'s own order, hash and memory have it: any of them may have a state.
std::optional<Container> containerOf(const llvm::Function& function, const std::string& scope) {
  const std::string name = plainName(scope);
  std::vector<std::string> arguments = templateArguments(scope, name);
  if (arguments.size() < 3) return std::nullopt;
  const auto kind = llvm::StringSwitch<std::optional<ContainerKind>>(name)
                        .Cases("std::map", "std::set", "std::multimap", "std::multiset", ContainerKind::Tree)
                        .Cases("std::unordered_map", "std::unordered_set", "std::unordered_multimap",
                               "std::unordered_multiset", ContainerKind::Table)
                        .Default(std::nullopt);
  if (!kind) return std::nullopt;
  Container container{*kind, arguments[0]};
  const std::string& key = container.key;
  const bool isMap = llvm::StringRef(name).ends_with("map");
  const bool isWide =
      isMap && (arguments[1] == "long double" || llvm::StringRef(arguments[1]).contains("__int128"));
  if (isWide || !arguments.back().starts_with("std::allocator<")) return std::nullopt;
  arguments.erase(arguments.begin(), arguments.begin() + (isMap ? 2 : 1));
  const bool isTree = *kind == ContainerKind::Tree;
  if (arguments.size() != (isTree ? 2 : 3)) return std::nullopt;
  const std::string& decides = arguments[isTree ? 0 : 1];
  container.isExact = isTree ? isOneOf(decides, "less", key) || isOneOf(decides, "greater", key)
                             : isOneOf(decides, "equal_to", key);
  const bool isUsual = container.isExact && (isTree || arguments[0] == "std::hash<" + key + ">");
  if (!isUsual && !liesAsUsual(function, name, *kind)) return std::nullopt;
  container.foldsCase = !container.isExact && foldsCaseIn(*function.getParent(), decides);
  return container;
}

struct Elements {
  ContainerKind container;
  std::string type;
};

/// Of pointers, of vectors' iterators, which are pointers, and of lists'.
std::optional<Elements> elementsOf(llvm::StringRef iterator) {
  for (const char* const ofList : {"std::_List_iterator", "std::_List_const_iterator"}) {
    const auto element = templateArguments(iterator.str(), ofList);
    if (element.size() == 1) return Elements{ContainerKind::List, element[0]};
  }
  const auto arguments = templateArguments(iterator.str(), "__gnu_cxx::__normal_iterator");
  llvm::StringRef type = arguments.empty() ? iterator : llvm::StringRef(arguments[0]);
  if (!type.consume_back("*")) return std::nullopt;
  type.consume_back(" const");
  return Elements{ContainerKind::Range, type.str()};
}

/// "T const&" and "char const (&) [9]" without the reference.
std::string withoutReference(llvm::StringRef type) {
  const auto [before, behind] = type.split(" (&)");
  if (!behind.empty()) return (before + behind).str();
  type = type.rtrim('&');
  type.consume_back(" const");
  return type.str();
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
  const std::string inserted = withoutReference(type);
  const std::vector<std::string> pair = templateArguments(inserted, "std::pair");
  llvm::StringRef key = pair.size() == 2 ? pair[0] : inserted;
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

/// Where in its structure a member lies that std::ranges::find is given as a projection.
struct Projection {
  std::string structure;
  std::string member;
};

/// "std::string Customer::*"
std::optional<Projection> projectionOf(llvm::StringRef type) {
  if (!type.consume_back("::*")) return std::nullopt;
  const auto [member, structure] = type.rsplit(' ');
  if (structure.empty() || structure.contains('>')) return std::nullopt;
  return Projection{structure.str(), member.str()};
}

/// Of which the ranges' function looks at the key.
struct Projected {
  KeyType key;
  uint64_t stride;
  uint64_t offset;
};

std::optional<Projected> projected(const llvm::CallBase& call, const std::string& element,
                                   const std::optional<Projection>& projection) {
  const llvm::Module& module = *call.getModule();
  const auto key = keyType(module, projection ? projection->member : element);
  if (!key) return std::nullopt;
  if (!projection) return Projected{*key, key->size, 0};
  if (projection->structure != element) return std::nullopt;
  const auto* const offset = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  for (const char* const prefix : {"struct.", "class."}) {
    auto* const type = llvm::StructType::getTypeByName(module.getContext(), prefix + element);
    if (type == nullptr || type->isOpaque() || offset == nullptr || offset->isNegative()) continue;
    const uint64_t size = module.getDataLayout().getTypeAllocSize(type);
    if (offset->getZExtValue() + key->size <= size) return Projected{*key, size, offset->getZExtValue()};
  }
  return std::nullopt;
}

/// How such a range begins, and what it is of.
std::optional<std::pair<RangeShape, std::string>> sizedRange(const std::string& range) {
  const std::vector<std::string> ofSpan = templateArguments(range, "std::span");
  if (ofSpan.size() == 2 && llvm::StringRef(ofSpan[1]).starts_with("18446744073709551615")) {
    llvm::StringRef element = ofSpan[0];
    element.consume_back(" const");
    return std::pair(RangeShape::Sized, element.str());
  }
  if (widthOfText(range, kString)) return std::pair(RangeShape::Sized, templateArguments(range, kString)[0]);
  if (widthOfText(range, kView)) return std::pair(RangeShape::Counted, templateArguments(range, kView)[0]);
  return std::nullopt;
}

/// std::ranges::find and its kin, of iterators, a vector or an array; a projection may be a member.
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
  if (!isPair && arguments.size() != 3) return std::nullopt;
  const auto projection = projectionOf(arguments.back());
  if (!projection && arguments.back() != "std::identity") return std::nullopt;
  const unsigned plain = isPair ? 4 : 3;
  if (call.arg_size() != plain + (projection ? 1 : 0)) return std::nullopt;
  for (unsigned i = 0; i < plain; ++i) {
    if (!call.getArgOperand(i)->getType()->isPointerTy()) return std::nullopt;
  }
  const auto key = keyType(*call.getModule(), withoutReference(arguments[isPair ? 2 : 1]));
  const bool isIterator = function->answer == AnswerShape::NotEnd;
  if (!key || isIterator != call.getType()->isPointerTy()) return std::nullopt;
  Membership asked{ContainerKind::Range, function->answer, {}, false};
  asked.first = 1;
  const std::string range = withoutReference(arguments[0]);
  const std::vector<std::string> ofVector = templateArguments(range, "std::vector");
  const std::vector<std::string> ofArray = templateArguments(range, "std::array");
  std::string element;
  uint64_t elements = 0;
  if (isPair) {
    const auto between = elementsOf(arguments[0]);
    if (!between || arguments[0] != arguments[1]) return std::nullopt;
    asked.container = between->container;
    element = between->type;
  } else if (ofVector.size() == 2 && ofVector[0] != "bool" &&
             ofVector[1] == "std::allocator<" + ofVector[0] + ">") {
    asked.range = RangeShape::Vector;
    element = ofVector[0];
  } else if (ofArray.size() == 2) {
    asked.range = RangeShape::Array;
    element = ofArray[0];
    llvm::StringRef count = ofArray[1];
    if (count.consumeInteger(10, elements) || elements == 0) return std::nullopt;  // begin() of none is null
  } else if (const auto sized = sizedRange(range)) {
    asked.range = sized->first;
    element = sized->second;
  } else {
    return std::nullopt;
  }
  const auto seen = projected(call, element, projection);
  const auto shape = seen ? keyShape(seen->key, *key, seen->stride, seen->offset) : std::nullopt;
  if (!shape) return std::nullopt;
  asked.keys = *shape;
  asked.bytes = elements * seen->stride;
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
  const std::string& asked = inserts ? parameters[0] : parameters.back();
  if (!inserts && !llvm::StringRef(asked).ends_with(" const&") && !llvm::StringRef(asked).contains(" (&) "))
    return std::nullopt;
  std::optional<Container> container;
  if (!isRange) {
    container = containerOf(*callee, function->scope);
  } else if (const auto between = elementsOf(parameters[0]); between && parameters[0] == parameters[1]) {
    container = Container{between->container, between->type};
  }
  // Whether the key is there cannot be told before the call by who decides otherwise.
  if (!container || (*answer == AnswerShape::ToldBefore && !container->isExact)) return std::nullopt;
  const auto key = keyType(*call.getModule(), inserts ? insertedKey(asked) : withoutReference(asked));
  const auto element = keyType(*call.getModule(), container->key);
  auto shape = key && element ? keyShape(*element, *key, element->size, 0) : std::nullopt;
  if (!shape) return std::nullopt;
  shape->foldsCase = container->foldsCase ? 1 : 0;
  for (const llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) return std::nullopt;
  }
  const bool isIterator = *answer == AnswerShape::NotEnd;
  if (isIterator != call.getType()->isPointerTy() && *answer != AnswerShape::ToldBefore) return std::nullopt;
  return Membership{container->kind, *answer, *shape, function->name == "erase"};
}

}  // namespace covolve::instrument
