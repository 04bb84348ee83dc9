// The alternating variable method as a refiner: when a test comes nearer to an
// uncovered target than any before, its data are changed one by one (climb.h).
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "search/approach.h"
#include "search/refine/climb.h"
#include "search/refine/refiner.h"

namespace covolve::search {

class Climbing final : public Refiner {
 public:
  explicit Climbing(const Context& context) : context_(context), approach_(context.problem.graph()) {}

  void observe(const Observation& observation) override;
  void propose(size_t count, std::vector<Individual>& batch) override;
  void receive(const Observation& observation) override;

 private:
  struct ClimbUnderWay {
    explicit ClimbUnderWay(Climb started) : climb(std::move(started)) {}

    Climb climb;
    size_t missing = 0;  // results of its last candidates
  };
  struct Candidate {
    Individual individual;
    std::shared_ptr<ClimbUnderWay> climb;
    size_t index = 0;
  };

  void goOn(const std::shared_ptr<ClimbUnderWay>& climb);
  bool start();

  Context context_;
  Approach approach_;
  std::deque<Candidate> candidates_;   // not yet proposed
  std::deque<Candidate> underWay_;     // proposed; their individuals are gone
  std::vector<uint64_t> climbedFrom_;  // by target: the distance the last climb started at
  TargetId next_ = 0;
  size_t climbing_ = 0;
  bool isExhausted_ = false;  // nothing has come nearer since all targets were climbed for
};

}  // namespace covolve::search
