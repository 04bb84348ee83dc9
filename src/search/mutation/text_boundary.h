// A text's length and each of its first characters as numbers with boundaries of
// their own (Zhang and Arcuri, "Adaptive Hypermutation for Search-Based System
// Test Generation", algorithm 8): lengths change at the end, a character is
// chosen the more often the less is left of its range.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gene/leaf.h"
#include "search/mutation/boundary.h"

namespace covolve::search {

class TextBoundary {
 public:
  /// What changed at one place, or in length alone, is learned; other changes tell nothing of a single
  /// number.
  void learn(std::string_view before, std::string_view after, bool isUnicode, size_t longest,
             bool fitnessChanged, bool isBetter);
  /// The next text to try; may be the present one. `focused` as in middleChance().
  std::string propose(const gene::Leaf::Text& present, double focused, Rng& rng);

 private:
  static constexpr size_t kMostCharacters = 48;

  void changeLength(std::u32string& text, size_t longest, double focused, Rng& rng);
  bool changeCharacter(std::u32string& text, bool isUnicode, double focused, Rng& rng);

  Boundary length_;
  std::vector<Boundary> characters_;
};

}  // namespace covolve::search
