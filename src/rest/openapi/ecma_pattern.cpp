#include "rest/openapi/ecma_pattern.h"

#include <fmt/format.h>

#include <utility>

#include "rest/openapi/unicode_property.h"

namespace covolve::rest {

namespace {

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
constexpr size_t kMostRepetitions = 65'535;

std::string literal(char32_t c) {
  const bool isPlain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return isPlain ? std::string(1, static_cast<char>(c))
                 : fmt::format("\\x{{{:x}}}", static_cast<uint32_t>(c));
}

class Translator {
 public:
  explicit Translator(const regex::SyntaxTree& tree) : tree_(tree) {}

  std::optional<std::string> run() {
    write(tree_.whole);
    return isPossible_ ? std::optional(std::move(out_)) : std::nullopt;
  }

  // For std::visit: one for each kind of atom.
  void operator()(const regex::Character& character) { out_ += literal(character.code); }
  void operator()(const regex::AnyCharacter&) { out_ += kNoLineEnd; }
  void operator()(const regex::CharacterClass& set);
  void operator()(regex::Assertion assertion);
  void operator()(const regex::Group& group);
  void operator()(const regex::Lookaround& look);
  void operator()(const regex::BackReference& reference);

 private:
  void write(const regex::Disjunction& alternatives);
  void write(const regex::Quantifier& quantifier);
  std::string member(const regex::ClassMember& member);

  const regex::SyntaxTree& tree_;
  std::string out_;
  bool isPossible_ = true;
};

void Translator::write(const regex::Disjunction& alternatives) {
  for (bool isFirst = true; const regex::Alternative& alternative : alternatives) {
    if (!std::exchange(isFirst, false)) out_ += '|';
    for (const regex::Term& term : alternative) {
      std::visit(*this, term.atom);
      if (term.quantifier) write(*term.quantifier);
    }
  }
}

void Translator::write(const regex::Quantifier& quantifier) {
  if (quantifier.least > kMostRepetitions) isPossible_ = false;
  if (quantifier.most > kMostRepetitions) {
    out_ += fmt::format("{{{},}}", quantifier.least);
  } else {
    out_ += fmt::format("{{{},{}}}", quantifier.least, quantifier.most);
  }
  if (quantifier.isLazy) out_ += '?';
}

std::string Translator::member(const regex::ClassMember& member) {
  if (const auto* range = std::get_if<regex::Range>(&member)) {
    return range->first == range->last ? literal(range->first)
                                       : literal(range->first) + '-' + literal(range->last);
  }
  if (const auto* named = std::get_if<regex::NamedClass>(&member)) {
    if (named->name == "s") return std::string(kSpaces);
    if (named->name == "S") return std::string(kNoSpaces);
    return '\\' + named->name;
  }
  const auto& property = std::get<regex::UnicodeProperty>(member);
  const auto translated = translateProperty(property.name, property.isNegated);
  if (!translated) isPossible_ = false;
  return translated.value_or("");
}

void Translator::operator()(const regex::CharacterClass& set) {
  if (set.members.empty()) {
    out_ += set.isNegated ? kAnything : kNothing;
    return;
  }
  out_ += set.isNegated ? "[^" : "[";
  for (const regex::ClassMember& one : set.members) out_ += member(one);
  out_ += ']';
}

void Translator::operator()(regex::Assertion assertion) {
  switch (assertion) {
    case regex::Assertion::Begin:
      out_ += '^';
      break;
    case regex::Assertion::End:
      out_ += '$';
      break;
    case regex::Assertion::WordBoundary:
      out_ += "\\b";
      break;
    case regex::Assertion::NoWordBoundary:
      out_ += "\\B";
      break;
  }
}

void Translator::operator()(const regex::Group& group) {
  switch (group.kind) {
    case regex::Group::Kind::Capturing:
      out_ += '(';
      break;
    case regex::Group::Kind::Plain:
      out_ += "(?:";
      break;
    case regex::Group::Kind::IgnoringCase:
      out_ += "(?i:";
      break;
    case regex::Group::Kind::RespectingCase:
      out_ += "(?-i:";
      break;
  }
  write(group.inside);
  out_ += ')';
}

void Translator::operator()(const regex::Lookaround& look) {
  out_ += look.isAhead ? "(?" : "(?<";
  out_ += look.isPositive ? '=' : '!';
  write(look.inside);
  out_ += ')';
}

void Translator::operator()(const regex::BackReference& reference) {
  // Of groups with one name at most one took part; the others match the empty text.
  out_ += "(?:";
  for (const size_t number : regex::groupsOf(tree_, reference)) out_ += fmt::format("\\g{{{}}}", number + 1);
  out_ += ')';
}

}  // namespace

std::optional<std::string> translateEcmaPattern(const regex::SyntaxTree& tree) {
  return Translator(tree).run();
}

}  // namespace covolve::rest
