// Changes that break something are mended before they are judged. Behind a check
// digit every change of the digits looks like a step back: the test does not even
// come to the decision that it was changed for. So the change is made, and kept,
// and the rest of the data climbs back to that decision.
//
// The nearest test of an uncovered target is run again, for the operands of its
// decision; these are matched in its data (input_to_state.h); where the changed
// test is stopped on the way, a climb with the change fixed sets out from there.
#pragma once

#include <deque>
#include <vector>

#include "search/refine/climbs.h"
#include "search/refine/refiner.h"
#include "search/refine/targets_in_turn.h"

namespace covolve::search {

class Repairing final : public Refiner {
 public:
  explicit Repairing(const Context& context);

  void observe(const Observation& observation) override {
    if (observation.isBetter) targets_.wake();
  }
  void propose(size_t count, std::vector<Individual>& batch) override;
  void receive(const Observation& observation) override;

 private:
  enum class Stage { Again, Changed, Climb };
  struct Candidate {
    Individual individual;
    Stage stage = Stage::Again;
    TargetId target = kNoTarget;
    EvaluatedTest origin = nullptr;  // the nearest test
  };

  bool start();
  bool proposeOne(std::vector<Individual>& batch);
  void change(const Candidate& again, const Observation& observation);
  void mend(Candidate changed, const EvaluatedTest& test);

  Context context_;
  Approach approach_;
  Climbs climbs_;
  TargetsInTurn targets_;
  std::deque<Candidate> candidates_;  // not yet proposed; none of stage Climb
  std::deque<Candidate> underWay_;    // proposed
  std::vector<Comparison> chosen_;
};

}  // namespace covolve::search
