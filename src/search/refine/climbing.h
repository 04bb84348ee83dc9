// The alternating variable method as a refiner: when a test comes nearer to an
// uncovered target than any before, its data are changed one by one (climb.h).
#pragma once

#include <vector>

#include "search/refine/climbs.h"
#include "search/refine/refiner.h"

namespace covolve::search {

class Climbing final : public Refiner {
 public:
  explicit Climbing(const Context& context) : context_(context), climbs_(context) {}

  void observe(const Observation& observation) override;
  void propose(size_t count, std::vector<Individual>& batch) override;
  void receive(const Observation& observation) override { climbs_.receive(observation.test); }

 private:
  bool start();

  Context context_;
  Climbs climbs_;
  std::vector<uint64_t> climbedFrom_;  // by target: the distance the last climb started at
  TargetId next_ = 0;
  bool isExhausted_ = false;  // nothing has come nearer since all targets were climbed for
};

}  // namespace covolve::search
