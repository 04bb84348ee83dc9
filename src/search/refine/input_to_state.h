// Input-to-state correspondence: where an operand of a comparison stands in the
// test's data, the other operand is put there. One run then does what a
// gradient would need many for, and it works where there is no gradient.
//
// An operand is found as it is, off by one, with its bytes swapped, as a number
// within a text, as some of its digits, as one character of it, or as its length; a
// text as a part of another, word by word where the code put words together, or as
// the halves of two data; and in several data at once. A number may be what a row
// of a constant table gives for the texts of that row. Where that leaves room, an operand is guessed to be a
// sum, a multiple or a fraction of a datum.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "search/refine/refiner.h"

namespace covolve::search {

/// Up to `most` changed copies. Which ones, where there are more, is up to the random numbers. Words that are
/// put beside others are so with this delimiter; without one none are. A wanted number may be one that a
/// row's texts stand for.
std::vector<Individual> matchOperands(const Individual& individual, std::span<const Comparison> comparisons,
                                      size_t most, Rng& rng, std::optional<char> delimiter = {},
                                      const gene::TextsByNumber& rows = {});

class InputToState final : public Refiner {
 public:
  explicit InputToState(const Context& context) : context_(context) {}

  void observe(const Observation& observation) override;
  void propose(size_t count, std::vector<Individual>& batch) override;

 private:
  static constexpr size_t kMostMatches = 16;      // of one test
  static constexpr size_t kMostUntried = 4;       // of one that is no better
  static constexpr size_t kMostProposals = 2000;  // waiting
  static constexpr size_t kFewProposals = 64;

  bool isUntried(const Comparison& comparison);

  Context context_;
  std::unordered_set<uint64_t> tried_;  // texts of open calls
  std::vector<Comparison> chosen_;      // of the test that is observed
  std::deque<Individual> proposals_;
};

}  // namespace covolve::search
