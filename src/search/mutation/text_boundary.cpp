#include "search/mutation/text_boundary.h"

#include <algorithm>
#include <optional>

#include "gene/text_characters.h"
#include "search/mutation/root_gene.h"

namespace covolve::search {

namespace {

using Range = Boundary::Range;

/// Printable ones, unless the present one is none.
Range domainOf(char32_t present, bool isUnicode) {
  if (present >= U' ' && present <= U'~') return {' ', '~'};
  return {0, isUnicode ? 0x10FFFF : 0xFF};
}

Range lengthsUpTo(size_t longest) { return {0, static_cast<__int128>(longest)}; }

}  // namespace

void TextBoundary::learn(std::string_view before, std::string_view after, bool isUnicode, size_t longest,
                         bool fitnessChanged, bool isBetter) {
  const std::u32string from = gene::charactersOf(before, isUnicode);
  const std::u32string to = gene::charactersOf(after, isUnicode);
  const size_t common = std::min(from.size(), to.size());
  std::optional<size_t> place;
  for (size_t i = 0; i < common; ++i) {
    if (from[i] == to[i]) continue;
    if (place) return;
    place = i;
  }
  if (from.size() != to.size()) {
    if (!place) {
      length_.learn(lengthsUpTo(longest), static_cast<__int128>(from.size()),
                    static_cast<__int128>(to.size()), fitnessChanged, isBetter);
    }
    return;
  }
  if (!place || *place >= kMostCharacters) return;
  if (characters_.size() <= *place) characters_.resize(*place + 1);
  characters_[*place].learn(domainOf(from[*place], isUnicode), from[*place], to[*place], fitnessChanged,
                            isBetter);
}

std::string TextBoundary::propose(const gene::Leaf::Text& present, double focused, Rng& rng) {
  std::u32string text = gene::charactersOf(present.text, present.isUnicode);
  const bool isLengthSettled = length_.isSettled(static_cast<__int128>(text.size()));
  const double lengthChance = 0.6 + (0.2 - 0.6) * focused;
  const bool keepsLength = isLengthSettled || (!text.empty() && !rng.chance(lengthChance));
  if (!keepsLength || !changeCharacter(text, present.isUnicode, focused, rng)) {
    changeLength(text, present.longest, focused, rng);
  }
  return gene::textOf(text, present.isUnicode);
}

void TextBoundary::changeLength(std::u32string& text, size_t longest, double focused, Rng& rng) {
  const double chance = middleChance(length_.changes(), length_.withoutImprovement(), focused);
  const auto size = static_cast<size_t>(
      length_.propose(lengthsUpTo(longest), static_cast<__int128>(text.size()), chance, rng));
  if (size == text.size()) {
    if (size < longest) text += static_cast<char32_t>(rng.between('a', 'z'));
    return;
  }
  while (text.size() < size) text += static_cast<char32_t>(rng.between('a', 'z'));
  text.resize(size);
}

/// False where every character has settled.
bool TextBoundary::changeCharacter(std::u32string& text, bool isUnicode, double focused, Rng& rng) {
  const size_t count = std::min(text.size(), kMostCharacters);
  std::vector<double> weights;
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    const Boundary boundary = i < characters_.size() ? characters_[i] : Boundary();
    const double width = boundary.width(domainOf(text[i], isUnicode));
    weights.push_back(boundary.isSettled(text[i]) ? 0 : 1 / std::max(width, 1.0));
    sum += weights.back();
  }
  if (sum == 0) return false;
  const size_t place = pickByWeight(weights, rng);
  if (characters_.size() <= place) characters_.resize(place + 1);
  Boundary& boundary = characters_[place];
  const double chance = middleChance(boundary.changes(), boundary.withoutImprovement(), focused);
  text[place] =
      static_cast<char32_t>(boundary.propose(domainOf(text[place], isUnicode), text[place], chance, rng));
  return true;
}

}  // namespace covolve::search
