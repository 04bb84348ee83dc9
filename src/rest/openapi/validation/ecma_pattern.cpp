#include "rest/openapi/validation/ecma_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/utf8.h"
#include "rest/openapi/validation/unicode_property.h"

namespace covolve::rest {

namespace {

using Outcome = EcmaTranslation::Outcome;

/// What \s and \S hold, for use in brackets: PCRE2's own \s knows ASCII only.
constexpr std::string_view kSpaces =
    R"(\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr std::string_view kNoSpaces =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e})"
    R"(\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";
constexpr std::string_view kNoLineEnd = R"([^\x{a}\x{d}\x{2028}\x{2029}])";
constexpr std::string_view kAnything = R"([\x{0}-\x{10ffff}])";
constexpr std::string_view kNothing = "(?:(?!))";

/// PCRE2 counts no further.
constexpr uint32_t kMostRepetitions = 65'535;

bool isDigit(char32_t c) { return c >= '0' && c <= '9'; }
bool isLetter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isHalfOfPair(char32_t c) { return c >= 0xD800 && c < 0xE000; }

std::string literal(char32_t c) {
  if (isDigit(c) || isLetter(c)) return {static_cast<char>(c)};
  return fmt::format("\\x{{{:x}}}", static_cast<uint32_t>(c));
}

/// The capturing groups: how many, and which have which name.
struct Groups {
  size_t count = 0;
  std::map<std::string, std::vector<size_t>, std::less<>> named;  // several: in different alternatives
};

Groups findGroups(std::string_view pattern) {
  Groups groups;
  bool inBrackets = false;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    if (c == '\\') {
      ++at;
    } else if (inBrackets) {
      inBrackets = c != ']';
    } else if (c == '[') {
      inBrackets = true;
    } else if (c == '(') {
      const std::string_view rest = pattern.substr(at + 1);
      const bool isNamed = rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!");
      if (rest.starts_with('?') && !isNamed) continue;
      ++groups.count;
      if (isNamed) groups.named[std::string(rest.substr(2, rest.find('>') - 2))].push_back(groups.count);
    }
  }
  return groups;
}

/// Goes through the expression once, without recursion: groups may be nested at will.
class Translator {
 public:
  explicit Translator(std::string_view pattern) : rest_(pattern), groups_(findGroups(pattern)) {}

  EcmaTranslation run() {
    while (outcome_ == Outcome::Done && !rest_.empty()) term(takeCharacter(rest_));
    if (outcome_ == Outcome::Done && !open_.empty()) stop(Outcome::Wrong);
    return {outcome_, std::move(out_)};
  }

 private:
  /// One member of a bracket expression.
  struct Member {
    std::optional<char32_t> character;
    std::string set;  // where it is none: "\d"
  };

  void stop(Outcome outcome) {
    if (outcome_ == Outcome::Done) outcome_ = outcome;
  }
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void atom(std::string_view text) {
    out_ += text;
    isRepeatable_ = true;
  }
  void condition(std::string_view text) {
    out_ += text;
    isRepeatable_ = false;
  }

  void term(char32_t c);
  void openGroup();
  void closeGroup();
  void repeat(std::string_view bounds);
  bool repeatBetween();
  void escape();
  void backReference(char32_t firstDigit);
  void namedBackReference();
  void brackets();
  Member member();
  std::optional<std::string> classEscape(char32_t c);
  std::optional<char32_t> characterEscape(char32_t c);
  std::optional<uint32_t> takeHexadecimal(size_t digits);
  std::optional<uint32_t> takeDecimal();
  std::optional<char32_t> unicodeEscape();

