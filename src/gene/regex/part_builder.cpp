#include "gene/regex/part_builder.h"

#include <fmt/format.h>

#include <optional>

#include "base/utf8.h"
#include "gene/regex/assertion_part.h"
#include "gene/regex/back_reference_part.h"
#include "gene/regex/class_part.h"
#include "gene/regex/disjunction_part.h"
#include "gene/regex/group_part.h"
#include "gene/regex/literal_part.h"
#include "gene/regex/lookahead_part.h"
#include "gene/regex/quantifier_part.h"
#include "gene/regex/sequence_part.h"

namespace covolve::gene::regex {

namespace {

namespace syntax = covolve::regex;

constexpr size_t kMostParts = 20'000;

/// A piece of the pattern and what its surroundings must know of it.
struct Piece {
  std::unique_ptr<Part> part;
  size_t height = 0;    // quantifiers nested inside
  size_t parts = 1;     // made for the shortest text
  std::string literal;  // where it is nothing but that

  static Piece of(std::unique_ptr<Part> part) {
    Piece piece;
    piece.part = std::move(part);
    return piece;
  }
};

class Builder {
 public:
  explicit Builder(const syntax::SyntaxTree& tree) : tree_(tree), usable_(tree.groups(), false) {}

  std::expected<std::unique_ptr<Part>, std::string> build() {
    auto whole = disjunction(tree_.whole);
    if (whole && whole->part->leastLength() > kLongestText)
      whole = refuse(fmt::format("its texts are longer than {} characters", kLongestText));
    if (!whole) return std::unexpected(problem_);
    return std::move(whole->part);
  }

  // For std::visit: one for each kind of atom.
  std::optional<Piece> operator()(const syntax::Character& character) {
    std::string text;
    appendCharacter(text, character.code);
    return literal(std::move(text));
  }
  std::optional<Piece> operator()(const syntax::AnyCharacter&) {
    return characterOf(CharacterSet::any(tree_.syntax == syntax::Syntax::PosixExtended));
  }
  std::optional<Piece> operator()(const syntax::CharacterClass& set);
  std::optional<Piece> operator()(syntax::Assertion assertion) {
    if (assertion != syntax::Assertion::End) ++assertionsOfBegin_;
    return Piece::of(std::make_unique<AssertionPart>(assertion));
  }
  std::optional<Piece> operator()(const syntax::Group& group);
  std::optional<Piece> operator()(const syntax::Lookaround& look);
  std::optional<Piece> operator()(const syntax::BackReference& reference);

 private:
  std::nullopt_t refuse(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return std::nullopt;
  }

  std::optional<Piece> disjunction(const syntax::Disjunction& alternatives);
  std::optional<Piece> sequence(const syntax::Alternative& terms);
  std::optional<Piece> quantified(const syntax::Term& term);
  std::optional<CharacterSet> membersOf(const syntax::ClassMember& member);

  static Piece literal(std::string text) {
    Piece piece = Piece::of(std::make_unique<LiteralPart>(text));
    piece.literal = std::move(text);
    return piece;
  }
  static Piece characterOf(const CharacterSet& set) {
    if (set.size() == 1) return literal(std::string(1, Alphabet(set).simplest()));
    return Piece::of(std::make_unique<ClassPart>(set));
  }

