#include "regex/parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "regex/class_parser.h"
#include "regex/cursor.h"

namespace covolve::regex {

namespace {

/// As deep as PCRE2 nests.
constexpr size_t kDeepest = 250;

bool isRepeatable(const Term& term) {
  if (const auto* look = std::get_if<Lookaround>(&term.atom)) return look->isAhead;
  return !std::holds_alternative<Assertion>(term.atom);
}

class Parser {
 public:
  Parser(std::string_view pattern, Syntax syntax) : cursor_(pattern), syntax_(syntax) {}

  std::expected<SyntaxTree, ParseFailure> parse() {
    auto whole = parseDisjunction();
    if (whole && !cursor_.atEnd()) whole = cursor_.fail("a closing parenthesis has no partner");
    if (whole) checkReferences();
    if (cursor_.hasFailed()) return std::unexpected(cursor_.failure());
    return SyntaxTree{syntax_, std::move(*whole), std::move(names_)};
  }

 private:
  std::optional<Disjunction> parseDisjunction() {
    if (++depth_ > kDeepest) return cursor_.refuse("it is nested too deeply");
    Disjunction alternatives;
    do {
      auto alternative = parseAlternative();
      if (!alternative) return std::nullopt;
      alternatives.push_back(std::move(*alternative));
    } while (cursor_.take("|"));
    --depth_;
    return alternatives;
  }

  std::optional<Alternative> parseAlternative() {
    Alternative terms;
    while (!cursor_.atEnd() && !cursor_.sees("|") && !cursor_.sees(")")) {
      auto term = parseAtom();
      if (!term) return std::nullopt;
      term->quantifier = parseQuantifier();
      if (term->quantifier && !isRepeatable(*term))
        cursor_.fail("a quantifier follows what cannot be repeated");
      if (cursor_.hasFailed()) return std::nullopt;
      terms.push_back(std::move(*term));
    }
    return terms;
  }

  /// Nothing where there is none, or where the cursor has failed.
  std::optional<Quantifier> parseQuantifier() {
    auto quantifier = parseBounds();
    if (!quantifier) return std::nullopt;
    if (syntax_ != Syntax::PosixExtended) quantifier->isLazy = cursor_.take("?");
    if (cursor_.sees("*") || cursor_.sees("+") || cursor_.sees("?"))
      return cursor_.fail("a quantifier follows a quantifier");
    return quantifier;
  }

  std::optional<Quantifier> parseBounds() {
    if (cursor_.take("*")) return Quantifier{0, Quantifier::kUnbounded};
    if (cursor_.take("+")) return Quantifier{1, Quantifier::kUnbounded};
    if (cursor_.take("?")) return Quantifier{0, 1};
    const std::string_view before = cursor_.rest();
    if (!cursor_.take("{")) return std::nullopt;
    const auto least = cursor_.takeNumber();
    auto most = least;
    if (least && cursor_.take(",")) most = cursor_.takeNumber().value_or(Quantifier::kUnbounded);
    if (!least || !cursor_.take("}")) {
      // ECMAScript takes such a brace as a character.
      if (syntax_ == Syntax::PosixExtended) return cursor_.fail("a brace is not a quantifier");
      cursor_.returnTo(before);
      return std::nullopt;
    }
    if (*least > *most) return cursor_.fail("a quantifier's numbers are in the wrong order");
    return Quantifier{*least, *most};
  }

  std::optional<Term> parseAtom() {
    if (cursor_.sees("{") || cursor_.sees("*") || cursor_.sees("+") || cursor_.sees("?")) {
      const bool isQuantifier = syntax_ == Syntax::PosixExtended || parseBounds();
      if (isQuantifier) return cursor_.fail("a quantifier has nothing to repeat");
      if (cursor_.hasFailed()) return std::nullopt;
    }
    const char32_t c = cursor_.take();
    switch (c) {
      case '^':
        return Term{Assertion::Begin, {}};
      case '$':
        return Term{Assertion::End, {}};
      case '.':
        return Term{AnyCharacter{}, {}};
      case '(':
        return parseGroup();
      case '[': {
        auto set = parseBracket(cursor_, syntax_);
        if (!set) return std::nullopt;
        return Term{std::move(*set), {}};
      }
      case '\\':
        return parseEscape();
      default:
        return Term{Character{c}, {}};
    }
  }

