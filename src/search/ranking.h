// Which tests of a generation survive, and in what order, when every uncovered
// target is an objective of its own (MOSA): front 0 has for
// each objective the nearest test, the shorter one where two are as near; the
// others follow by fronts of which no test dominates another; within a front
// those come first that stand alone in being nearest to something.
//
// The cost is linear in the number of objectives: objectives in which no two
// tests differ are left out of comparisons, equal tests are compared once, and
// fronts are found by binary search among tests sorted beforehand (efficient
// non-dominated sort), which for one objective is just sorting the best. Sub-vector
// dominance itself would be quadratic in a front; what counts here is its
// linear form: how few share the best value of some objective.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

class Ranking {
 public:
  struct Candidate {
    const Fitness* fitness;  // one for each objective
    Length length;
  };
  struct Chosen {
    uint32_t candidate;
    uint32_t place;  // 0 is best; equal for those that are equally good
  };

  /// The best `count` of the candidates, best first. Where nothing else decides, earlier candidates win. The
  /// result holds until the next call.
  std::span<const Chosen> select(std::span<const Candidate> candidates, size_t objectives, size_t count);
  /// How near the nearest candidate came to an objective if it is among the chosen, else nothing: front 0 may
  /// be longer than `count`.
  Fitness preferredFitness(size_t objective) const;
  /// The nearest candidate itself; none where no candidate is anywhere near.
  std::optional<uint32_t> preferredCandidate(size_t objective) const {
    const Preferred& preferred = preferred_[objective];
    return preferred.fitness == Fitness{} ? std::nullopt : std::optional(preferred.candidate);
  }

 private:
  using Front = std::vector<uint32_t>;  // candidates

  static constexpr size_t kBlock = 128;

  void prefer(uint32_t candidate, size_t objective);
  void preferNearest();
  void sortIntoFronts(size_t count);
  size_t frontFor(uint32_t candidate) const;
  enum class Members { AllEqual, Differ };
  void addFront(Front& front, Members members, size_t count);
  void crowd(const Front& front);
  void crowdIn(std::span<const uint32_t> objectives, const Front& front);
  bool isBefore(uint32_t one, uint32_t other) const;
  bool isEqual(uint32_t one, uint32_t other) const;
  bool dominates(uint32_t earlier, uint32_t later, size_t& witness) const;
  Front& newFront();

  std::span<const Candidate> candidates_;
  size_t objectives_ = 0;

  struct Preferred {
    Fitness fitness;
    uint32_t candidate = 0;
    bool varies = false;
  };
  std::vector<Preferred> preferred_;  // by objective
  std::vector<uint32_t> varying_;     // objectives in which candidates differ
  std::vector<uint8_t> isPreferred_;  // by candidate
  std::vector<uint8_t> isChosen_;     // by candidate
  Front preferredFront_;

  /// From the highest bits on: level and distance in the first of the varying objectives, the candidate. Most
  /// comparisons need no more, and this makes them one of numbers.
  using SortKey = unsigned __int128;
  static uint32_t candidateOf(SortKey key) { return static_cast<uint32_t>(key); }
  SortKey sortKey(uint32_t candidate) const;
  std::vector<SortKey> sorted_;
  std::vector<Front> fronts_;   // all members; the first frontCount_ are in use
  std::vector<Front> leaders_;  // of each group of equal members one
  size_t frontCount_ = 0;

  struct Niche {
    Fitness nearest;
    uint32_t count = 0;
    bool varies = false;
  };
  std::vector<Niche> niches_;     // by objective of a block
  std::vector<uint32_t> fewest_;  // by member of a front: that share the best value of some objective
  std::vector<double> crowding_;  // by candidate
  std::vector<Chosen> chosen_;
};

}  // namespace covolve::search