  const syntax::SyntaxTree& tree_;
  std::string problem_;
  size_t lookaheads_ = 0;  // that are open
  size_t groupsBegun_ = 0;
  size_t assertionsOfBegin_ = 0;  // that look at what comes before
  std::vector<bool> usable_;      // by group: whether a back reference may name it
};

std::optional<Piece> Builder::disjunction(const syntax::Disjunction& alternatives) {
  PartList parts;
  Piece whole;
  for (const syntax::Alternative& alternative : alternatives) {
    auto piece = sequence(alternative);
    if (!piece) return std::nullopt;
    whole.height = std::max(whole.height, piece->height);
    whole.parts += piece->parts;
    parts.push_back(std::move(piece->part));
  }
  if (parts.size() == 1) {
    whole.part = std::move(parts[0]);
  } else {
    whole.part = std::make_unique<DisjunctionPart>(std::move(parts));
  }
  return whole;
}

std::optional<Piece> Builder::sequence(const syntax::Alternative& terms) {
  PartList parts;
  Piece whole;
  LiteralPart* block = nullptr;  // the literal that the next one extends
  for (const syntax::Term& term : terms) {
    auto piece = quantified(term);
    if (!piece) return std::nullopt;
    whole.height = std::max(whole.height, piece->height);
    whole.parts += piece->parts;
    if (whole.parts > kMostParts) return refuse("it repeats too much");
    if (piece->literal.empty()) {
      block = nullptr;
    } else if (block != nullptr) {
      block->extend(piece->literal);
      continue;
    } else {
      block = static_cast<LiteralPart*>(piece->part.get());
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

std::optional<Piece> Builder::quantified(const syntax::Term& term) {
  const size_t firstGroup = groupsBegun_;
  auto piece = std::visit(*this, term.atom);
  if (!piece || !term.quantifier) return piece;
  const auto [least, most, isLazy] = *term.quantifier;  // lazy or not: the same texts
  if (std::holds_alternative<syntax::Lookaround>(term.atom))
    return refuse("a quantifier follows what cannot be repeated");
  // Bytes to std::regex, which repeats the last of them.
  if (piece->literal.size() > 1 && tree_.syntax != syntax::Syntax::Ecma262)
    return refuse("a quantifier follows a character outside ASCII");
  if (least > kMostParts / std::max<size_t>(piece->parts, 1)) return refuse("it repeats too much");
  Piece repeated;
  repeated.height = piece->height + 1;
  repeated.parts = 1 + piece->parts * std::max<size_t>(least, 1);
  const size_t usual = std::max<size_t>(QuantifierPart::kUsual >> std::min<size_t>(piece->height, 8), 1);
  repeated.part = std::make_unique<QuantifierPart>(
      std::move(piece->part), QuantifierPart::Bounds{least, most, usual, firstGroup, groupsBegun_});
  return repeated;
}

std::optional<CharacterSet> Builder::membersOf(const syntax::ClassMember& member) {
  if (const auto* range = std::get_if<syntax::Range>(&member)) {
    if (range->last > 127) return refuse("characters outside ASCII are not supported in a class");
    return CharacterSet::range(static_cast<char>(range->first), static_cast<char>(range->last));
  }
  if (std::holds_alternative<syntax::UnicodeProperty>(member))
    return refuse("the escape \\p is not supported");
  const std::string& name = std::get<syntax::NamedClass>(member).name;
  const CharacterSet set = CharacterSet::named(name);
  if (set.empty()) return refuse(fmt::format("there is no character class [:{}:]", name));
  return set;
}

std::optional<Piece> Builder::operator()(const syntax::CharacterClass& written) {
  CharacterSet set;
  for (const syntax::ClassMember& member : written.members) {
    const auto members = membersOf(member);
    if (!members) return std::nullopt;
    set.add(*members);
  }
  if (written.isNegated) set = set.complement();
  if (set.empty()) return refuse("a class holds no character of ASCII");
  return characterOf(set);
}

std::optional<Piece> Builder::operator()(const syntax::Group& group) {
  using Kind = syntax::Group::Kind;
  if (group.kind == Kind::IgnoringCase || group.kind == Kind::RespectingCase)
    return refuse("modifiers of a group are not supported");
  const bool isCapturing = group.kind == Kind::Capturing;
  groupsBegun_ += isCapturing ? 1 : 0;
  auto inside = disjunction(group.inside);
  if (!inside || !isCapturing) return inside;
  usable_[group.number] = true;
  inside->part = std::make_unique<GroupPart>(std::move(inside->part), group.number);
  return inside;
}

std::optional<Piece> Builder::operator()(const syntax::Lookaround& look) {
  if (!look.isAhead) return refuse("looking behind is not supported");
  ++lookaheads_;
  const size_t firstGroup = groupsBegun_;
  const size_t assertionsBefore = assertionsOfBegin_;
  auto inside = disjunction(look.inside);
  --lookaheads_;
  if (!inside) return std::nullopt;
  for (size_t group = firstGroup; group < groupsBegun_; ++group) usable_[group] = false;
  Piece piece = Piece::of(std::make_unique<LookaheadPart>(
      std::move(inside->part), look.isPositive, assertionsOfBegin_ > assertionsBefore, groupsBegun_));
  piece.parts = inside->parts;
  return piece;
}

std::optional<Piece> Builder::operator()(const syntax::BackReference& reference) {
  const std::vector<size_t> groups = syntax::groupsOf(tree_, reference);
  if (lookaheads_ > 0) return refuse("a back reference inside a lookahead is not supported");
  if (groups.size() != 1 || !usable_[groups[0]]) {
    return refuse(fmt::format("{} refers to no group that ends before it outside of lookaheads",
                              reference.name.empty() ? fmt::format("\\{}", reference.number + 1)
                                                     : fmt::format("\\k<{}>", reference.name)));
  }
  return Piece::of(std::make_unique<BackReferencePart>(groups[0]));
}

}  // namespace

std::expected<std::unique_ptr<Part>, std::string> buildParts(const covolve::regex::SyntaxTree& tree) {
  return Builder(tree).build();
}

}  // namespace covolve::gene::regex
