#include "guidance/flag_distances.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace covolve::guidance {
namespace {

using search::TargetDistance;
using search::TargetId;

// By index: a decision on a flag (0), what gives it (2) behind another decision (1), a flag that hangs on the
// first (3), and another decision on the first flag (4). Then a validator: its entry (5), its check (6), the
// end of its loop (7), and its caller's entry (8) and what stands behind it (9). Last the first flag's entry
// (10), another check of the validator's (11), and the entry of the function that gives the flag (12).
constexpr const char* kText =
    "T\t0000000000000001\t1\t1\t-\t-\tf\t/p/a.cpp\n"
    "C\t0000000000000002\t2\t1\t-\t-\tg\t/p/a.cpp\n"
    "C\t0000000000000003\t3\t1\t-\t-\tg\t/p/a.cpp\n"
    "T\t0000000000000004\t4\t1\t-\t-\th\t/p/a.cpp\n"
    "T\t0000000000000005\t5\t1\t-\t-\tf\t/p/a.cpp\n"
    "F\t0000000000000006\t6\t1\t-\t-\tvalidate\t/p/a.cpp\n"
    "C\t0000000000000007\t7\t1\t-\t-\tvalidate\t/p/a.cpp\n"
    "C\t0000000000000008\t8\t1\t-\t-\tvalidate\t/p/a.cpp\n"
    "F\t0000000000000009\t9\t1\t-\t-\tuse\t/p/a.cpp\n"
    "C\t000000000000000a\t10\t1\t-\t-\tuse\t/p/a.cpp\n"
    "F\t000000000000000b\t1\t1\t-\t-\tf\t/p/a.cpp\n"
    "C\t000000000000000c\t11\t1\t-\t-\tvalidate\t/p/a.cpp\n"
    "F\t000000000000000d\t2\t1\t-\t-\tg\t/p/a.cpp\n";
constexpr uint64_t kFlag = 1, kFirst = 2, kGiver = 3, kOuter = 4, kOther = 5, kCheck = 7, kLoop = 8,
                   kBehind = 10, kSecondCheck = 12;

abi::TrailNote missed(uint64_t site, uint64_t away) { return {static_cast<uint32_t>(site - 1), 0, away, 0}; }
abi::TrailNote taken(uint64_t site) { return {static_cast<uint32_t>(site - 1), 0, 0, 1}; }
abi::TrailNote entered(uint64_t site) { return {static_cast<uint32_t>(site - 1), 0, 0, abi::kNever}; }
constexpr abi::TrailNote kThrew{abi::kNoSite, 0, 0, 0};

class FlagDistancesTest : public testing::Test {
 protected:
  TargetId target(uint64_t site, bool outcome = true) const {
    return targets_.targetsOfSides().at({site, outcome});
  }

  /// How far a test is from making this flag true that asked for it in vain, along this trail.
  uint64_t distance(const std::vector<abi::TrailNote>& trail, uint64_t flag = kFlag) {
    std::vector<TargetDistance> reached{{target(flag), 1}};
    return nearest(reached, trail, flag);
  }
  /// Of what stands behind the validator; it was not reached.
  uint64_t behind(const std::vector<abi::TrailNote>& trail) {
    std::vector<TargetDistance> reached;
    return nearest(reached, trail, kBehind);
  }
  uint64_t nearest(std::vector<TargetDistance>& reached, const std::vector<abi::TrailNote>& trail,
                   uint64_t site) {
    flags_.refine(reached, trail);
    return nearestIn(reached, site);
  }
  uint64_t nearestOfEnded(std::vector<TargetDistance>& reached, const std::vector<abi::TrailNote>& trail,
                          uint64_t site) {
    flags_.refineEnded(reached, trail);
    return nearestIn(reached, site);
  }
  uint64_t nearestIn(const std::vector<TargetDistance>& reached, uint64_t site) const {
    uint64_t nearest = search::kNotReached;
    for (const TargetDistance& each : reached) {
      if (each.target == target(site)) nearest = std::min(nearest, each.distance);
    }
    return nearest;
  }

