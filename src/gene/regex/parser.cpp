#include "gene/regex/parser.h"

#include <fmt/format.h>

#include "gene/regex/assertion_part.h"
#include "gene/regex/back_reference_part.h"
#include "gene/regex/bracket_parser.h"
#include "gene/regex/class_part.h"
#include "gene/regex/disjunction_part.h"
#include "gene/regex/group_part.h"
#include "gene/regex/literal_part.h"
#include "gene/regex/lookahead_part.h"
#include "gene/regex/quantifier_part.h"
#include "gene/regex/sequence_part.h"

namespace covolve::gene::regex {

namespace {

constexpr size_t kDeepest = 100;
constexpr size_t kMostParts = 20'000;
constexpr auto kUnbounded = QuantifierPart::kUnbounded;

/// A piece of the pattern and what its surroundings must know of it.
struct Piece {
  std::unique_ptr<Part> part;
  size_t height = 0;  // quantifiers nested inside
  size_t parts = 1;   // made for the shortest text
  bool repeatable = true;
  char literal = '\0';
  bool isLiteral = false;

  static Piece of(std::unique_ptr<Part> part) {
    Piece piece;
    piece.part = std::move(part);
    return piece;
  }
};

struct Repetition {
  size_t least;
  size_t most;
};

class Parser {
 public:
  Parser(std::string_view pattern, RegexSyntax syntax)
      : cursor_(pattern), isEcmascript_(syntax == RegexSyntax::Ecmascript), syntax_(syntax) {}

  std::optional<Parsed> parse() {
    auto whole = parseDisjunction();
    if (!whole) return std::nullopt;
    if (!cursor_.atEnd()) return cursor_.fail("a closing parenthesis has no partner");
    if (whole->part->leastLength() > kLongestText) {
      return cursor_.fail(fmt::format("its texts are longer than {} characters", kLongestText));
    }
    return Parsed{std::move(whole->part), usable_.size()};
  }

  const std::string& problem() const { return cursor_.problem(); }

 private:
  std::optional<Piece> parseDisjunction() {
    if (++depth_ > kDeepest) return cursor_.fail("it is nested too deeply");
    PartList alternatives;
    Piece whole;
    do {
      auto alternative = parseSequence();
      if (!alternative) return std::nullopt;
      whole.height = std::max(whole.height, alternative->height);
      whole.parts += alternative->parts;
      alternatives.push_back(std::move(alternative->part));
    } while (cursor_.take("|"));
    --depth_;
    if (alternatives.size() == 1) {
      whole.part = std::move(alternatives[0]);
    } else {
      whole.part = std::make_unique<DisjunctionPart>(std::move(alternatives));
    }
    return whole;
  }

  std::optional<Piece> parseSequence() {
    PartList parts;
    Piece whole;
    LiteralPart* block = nullptr;  // the literal that the next one extends
    while (!cursor_.atEnd() && cursor_.peek() != '|' && cursor_.peek() != ')') {
      const size_t firstGroup = usable_.size();
      auto piece = parseAtom();
      if (!piece) return std::nullopt;
      const size_t beforeQuantifier = cursor_.position();
      piece = parseQuantified(std::move(*piece), firstGroup);
      if (!piece) return std::nullopt;
      whole.height = std::max(whole.height, piece->height);
      whole.parts += piece->parts;
      if (whole.parts > kMostParts) return cursor_.fail("it repeats too much");
      if (piece->isLiteral && cursor_.position() == beforeQuantifier) {
        if (block != nullptr) {
          block->extend(piece->literal);
          continue;
        }
        block = static_cast<LiteralPart*>(piece->part.get());
      } else {
        block = nullptr;
      }
      parts.push_back(std::move(piece->part));
    }
    if (parts.size() == 1) {
      whole.part = std::move(parts[0]);
    } else {
      whole.part = std::make_unique<SequencePart>(std::move(parts));
    }
    return whole;
  }

  std::optional<Piece> parseQuantified(Piece piece, size_t firstGroup) {
    const auto repetition = parseRepetition();
    if (!repetition) {
      if (!cursor_.problem().empty()) return std::nullopt;
      return piece;
    }
    if (!piece.repeatable) return cursor_.fail("a quantifier follows what cannot be repeated");
    if (piece.isLiteral && static_cast<unsigned char>(piece.literal) > 127) {
      return cursor_.fail("a quantifier follows a character outside ASCII");
    }
    if (isEcmascript_) cursor_.take("?");  // lazy: the same texts
    if (std::string_view("*+?").find(cursor_.peek()) != std::string_view::npos && !cursor_.atEnd()) {
      return cursor_.fail("a quantifier follows a quantifier");
    }
    if (repetition->least > kMostParts / std::max<size_t>(piece.parts, 1))
      return cursor_.fail("it repeats too much");
    Piece repeated;
    repeated.height = piece.height + 1;
    repeated.parts = 1 + piece.parts * std::max<size_t>(repetition->least, 1);
    const size_t usual = std::max<size_t>(QuantifierPart::kUsual >> std::min<size_t>(piece.height, 8), 1);
    repeated.part = std::make_unique<QuantifierPart>(
        std::move(piece.part),
        QuantifierPart::Bounds{repetition->least, repetition->most, usual, firstGroup, usable_.size()});
    return repeated;
  }

