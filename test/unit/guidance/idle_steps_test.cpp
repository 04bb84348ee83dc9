#include "guidance/idle_steps.h"

#include <gtest/gtest.h>

#include <set>

namespace covolve::guidance {
namespace {

using search::TargetId;

// A decision on a call's answer (1), which a step gives (2) behind another one (3); a second decision (4) is
// on nothing that is known, and has a step (5), too.
constexpr const char* kText =
    "T\t0000000000000001\t1\t1\t-\t-\tf\t/p/a.cpp\n"
    "C\t0000000000000002\t1\t1\t2\t-\tstd::operator==#0 for a.cpp:1:1\t/p/a.cpp\n"
    "C\t0000000000000003\t1\t1\t2\t-\tstd::operator==#0 for a.cpp:1:1\t/p/a.cpp\n"
    "T\t0000000000000004\t2\t1\t-\t-\tf\t/p/a.cpp\n"
    "C\t0000000000000005\t2\t1\t2\t-\tstd::operator<#0 for a.cpp:2:1\t/p/a.cpp\n";

class IdleStepsTest : public testing::Test {
 protected:
  TargetId target(uint64_t site, bool outcome) const { return targets_.targetsOfSides().at({site, outcome}); }

  /// With these sides covered.
  std::set<TargetId> idle(const std::set<TargetId>& covered) const {
    std::vector<TargetId> idle;
    steps_.append([&](TargetId target) { return covered.contains(target); }, idle);
    return {idle.begin(), idle.end()};
  }

  const execute::SiteTable sites_ = execute::SiteTable::parse(kText).value();
  const TargetMap targets_{sites_, {"/p/a.cpp"}};
  const search::TargetGraph graph_ = targets_.graph({{2, {{3, true}}}});
  const FlagDistances flags_{targets_, {{{{1, true}, {{2, true}}}}, {}, {}, {}}, graph_};
  const IdleSteps steps_{targets_, flags_, graph_};
};

TEST_F(IdleStepsTest, WhatGivesAnOpenAnswerIsLookedFor) {
  const std::set<TargetId> idleOnes = idle({});
  EXPECT_FALSE(idleOnes.contains(target(2, true)));
  EXPECT_FALSE(idleOnes.contains(target(3, true))) << "it leads there";
  EXPECT_TRUE(idleOnes.contains(target(3, false)));
  EXPECT_TRUE(idleOnes.contains(target(5, true))) << "nobody knows what it gives";
  EXPECT_FALSE(idleOnes.contains(target(1, true))) << "the source's own";
}

TEST_F(IdleStepsTest, AreAllWhereTheAnswerIsCovered) {
  const std::set<TargetId> all{target(2, true),  target(2, false), target(3, true),
                               target(3, false), target(5, true),  target(5, false)};
  EXPECT_EQ(idle({target(1, true), target(1, false)}), all);
}

TEST_F(IdleStepsTest, CoveredStepsAreNotIdle) {
  EXPECT_FALSE(idle({target(1, true), target(5, false)}).contains(target(5, false)));
}

}  // namespace
}  // namespace covolve::guidance