  const execute::SiteTable sites_ = execute::SiteTable::parse(kText).value();
  const TargetMap targets_{sites_, {"/p/a.cpp"}};
  const search::TargetGraph graph_ =
      targets_.graph({{kGiver, {{kFirst, true}}}, {kBehind, {{kLoop, true}, {kCheck, true}}}});
  const FlagFacts facts_{.required = {{{kFlag, true}, {{kGiver, true}}},
                                      {{kFlag, false}, {{kFirst, false}, {kGiver, false}}},
                                      {{kOther, true}, {{kGiver, true}}},
                                      {{kOther, false}, {{kFirst, false}, {kGiver, false}}},
                                      {{kOuter, true}, {{kFlag, true}}}},
                         .leaving = {{kCheck, false}, {kSecondCheck, false}}};
  FlagDistances flags_{targets_, facts_, graph_};
};

TEST_F(FlagDistancesTest, AFlagIsAsNearAsWhatGivesIt) {
  const auto ofGiver = [&](uint64_t away) {
    return distance({taken(kFirst), missed(kGiver, away), missed(kFlag, 1)});
  };
  EXPECT_LT(ofGiver(1), ofGiver(2));
  EXPECT_LT(ofGiver(2), ofGiver(1000));
  EXPECT_LT(ofGiver(uint64_t{1} << 50), ofGiver(uint64_t{1} << 60));
}

TEST_F(FlagDistancesTest, WhatWasNotReachedCountsByItsLevel) {
  const uint64_t above = distance({missed(kFirst, 5), missed(kFlag, 1)});
  EXPECT_GT(above, distance({taken(kFirst), missed(kGiver, 1'000'000), missed(kFlag, 1)}));
  EXPECT_GT(distance({missed(kFirst, 9), missed(kFlag, 1)}), above);
  EXPECT_GT(distance({missed(kFlag, 1)}), above);
  EXPECT_GT(distance({}), above);
}

// Outcome screen() { if (a) return Refuse; return worse(...); } and if (screen() == Accept), twice.
TEST(CodesOfWhichNotAllIsKnown, HaveTheirOwnDistanceWhereNoneOfWhatIsKnownWasGiven) {
  constexpr uint64_t kCheck = 1;
  constexpr uint64_t kAsked = 2;
  const auto sites = execute::SiteTable::parse(
                         "C\t0000000000000001\t2\t1\t-\t-\tscreen\t/p/a.cpp\n"
                         "C\t0000000000000002\t3\t1\t-\t-\tf\t/p/a.cpp\n")
                         .value();
  const TargetMap targets(sites, {"/p/a.cpp"});
  const search::TargetGraph graph = targets.graph({});
  const FlagFacts facts{.required = {{{kAsked, false}, {{kCheck, false}}}}, .partial = {kAsked}};
  FlagDistances flags(targets, facts, graph);
  const auto distance = [&](std::vector<abi::TrailNote> trail) {
    const search::TargetId asked = targets.targetsOfSides().at({kAsked, true});
    std::vector<search::TargetDistance> reached{{asked, 7}};
    flags.refine(reached, trail);
    return reached.front().distance;
  };
  EXPECT_LT(distance({taken(kCheck), missed(kAsked, 1)}), distance({taken(kCheck), missed(kAsked, 2)}));
  EXPECT_LT(distance({taken(kCheck), missed(kAsked, 1)}), distance({missed(kCheck, 5), missed(kAsked, 2)}));
  EXPECT_LT(distance({missed(kCheck, 4), missed(kAsked, 2)}),
            distance({missed(kCheck, 5), missed(kAsked, 2)}));
}

// int read() { if (a) return -1; if (b) return -2; ... return 0; } and if (read() == 0).
TEST(FlagsOfLongFunctions, EachCheckThatHoldsIsNearer) {
  constexpr uint64_t kChecks = 20;
  constexpr uint64_t kAsked = kChecks + 1;
  std::string text;
  FlagFacts facts;
  std::map<uint64_t, std::vector<analysis::Side>> dependence;
  for (uint64_t site = 1; site <= kAsked; ++site) {
    text += fmt::format("C\t{:016x}\t{}\t1\t-\t-\t{}\t/p/a.cpp\n", site, site, site == kAsked ? "f" : "read");
    if (site == kAsked) continue;
    facts.required[{kAsked, false}].push_back({site, false});
    if (site > 1) dependence[site] = {{site - 1, true}};
  }
  facts.required[{kAsked, true}] = {{kChecks, true}};
  const auto sites = execute::SiteTable::parse(text).value();
  const TargetMap targets(sites, {"/p/a.cpp"});
  const search::TargetGraph graph = targets.graph(dependence);
  FlagDistances flags(targets, facts, graph);
  uint64_t before = search::kNotReached;
  for (uint64_t missing = 1; missing <= kChecks; ++missing) {
    std::vector<abi::TrailNote> trail;
    for (uint64_t site = 1; site < missing; ++site) trail.push_back(taken(site));
    trail.push_back(missed(missing, 1));
    trail.push_back(missed(kAsked, 1));
    std::vector<TargetDistance> reached{{targets.targetsOfSides().at({kAsked, true}), 1}};
    flags.refine(reached, trail);
    EXPECT_LT(reached[0].distance, before) << missing;
    before = reached[0].distance;
  }
}

// void parse(text) { apply(text); if (B) return; if (page_ > 100) ... } where apply stores page_ if G holds.
class StoresTest : public testing::Test {
 protected:
  static constexpr uint64_t kDecision = 1, kGuard = 2, kEntry = 3, kBefore = 4;