  std::string_view rest_;
  Groups groups_;
  std::string out_;
  std::vector<bool> open_;  // for each group: whether it may be repeated
  bool isRepeatable_ = false;
  Outcome outcome_ = Outcome::Done;
};

void Translator::term(char32_t c) {
  switch (c) {
    case '^':
      return condition("^");
    case '$':
      return condition("$");
    case '|':
      return condition("|");
    case '.':
      return atom(kNoLineEnd);
    case '(':
      return openGroup();
    case ')':
      return closeGroup();
    case '[':
      return brackets();
    case '\\':
      return escape();
    case '*':
      return repeat("*");
    case '+':
      return repeat("+");
    case '?':
      return repeat("?");
    case '{':
      if (repeatBetween()) return;
      break;
    default:
      break;
  }
  atom(literal(c));
}

void Translator::openGroup() {
  isRepeatable_ = false;
  if (!rest_.starts_with('?')) {
    out_ += '(';
    open_.push_back(true);
    return;
  }
  for (const std::string_view kind : {"?:", "?=", "?!", "?i:", "?-i:", "?<=", "?<!"}) {
    if (!take(kind)) continue;
    out_.append("(").append(kind);
    open_.push_back(!kind.starts_with("?<"));
    return;
  }
  if (!take("?<")) return stop(Outcome::Unsupported);
  const size_t end = rest_.find('>');
  if (end == std::string_view::npos || end == 0) return stop(Outcome::Wrong);
  rest_.remove_prefix(end + 1);
  out_ += '(';
  open_.push_back(true);
}

void Translator::closeGroup() {
  if (open_.empty()) return stop(Outcome::Wrong);
  out_ += ')';
  isRepeatable_ = open_.back();
  open_.pop_back();
}

void Translator::repeat(std::string_view bounds) {
  if (!isRepeatable_) return stop(Outcome::Wrong);
  out_ += bounds;
  if (take("?")) out_ += '?';
  isRepeatable_ = false;
}

/// {2}, {2,} and {2,3}; false, and nothing is taken, where it is none of these.
bool Translator::repeatBetween() {
  const std::string_view before = rest_;
  const auto least = takeDecimal();
  const bool hasComma = least && take(",");
  const auto most = hasComma ? takeDecimal() : least;
  if (!least || !take("}")) {
    rest_ = before;
    return false;
  }
  if (most && *least > *most) {
    stop(Outcome::Wrong);
  } else if (*least > kMostRepetitions) {
    stop(Outcome::Unsupported);
  } else if (!hasComma) {
    repeat(fmt::format("{{{}}}", *least));
  } else if (!most || *most > kMostRepetitions) {
    repeat(fmt::format("{{{},}}", *least));
  } else {
    repeat(fmt::format("{{{},{}}}", *least, *most));
  }
  return true;
}

void Translator::escape() {
  if (rest_.empty()) return stop(Outcome::Wrong);
  const char32_t c = takeCharacter(rest_);
  if (c == 'b') return condition("\\b");
  if (c == 'B') return condition("\\B");
  if (c == 'k') return namedBackReference();
  if (c >= '1' && c <= '9') return backReference(c);
  if (const auto set = classEscape(c)) return atom(c == 's' || c == 'S' ? '[' + *set + ']' : *set);
  if (const auto character = characterEscape(c)) atom(literal(*character));
}

void Translator::backReference(char32_t firstDigit) {
  size_t number = firstDigit - '0';
  while (!rest_.empty() && isDigit(static_cast<unsigned char>(rest_.front())) && number <= groups_.count) {
    number = 10 * number + static_cast<size_t>(rest_.front() - '0');
    rest_.remove_prefix(1);
  }
  // An octal number in old expressions.
  if (number > groups_.count) return stop(Outcome::Unsupported);
  atom(fmt::format("\\g{{{}}}", number));
}

void Translator::namedBackReference() {
  const size_t end = rest_.find('>');
  if (!take("<") || end == std::string_view::npos) return stop(Outcome::Wrong);
  const auto found = groups_.named.find(rest_.substr(0, end - 1));
  if (found == groups_.named.end()) return stop(Outcome::Wrong);
  rest_.remove_prefix(end);
  // Of groups with one name at most one took part; the others match the empty text.
  std::string all = "(?:";
  for (const size_t number : found->second) all += fmt::format("\\g{{{}}}", number);
  atom(all + ')');
}

void Translator::brackets() {
  const bool isNegated = take("^");
  std::string members;
  while (!take("]")) {
    if (rest_.empty()) return stop(Outcome::Wrong);
    const Member first = member();
    const bool isRange = outcome_ == Outcome::Done && rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']';
    if (isRange) rest_.remove_prefix(1);
    const Member last = isRange ? member() : first;
    if (outcome_ != Outcome::Done) return;
    if (first.character && last.character) {
      if (*first.character > *last.character) return stop(Outcome::Wrong);
      members += literal(*first.character);
      if (isRange) members += '-' + literal(*last.character);
      continue;
    }
    members += first.character ? literal(*first.character) : first.set;
    if (isRange) members += literal('-') + (last.character ? literal(*last.character) : last.set);
  }
  if (members.empty()) return atom(isNegated ? kAnything : kNothing);
  atom((isNegated ? "[^" : "[") + members + ']');
}

Translator::Member Translator::member() {
  const char32_t c = takeCharacter(rest_);
  if (c != '\\') return {c, {}};
  if (rest_.empty()) {
    stop(Outcome::Wrong);
    return {};
  }
  const char32_t escaped = takeCharacter(rest_);
  if (escaped == 'b') return {U'\b', {}};
  if (auto set = classEscape(escaped)) return {std::nullopt, std::move(*set)};
  return {characterEscape(escaped), {}};
}

/// \d \D \w \W \s \S \p{...} \P{...}, as they stand in brackets.
std::optional<std::string> Translator::classEscape(char32_t c) {
  if (c == 's') return std::string(kSpaces);
  if (c == 'S') return std::string(kNoSpaces);
  if (c == 'd' || c == 'D' || c == 'w' || c == 'W') return std::string("\\") + static_cast<char>(c);
  if (c != 'p' && c != 'P') return std::nullopt;
  const size_t end = rest_.find('}');
  if (!rest_.starts_with('{') || end == std::string_view::npos) {
    stop(Outcome::Unsupported);
    return std::string();
  }
  const auto property = translateProperty(rest_.substr(1, end - 1), c == 'P');
  if (!property) stop(Outcome::Unsupported);
  rest_.remove_prefix(end + 1);
  return property.value_or("");
}

/// None, and a reason to stop, where it is no character.
std::optional<char32_t> Translator::characterEscape(char32_t c) {
  switch (c) {
    case 't':
      return U'\t';
    case 'n':
      return U'\n';
    case 'v':
      return U'\v';
    case 'f':
      return U'\f';
    case 'r':
      return U'\r';
    case 'c':
      if (rest_.empty() || !isLetter(static_cast<unsigned char>(rest_.front()))) break;
      return takeCharacter(rest_) % 32;
    case 'x':
      if (const auto code = takeHexadecimal(2)) return *code;
      break;
    case 'u':
      if (const auto code = unicodeEscape()) return *code;
      break;
    default:
      if (isDigit(c)) {
        if (c == '0' && (rest_.empty() || !isDigit(static_cast<unsigned char>(rest_.front())))) return U'\0';
        stop(Outcome::Unsupported);
        return std::nullopt;
      }
      if (!isLetter(c)) return c;
      stop(Outcome::Wrong);
      return std::nullopt;
  }
  // Letters that stand for themselves in old expressions: \xyz.
  stop(Outcome::Unsupported);
  return std::nullopt;
}

std::optional<char32_t> Translator::unicodeEscape() {
  if (take("{")) {
    const size_t end = rest_.find('}');
    if (end == std::string_view::npos || end == 0 || end > 8) return std::nullopt;
    const auto code = takeHexadecimal(end);
    if (!code || *code > 0x10FFFF || isHalfOfPair(*code)) return std::nullopt;
    rest_.remove_prefix(1);
    return *code;
  }
  const auto first = takeHexadecimal(4);
  if (!first || !isHalfOfPair(*first)) return first;
  if (*first >= 0xDC00 || !take("\\u")) return std::nullopt;
  const auto second = takeHexadecimal(4);
  if (!second || *second < 0xDC00 || *second >= 0xE000) return std::nullopt;
  return 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
}

std::optional<uint32_t> Translator::takeHexadecimal(size_t digits) {
  if (rest_.size() < digits) return std::nullopt;
  uint32_t number = 0;
  for (const char c : rest_.substr(0, digits)) {
    const uint32_t lower = static_cast<unsigned char>(c) | 0x20U;
    if (isDigit(static_cast<unsigned char>(c))) {
      number = 16 * number + static_cast<uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      number = 16 * number + (lower - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  rest_.remove_prefix(digits);
  return number;
}

/// None without a digit; stays at a number beyond all bounds.
std::optional<uint32_t> Translator::takeDecimal() {
  std::optional<uint32_t> number;
  while (!rest_.empty() && isDigit(static_cast<unsigned char>(rest_.front()))) {
    const uint32_t longer = 10 * number.value_or(0) + static_cast<uint32_t>(rest_.front() - '0');
    number = std::min(longer, kMostRepetitions + 1);
    rest_.remove_prefix(1);
  }
  return number;
}

}  // namespace

EcmaTranslation translateEcmaPattern(std::string_view pattern) {
  if (!isUtf8(pattern)) return {Outcome::Unsupported, {}};
  return Translator(pattern).run();
}

}  // namespace covolve::rest
