#include "campaign/statistics/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "campaign/statistics/distributions.h"
#include "campaign/statistics/rank_sum_p.h"

namespace covolve::campaign::statistics {
namespace {

using Sample = std::vector<double>;

/// Whole numbers below `distinct`: the fewer, the more ties.
Sample randomSample(Rng& rng, size_t size, uint64_t distinct) {
  Sample sample(size);
  for (double& value : sample) value = static_cast<double>(rng.below(distinct));
  return sample;
}

double pairsWonByCounting(const Sample& first, const Sample& second) {
  double won = 0;
  for (const double a : first) {
    for (const double b : second) won += a > b ? 1 : a == b ? 0.5 : 0;
  }
  return won;
}

/// The share of all divisions of the pooled values whose U is at least as far from its mean, by looking at
/// each.
double pByEnumeration(const Sample& first, const Sample& second) {
  Sample pooled = first;
  pooled.insert(pooled.end(), second.begin(), second.end());
  const double middle = static_cast<double>(first.size() * second.size()) / 2;
  const double observed = std::abs(pairsWonByCounting(first, second) - middle);
  double all = 0;
  double far = 0;
  for (unsigned division = 0; division < (1u << pooled.size()); ++division) {
    if (static_cast<size_t>(std::popcount(division)) != first.size()) continue;
    Sample in;
    Sample out;
    for (size_t at = 0; at < pooled.size(); ++at)
      ((division >> at & 1) != 0 ? in : out).push_back(pooled[at]);
    all += 1;
    if (std::abs(pairsWonByCounting(in, out) - middle) >= observed) far += 1;
  }
  return far / all;
}

// Ozone in New York, May and August 1973 (Chambers et al., Graphical Methods for Data Analysis): the example
// of R's wilcox.test for the normal approximation with ties.
const Sample kOzoneInMay{41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
                         14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
const Sample kOzoneInAugust{39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
                            59, 23, 31, 44, 21, 9,  45,  168, 73,  76, 118, 84, 85};

TEST(Summary, OfAFewValuesIsAsComputedByHand) {
  const Sample sample{9, 2, 4, 4, 5, 4, 7, 5};
  EXPECT_DOUBLE_EQ(mean(sample), 5);
  EXPECT_DOUBLE_EQ(standardDeviation(sample), std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(median(sample), 4.5);
  EXPECT_DOUBLE_EQ(median(Sample{3, 1, 2}), 2);
}

TEST(Summary, QuantilesLieBetweenOrderStatisticsAsInR) {
  const Sample sample{10, 1, 4, 2};  // R: quantile(c(10, 1, 4, 2)) is 1, 1.75, 3, 5.5, 10
  EXPECT_DOUBLE_EQ(quantile(sample, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.75), 5.5);
  EXPECT_DOUBLE_EQ(quantile(sample, 1), 10);
}

TEST(Summary, OfNothingIsNoNumber) {
  EXPECT_TRUE(std::isnan(mean({})));
  EXPECT_TRUE(std::isnan(median({})));
  EXPECT_TRUE(std::isnan(quantile({}, 0.25)));
  EXPECT_TRUE(std::isnan(standardDeviation({})));
  EXPECT_TRUE(std::isnan(standardDeviation(Sample{1})));
}

TEST(Summary, EqualValuesDoNotDeviateThoughTheirMeanIsRounded) {
  const Sample sample(6, 0.1);
  ASSERT_NE(mean(sample), 0.1);
  EXPECT_EQ(standardDeviation(sample), 0);
}

TEST(Ranks, EqualValuesShareTheMeanOfTheirRanks) {
  EXPECT_EQ(ranks(Sample{30, 10, 20, 10, 30, 30}), (Sample{5, 1.5, 3, 1.5, 5, 5}));
  EXPECT_EQ(ranks(Sample{}), Sample{});
  EXPECT_EQ(ranks(Sample{0.0, -0.0}), (Sample{1.5, 1.5}));
}

TEST(MannWhitney, AgreesWithHollanderAndWolfesPermeability) {
  // The example of R's wilcox.test: W = 35, one-sided p = 0.1272; without ties the two-sided one is twice
  // that.
  const Sample term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const Sample early{1.15, 0.88, 0.90, 0.74, 1.21};
  const MannWhitney test = mannWhitney(term, early);
  EXPECT_TRUE(test.isExact);
  EXPECT_DOUBLE_EQ(test.u, 35);
  EXPECT_NEAR(test.p, 2 * 0.1272, 1e-4);
  EXPECT_NEAR(test.p, 764.0 / 3003, 1e-15);
}

TEST(MannWhitney, NormalApproximationAgreesWithRsOzone) {
  const PooledRanks pooled = pooledRanks(kOzoneInMay, kOzoneInAugust);
  EXPECT_DOUBLE_EQ(pairsWon(pooled), 127.5);
  EXPECT_NEAR(normalRankSumP(pooled), 0.0001208, 5e-8);
}

TEST(MannWhitney, IsExactWithTiesWhereRApproximates) {
  const MannWhitney test = mannWhitney(kOzoneInMay, kOzoneInAugust);
  EXPECT_TRUE(test.isExact);
  EXPECT_NEAR(test.p, 6.10873518880372e-05, 1e-17);  // the same counts with Python's unlimited integers
}

TEST(MannWhitney, CountsExactlyWhatEnumerationOfAllDivisionsCounts) {
  Rng rng(7);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Sample first = randomSample(rng, rng.below(7), 1 + rng.below(12));
    const Sample second = randomSample(rng, rng.below(6), 1 + rng.below(12));
    const MannWhitney test = mannWhitney(first, second);
    EXPECT_DOUBLE_EQ(test.u, pairsWonByCounting(first, second));
    EXPECT_DOUBLE_EQ(test.p, pByEnumeration(first, second))
        << testing::PrintToString(first) << testing::PrintToString(second);
  }
}

TEST(MannWhitney, SeparateSamplesAreTheTwoMostExtremeOfAllDivisions) {
  // At the largest sizes that are counted: 2 of C(100, 50), which is far beyond 64 bits.
  Sample low(50);
  Sample high(50);
  std::iota(low.begin(), low.end(), 0);
  std::iota(high.begin(), high.end(), 50);
  const MannWhitney test = mannWhitney(high, low);
  EXPECT_TRUE(test.isExact);
  EXPECT_DOUBLE_EQ(test.u, 2500);
  EXPECT_NEAR(test.p * 1.0089134454556419e29 / 2, 1, 1e-12);
}

TEST(MannWhitney, ChangesToTheApproximationWithoutAJump) {
  Rng rng(11);
  for (int repetition = 0; repetition < 5; ++repetition) {
    const Sample first = randomSample(rng, 50, 40);
    Sample second = randomSample(rng, 50, 45);
    EXPECT_TRUE(mannWhitney(first, second).isExact);
    const PooledRanks pooled = pooledRanks(first, second);
    EXPECT_NEAR(exactRankSumP(pooled), normalRankSumP(pooled), 0.005);
    second.push_back(20);
    const MannWhitney larger = mannWhitney(first, second);
    EXPECT_FALSE(larger.isExact);
    EXPECT_EQ(larger.p, normalRankSumP(pooledRanks(first, second)));
  }
}

TEST(MannWhitney, EqualOrMissingValuesTellNothing) {
  for (const size_t size : {1, 10, 100}) {
    const Sample equal(size, 3.5);
    const MannWhitney test = mannWhitney(equal, equal);
    EXPECT_EQ(test.p, 1);
    EXPECT_DOUBLE_EQ(test.u, static_cast<double>(size * size) / 2);
    EXPECT_EQ(mannWhitney(equal, {}).p, 1);
    EXPECT_EQ(mannWhitney({}, equal).p, 1);
  }
  EXPECT_EQ(mannWhitney({}, {}).p, 1);
  EXPECT_EQ(mannWhitney({}, {}).u, 0);
}

TEST(MannWhitney, DoesNotDependOnWhichSampleIsFirst) {
  Rng rng(13);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const size_t most = repetition % 10 == 0 ? 90 : 20;
    const Sample first = randomSample(rng, rng.below(most), 1 + rng.below(30));
    const Sample second = randomSample(rng, rng.below(most), 1 + rng.below(30));
    const MannWhitney there = mannWhitney(first, second);
    const MannWhitney back = mannWhitney(second, first);
    EXPECT_DOUBLE_EQ(there.u + back.u, static_cast<double>(first.size() * second.size()));
    EXPECT_DOUBLE_EQ(there.p, back.p);
    EXPECT_GE(there.p, 0);
    EXPECT_LE(there.p, 1);
  }
}

TEST(VarghaDelaney, IsTheShareOfPairsWonWithTiesAsHalves) {
  EXPECT_DOUBLE_EQ(varghaDelaney(Sample{1, 2, 3}, Sample{2}), 0.5);
  EXPECT_DOUBLE_EQ(varghaDelaney(Sample{2, 3}, Sample{1, 2}), 3.5 / 4);
  EXPECT_DOUBLE_EQ(varghaDelaney(Sample{4, 5}, Sample{1, 2, 3}), 1);
  EXPECT_DOUBLE_EQ(varghaDelaney(Sample{1, 2, 3}, Sample{4, 5}), 0);
}

TEST(VarghaDelaney, OfASampleWithoutValuesIsNoDifference) {
  EXPECT_EQ(varghaDelaney({}, Sample{1}), 0.5);
  EXPECT_EQ(varghaDelaney(Sample{1}, {}), 0.5);
  EXPECT_EQ(varghaDelaney({}, {}), 0.5);
}

TEST(VarghaDelaney, OfBothDirectionsSumsToOne) {
  Rng rng(17);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const Sample first = randomSample(rng, rng.below(40), 1 + rng.below(30));
    const Sample second = randomSample(rng, rng.below(40), 1 + rng.below(30));
    EXPECT_DOUBLE_EQ(varghaDelaney(first, second) + varghaDelaney(second, first), 1);
  }
}

TEST(Friedman, AgreesWithHollanderAndWolfesRoundingTimes) {
  // The example of R's friedman.test: three ways to round first base, 22 players; with ties.
  const std::vector<Sample> players{
      {5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
      {5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70},
      {5.25, 5.20, 5.10}, {5.65, 5.55, 5.45}, {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40},
      {5.45, 5.55, 5.50}, {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
      {5.70, 5.65, 5.55}, {6.30, 6.30, 6.25}};
  const Friedman test = friedman(players);
  EXPECT_NEAR(test.chiSquare, 11.143, 5e-4);
  EXPECT_EQ(test.degreesOfFreedom, 2u);
  EXPECT_NEAR(test.p, 0.003805, 5e-7);
  // Rank sums 53, 47, 32 from the smallest time; here the largest value has rank 1.
  ASSERT_EQ(test.averageRanks.size(), 3u);
  EXPECT_DOUBLE_EQ(test.averageRanks[0], 4 - 53.0 / 22);
  EXPECT_DOUBLE_EQ(test.averageRanks[1], 4 - 47.0 / 22);
  EXPECT_DOUBLE_EQ(test.averageRanks[2], 4 - 32.0 / 22);
}

TEST(Friedman, TheLargestValueHasRankOneAndTiesShare) {
  EXPECT_EQ(friedman({{90, 70, 80}}).averageRanks, (Sample{1, 3, 2}));
  EXPECT_EQ(friedman({{90, 70, 90}, {5, 5, 5}}).averageRanks, (Sample{1.75, 2.5, 1.75}));
}

TEST(Friedman, UnanimousBlocksReachTheLargestChiSquare) {
  // n (k - 1), also with ties, as long as each block has the same.
  EXPECT_DOUBLE_EQ(friedman({{1, 2, 3, 4}, {5, 6, 7, 8}, {0, 1, 3, 9}}).chiSquare, 9);
  EXPECT_DOUBLE_EQ(friedman({{1, 2, 2, 4}, {5, 6, 6, 8}, {0, 1, 1, 9}}).chiSquare, 9);
}

TEST(Friedman, WithNothingToCompareTellsNothing) {
  for (const std::vector<Sample>& blocks :
       {std::vector<Sample>{}, {{}}, {{}, {}}, {{1}, {2}}, {{3, 3, 3}, {4, 4, 4}}, {{1, 2}, {2, 1}}}) {
    const Friedman test = friedman(blocks);
    EXPECT_EQ(test.chiSquare, 0);
    EXPECT_EQ(test.p, 1);
    EXPECT_EQ(test.averageRanks.size(), blocks.empty() ? 0 : blocks.front().size());
  }
}

TEST(ChiSquare, SurvivalAgreesWithTablesForOddAndEvenDegrees) {
  // Critical values at 0.05 and 0.001 as in every textbook's table.
  EXPECT_NEAR(chiSquareSurvival(3.841459, 1), 0.05, 1e-7);
  EXPECT_NEAR(chiSquareSurvival(5.991465, 2), 0.05, 1e-7);
  EXPECT_NEAR(chiSquareSurvival(7.814728, 3), 0.05, 1e-7);
  EXPECT_NEAR(chiSquareSurvival(9.487729, 4), 0.05, 1e-7);
  EXPECT_NEAR(chiSquareSurvival(18.307038, 10), 0.05, 1e-7);
  EXPECT_NEAR(chiSquareSurvival(16.266236, 3), 0.001, 1e-9);
  EXPECT_NEAR(chiSquareSurvival(37.697298, 15), 0.001, 1e-9);
  EXPECT_EQ(chiSquareSurvival(0, 3), 1);
  EXPECT_EQ(chiSquareSurvival(7, 0), 1);
}

TEST(ChiSquare, SurvivalDoesNotVanishBecauseItsFirstTermDoes) {
  // exp(-800) is 0 in a double; the largest of the terms is not.
  EXPECT_NEAR(chiSquareSurvival(1600, 300), 4.299097512221621e-176, 1e-186);  // by SciPy
}

TEST(NormalQuantile, AgreesWithTables) {
  EXPECT_EQ(normalQuantile(0.5), 0);
  EXPECT_NEAR(normalQuantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normalQuantile(0.025), -1.959963984540054, 1e-14);
  EXPECT_NEAR(normalQuantile(0.95), 1.644853626951473, 1e-14);
  EXPECT_NEAR(normalQuantile(0.999), 3.090232306167813, 1e-13);
  EXPECT_TRUE(std::isinf(normalQuantile(0)));
  EXPECT_TRUE(std::isinf(normalQuantile(1)));
}

TEST(NormalQuantile, IsTheInverseOfTheDistributionInAllItsRegions) {
  for (double value = -30; value < 8; value += 0.037) {
    EXPECT_NEAR(normalQuantile(normalProbability(value)), value, value < 4 ? 1e-11 : 0.2);
  }
}

TEST(Holm, MultipliesByTheHypothesesLeftAndNeverFallsBack) {
  // 0.01 * 4; 0.02 * 3; 0.022 * 2 falls below that; 0.04 * 1 too.
  const Sample adjusted = holm(Sample{0.02, 0.04, 0.01, 0.022});
  const Sample expected{0.06, 0.06, 0.04, 0.06};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (size_t at = 0; at < expected.size(); ++at) EXPECT_DOUBLE_EQ(adjusted[at], expected[at]);
}

TEST(Holm, StaysAtOneAndBelow) {
  EXPECT_EQ(holm(Sample{0.6, 1, 0.7}), (Sample{1, 1, 1}));
  EXPECT_EQ(holm(Sample{0.3}), Sample{0.3});
  EXPECT_EQ(holm(Sample{}), Sample{});
}

TEST(Holm, KeepsTheOrderAndNeverLowersAValue) {
  Rng rng(19);
  for (int repetition = 0; repetition < 50; ++repetition) {
    Sample p(1 + rng.below(15));
    for (double& value : p) value = rng.unit() * rng.unit();
    const Sample adjusted = holm(p);
    for (size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(adjusted[i], p[i]);
      EXPECT_LE(adjusted[i], 1);
      for (size_t j = 0; j < p.size(); ++j) {
        if (p[i] < p[j]) {
          EXPECT_LE(adjusted[i], adjusted[j]);
        }
      }
    }
  }
}

TEST(Bootstrap, TheSameSeedGivesTheSameInterval) {
  const Interval once = bootstrapMean(kOzoneInMay, 0.95, 5);
  const Interval again = bootstrapMean(kOzoneInMay, 0.95, 5);
  EXPECT_EQ(once.low, again.low);
  EXPECT_EQ(once.high, again.high);
  const Interval other = bootstrapMean(kOzoneInMay, 0.95, 6);
  EXPECT_NE(once.low, other.low);
  EXPECT_NEAR(once.low, other.low, 0.5);
  EXPECT_NEAR(once.high, other.high, 1.5);
}

TEST(Bootstrap, MovesTowardsTheLongTailOfASkewedSample) {
  const Interval interval = bootstrapMean(kOzoneInMay, 0.95, 1, 100'000);
  // SciPy's BCa interval with as many resamples; its percentile interval, 16.5 to 33, ignores the skew.
  EXPECT_NEAR(interval.low, 17.75, 0.15);
  EXPECT_NEAR(interval.high, 37.05, 0.3);
}

TEST(Bootstrap, MirrorsWithTheSample) {
  Sample mirrored = kOzoneInMay;
  for (double& value : mirrored) value = -value;
  const Interval interval = bootstrapMean(kOzoneInMay, 0.95, 5);
  const Interval mirror = bootstrapMean(mirrored, 0.95, 5);
  EXPECT_NEAR(mirror.low, -interval.high, 1e-9);
  EXPECT_NEAR(mirror.high, -interval.low, 1e-9);
}

TEST(Bootstrap, DoesNotDependOnTheUnit) {
  // Many resamples have the sample's own mean; in most units rounding makes it look a little smaller or
  // larger.
  for (const Sample& sample : {Sample{1, 2, 3}, Sample{1, 2, 3, 4, 5, 15}}) {
    const Interval interval = bootstrapMean(sample, 0.8, 3, 2000);
    for (const double unit : {0.1, 0.7, 1.0 / 3, 1e100, 1e-200}) {
      Sample converted = sample;
      for (double& value : converted) value *= unit;
      const Interval inUnit = bootstrapMean(converted, 0.8, 3, 2000);
      EXPECT_NEAR(inUnit.low / unit, interval.low, 1e-9) << unit;
      EXPECT_NEAR(inUnit.high / unit, interval.high, 1e-9) << unit;
    }
  }
}

TEST(Bootstrap, OfAConstantSampleIsThePoint) {
  const Sample constant(6, 0.1);
  EXPECT_EQ(bootstrapMean(constant, 0.95, 1).low, 0.1);
  EXPECT_EQ(bootstrapMean(constant, 0.95, 1).high, 0.1);
  EXPECT_EQ(bootstrapMean(Sample{4}, 0.95, 1).high, 4);
  EXPECT_TRUE(std::isnan(bootstrapMean({}, 0.95, 1).low));
}

TEST(Bootstrap, StaysWithinTheSampleThoughTheMeanIsRounded) {
  Rng rng(29);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Sample sample{rng.unit(), rng.unit(), rng.unit()};
    const Interval interval = bootstrapMean(sample, 0.999, rng.bits(), 300);
    EXPECT_GE(interval.low, std::ranges::min(sample));
    EXPECT_LT(interval.low, interval.high);
    EXPECT_LE(interval.high, std::ranges::max(sample));
  }
}

TEST(Bootstrap, MuchConfidenceAndSkewDoNotTurnTheIntervalAround) {
  Sample sample(30, 0);
  sample[3] = 1;
  const Interval interval = bootstrapMean(sample, 1 - 1e-13, 1);
  EXPECT_EQ(interval.low, 0);
  EXPECT_GT(interval.high, mean(sample));
}

TEST(Bootstrap, ResamplesOnOneSideOnlyStillMakeAnInterval) {
  const Sample sample{1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5};
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Interval interval = bootstrapMean(sample, 0.99, seed, 2);
    EXPECT_LT(interval.low, interval.high);
  }
}

TEST(Bootstrap, CoversTheTrueMeanAboutAsOftenAsItSays) {
  Rng rng(23);
  int covered = 0;
  constexpr int kRepetitions = 300;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    Sample sample(30);
    for (double& value : sample) value = -std::log(1 - rng.unit());  // exponential, mean 1
    const Interval interval = bootstrapMean(sample, 0.9, rng.bits(), 500);
    if (interval.low <= 1 && 1 <= interval.high) ++covered;
  }
  EXPECT_GT(covered, 0.84 * kRepetitions);
  EXPECT_LT(covered, 0.95 * kRepetitions);
}

}  // namespace
}  // namespace covolve::campaign::statistics