  uint64_t distance(std::vector<abi::TrailNote> trail) {
    const auto target = targets_.targetsOfSides().at({kDecision, true});
    std::vector<TargetDistance> reached;
    for (const abi::TrailNote& note : trail) {
      if (note.site == kDecision - 1) reached.push_back({target, note.toTrue});
    }
    flags_.refine(reached, trail);
    uint64_t nearest = search::kNotReached;
    for (const TargetDistance& each : reached) {
      if (each.target == target) nearest = std::min(nearest, each.distance);
    }
    return nearest;
  }

  const execute::SiteTable sites_ = execute::SiteTable::parse(
                                        "C\t0000000000000001\t1\t1\t-\t-\tparse\t/p/a.cpp\n"
                                        "C\t0000000000000002\t2\t1\t-\t-\tapply\t/p/a.cpp\n"
                                        "F\t0000000000000003\t3\t1\t-\t-\tparse\t/p/a.cpp\n"
                                        "C\t0000000000000004\t4\t1\t-\t-\tparse\t/p/a.cpp\n")
                                        .value();
  const TargetMap targets_{sites_, {"/p/a.cpp"}};
  const search::TargetGraph graph_ = targets_.graph({{kDecision, {{kBefore, true}}}});
  const FlagFacts facts_{.stored = {{kDecision, {{kGuard, true}}}}};
  FlagDistances flags_{targets_, facts_, graph_};
};

TEST_F(StoresTest, AreNearerThanWhatIsComparedAsLongAsTheyAreMissing) {
  const auto unstored = [&](uint64_t guard, uint64_t decision) {
    return distance({entered(kEntry), missed(kGuard, guard), taken(kBefore), missed(kDecision, decision)});
  };
  EXPECT_LT(unstored(5, 100), unstored(9, 100));
  EXPECT_EQ(unstored(5, 100), unstored(5, 7)) << "what was there before says nothing";
  const auto stored = [&](uint64_t decision) {
    return distance({entered(kEntry), taken(kGuard), taken(kBefore), missed(kDecision, decision)});
  };
  EXPECT_LT(stored(1'000'000), unstored(1, 1));
  EXPECT_LT(stored(7), stored(100));
}

TEST_F(StoresTest, AreWorthLosingTheWayToTheDecision) {
  const uint64_t unstored =
      distance({entered(kEntry), missed(kGuard, 5), taken(kBefore), missed(kDecision, 1)});
  const uint64_t lost = distance({entered(kEntry), taken(kGuard), missed(kBefore, 3)});
  EXPECT_LT(lost, unstored);
  EXPECT_LT(distance({entered(kEntry), taken(kGuard), missed(kBefore, 2)}), lost);
  EXPECT_LT(distance({entered(kEntry), taken(kGuard), taken(kBefore), missed(kDecision, 1'000'000)}), lost);
  EXPECT_GT(distance({entered(kEntry), missed(kGuard, 5), missed(kBefore, 3)}), unstored);
}

// if (B) return; ... behind it the decision: what B's other side stores never comes there.
TEST_F(StoresTest, AreNoneOnAnotherWay) {
  const FlagFacts elsewhere{.stored = {{kDecision, {{kBefore, false}}}}};
  FlagDistances flags(targets_, elsewhere, graph_);
  const auto target = targets_.targetsOfSides().at({kDecision, true});
  std::vector<TargetDistance> reached{{target, 7}};
  flags.refine(reached, std::vector{entered(kEntry), taken(kBefore), missed(kDecision, 7)});
  ASSERT_EQ(reached.size(), 1);
  EXPECT_EQ(reached[0].distance, 7);
}

TEST_F(StoresTest, AreThoseOfTheSameCallOfTheTest) {
  std::vector<abi::TrailNote> trail{entered(kEntry), missed(kGuard, 5), taken(kBefore), missed(kDecision, 1)};
  const uint64_t alone = distance(trail);
  abi::TrailNote later = taken(kGuard);
  later.action = 1;
  trail.push_back(later);
  EXPECT_EQ(distance(trail), alone);
  trail.insert(trail.begin(), taken(kGuard));
  for (size_t i = 1; i < trail.size(); ++i) ++trail[i].action;
  EXPECT_EQ(distance(trail), alone);
}

TEST_F(FlagDistancesTest, CallsFromSeveralPlacesStayApart) {
  // The other decision got what it asked for; this one missed by 7.
  const std::vector<abi::TrailNote> other{taken(kFirst), taken(kGiver), taken(kOther)};
  std::vector<abi::TrailNote> trail = other;
  for (const abi::TrailNote& note : {taken(kFirst), missed(kGiver, 7), missed(kFlag, 1)})
    trail.push_back(note);
  EXPECT_EQ(distance(trail), distance({taken(kFirst), missed(kGiver, 7), missed(kFlag, 1)}));
  // Nor is a value that another decision got nearer to this one's.
  EXPECT_EQ(distance({taken(kFirst), missed(kGiver, 2), missed(kOther, 1), taken(kFirst), missed(kGiver, 7),
                      missed(kFlag, 1)}),
            distance({taken(kFirst), missed(kGiver, 7), missed(kFlag, 1)}));
}

TEST_F(FlagDistancesTest, WhatCameBeforeTheFunctionWasEnteredOnlyCountsIfNothingElseDoes) {
  EXPECT_EQ(distance({missed(kGiver, 3), entered(11), missed(kGiver, 7), missed(kFlag, 1)}),
            distance({missed(kGiver, 7), missed(kFlag, 1)}));
  EXPECT_EQ(distance({missed(kGiver, 3), entered(11), missed(kFlag, 1)}),
            distance({missed(kGiver, 3), missed(kFlag, 1)}));
}

TEST_F(FlagDistancesTest, AValueThatWasKeptIsAskedForTwice) {
  EXPECT_LT(distance({taken(kFirst), missed(kGiver, 3), missed(kOther, 1), missed(kFlag, 1)}),
            distance({taken(kFirst), missed(kGiver, 4), missed(kOther, 1), missed(kFlag, 1)}));
}

TEST_F(FlagDistancesTest, OneMoreRightConditionIsNearer) {
  const uint64_t three =
      distance({missed(kGiver, 5), missed(kGiver, 5), missed(kGiver, 5), missed(kFlag, 1)});
  const uint64_t two = distance({missed(kGiver, 5), taken(kGiver), missed(kGiver, 500), missed(kFlag, 1)});
  EXPECT_LT(two, three);
  EXPECT_LT(distance({missed(kGiver, 5), taken(kGiver), missed(kGiver, 499), missed(kFlag, 1)}), two);
}

// opens = minuteOf(a); closes = minuteOf(b); if (!opens || !closes): both calls come before both questions.
TEST_F(FlagDistancesTest, HowFarACallCameIsToldByItsOwnSteps) {
  constexpr uint64_t kGiving = 13;  // the entry of what gives the flag
  const auto ofCalls = [&](std::vector<abi::TrailNote> first, const std::vector<abi::TrailNote>& second) {
    first.insert(first.begin(), entered(kGiving));
    first.push_back(entered(kGiving));
    first.insert(first.end(), second.begin(), second.end());
    first.push_back(missed(kFlag, 1));
    return distance(first);
  };
  const std::vector<abi::TrailNote> early{missed(kFirst, 5)};
  const std::vector<abi::TrailNote> late{taken(kFirst), missed(kGiver, 1000)};
  const std::vector<abi::TrailNote> right{taken(kFirst), taken(kGiver)};
  EXPECT_LT(ofCalls(late, late), ofCalls(late, early));
  EXPECT_LT(ofCalls(late, early), ofCalls(early, early));
  EXPECT_LT(ofCalls(right, early), ofCalls(early, early));
  EXPECT_LT(ofCalls(right, late), ofCalls(late, late));
  EXPECT_LT(ofCalls(late, right), ofCalls(early, right));
}

TEST_F(FlagDistancesTest, FlagsHangOnFlags) {
  const auto ofGiver = [&](uint64_t away) {
    return distance({taken(kFirst), missed(kGiver, away), missed(kFlag, 1), missed(kOuter, 1)}, kOuter);
  };
  EXPECT_LT(ofGiver(3), ofGiver(4));
}

TEST_F(FlagDistancesTest, CoveredOnesAreLeftAlone) {
  std::vector<TargetDistance> reached{{target(kFlag), 0}};
  EXPECT_EQ(nearest(reached, {}, kFlag), 0u);
  EXPECT_EQ(distance({missed(kGiver, 7), missed(kFlag, 1)}), 1u);
}

TEST_F(FlagDistancesTest, WhatAnExceptionKeptFromIsAsNearAsItsGuard) {
  const auto ofCheck = [&](uint64_t away) {
    return behind({entered(9), entered(6), missed(kCheck, away), kThrew});
  };
  EXPECT_LT(ofCheck(1), ofCheck(2));
  EXPECT_LT(ofCheck(2), search::kNotReached);
  EXPECT_GT(ofCheck(1), uint64_t{1} << 62);  // whoever came there is nearer
}

TEST_F(FlagDistancesTest, TheLastExecutionBeforeTheThrowCounts) {
  EXPECT_EQ(behind({entered(9), taken(kCheck), missed(kCheck, 7), kThrew}),
            behind({entered(9), missed(kCheck, 7), kThrew}));
}

TEST_F(FlagDistancesTest, HowFarALoopCameBeforeTheThrowCountsFirst) {
  // The loop's end, which the check is no part of, was this far away.
  const auto left = [&](uint64_t rounds, uint64_t away) {
    return behind({entered(9), missed(kLoop, rounds), taken(kCheck), missed(kCheck, away), kThrew});
  };
  EXPECT_LE(left(2, 1), left(3, 1));
}

TEST_F(FlagDistancesTest, WhatNobodyCalledIsNotBehindAThrow) {
  EXPECT_EQ(behind({entered(6), missed(kCheck, 1), kThrew}), search::kNotReached);
}

TEST_F(FlagDistancesTest, AThrowThatNothingGuardsSaysNothing) {
  EXPECT_EQ(behind({entered(9), taken(kCheck), kThrew}), search::kNotReached);
}

TEST_F(FlagDistancesTest, WhatATestThatEndedItselfWasKeptFromIsAsNearAsItsGuard) {
  const auto ofCheck = [&](uint64_t away) {
    std::vector<TargetDistance> reached;
    return nearestOfEnded(reached, {entered(9), entered(6), missed(kCheck, away)}, kBehind);
  };
  EXPECT_LT(ofCheck(1), ofCheck(2));
  EXPECT_LT(ofCheck(2), search::kNotReached);
  EXPECT_GT(ofCheck(1), uint64_t{1} << 62);  // whoever came there and lives on is nearer
}

TEST_F(FlagDistancesTest, ATestThatEndedItselfCoversNothing) {
  const auto ofFirst = [&](uint64_t ownDistance, uint64_t ofGuard) {
    std::vector<TargetDistance> reached{{target(kFirst), ownDistance}};
    return nearestOfEnded(reached, {entered(6), missed(kCheck, ofGuard)}, kFirst);
  };
  EXPECT_GT(ofFirst(0, 1), uint64_t{1} << 62);
  EXPECT_EQ(ofFirst(0, 1), ofFirst(5, 1));  // to live on comes first
  EXPECT_LT(ofFirst(0, 1), ofFirst(0, 2));
}

TEST_F(FlagDistancesTest, OneMoreGuardPassedIsNearer) {
  std::vector<TargetDistance> reached{{target(kFirst), 0}};
  const uint64_t atFirst = nearestOfEnded(reached, {missed(kCheck, 1)}, kFirst);
  reached = {{target(kFirst), 0}};
  EXPECT_LT(nearestOfEnded(reached, {taken(kCheck), missed(kSecondCheck, 1000)}, kFirst), atFirst);
}

TEST_F(FlagDistancesTest, WhatOnlyTheEndLeadsToIsNoAim) {
  std::vector<TargetDistance> reached{{target(kCheck, false), 0}, {target(kCheck), 3}};
  EXPECT_LT(nearestOfEnded(reached, {missed(kCheck, 3)}, kCheck), search::kNotReached);
  for (const TargetDistance& each : reached) EXPECT_NE(each.target, target(kCheck, false));
}

TEST_F(FlagDistancesTest, AnEndThatNothingGuardsSaysNothing) {
  std::vector<TargetDistance> reached{{target(kFirst), 0}};
  EXPECT_EQ(nearestOfEnded(reached, {entered(9), taken(kCheck)}, kFirst), search::kNotReached);
  EXPECT_TRUE(reached.empty());
}

TEST_F(FlagDistancesTest, GuardsAreNotedThoughNothingIsAskedFor) {
  std::vector<uint8_t> bySite(sites_.size());
  flags_.addTrailed({}, bySite);
  EXPECT_NE(bySite[kCheck - 1], 0);
  EXPECT_EQ(bySite[kFlag - 1], 0);
}

TEST_F(FlagDistancesTest, WhatGivesThemIsWatchedForThem) {
  const std::vector<TargetId> open{target(kOuter), target(kFirst)};
  const auto required = flags_.requiredFor(open);
  EXPECT_EQ(std::ranges::count(required, std::pair(target(kFlag), target(kOuter))), 1);
  EXPECT_EQ(std::ranges::count(required, std::pair(target(kCheck), target(kBehind))), 1);
}

TEST_F(FlagDistancesTest, TheTrailIsOfWhatMatters) {
  std::vector<uint8_t> bySite(sites_.size());
  flags_.addTrailed(std::vector{target(kOuter)}, bySite);
  for (const uint64_t site : {kOuter, kFlag, kGiver, kFirst, kCheck}) EXPECT_NE(bySite[site - 1], 0) << site;
  EXPECT_EQ(bySite[kBehind - 1], 0);
}

}  // namespace
}  // namespace covolve::guidance
