#include "unit/lower/literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "base/utf8.h"
namespace covolve::unit {

namespace {

using program::Type;
using program::TypeKind;

__extension__ using Wide = unsigned __int128;

std::string cast(std::string_view type, std::string_view operand) {
  return fmt::format("static_cast<{}>({})", type, operand);
}

bool isOctalDigit(char c) { return c >= '0' && c <= '7'; }
bool isHexDigit(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

/// One byte inside quotes. The byte behind it decides which escape cannot swallow it.
std::string escaped(char c, char quote, std::string_view rest, char before) {
  const auto byte = static_cast<unsigned char>(c);
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    case '?':
      return before == '?' ? "\\?" : "?";  // no trigraphs
    default:
      break;
  }
  if (c == quote) return {'\\', c};
  if (byte >= 0x20 && byte < 0x7f) return {c};
  const char next = rest.empty() ? ' ' : rest.front();
  if (byte == 0 && !isOctalDigit(next)) return "\\0";
  if (isHexDigit(next)) return fmt::format("\\{:03o}", byte);
  return fmt::format("\\x{:02x}", byte);
}

/// Suffix of a literal of exactly this type; absent where no literal has it.
const char* exactSuffix(const std::string& spelling) {
  static const std::map<std::string, const char*, std::less<>> suffixes = {
      {"int", ""},
      {"unsigned int", "u"},
      {"unsigned", "u"},
      {"long", "L"},
      {"unsigned long", "uL"},
      {"long long", "LL"},
      {"long int", "L"},
      {"size_t", "uL"},
      {"std::size_t", "uL"},
      {"unsigned long long", "uLL"},
  };
  const auto found = suffixes.find(spelling);
  return found == suffixes.end() ? nullptr : found->second;
}

std::string wideLiteral(__int128 value, const Type& type) {
  const auto bits = static_cast<Wide>(value);
  const auto high = static_cast<uint64_t>(bits >> 64);
  const auto low = static_cast<uint64_t>(bits);
  return cast(type.spelling,
              fmt::format("static_cast<unsigned __int128>({:#x}uLL) << 64 | {:#x}uLL", high, low));
}

/// Sign and decimal digits of a value of at most 64 bits.
std::string decimal(__int128 value) {
  const Wide magnitude = value < 0 ? -static_cast<Wide>(value) : static_cast<Wide>(value);
  return fmt::format("{}{}", value < 0 ? "-" : "", static_cast<uint64_t>(magnitude));
}

/// Digits that the compiler reads as this value, whatever integer type it gives them.
std::string plainInteger(__int128 value, bool isUnsigned) {
  const bool needsUnsigned = isUnsigned || value > std::numeric_limits<int64_t>::max();
  return decimal(value) + (needsUnsigned ? "u" : "");
}

Literal integer(__int128 value, const Type& type, Typed typed) {
  if (type.bits > 64) {
    constexpr __int128 low = std::numeric_limits<int64_t>::min();
    constexpr __int128 high = std::numeric_limits<int64_t>::max();
    const bool wraps = !type.isSigned && value < 0;  // __int128 holds its upper half as negative
    if (value <= low || value > high || wraps) return {wideLiteral(value, type)};
    const std::string plain = plainInteger(value, !type.isSigned);
    return {typed == Typed::Exactly ? cast(type.spelling, plain) : plain};
  }
  if (type.bits >= 32) {
    const __int128 high = (__int128{1} << (type.bits - (type.isSigned ? 1 : 0))) - 1;
    const bool lowest = type.isSigned && value == -high - 1;
    if (lowest || value == high) {
      return {fmt::format("std::numeric_limits<{}>::{}()", type.spelling, lowest ? "min" : "max"),
              {"<limits>"}};
    }
  }
  const bool isUnsigned = !type.isSigned && type.bits >= 32;  // narrower ones are promoted to int
  const std::string plain = plainInteger(value, isUnsigned);
  if (typed == Typed::Loosely) return {plain};
  if (const char* suffix = exactSuffix(type.spelling)) return {decimal(value) + suffix};
  return {cast(type.spelling, plain)};
}

Literal character(__int128 value, const Type& type, Typed typed) {
  const auto unit = static_cast<uint32_t>(value);
  if (type.spelling == "char") {
    return {fmt::format("'{}'", escaped(static_cast<char>(unit), '\'', {}, ' '))};
  }
  static const std::map<std::string, const char*, std::less<>> prefixes = {
      {"wchar_t", "L"}, {"char8_t", "u8"}, {"char16_t", "u"}, {"char32_t", "U"}};
  const auto prefix = prefixes.find(type.spelling);
  if (prefix == prefixes.end()) {  // signed char, unsigned char: small integers in truth
    const std::string plain = plainInteger(value, false);
    return {typed == Typed::Exactly ? cast(type.spelling, plain) : plain};
  }
  if (value >= 0 && unit < 0x80) {
    return {fmt::format("{}'{}'", prefix->second, escaped(static_cast<char>(unit), '\'', {}, ' '))};
  }
  return {cast(type.spelling, plainInteger(value, false))};  // halves of surrogate pairs have no literal
}

Literal enumeration(__int128 value, const Type& type) {
  for (const program::Enumerator& enumerator : type.enumerators) {
    if (wrapped(enumerator.value, type) == value) return {enumerator.name};
  }
  return {cast(type.spelling, plainInteger(value, false))};
}

template <class Number>
std::string digits(Number value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

__int128 wrapped(__int128 value, const Type& type) {
  if (type.bits == 0 || type.bits >= 128) return value;
  const unsigned unused = 128 - type.bits;
  const Wide shifted = static_cast<Wide>(value) << unused;
  return type.isSigned ? static_cast<__int128>(shifted) >> unused : static_cast<__int128>(shifted >> unused);
}

const std::string* nameOfResult(const program::Callable& callable, const Type& type, const Value& result) {
  if (type.kind != TypeKind::Integer || result.kind != Value::Kind::Integer) return nullptr;
  const auto found = std::ranges::find_if(callable.resultNames, [&](const program::Enumerator& name) {
    return wrapped(name.value, type) == wrapped(result.integer, type);
  });
  return found == callable.resultNames.end() ? nullptr : &found->name;
}

Literal integerLiteral(__int128 value, const Type& type, Typed typed) {
  value = wrapped(value, type);
  if (type.kind == TypeKind::Character) return character(value, type, typed);
  if (type.kind == TypeKind::Enumeration) return enumeration(value, type);
  return integer(value, type, typed);
}

Literal floatingLiteral(double value, const Type& type, Typed typed) {
  const auto limit = [&](std::string_view which) {
    return fmt::format("std::numeric_limits<{}>::{}()", type.spelling, which);
  };
  const bool isFloat = type.bits == 32;
  const bool isLong = type.bits > 64;
  if (isFloat) value = static_cast<double>(static_cast<float>(value));
  if (std::isnan(value)) return {limit("quiet_NaN"), {"<limits>"}};
  if (std::isinf(value)) return {(value < 0 ? "-" : "") + limit("infinity"), {"<limits>"}};
  if (isFloat) {
    const auto narrow = static_cast<float>(value);
    if (std::abs(narrow) == std::numeric_limits<float>::max())
      return {(value < 0 ? "-" : "") + limit("max"), {"<limits>"}};
    return {digits(narrow) + "f"};
  }
  if (!isLong) {
    if (std::abs(value) == std::numeric_limits<double>::max())
      return {(value < 0 ? "-" : "") + limit("max"), {"<limits>"}};
    return {digits(value)};
  }
  const std::string text = digits(value);
  // Only where the decimal digits are the double's exact value does the suffix mean the same.
  if (std::strtold(text.c_str(), nullptr) == static_cast<long double>(value)) return {text + "L"};
  return {typed == Typed::Exactly ? cast(type.spelling, text) : text};
}

std::string quoted(std::string_view bytes) {
  constexpr size_t kPartWidth = 64;
  constexpr size_t kLongWord = 16;
  std::string text = "\"";
  size_t partStart = 0;
  char before = '\0';
  for (size_t i = 0; i < bytes.size(); ++i) {
    // Rather between words than within one.
    const size_t width = text.size() - partStart;
    if (width > kPartWidth + kLongWord || (width > kPartWidth && before == ' ')) {
      text += "\" ";
      partStart = text.size();
      text += '"';
    }
    text += escaped(bytes[i], '"', bytes.substr(i + 1), before);
    before = bytes[i];
  }
  return text + '"';
}

namespace {

/// From UTF-8 to a literal of the type's characters.
Literal wideTextLiteral(std::string_view bytes, const Type& type, Typed typed) {
  static const std::map<std::string, const char*, std::less<>> prefixes = {
      {"std::wstring", "L"}, {"std::u8string", "u8"}, {"std::u16string", "u"}, {"std::u32string", "U"}};
  const bool isView = type.kind == TypeKind::StringView;
  const std::string owner = isView ? type.spelling.substr(0, type.spelling.size() - 5) : type.spelling;
  const auto prefix = prefixes.find(owner);
  std::string text = std::string(prefix == prefixes.end() ? "L" : prefix->second) + "\"";
  if (owner == "std::u8string") {  // byte by byte: what a function returned need not be UTF-8
    for (size_t i = 0; i < bytes.size(); ++i) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      const bool isPlain = byte >= ' ' && byte < 0x7f;
      text += isPlain ? escaped(bytes[i], '"', bytes.substr(i + 1), i > 0 ? bytes[i - 1] : '\0')
                      : fmt::format("\\{:03o}", byte);
    }
    text += '"';
    if (bytes.find('\0') != std::string_view::npos)
      return {fmt::format("{}({}, {})", type.spelling, text, bytes.size())};
    return {typed == Typed::Loosely ? text : fmt::format("{}({})", type.spelling, text)};
  }
  bool holdsNul = false;
  size_t units = 0;
  for (char before = '\0'; !bytes.empty();) {
    const auto point = static_cast<uint32_t>(takeCharacter(bytes));
    holdsNul = holdsNul || point == 0;
    units += owner == "std::u16string" && point > 0xffff ? 2 : 1;
    if (point < 0x80) {
      const char c = static_cast<char>(point);
      const bool isPlain = (c >= ' ' && c != 0x7f) || c == '\n' || c == '\t' || c == '\r';
      text += isPlain ? escaped(c, '"', bytes, before) : fmt::format("\\{:03o}", point);
      before = c;
    } else if (point < 0xa0) {  // has no universal name
      text += fmt::format("\\{:03o}", point);
      before = '\0';
    } else {
      text += point < 0x10000 ? fmt::format("\\u{:04x}", point) : fmt::format("\\U{:08x}", point);
      before = '\0';
    }
  }
  text += '"';
  if (type.kind == TypeKind::CString) return {text};
  if (holdsNul) return {fmt::format("{}({}, {})", type.spelling, text, units)};
  if (typed == Typed::Loosely) return {text};
  return {fmt::format("{}({})", type.spelling, text)};
}

}  // namespace

Literal textLiteral(std::string_view bytes, const Type& type, Typed typed) {
  if (type.isWide) return wideTextLiteral(bytes, type, typed);
  if (type.kind == TypeKind::CString) return {quoted(bytes.substr(0, bytes.find('\0')))};
  const bool holdsNul = bytes.find('\0') != std::string_view::npos;
  const bool isView = type.kind == TypeKind::StringView;
  const std::string name = isView ? "std::string_view" : "std::string";
  const std::set<std::string> includes = {isView ? "<string_view>" : "<string>"};
  constexpr size_t kRepetitive = 20;
  // A view must not look at a temporary.
  if (!isView && bytes.size() >= kRepetitive && bytes.find_first_not_of(bytes[0]) == std::string_view::npos) {
    return {fmt::format("std::string({}, '{}')", bytes.size(), escaped(bytes[0], '\'', {}, ' ')), includes};
  }
  if (holdsNul) return {fmt::format("{}({}, {})", name, quoted(bytes), bytes.size()), includes};
  if (typed == Typed::Loosely) return {quoted(bytes)};
  return {fmt::format("{}({})", name, quoted(bytes)), includes};
}

}  // namespace covolve::unit