  /// Nothing where there is none, or where the cursor has a problem.
  std::optional<Repetition> parseRepetition() {
    if (cursor_.take("*")) return Repetition{0, kUnbounded};
    if (cursor_.take("+")) return Repetition{1, kUnbounded};
    if (cursor_.take("?")) return Repetition{0, 1};
    if (!cursor_.sees("{")) return std::nullopt;
    const size_t before = cursor_.position();
    cursor_.take();
    const auto least = cursor_.takeNumber();
    auto most = least;
    if (least && cursor_.take(",")) {
      most = cursor_.takeNumber();
      if (!most) most = kUnbounded;
    }
    if (!least || !cursor_.take("}")) {
      // ECMAScript takes such a brace as a character.
      if (!isEcmascript_) return cursor_.fail("a brace is not a quantifier");
      cursor_.moveTo(before);
      return std::nullopt;
    }
    if (*least > *most) return cursor_.fail("a quantifier's numbers are in the wrong order");
    return Repetition{*least, *most};
  }

  static Piece literal(char c) {
    Piece piece = Piece::of(std::make_unique<LiteralPart>(std::string(1, c)));
    piece.literal = c;
    piece.isLiteral = true;
    return piece;
  }

  Piece assertion(AssertionPart::Kind kind) {
    if (kind != AssertionPart::Kind::End) ++assertionsOfBegin_;
    Piece piece = Piece::of(std::make_unique<AssertionPart>(kind));
    piece.repeatable = false;
    return piece;
  }

  static Piece characterOf(const CharacterSet& set) {
    if (set.size() > 1) return Piece::of(std::make_unique<ClassPart>(set));
    for (int c = 0; c < 128; ++c) {
      if (set.holds(static_cast<char>(c))) return literal(static_cast<char>(c));
    }
    return {};
  }

  std::optional<Piece> parseAtom() {
    const char c = cursor_.take();
    switch (c) {
      case '^':
        return assertion(AssertionPart::Kind::Begin);
      case '$':
        return assertion(AssertionPart::Kind::End);
      case '.':
        return characterOf(CharacterSet::any(!isEcmascript_));
      case '(':
        return parseGroup();
      case '[': {
        const auto set = parseBracket(cursor_, syntax_);
        if (!set) return std::nullopt;
        return characterOf(*set);
      }
      case '*':
      case '+':
      case '?':
        return cursor_.fail("a quantifier has nothing to repeat");
      case '{':
        if (!isEcmascript_) return cursor_.fail("a quantifier has nothing to repeat");
        cursor_.moveTo(cursor_.position() - 1);
        if (parseRepetition()) return cursor_.fail("a quantifier has nothing to repeat");
        if (!cursor_.problem().empty()) return std::nullopt;
        return literal(cursor_.take());
      case '\\':
        return parseEscape();
      default:
        return literal(c);
    }
  }

  std::optional<Piece> parseEscape() {
    if (isEcmascript_ && cursor_.take("b")) return assertion(AssertionPart::Kind::WordBoundary);
    if (isEcmascript_ && cursor_.take("B")) return assertion(AssertionPart::Kind::NoWordBoundary);
    if (isEcmascript_ && cursor_.peek() >= '1' && cursor_.peek() <= '9') return parseBackReference();
    const auto set = parseCharacterEscape(cursor_, syntax_);
    if (!set) return std::nullopt;
    return characterOf(*set);
  }

  std::optional<Piece> parseBackReference() {
    const size_t number = *cursor_.takeNumber();
    if (lookaheads_ > 0) return cursor_.fail("a back reference inside a lookahead is not supported");
    if (number > usable_.size() || !usable_[number - 1]) {
      return cursor_.fail(
          fmt::format("\\{} refers to no group that ends before it outside of lookaheads", number));
    }
    return Piece::of(std::make_unique<BackReferencePart>(number - 1));
  }

  std::optional<Piece> parseGroup() {
    if (isEcmascript_ && cursor_.take("?")) {
      if (cursor_.take(":")) return parseInside();
      if (cursor_.take("=")) return parseLookahead(true);
      if (cursor_.take("!")) return parseLookahead(false);
      return cursor_.fail("of the groups that begin with (? only (?: (?= and (?! are supported");
    }
    const size_t number = usable_.size();
    usable_.push_back(false);
    auto inside = parseInside();
    if (!inside) return std::nullopt;
    usable_[number] = true;
    inside->part = std::make_unique<GroupPart>(std::move(inside->part), number);
    return inside;
  }

  /// Up to and with the closing parenthesis.
  std::optional<Piece> parseInside() {
    auto inside = parseDisjunction();
    if (!inside) return std::nullopt;
    if (!cursor_.take(")")) return cursor_.fail("a parenthesis is not closed");
    return inside;
  }

  std::optional<Piece> parseLookahead(bool positive) {
    ++lookaheads_;
    const size_t firstGroup = usable_.size();
    const size_t assertionsBefore = assertionsOfBegin_;
    auto inside = parseInside();
    --lookaheads_;
    if (!inside) return std::nullopt;
    for (size_t group = firstGroup; group < usable_.size(); ++group) usable_[group] = false;
    Piece piece = Piece::of(std::make_unique<LookaheadPart>(
        std::move(inside->part), positive, assertionsOfBegin_ > assertionsBefore, usable_.size()));
    piece.parts = inside->parts;
    piece.repeatable = false;
    return piece;
  }

  Cursor cursor_;
  bool isEcmascript_;
  RegexSyntax syntax_;
  size_t depth_ = 0;
  size_t lookaheads_ = 0;
  size_t assertionsOfBegin_ = 0;  // that look at what comes before
  std::vector<bool> usable_;      // by group: whether a back reference may name it
};

}  // namespace

Result<Parsed> parse(std::string_view pattern, RegexSyntax syntax) {
  Parser parser(pattern, syntax);
  auto parsed = parser.parse();
  if (!parsed) return userError(fmt::format("The pattern {} cannot be used: {}.", pattern, parser.problem()));
  return std::move(*parsed);
}

}  // namespace covolve::gene::regex
