// Which tests are worth losing for what others expect: worlds of tests of which some
// change a setting, run without a compiler.
#include "unit/verify/polluters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace covolve::unit {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Names = std::vector<std::string>;

bool hasAnyOf(const Names& names, const Names& wanted) {
  return std::ranges::find_first_of(names, wanted) != names.end();
}

struct World {
  Names tests;
  Names victims;
  std::function<bool(const std::string& victim, const Names& beside)> fails;
  size_t runs = 0;
  bool isTimeUp = false;

  std::set<std::string> polluters() {
    const RunTogether run = [&](const Names& names) -> Result<std::set<std::string>> {
      ++runs;
      std::set<std::string> failed;
      for (const std::string& victim : victims) {
        if (hasAnyOf(names, {victim}) && fails(victim, names)) failed.insert(victim);
      }
      return failed;
    };
    return findPolluters(tests, victims, run, [this] { return isTimeUp; }).value();
  }
};

Names numbered(const std::string& prefix, size_t count) {
  Names names;
  for (size_t i = 0; i < count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

Names operator+(Names one, const Names& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

TEST(Polluters, TheOneTestIsFoundThatManySee) {
  const Names victims = numbered("victim", 5);
  World world{numbered("other", 40) + Names{"changes"} + victims, victims,
              [](const auto&, const Names& beside) { return hasAnyOf(beside, {"changes"}); }};
  EXPECT_THAT(world.polluters(), UnorderedElementsAre("changes"));
}

TEST(Polluters, TwoThatDoTheSameGoTogether) {
  const Names victims = numbered("victim", 8);
  World world{Names{"one"} + victims + Names{"other"}, victims,
              [](const auto&, const Names& beside) { return hasAnyOf(beside, {"one", "other"}); }};
  EXPECT_THAT(world.polluters(), UnorderedElementsAre("one", "other"));
}

TEST(Polluters, ManyThatDoTheSameGoTogetherWhereTheyHaveManyVictims) {
  const Names victims = numbered("victim", 60);
  const Names polluters = numbered("changes", 9);
  World world{polluters + victims, victims,
              [&](const auto&, const Names& beside) { return hasAnyOf(beside, polluters); }};
  EXPECT_EQ(world.polluters(), std::set<std::string>(polluters.begin(), polluters.end()));
}

TEST(Polluters, OfTwoThatAreSeenByTooFewForBothNoneGoes) {
  const Names victims = numbered("victim", 4);
  World world{Names{"one"} + victims + Names{"other"}, victims,
              [](const auto&, const Names& beside) { return hasAnyOf(beside, {"one", "other"}); }};
  EXPECT_THAT(world.polluters(), IsEmpty());
}

TEST(Polluters, ATestStaysThatOnlyOneAmongManyOfTheirOwnDoingSees) {
  const Names flaky = numbered("flaky", 10);
  World world{Names{"victim", "changes"} + flaky, Names{"victim"} + flaky,
              [](const std::string& victim, const Names& beside) {
                return victim != "victim" || hasAnyOf(beside, {"changes"});
              }};
  EXPECT_THAT(world.polluters(), IsEmpty());
}

TEST(Polluters, TestsThatAllChangeWhatAFewCountStay) {
  const Names pushing = numbered("push", 100);
  const Names victims = numbered("counts", 5);
  World world{pushing + victims, victims,
              [&](const auto&, const Names& beside) { return hasAnyOf(beside, pushing); }};
  EXPECT_THAT(world.polluters(), IsEmpty());
}

TEST(Polluters, WhatPassesBesideAllOthersIsNobodysVictim) {
  const Names ofTheTimeZone = numbered("zone", 6);
  World world{Names{"changes"} + ofTheTimeZone + Names{"victim"}, ofTheTimeZone + Names{"victim"},
              [](const std::string& victim, const Names& beside) {
                return victim == "victim" && hasAnyOf(beside, {"changes"});
              }};
  EXPECT_THAT(world.polluters(), IsEmpty());
}

TEST(Polluters, AreNotLookedForWithoutEnd) {
  // It takes two tests together, so a half of them tells nothing.
  const Names others = numbered("other", 256);
  const Names victims = numbered("victim", 20);
  World world{others + victims, victims, [](const auto&, const Names& beside) {
                return hasAnyOf(beside, {"other3"}) && hasAnyOf(beside, {"other200"});
              }};
  EXPECT_THAT(world.polluters(), IsEmpty());
  constexpr size_t kHalves = 9;  // of 276 tests
  EXPECT_LE(world.runs, 1 + 4 * (2 * kHalves + 2));
}

TEST(Polluters, AreNotLookedForWhenTheTimeIsUp) {
  const Names victims = numbered("victim", 5);
  World world{Names{"changes"} + victims, victims,
              [](const auto&, const Names& beside) { return hasAnyOf(beside, {"changes"}); }};
  world.isTimeUp = true;
  EXPECT_THAT(world.polluters(), IsEmpty());
}

}  // namespace
}  // namespace covolve::unit
