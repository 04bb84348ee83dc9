#include "unit/lower/name_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "unit/lower/literals.h"
#include "unit/lower/variable_names.h"

namespace covolve::unit {

namespace {

using program::Type;
using program::TypeKind;

__extension__ using Wide = unsigned __int128;

/// NOT_FOUND -> NotFound.
std::string constantWords(std::string_view name) {
  const auto isLower = [](unsigned char c) { return std::islower(c) != 0; };
  if (std::ranges::any_of(name, isLower)) return pascalCase(name);
  std::string lowered(name);
  for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return pascalCase(lowered);
}

std::string integerWords(__int128 value, const Type& type) {
  if (value == 0) return "Zero";
  if (value == 1) return "One";
  if (type.isSigned && value == -1) return "MinusOne";
  if (type.bits >= 32 && type.bits <= 64) {
    const __int128 high = (__int128{1} << (type.bits - (type.isSigned ? 1 : 0))) - 1;
    if (value == high) return "Maximum";
    if (type.isSigned && value == -high - 1) return "Minimum";
  }
  const bool negative = type.isSigned && value < 0;
  const Wide magnitude = negative ? -static_cast<Wide>(value) : static_cast<Wide>(value);
  return fmt::format("{}{}", negative ? "Minus" : "", magnitude);
}

std::string floatingWords(double value, const Type& type) {
  if (std::isnan(value)) return "NaN";
  const std::string sign = std::signbit(value) ? "Minus" : "";
  const double magnitude = std::abs(value);
  if (std::isinf(value)) return sign + "Infinity";
  if (magnitude == 0) return sign + "Zero";
  std::string digits =
      type.bits == 32 ? fmt::format("{}", static_cast<float>(magnitude)) : fmt::format("{}", magnitude);
  constexpr size_t kReadable = 10;
  const bool rounded = digits.size() > kReadable;
  if (rounded) digits = fmt::format("{:.3g}", magnitude);
  std::string words;
  for (char c : digits) {
    if (c == '.') {
      words += "Point";
    } else if (c == '-') {
      words += "Minus";
    } else if (c != '+') {
      words += c == 'e' ? 'E' : c;
    }
  }
  return (rounded ? "About" : "") + sign + words;
}

/// What punctuation is called; empty for letters, digits and what has no name.
std::string punctuationWords(char c) {
  static const std::map<char, const char*> names = {{' ', "Space"},
                                                    {'\n', "Newline"},
                                                    {'\t', "Tab"},
                                                    {'\0', "Nul"},
                                                    {'.', "Dot"},
                                                    {',', "Comma"},
                                                    {'-', "Dash"},
                                                    {'+', "PlusSign"},
                                                    {'/', "Slash"},
                                                    {'*', "Star"},
                                                    {'"', "Quote"},
                                                    {'\'', "Apostrophe"},
                                                    {'_', "Underscore"},
                                                    {':', "Colon"},
                                                    {';', "Semicolon"},
                                                    {'=', "EqualSign"},
                                                    {'(', "OpeningParenthesis"},
                                                    {')', "ClosingParenthesis"},
                                                    {'[', "OpeningBracket"},
                                                    {']', "ClosingBracket"},
                                                    {'{', "OpeningBrace"},
                                                    {'}', "ClosingBrace"},
                                                    {'<', "LessSign"},
                                                    {'>', "GreaterSign"},
                                                    {'&', "Ampersand"},
                                                    {'|', "Bar"},
                                                    {'#', "Hash"},
                                                    {'%', "Percent"},
                                                    {'!', "ExclamationMark"},
                                                    {'?', "QuestionMark"},
                                                    {'@', "AtSign"},
                                                    {'$', "Dollar"},
                                                    {'^', "Caret"},
                                                    {'~', "Tilde"},
                                                    {'`', "Backtick"},
                                                    {'\\', "Backslash"},
                                                    {'\r', "CarriageReturn"}};
  const auto found = names.find(c);
  return found == names.end() ? std::string() : found->second;
}

std::string characterWords(__int128 value, const Type& type) {
  if (type.spelling == "signed char" || type.spelling == "unsigned char") return integerWords(value, type);
  if (value >= 0 && value < 128) {
    const char c = static_cast<char>(value);
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      return fmt::format("{}{}", std::islower(static_cast<unsigned char>(c)) != 0 ? "Small" : "",
                         pascalCase({&c, 1}));
    }
    if (const std::string name = punctuationWords(c); !name.empty()) return name;
  }
  return "Character" + integerWords(value, type);
}

/// A short text: its words as they are, what stands between them by name, other bytes by number; empty where
/// that would be longer than a reader's patience.
std::string spelledWords(std::string_view text) {
  constexpr size_t kMostPieces = 5;
  constexpr size_t kLongest = 36;
  constexpr size_t kLongestWord = 20;
  const auto isAlphanumeric = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::string words;
  size_t pieces = 0;
  while (!text.empty()) {
    const auto word = static_cast<size_t>(std::ranges::find_if_not(text, isAlphanumeric) - text.begin());
    std::string name = word != 0 ? pascalCase(text.substr(0, word)) : punctuationWords(text.front());
    if (name.empty()) name = fmt::format("Byte{:02X}", static_cast<unsigned char>(text.front()));
    words += name;
    if (word > kLongestWord || ++pieces > kMostPieces || words.size() > kLongest) return {};
    text.remove_prefix(std::max<size_t>(word, 1));
  }
  return words;
}

/// What reads as words of a language, a message most of the time, without its punctuation; of a long one the
/// beginning. Empty for anything else.
std::string sentenceWords(std::string_view text) {
  constexpr size_t kLongest = 36;
  constexpr size_t kShortWord = 3;  // nothing ends with "of", "the", "not" where more was to come
  const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto isAlphanumeric = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const auto prosaic = std::ranges::count_if(text, [&](char c) { return isLetter(c) || c == ' '; });
  const bool isPrintable =
      std::ranges::all_of(text, [](char c) { return std::isprint(static_cast<unsigned char>(c)) != 0; });
  const bool hasWords = text.find(' ') != std::string_view::npos;
  if (!hasWords || !isPrintable || 4 * static_cast<size_t>(prosaic) < 3 * text.size()) return {};
  std::vector<std::string> words;
  size_t ofLetters = 0;
  size_t length = 0;
  bool isCut = false;
  while (!isCut && !text.empty()) {
    const auto size = static_cast<size_t>(std::ranges::find_if_not(text, isAlphanumeric) - text.begin());
    const std::string_view word = text.substr(0, size);
    if (size > 1 && std::ranges::all_of(word, isLetter)) ++ofLetters;
    isCut = length + size > kLongest;
    if (size != 0 && !isCut) words.push_back(pascalCase(word));
    length += size;
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  while (isCut && words.size() > 1 && words.back().size() <= kShortWord) words.pop_back();
  if (ofLetters < 2) return {};
  return fmt::format("{}", fmt::join(words, ""));
}

std::string textWords(std::string_view text) {
  if (text.empty()) return "EmptyText";
  constexpr size_t kReadable = 16;
  bool readable = text.size() <= kReadable;
  for (char c : text)
    readable = readable && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '_');
  const std::string words = readable ? pascalCase(text) : std::string();
  if (!words.empty()) return words;
  if (const std::string sentence = sentenceWords(text); !sentence.empty()) return sentence;
  if (const std::string spelled = spelledWords(text); !spelled.empty()) return spelled;
  return fmt::format("TextOf{}Bytes", text.size());
}

}  // namespace

