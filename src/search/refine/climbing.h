// The alternating variable method as a refiner: when a test comes nearer to an
// uncovered target than any before, its data are changed one by one (climb.h).
#pragma once

#include <vector>

#include "search/refine/climbs.h"
#include "search/refine/refiner.h"
#include "search/refine/targets_in_turn.h"

namespace covolve::search {

class Climbing final : public Refiner {
 public:
  explicit Climbing(const Context& context)
      : archive_(context.archive), climbs_(context), targets_(context.archive, 1) {}

  void observe(const Observation& observation) override {
    if (observation.isBetter) targets_.wake();
  }
  void propose(size_t count, std::vector<Individual>& batch) override;
  void receive(const Observation& observation) override { climbs_.receive(observation.test); }

 private:
  bool start();

  const Archive& archive_;
  Climbs climbs_;
  TargetsInTurn targets_;
};

}  // namespace covolve::search
