// Derived boundaries of numbers and texts: that they close in on the right value,
// and that results tell whether to trust them.
#include "search/mutation/boundary.h"

#include <gtest/gtest.h>

#include <set>

#include "artificial_problems.h"
#include "search/mutation/text_boundary.h"

namespace covolve::search {
namespace {

/// Proposes until the secret is found; the distance tells which of two values is nearer.
template <class Distance>
size_t proposalsUntil(__int128 secret, Boundary::Range domain, Distance distance) {
  Rng rng(1);
  Boundary boundary;
  __int128 present = domain.low;
  for (size_t proposals = 1; proposals < 100'000; ++proposals) {
    const double chance = middleChance(boundary.changes(), boundary.withoutImprovement(), 0);
    const __int128 next = boundary.propose(domain, present, chance, rng);
    EXPECT_GE(next, domain.low);
    EXPECT_LE(next, domain.high);
    if (next == secret) return proposals;
    const auto before = distance(present);
    const auto after = distance(next);
    boundary.learn(domain, present, next, before != after, after < before);
    if (after < before) present = next;
  }
  return 100'000;
}

TEST(Boundary, ClosesInOnTheRightValueFromAllSides) {
  const Boundary::Range domain{INT64_MIN, INT64_MAX};
  for (const int64_t secret : {int64_t{0}, int64_t{7}, INT64_MIN + 1, INT64_MAX, int64_t{-987654321012345}}) {
    const auto distance = [=](__int128 value) { return value > secret ? value - secret : secret - value; };
    EXPECT_LT(proposalsUntil(secret, domain, distance), 400u) << secret;
  }
}

TEST(Boundary, FindsWhatDoesNotKeepToOneDistance) {
  // Nearer is better only within a hundred; elsewhere all are alike.
  const auto distance = [](__int128 value) {
    const __int128 off = value > 4321 ? value - 4321 : 4321 - value;
    return off < 100 ? off : 100;
  };
  EXPECT_LT(proposalsUntil(4321, {0, 10'000}, distance), 100'000u);
}

TEST(Boundary, TriesOtherDivisionsWhileResultsAreUnderWay) {
  Rng rng(1);
  Boundary boundary;
  std::set<int64_t> proposed;
  for (int i = 0; i < 32; ++i) {
    proposed.insert(static_cast<int64_t>(boundary.propose({0, 1 << 20}, 0, 1, rng)));
  }
  EXPECT_EQ(proposed.size(), 32u);
}

TEST(Boundary, IsTrustedOnceAChangeDidBetterAndUntilResultsContradictEachOther) {
  constexpr Boundary::Range kDomain{0, 1000};
  Boundary boundary;
  const auto learn = [&](int before, int after, bool isBetter) {
    boundary.learn(kDomain, before, after, true, isBetter);
  };
  learn(400, 900, false);
  EXPECT_FALSE(boundary.isTrusted()) << "most is worse for a remainder, too";
  learn(400, 300, true);
  EXPECT_TRUE(boundary.isTrusted());
  learn(300, 500, true);
  EXPECT_TRUE(boundary.isTrusted()) << "outside of what was left, but nearer";
  learn(500, 600, false);  // below 550
  EXPECT_TRUE(boundary.isTrusted());
  learn(800, 700, false);  // above 750
  EXPECT_FALSE(boundary.isTrusted());
}

TEST(TextBoundary, FindsALengthAndEachCharacter) {
  const std::string secret = "Zebra~7";
  const auto distance = [&](const std::string& text) {
    uint64_t sum =
        artificial::apart(static_cast<int64_t>(text.size()), static_cast<int64_t>(secret.size())) * 256;
    for (size_t i = 0; i < std::min(text.size(), secret.size()); ++i)
      sum += artificial::apart(text[i], secret[i]);
    return sum;
  };
  Rng rng(1);
  TextBoundary boundary;
  std::string present = "a";
  size_t proposals = 0;
  while (present != secret && ++proposals < 3000) {
    const std::string next = boundary.propose({present, 200, false}, 0.5, rng);
    const uint64_t before = distance(present);
    const uint64_t after = distance(next);
    boundary.learn(present, next, false, 200, before != after, after < before);
    if (after < before) present = next;
  }
  EXPECT_EQ(present, secret);
}

}  // namespace
}  // namespace covolve::search