std::string valueWords(const program::Model& model, const Value& value, program::TypeId id) {
  const Type& type = model.types[id];
  const bool isArray =
      type.kind == TypeKind::CString || type.kind == TypeKind::Buffer || type.kind == TypeKind::Elements;
  const bool isPointer = type.kind == TypeKind::Pointer || isArray;
  if (value.kind == Value::Kind::Absent) return isPointer ? "Null" : "Nothing";
  if (type.kind == TypeKind::Callback) {
    const std::vector<Value>& results =
        value.kind == Value::Kind::Present ? value.children.at(0).children : value.children;
    const bool isAlwaysTheSame =
        std::ranges::all_of(results, [&](const Value& one) { return one == results.front(); });
    if (results.empty() || !isAlwaysTheSame) return "Callback";
    return valueWords(model, results.front(), model.types[type.parts[0]].parts[0]);
  }
  if (value.kind == Value::Kind::Present) {
    const auto isKnown = [&](const Value& held) {
      if (held.kind == Value::Kind::Opaque) return false;
      const bool isObject = !type.parts.empty() && model.types[type.parts[0]].kind == TypeKind::Class;
      return !isObject || held.kind != Value::Kind::List;  // its fields are too many for a name
    };
    const bool known = !value.children.empty() && isKnown(value.children[0]);
    if (!known) return isPointer ? "NonNull" : "Value";
    return valueWords(model, value.children[0], isArray || type.parts.empty() ? id : type.parts[0]);
  }
  switch (type.kind) {
    case TypeKind::Null:
      return "Null";
    case TypeKind::Boolean:
      return value.integer != 0 ? "True" : "False";
    case TypeKind::Integer:
      return integerWords(wrapped(value.integer, type), type);
    case TypeKind::Character:
      return characterWords(wrapped(value.integer, type), type);
    case TypeKind::Enumeration: {
      const __int128 number = wrapped(value.integer, type);
      for (const program::Enumerator& enumerator : type.enumerators) {
        if (wrapped(enumerator.value, type) == number) return constantWords(lastComponent(enumerator.name));
      }
      return pascalCase(lastComponent(type.spelling)) + integerWords(number, type);
    }
    case TypeKind::Floating:
      return floatingWords(value.floating, type);
    case TypeKind::String:
    case TypeKind::StringView:
    case TypeKind::CString:
    case TypeKind::Buffer:
      return textWords(value.text);
    case TypeKind::Wrapped:
      return valueWords(model, value, type.parts[0]);
    case TypeKind::Variant: {
      const bool isWhole = value.children.size() == 2;
      const auto index = isWhole ? static_cast<size_t>(value.children[0].integer) : type.parts.size();
      return index < type.parts.size() ? valueWords(model, value.children[1], type.parts[index]) : "Value";
    }
    case TypeKind::Stream:
      return textWords(value.text);
    case TypeKind::Sequence:
    case TypeKind::Set:
    case TypeKind::Map:
    case TypeKind::Span:
    case TypeKind::Elements:
      if (value.kind == Value::Kind::Text) return textWords(value.text);
      if (value.children.empty()) return "NoElements";
      return value.children.size() == 1 ? "OneElement" : fmt::format("{}Elements", value.children.size());
    case TypeKind::Array:
    case TypeKind::Tuple:
    case TypeKind::Class: {
      if (value.kind != Value::Kind::List || value.children.size() > 3 || type.kind == TypeKind::Class) {
        return pascalCase(lastComponent(type.spelling));
      }
      if (value.children.empty()) return "Nothing";
      std::string words;
      for (size_t i = 0; i < value.children.size(); ++i) {
        const size_t part = type.kind == TypeKind::Tuple ? i : 0;
        if (part < type.parts.size())
          words += (i == 0 ? "" : "And") + valueWords(model, value.children[i], type.parts[part]);
      }
      return words;
    }
    default:
      return "Value";
  }
}

