// Local search as a step any algorithm gets for free: when a test comes nearer
// to an uncovered target than any before, its data are changed one by one.
//
// Two ways, cheapest first. Input-to-state: where an operand of the decision's
// comparison stands in the test's data (also +-1, byte-swapped, as decimal
// text), the other operand is put there. Alternating variable method: +-1,
// then ever longer steps in the direction that helped; floats by decimal
// precision, strings by character and length.
//
// How many of the tests may come from here adapts to which of both, this or the
// algorithm, makes more progress for a test.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "search/algorithm.h"
#include "search/approach.h"
#include "search/climb.h"

namespace covolve::search {

class LocalSearch {
 public:
  explicit LocalSearch(const Context& context);

  /// Share of a batch that local search may fill now.
  double share() const { return share_; }
  /// Appends up to `count` tests. They come back through receive() in this order.
  void propose(size_t count, std::vector<Individual>& batch);
  /// A proposed test's result. `isBetter`: some target is now covered or nearer than ever.
  void receive(const EvaluatedTest& test, const Evaluation& evaluation, bool isBetter);
  /// Any other test's result: a chance for a new climb.
  void observe(const EvaluatedTest& test, const Evaluation& evaluation, bool isBetter);

 private:
  struct ClimbUnderWay {
    explicit ClimbUnderWay(Climb started) : climb(std::move(started)) {}

    Climb climb;
    size_t missing = 0;  // results of its last candidates
  };
  struct Proposal {
    Individual individual;
    std::shared_ptr<ClimbUnderWay> climb;  // null: input-to-state
    size_t candidate = 0;
  };
  /// Progress for a test, forgetting slowly.
  struct Yield {
    double tests = 0;
    double better = 0;

    void count(bool isBetter);
    double rate() const { return better / (tests + 1); }
  };

  void match(const EvaluatedTest& test, const Evaluation& evaluation);
  void settle(const std::shared_ptr<ClimbUnderWay>& climb, size_t candidate, const EvaluatedTest& test);
  void goOn(const std::shared_ptr<ClimbUnderWay>& climb);
  bool startClimb();
  void adaptShare();

  Context context_;
  Approach approach_;
  double share_;
  Yield own_;
  Yield others_;
  std::deque<Proposal> proposals_;     // not yet proposed
  std::deque<Proposal> underWay_;      // proposed; their individuals are gone
  std::vector<uint64_t> climbedFrom_;  // by target: the distance the last climb started at
  TargetId next_ = 0;
  size_t climbing_ = 0;
  bool isExhausted_ = false;  // nothing has come nearer since all targets were climbed for
};

}  // namespace covolve::search