  std::optional<Term> parseEscape() {
    if (cursor_.atEnd()) return cursor_.fail("it ends within an escape");
    if (syntax_ != Syntax::PosixExtended) {
      if (cursor_.take("b")) return Term{Assertion::WordBoundary, {}};
      if (cursor_.take("B")) return Term{Assertion::NoWordBoundary, {}};
      if (cursor_.peek() >= '1' && cursor_.peek() <= '9') {
        const size_t number = *cursor_.takeNumber();
        mostReferredTo_ = std::max(mostReferredTo_, number);
        return Term{BackReference{number - 1, {}}, {}};
      }
    }
    if (syntax_ == Syntax::Ecma262 && cursor_.take("k")) return parseNamedReference();
    auto member = parseCharacterEscape(cursor_, syntax_);
    if (!member) return std::nullopt;
    if (const auto character = onlyCharacter(*member)) return Term{Character{*character}, {}};
    return Term{CharacterClass{false, {std::move(*member)}}, {}};
  }

  std::optional<Term> parseNamedReference() {
    const auto name = cursor_.take("<") ? cursor_.takeUntil(">") : std::nullopt;
    if (!name) return cursor_.fail("the escape \\k lacks its <name>");
    namesReferredTo_.emplace_back(*name);
    return Term{BackReference{0, std::string(*name)}, {}};
  }

  std::optional<Term> parseGroup() {
    if (syntax_ != Syntax::PosixExtended && cursor_.take("?")) return parseSpecialGroup();
    return parseCapturingGroup({});
  }

  std::optional<Term> parseCapturingGroup(std::string_view name) {
    const size_t number = names_.size();
    names_.emplace_back(name);
    return parseInside(Group{Group::Kind::Capturing, number, {}});
  }

  /// The question mark was taken.
  std::optional<Term> parseSpecialGroup() {
    if (cursor_.take(":")) return parseInside(Group{Group::Kind::Plain, 0, {}});
    if (cursor_.take("=")) return parseInside(Lookaround{true, true, {}});
    if (cursor_.take("!")) return parseInside(Lookaround{true, false, {}});
    if (syntax_ == Syntax::Ecma262) {
      if (cursor_.take("<=")) return parseInside(Lookaround{false, true, {}});
      if (cursor_.take("<!")) return parseInside(Lookaround{false, false, {}});
      if (cursor_.take("i:")) return parseInside(Group{Group::Kind::IgnoringCase, 0, {}});
      if (cursor_.take("-i:")) return parseInside(Group{Group::Kind::RespectingCase, 0, {}});
      if (cursor_.take("<")) {
        const auto name = cursor_.takeUntil(">");
        if (!name || name->empty()) return cursor_.fail("a group lacks its name");
        return parseCapturingGroup(*name);
      }
      return cursor_.refuse("a group begins with an unknown (?");
    }
    return cursor_.refuse("of the groups that begin with (? only (?: (?= and (?! are supported");
  }

  /// Up to and with the closing parenthesis.
  template <class Atom>
  std::optional<Term> parseInside(Atom atom) {
    auto inside = parseDisjunction();
    if (!inside) return std::nullopt;
    if (!cursor_.take(")")) return cursor_.fail("a parenthesis is not closed");
    atom.inside = std::move(*inside);
    return Term{std::move(atom), {}};
  }

  /// Only at the end it is known which groups there are.
  void checkReferences() {
    for (const std::string& name : namesReferredTo_) {
      if (std::ranges::find(names_, name) == names_.end())
        cursor_.fail(fmt::format("\\k<{}> refers to no group", name));
    }
    // An octal number in old expressions.
    if (mostReferredTo_ > names_.size())
      cursor_.refuse(fmt::format("\\{} refers to no group", mostReferredTo_));
  }

  Cursor cursor_;
  Syntax syntax_;
  size_t depth_ = 0;
  std::vector<std::string> names_;  // of capturing groups; empty for those without
  std::vector<std::string> namesReferredTo_;
  size_t mostReferredTo_ = 0;
};

}  // namespace

std::expected<SyntaxTree, ParseFailure> parse(std::string_view pattern, Syntax syntax) {
  if (!isUtf8(pattern)) return std::unexpected(ParseFailure{"it is no UTF-8", false});
  return Parser(pattern, syntax).parse();
}

std::vector<size_t> groupsOf(const SyntaxTree& tree, const BackReference& reference) {
  if (reference.name.empty()) return {reference.number};
  std::vector<size_t> groups;
  for (size_t i = 0; i < tree.groupNames.size(); ++i) {
    if (tree.groupNames[i] == reference.name) groups.push_back(i);
  }
  return groups;
}

}  // namespace covolve::regex
