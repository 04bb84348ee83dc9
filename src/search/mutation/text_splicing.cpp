#include "search/mutation/text_splicing.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace covolve::search {

namespace {

enum class Kind { Delimiter, Letter, Digit };

/// Bytes of UTF-8 belong to words: a character is never cut.
Kind kindOf(char c) {
  if (c >= '0' && c <= '9') return Kind::Digit;
  const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return isLetter || static_cast<unsigned char>(c) >= 0x80 ? Kind::Letter : Kind::Delimiter;
}

bool isDelimiter(char c) { return kindOf(c) == Kind::Delimiter; }

/// Where a text may be cut.
std::vector<size_t> cutsOf(std::string_view text) {
  std::vector<size_t> cuts{0};
  for (size_t i = 1; i < text.size(); ++i) {
    if (isDelimiter(text[i]) || kindOf(text[i - 1]) != kindOf(text[i])) cuts.push_back(i);
  }
  if (!text.empty()) cuts.push_back(text.size());
  return cuts;
}

std::pair<size_t, size_t> partOf(const std::vector<size_t>& cuts, Rng& rng) {
  const size_t one = rng.pick(cuts);
  const size_t other = rng.pick(cuts);
  return {std::min(one, other), std::max(one, other)};
}

/// Of the two texts, or the one that is given.
char delimiterFor(std::string_view text, std::string_view donor, char given, Rng& rng) {
  std::string choices;
  for (const std::string_view of : {text, donor})
    std::ranges::copy_if(of, std::back_inserter(choices), isDelimiter);
  return choices.empty() || rng.chance(0.5) ? given : rng.pick(choices);
}

}  // namespace

std::string splicedText(std::string_view text, std::string_view donor, char delimiter, Rng& rng) {
  const std::vector<size_t> cuts = cutsOf(text);
  const std::vector<size_t> others = cutsOf(donor);
  const auto of = [](std::string_view whole, std::pair<size_t, size_t> part) {
    return whole.substr(part.first, part.second - part.first);
  };
  std::string spliced;
  switch (rng.below(4)) {
    case 0:
      spliced = rng.chance(0.5) ? text : text.substr(0, rng.pick(cuts));  // often more is wanted, not another
      spliced += donor.substr(rng.pick(others));
      break;
    case 1: {
      spliced = text;
      const auto [begin, end] = partOf(cuts, rng);
      spliced.replace(begin, end - begin, of(donor, partOf(others, rng)));
      break;
    }
    case 2:
      spliced = text;
      spliced.insert(rng.pick(cuts), of(donor, partOf(others, rng)));
      break;
    default:
      spliced = text;
      spliced += delimiterFor(text, donor, delimiter, rng);
      spliced += donor;
  }
  return spliced;
}

}  // namespace covolve::search
