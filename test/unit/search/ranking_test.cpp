#include "search/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace covolve::search {
namespace {

/// Distances to each objective; ~0 stands for "not even an ancestor was reached".
struct Row {
  std::vector<uint64_t> distances;
  size_t length = 1;
};
constexpr uint64_t kNowhere = kNotReached;

class Ranked {
 public:
  Ranked(const std::vector<Row>& rows, size_t count) {
    for (const Row& row : rows) {
      auto& fitness = fitness_.emplace_back();
      for (const uint64_t distance : row.distances) {
        fitness.push_back(distance == kNowhere ? Fitness{} : Fitness{0, distance});
      }
    }
    for (size_t i = 0; i < rows.size(); ++i) candidates_.push_back({fitness_[i].data(), {rows[i].length, 0}});
    const auto chosen = ranking_.select(candidates_, rows[0].distances.size(), count);
    chosen_.assign(chosen.begin(), chosen.end());
  }

  std::vector<uint32_t> order() const {
    std::vector<uint32_t> order;
    for (const auto& chosen : chosen_) order.push_back(chosen.candidate);
    return order;
  }
  bool has(uint32_t candidate) const { return std::ranges::count(order(), candidate) == 1; }
  uint32_t placeOf(uint32_t candidate) const {
    return std::ranges::find(chosen_, candidate, &Ranking::Chosen::candidate)->place;
  }
  const Ranking& ranking() const { return ranking_; }

 private:
  std::vector<std::vector<Fitness>> fitness_;
  std::vector<Ranking::Candidate> candidates_;
  Ranking ranking_;
  std::vector<Ranking::Chosen> chosen_;
};

using Order = std::vector<uint32_t>;

TEST(Ranking, OneObjectiveIsSorting) {
  EXPECT_EQ(Ranked({{{5}}, {{1}}, {{9}}, {{3}}}, 3).order(), (Order{1, 3, 0}));
}

TEST(Ranking, TheNearestForAnyObjectiveSurvivesEvenIfBadOtherwise) {
  // Candidate 2 is dominated in all but the last objective's view.
  const Ranked ranked({{{1, 1, 9}}, {{2, 2, 9}}, {{90, 90, 8}}}, 2);
  EXPECT_TRUE(ranked.has(0));
  EXPECT_TRUE(ranked.has(2));
}

TEST(Ranking, OfEquallyNearTestsTheShorterIsPreferred) {
  EXPECT_EQ(Ranked({{{4}, 3}, {{4}, 1}, {{4}, 2}}, 1).order(), (Order{1}));
}

TEST(Ranking, WhereNothingElseDecidesTheEarlierWins) {
  EXPECT_EQ(Ranked({{{4}}, {{4}}, {{4}}}, 2).order(), (Order{0, 1}));
}

TEST(Ranking, ObjectivesThatNobodyIsNearToPreferNobody) {
  // The shortest test would be preferred for the second objective, though it is no good for it.
  const Ranked ranked({{{1, kNowhere}, 5}, {{2, kNowhere}, 5}, {{9, kNowhere}, 1}}, 2);
  EXPECT_EQ(ranked.order(), (Order{0, 1}));
}

TEST(Ranking, DominatedTestsComeAfterThoseThatDominateThem) {
  // Front 0: 0 and 1. Of the others 2 and 3 do not dominate each other, both dominate 4.
  const Ranked ranked({{{0, 50}}, {{50, 0}}, {{10, 20}}, {{20, 10}}, {{20, 20}}}, 5);
  EXPECT_LT(std::max(ranked.placeOf(2), ranked.placeOf(3)), ranked.placeOf(4));
  EXPECT_LT(std::max(ranked.placeOf(0), ranked.placeOf(1)), std::min(ranked.placeOf(2), ranked.placeOf(3)));
}

TEST(Ranking, WithinAFrontThoseAloneAtTheBestOfSomethingComeFirst) {
  // 0 is preferred for both. In the front behind it, 3 alone is best in the second objective.
  const Ranked ranked({{{0, 0}}, {{1, 9}}, {{1, 9}}, {{9, 1}}}, 4);
  EXPECT_EQ(ranked.order(), (Order{0, 3, 1, 2}));
  EXPECT_EQ(ranked.placeOf(1), ranked.placeOf(2));
}

TEST(Ranking, EqualTestsShareAPlace) {
  const Ranked ranked({{{1}}, {{7}}, {{7}}, {{8}}}, 4);
  EXPECT_EQ(ranked.placeOf(1), ranked.placeOf(2));
  EXPECT_LT(ranked.placeOf(2), ranked.placeOf(3));
}

TEST(Ranking, TellsWhichObjectivesHaveTheirNearestTestAmongTheChosen) {
  const Ranked all({{{1, 9, 9}}, {{9, 1, 9}}, {{9, 9, 1}}}, 3);
  for (size_t objective = 0; objective < 3; ++objective) {
    EXPECT_EQ(all.ranking().preferredFitness(objective), (Fitness{0, 1}));
  }
  const Ranked two({{{1, 9, 9}}, {{9, 1, 9}}, {{9, 9, 1}}}, 2);  // front 0 is too long
  EXPECT_EQ(two.ranking().preferredFitness(2), Fitness{});
}

TEST(Ranking, FewerCandidatesThanPlacesAllSurvive) {
  EXPECT_EQ(Ranked({{{3}}, {{2}}}, 10).order(), (Order{1, 0}));
}

TEST(Ranking, NoTestComesBehindOneThatItDominatesUnlessThatIsPreferred) {
  Rng rng(3);
  for (int round = 0; round < 100; ++round) {
    const size_t objectives = 1 + rng.below(6);
    std::vector<Row> rows(2 + rng.below(30));
    for (Row& row : rows) {
      for (size_t i = 0; i < objectives; ++i) row.distances.push_back(1 + rng.below(6));
      row.length = 1 + rng.below(3);
    }
    const Ranked ranked(rows, rows.size());
    const Order order = ranked.order();
    ASSERT_EQ(order.size(), rows.size());
    const auto isPreferred = [&](uint32_t candidate) {
      for (size_t i = 0; i < objectives; ++i) {
        const auto isBeaten = [&](const Row& other) {
          return std::pair(other.distances[i], other.length) <
                 std::pair(rows[candidate].distances[i], rows[candidate].length);
        };
        if (std::ranges::none_of(rows, isBeaten)) return true;
      }
      return false;
    };
    for (size_t first = 0; first < order.size(); ++first) {
      for (size_t second = first + 1; second < order.size(); ++second) {
        const auto& earlier = rows[order[first]].distances;
        const auto& later = rows[order[second]].distances;
        bool isNowhereWorse = true;
        for (size_t i = 0; i < objectives; ++i) isNowhereWorse &= later[i] <= earlier[i];
        if (isNowhereWorse && later != earlier) EXPECT_TRUE(isPreferred(order[first]));
      }
    }
  }
}

}  // namespace
}  // namespace covolve::search