std::string resultWords(const program::Model& model, const program::Callable& callable, const Value& result) {
  const std::string* name = nameOfResult(callable, model.types[callable.result], result);
  if (name == nullptr) return valueWords(model, result, callable.result);
  const std::string last = lastComponent(*name);
  std::string_view own = last;
  // Of KV_INVALID that kv_put returns the library's name says nothing.
  const size_t prefix = own.find('_');
  const auto isSameLetter = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
  if (prefix != std::string_view::npos && prefix + 1 < own.size() && callable.name.size() > prefix &&
      callable.name[prefix] == '_' &&
      std::ranges::equal(own.substr(0, prefix), std::string_view(callable.name).substr(0, prefix),
                         isSameLetter))
    own.remove_prefix(prefix + 1);
  return constantWords(own);
}

std::string messageWords(std::string_view message) {
  constexpr size_t kLongest = 48;
  // Numbers may be of the clock, of addresses or of lines: the name would be another one next time.
  const auto isOfSentences = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 ||
           std::string_view(" ,.:;!?'\"()-").find(c) != std::string_view::npos;
  };
  static const std::set<std::string, std::less<>> functions = {"stoi",   "stol", "stoul", "stoll",
                                                               "stoull", "stof", "stod",  "stold"};
  const bool isOfLibrary = message.find("::") != std::string_view::npos || functions.contains(message);
  const bool isReadable =
      message.size() <= kLongest && !isOfLibrary && std::ranges::all_of(message, isOfSentences);
  return isReadable ? pascalCase(message) : std::string();
}

