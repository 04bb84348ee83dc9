#include "instrument/known_keys.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <limits>

#include "instrument/demangled.h"
#include "instrument/text_types.h"

namespace covolve::instrument {

namespace {

using abi::KeyKind;

KeyType simple(KeyKind kind, unsigned width, unsigned size, unsigned alignment) {
  return {{{kind, width, 0}}, size, alignment};
}

KeyType number(KeyKind kind, unsigned bytes) { return simple(kind, bytes, bytes, bytes); }

/// A number as it was before it was widened to be compared.
const llvm::Value* beforeWidening(const llvm::Value* value) {
  const auto* const cast = llvm::dyn_cast<llvm::CastInst>(value);
  return cast != nullptr && cast->isIntegerCast() ? cast->getOperand(0) : value;
}

/// An enumeration has no structure in the module. What it is made of shows where it is compared.
std::optional<KeyType> enumeration(const llvm::Module& module, llvm::StringRef type) {
  if (type.contains('<') || type.contains('*') || type.contains('[')) return std::nullopt;
  for (const char* const prefix : {"class.", "struct.", "union."}) {
    if (llvm::StructType::getTypeByName(module.getContext(), (prefix + type).str()) != nullptr)
      return std::nullopt;
  }
  for (const llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    const bool mayCompare = name.contains("4less") || name.contains("7greater") || name.contains("8equal_to");
    if (function.empty() || !mayCompare) continue;
    const auto comparison = demangle(name.str());
    if (!comparison || comparison->name != "operator()") continue;
    const llvm::StringRef scope = comparison->scope;
    const bool compares = llvm::any_of(llvm::ArrayRef{"less", "greater", "equal_to"}, [&](const char* one) {
      return scope == ("std::" + llvm::Twine(one) + "<" + type + ">").str();
    });
    if (!compares) continue;
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        if (compare == nullptr || !compare->getOperand(0)->getType()->isIntegerTy()) continue;
        const llvm::Value* const key = beforeWidening(compare->getOperand(0));
        const unsigned bits = key->getType()->getIntegerBitWidth();
        if (!llvm::isa<llvm::LoadInst>(key) || bits > 64 || bits % 8 != 0) return std::nullopt;
        const bool isUnsigned = compare->isUnsigned() || llvm::isa<llvm::ZExtInst>(compare->getOperand(0));
        return number(isUnsigned ? KeyKind::Unsigned : KeyKind::Signed, bits / 8);
      }
    }
  }
  return std::nullopt;
}

/// Characters, or a pointer to them: "char const*", "char const [9]".
std::optional<KeyType> plainText(llvm::StringRef type) {
  constexpr unsigned kPointer = 8;
  const bool isArray = type.ends_with("]");
  if (isArray) type = type.take_front(type.rfind('[')).rtrim();
  const bool isPointer = !isArray && type.consume_back("*");
  if (!isArray && !isPointer) return std::nullopt;
  type.consume_back(" const");
  const auto width = characterWidth(type);
  if (!width) return std::nullopt;
  return isPointer ? simple(KeyKind::Pointer, *width, kPointer, kPointer)
                   : simple(KeyKind::Characters, *width, *width, *width);
}

/// One behind the other, each where its alignment lets it begin.
std::optional<KeyType> madeOf(const llvm::Module& module, const std::vector<std::string>& types) {
  KeyType whole{{}, 0, 1};
  const auto aligned = [](unsigned offset, unsigned alignment) {
    return (offset + alignment - 1) / alignment * alignment;
  };
  for (const std::string& type : types) {
    const auto part = keyType(module, type);
    if (!part) return std::nullopt;
    whole.size = aligned(whole.size, part->alignment);
    for (KeyValue value : part->values) {
      value.offset += whole.size;
      whole.values.push_back(value);
    }
    whole.size += part->size;
    whole.alignment = std::max(whole.alignment, part->alignment);
  }
  whole.size = aligned(whole.size, whole.alignment);
  return whole;
}

bool isText(KeyKind kind) { return kind >= KeyKind::String; }

/// Of two pointers the addresses are compared.
bool isObject(KeyKind kind) { return kind == KeyKind::String || kind == KeyKind::View; }

}  // namespace

std::optional<KeyType> keyType(const llvm::Module& module, llvm::StringRef type) {
  constexpr unsigned kStringSize = 32;
  constexpr unsigned kViewSize = 16;
  constexpr unsigned kWord = 8;
  if (const auto width = widthOfText(type, kString))
    return simple(KeyKind::String, *width, kStringSize, kWord);
  if (const auto width = widthOfText(type, kView)) return simple(KeyKind::View, *width, kViewSize, kWord);
  if (const auto text = plainText(type)) return text;
  if (const auto pair = templateArguments(type.str(), "std::pair"); !pair.empty())
    return madeOf(module, pair);
  if (auto tuple = templateArguments(type.str(), "std::tuple"); !tuple.empty()) {
    std::ranges::reverse(tuple);  // as libstdc++ has them
    return madeOf(module, tuple);
  }
  const auto known = llvm::StringSwitch<std::optional<KeyType>>(type)
                         .Cases("char", "signed char", number(KeyKind::Signed, 1))
                         .Cases("unsigned char", "char8_t", "bool", number(KeyKind::Unsigned, 1))
                         .Case("short", number(KeyKind::Signed, 2))
                         .Cases("unsigned short", "char16_t", number(KeyKind::Unsigned, 2))
                         .Cases("int", "wchar_t", number(KeyKind::Signed, 4))
                         .Cases("unsigned int", "char32_t", number(KeyKind::Unsigned, 4))
                         .Cases("long", "long long", number(KeyKind::Signed, 8))
                         .Cases("unsigned long", "unsigned long long", number(KeyKind::Unsigned, 8))
                         .Case("float", number(KeyKind::Floating, 4))
                         .Case("double", number(KeyKind::Floating, 8))
                         .Default(std::nullopt);
  return known ? known : enumeration(module, type);
}

std::optional<abi::KeyShape> keyShape(const KeyType& element, const KeyType& key, uint64_t stride,
                                      uint64_t offset) {
  const size_t count = element.values.size();
  const uint64_t most = std::numeric_limits<uint32_t>::max() / 2;
  if (count == 0 || count > abi::kMostKeyParts || count != key.values.size() || stride > most ||
      offset > most)
    return std::nullopt;
  abi::KeyShape shape{static_cast<uint32_t>(stride), static_cast<uint16_t>(count), 0, {}};
  for (size_t i = 0; i < count; ++i) {
    const KeyValue& one = element.values[i];
    const KeyValue& other = key.values[i];
    const bool areTexts = isText(one.kind) && isText(other.kind) && one.width == other.width &&
                          (isObject(one.kind) || isObject(other.kind));
    const bool areNumbers = !isText(one.kind) && !isText(other.kind) &&
                            (one.kind == KeyKind::Floating) == (other.kind == KeyKind::Floating);
    const bool canBeCompared = areTexts || areNumbers;
    if (!canBeCompared) return std::nullopt;
    shape.parts[i] = {static_cast<uint32_t>(offset + one.offset),
                      other.offset,
                      static_cast<uint8_t>(one.kind),
                      static_cast<uint8_t>(other.kind),
                      static_cast<uint8_t>(one.width),
                      static_cast<uint8_t>(other.width)};
  }
  return shape;
}

}  // namespace covolve::instrument
