#include "unit/problem/plan_experience.h"

#include <gtest/gtest.h>

namespace covolve::unit {
namespace {

TEST(PlanExperience, APartWithoutWhichTestsComeAsNearGoes) {
  PlanExperience experience(2);
  bool isPruned = false;
  for (int i = 0; i < 30; ++i) {
    experience.note({}, 5);
    isPruned |= experience.note(1, 5);
  }
  EXPECT_TRUE(isPruned);
  EXPECT_FALSE(experience.note(1, 5)) << "it is told once";
}

TEST(PlanExperience, APartThatMovesTheDistanceStays) {
  PlanExperience experience(2);
  for (int i = 0; i < 100; ++i) {
    experience.note({}, 5);
    EXPECT_FALSE(experience.note(0, 6));                                     // farther away
    EXPECT_FALSE(experience.note(1, i % 2 == 0 ? 4 : search::kNotReached));  // nearer, but less often there
  }
}

TEST(PlanExperience, WhereNobodyGetsThereNothingIsKnown) {
  PlanExperience experience(1);
  for (int i = 0; i < 100; ++i) {
    experience.note({}, search::kNotReached);
    EXPECT_FALSE(experience.note(0, search::kNotReached));
  }
}

}  // namespace
}  // namespace covolve::unit