std::string callableWords(const program::Callable& callable) {
  static const std::map<std::string, const char*, std::less<>> operators = {{"+", "Plus"},
                                                                            {"-", "Minus"},
                                                                            {"*", "Times"},
                                                                            {"/", "DividedBy"},
                                                                            {"%", "Modulo"},
                                                                            {"==", "Equality"},
                                                                            {"!=", "Inequality"},
                                                                            {"<", "LessThan"},
                                                                            {">", "GreaterThan"},
                                                                            {"<=", "AtMost"},
                                                                            {">=", "AtLeast"},
                                                                            {"<=>", "Comparison"},
                                                                            {"[]", "Subscript"},
                                                                            {"()", "Call"},
                                                                            {"!", "Not"},
                                                                            {"~", "Complement"},
                                                                            {"&", "BitAnd"},
                                                                            {"|", "BitOr"},
                                                                            {"^", "BitXor"},
                                                                            {"&&", "And"},
                                                                            {"||", "Or"},
                                                                            {"<<", "ShiftLeft"},
                                                                            {">>", "ShiftRight"},
                                                                            {"++", "Increment"},
                                                                            {"--", "Decrement"},
                                                                            {"=", "Assignment"},
                                                                            {"+=", "PlusAssign"},
                                                                            {"-=", "MinusAssign"},
                                                                            {"*=", "TimesAssign"},
                                                                            {"/=", "DivideAssign"},
                                                                            {"%=", "ModuloAssign"},
                                                                            {"->", "Arrow"},
                                                                            {"&=", "BitAndAssign"},
                                                                            {"|=", "BitOrAssign"},
                                                                            {"^=", "BitXorAssign"},
                                                                            {"<<=", "ShiftLeftAssign"},
                                                                            {">>=", "ShiftRightAssign"},
                                                                            {",", "Comma"}};
  if (callable.setsField) return "Setting" + pascalCase(callable.name);
  constexpr std::string_view keyword = "operator";
  // What a template was instantiated with its arguments tell, or nobody cares.
  if (!callable.name.starts_with(keyword))
    return pascalCase(callable.name.substr(0, callable.name.find('<')));
  std::string symbol = callable.name.substr(keyword.size());
  if (const size_t end = symbol.find(" <"); end != std::string::npos) symbol.resize(end);
  const auto found = operators.find(symbol);
  if (found == operators.end()) {
    return callable.name.starts_with("operator ") ? "ConversionTo" + pascalCase(lastComponent(symbol))
                                                  : pascalCase(callable.name);
  }
  const size_t operands =
      callable.parameters.size() + (callable.kind == program::CallableKind::Method ? 1 : 0);
  if (operands == 1 && symbol == "-") return "Negation";
  if (operands == 1 && symbol == "*") return "Dereference";
  if (operands == 1 && symbol == "&") return "AddressOf";
  if (operands == 1 && symbol == "+") return "UnaryPlus";
  return found->second;
}

}  // namespace covolve::unit
