// Climbs under way, several at a time: their candidates in one queue, their
// results in the order in which they were proposed.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "search/approach.h"
#include "search/context.h"
#include "search/refine/climb.h"

namespace covolve::search {

class Climbs {
 public:
  explicit Climbs(const Context& context) : context_(context), approach_(context.problem.graph()) {}

  size_t count() const { return climbing_; }
  /// Its first candidates wait to be proposed, if it has any.
  void start(Climb climb);
  /// Appends a candidate; false where none waits.
  bool propose(std::vector<Individual>& batch);
  /// The result of the oldest candidate under way. After the last one of a step come those of the next.
  void receive(const EvaluatedTest& test);

 private:
  struct UnderWay {
    explicit UnderWay(Climb started) : climb(std::move(started)) {}

    Climb climb;
    size_t missing = 0;  // results of its last candidates
  };
  struct Candidate {
    Individual individual;
    std::shared_ptr<UnderWay> climb;
    size_t index = 0;
  };

  void goOn(const std::shared_ptr<UnderWay>& climb);

  Context context_;
  Approach approach_;
  std::deque<Candidate> candidates_;  // not yet proposed
  std::deque<Candidate> underWay_;    // proposed; their individuals are gone
  size_t climbing_ = 0;
};

}  // namespace covolve::search
