#include "search/refine/refiners.h"

#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <cstdlib>
#include <set>

#include "artificial_problems.h"
#include "distance/branch_distance.h"
#include "one_datum.h"
#include "search/refine/climb.h"
#include "search/refine/input_to_state.h"
#include "search/refine/repairing.h"

namespace covolve::search {
namespace {

/// Runs a climb with `distance` as the only target's; returns the tests run until it ended at 0, or nothing.
template <class Distance>
std::optional<size_t> climbed(Individual start, Distance distance, std::vector<KeptPart> kept = {}) {
  const auto evaluated = [&](Individual individual) {
    return std::make_shared<const Evaluated>(Evaluated{std::move(individual), {}, {}});
  };
  const uint64_t first = distance(start);
  Climb climb(evaluated(std::move(start)), 0, {0, first}, std::move(kept));
  size_t tests = 0;
  uint64_t best = first;
  for (auto candidates = climb.next(); !candidates.empty(); candidates = climb.next()) {
    for (size_t i = 0; i < candidates.size(); ++i) {
      const uint64_t found = distance(candidates[i]);
      best = std::min(best, found);
      ++tests;
      climb.result(i, evaluated(std::move(candidates[i])), {0, found});
    }
  }
  return best == 0 ? std::optional(tests) : std::nullopt;
}

TEST(Climb, FindsAnyIntegerInLogarithmicallyManySteps) {
  for (const int64_t secret :
       {int64_t{0}, int64_t{1}, int64_t{-7}, int64_t{123456789}, INT64_MAX, INT64_MIN}) {
    const auto tests = climbed(withInteger(42), [&](const Individual& individual) {
      return distance::ofSigned(abi::Equal, static_cast<int64_t>(valueIn(individual).integer), secret).toTrue;
    });
    ASSERT_TRUE(tests.has_value()) << secret;
    EXPECT_LT(*tests, 64u * 66u) << secret;
  }
}

TEST(Climb, LeapsToWhereALinearDistanceEnds) {
  for (const int64_t factor : {1, -3, 1000}) {
    const int64_t secret = factor * 8'123'456'789 + 7;
    const auto tests = climbed(withInteger(42), [&](const Individual& individual) {
      const auto value = static_cast<int64_t>(valueIn(individual).integer);
      return distance::ofSigned(abi::Equal, factor * value + 7, secret).toTrue;
    });
    ASSERT_TRUE(tests.has_value()) << factor;
    EXPECT_LE(*tests, 10u) << factor;
  }
}

// The distance falls ever more slowly, so that every leap goes too far.
TEST(Climb, WalksOnWhereALeapGoesTooFar) {
  const auto tests = climbed(withInteger(2), [&](const Individual& individual) {
    const auto value = static_cast<int64_t>(valueIn(individual).integer);
    return static_cast<uint64_t>(value < 0 || value > 1000 ? 5'000'000 : (1000 - value) * (1000 - value));
  });
  EXPECT_TRUE(tests.has_value());
}

TEST(Climb, FindsSeveralIntegersOneAfterTheOther) {
  Individual start = withInteger(1000, 32);
  start.actions[0].genes.push_back(start.actions[0].genes[0]->copy());
  const auto tests = climbed(start, [](const Individual& individual) {
    const auto x = static_cast<int64_t>(valueIn(individual, 0).integer);
    const auto y = static_cast<int64_t>(valueIn(individual, 1).integer);
    return static_cast<uint64_t>(std::abs(x - 31) + std::abs(2 * y + 5000));
  });
  EXPECT_TRUE(tests.has_value());
}

TEST(Climb, FollowsARidgeThatNeitherIntegerLeavesAlone) {
  Individual start = withInteger(1000, 32);
  start.actions[0].genes.push_back(start.actions[0].genes[0]->copy());
  const auto tests = climbed(start, [](const Individual& individual) {
    const auto x = static_cast<int64_t>(valueIn(individual, 0).integer);
    const auto y = static_cast<int64_t>(valueIn(individual, 1).integer);
    return static_cast<uint64_t>(std::abs(x + y - 31) + std::abs(x - y - 5));
  });
  EXPECT_TRUE(tests.has_value());
}

TEST(Climb, FindsFloatsOfEveryMagnitude) {
  for (const double secret : {0.5, -3.25, 1e-300, 1e300, 3.141592653589793, -0.1}) {
    const auto tests = climbed(withFloating(7), [&](const Individual& individual) {
      return distance::ofDoubles(abi::Equal, valueIn(individual).floating, secret).toTrue;
    });
    EXPECT_TRUE(tests.has_value()) << secret;
  }
}

TEST(Climb, FindsAWordByLengthAndCharacters) {
  const std::string secret = "Hello, w";
  const auto tests = climbed(withText("abc"), [&](const Individual& individual) {
    const std::string text = valueIn(individual).text;
    uint64_t distance = 256 * static_cast<uint64_t>(
                                  std::abs(static_cast<int>(text.size()) - static_cast<int>(secret.size())));
    for (size_t i = 0; i < std::min(text.size(), secret.size()); ++i) {
      distance += static_cast<uint64_t>(std::abs(text[i] - secret[i]));
    }
    return distance;
  });
  EXPECT_TRUE(tests.has_value());
}

TEST(Climb, ReachesTheEndsOfTheWidestIntegers) {
  Individual start = withInteger(5, 128);
  EXPECT_TRUE(vary(start, {0, Variable::Kind::Integer, 0}, -1));
  EXPECT_EQ(valueIn(start), Value::number(4));
  const __int128 largest = ~(static_cast<__int128>(1) << 127);
  Individual last = withInteger(largest, 128);
  EXPECT_FALSE(vary(last, {0, Variable::Kind::Integer, 0}, 1));
}

TEST(Climb, EndsOnAPlateauAndOnTestsWithoutData) {
  EXPECT_FALSE(climbed(withInteger(3), [](const Individual&) { return uint64_t{5}; }).has_value());
  Individual empty;
  empty.actions.emplace_back(0);
  EXPECT_FALSE(climbed(std::move(empty), [](const Individual&) { return uint64_t{5}; }).has_value());
}

TEST(Climb, TriesAllDigitsWhereNeighboursTellNothing) {
  std::set<std::string> tried;
  climbed(withText("5"), [&](const Individual& individual) {
    tried.insert(valueIn(individual).text);
    return uint64_t{1};
  });
  for (const char* const digit : {"0", "1", "2", "3", "4", "6", "7", "8", "9"})
    EXPECT_TRUE(tried.contains(digit)) << digit;
}

TEST(Climb, LeavesWhatIsKeptAsItIs) {
  const Individual before = withText("AT-12-x");
  const Individual after = withText("CHF-12-x");
  const std::vector<KeptPart> kept = changedParts(before, after);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].begin, 0u);
  EXPECT_EQ(kept[0].end, 3u);
  using Kind = Variable::Kind;
  EXPECT_TRUE(kept[0].holds({0, Kind::Character, 2}));
  EXPECT_FALSE(kept[0].holds({0, Kind::Character, 3}));
  EXPECT_TRUE(kept[0].holds({0, Kind::Gap, 1}));
  EXPECT_FALSE(kept[0].holds({0, Kind::Gap, 3}));
  EXPECT_FALSE(kept[0].holds({0, Kind::Length, 0})) << "it stands before the end";
  EXPECT_TRUE(changedParts(withText("ab"), withText("ac"))[0].holds({0, Kind::Length, 0}));
  EXPECT_FALSE(kept[0].holds({1, Kind::Character, 2}));
  EXPECT_TRUE(changedParts(before, before).empty());

  const auto numbers = changedParts(withInteger(3), withInteger(4));
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_TRUE(numbers[0].holds({0, Kind::Integer, 0}));
  EXPECT_TRUE(numbers[0].holds({2, Kind::Together, 0}));
  EXPECT_FALSE(numbers[0].holds({2, Kind::Together, 1}));
}

/// To a text of six characters in all that begins with "x": what is kept must not follow it.
TEST(Climb, GetsAsFarAsItCanWithoutWhatIsKept) {
  std::set<char> firsts;
  const auto distance = [&](const Individual& individual) {
    const std::string text = valueIn(individual).text;
    firsts.insert(text[0]);
    return static_cast<uint64_t>(std::abs(text[0] - 'x') + 100 * std::abs(static_cast<int>(text.size()) - 6));
  };
  EXPECT_TRUE(climbed(withText("abcd"), distance));
  firsts.clear();
  EXPECT_FALSE(climbed(withText("abcd"), distance, {{0, 0, 1, false}}));
  EXPECT_EQ(firsts, std::set{'a'});
  std::set<size_t> sizes;
  const auto shorter = [&](const Individual& individual) {
    sizes.insert(valueIn(individual).text.size());
    return static_cast<uint64_t>(valueIn(individual).text.size());
  };
  climbed(withText("abcd"), shorter, {{0, 3, 4}});
  EXPECT_EQ(sizes, std::set<size_t>{4}) << "the end is kept";
}

/// The refiners on two targets, run by hand.
class Refining : public testing::Test {
 protected:
  Refining()
      : problem_({2, 1, 0, 1000, [](const artificial::Numbers&, std::vector<TargetDistance>&) {}}),
        archive_(2),
        rng_(1),
        parameters_(withoutRepairing()),
        context_{problem_, archive_, rng_, parameters_, progress_},
        refiners_(context_) {}

  /// It runs nearest tests again, which the others do not.
  static Parameters withoutRepairing() {
    Parameters parameters;
    parameters.techniques.repairing = false;
    return parameters;
  }
  EvaluatedTest test(std::vector<TargetDistance> reached) {
    Individual individual = problem_.sample({}, rng_);
    const Length length = individual.length();
    return std::make_shared<const Evaluated>(std::move(individual), length, std::move(reached));
  }
  void observe(std::vector<TargetDistance> reached) {
    const EvaluatedTest seen = test(std::move(reached));
    refiners_.observe({seen, {}, bool(archive_.offer(seen))});
  }
  void receive(std::vector<TargetDistance> reached) {
    const EvaluatedTest seen = test(std::move(reached));
    const Archive::Progress progress = archive_.offer(seen);
    refiners_.receive({seen, {}, bool(progress)}, progress.covered);
  }
  size_t proposed(size_t count) {
    std::vector<Individual> batch;
    refiners_.propose(count, batch);
    return batch.size();
  }

  artificial::ArtificialProblem problem_;
  Archive archive_;
  Rng rng_;
  Parameters parameters_;
  double progress_ = 0;
  Context context_;
  RefinerList refiners_;
};

TEST_F(Refining, ProposesNothingBeforeSomethingWasReached) { EXPECT_EQ(proposed(10), 0u); }

TEST_F(Refining, ClimbsForATargetUntilNothingHelpsAndThenRests) {
  observe({{0, 5}});
  size_t asked = 0;
  for (size_t count = proposed(10); count > 0; count = proposed(10)) {
    asked += count;
    for (size_t i = 0; i < count; ++i) receive({{0, 5}});
  }
  EXPECT_GT(asked, 0u);
  EXPECT_LT(asked, 10u);
  observe({{0, 5}});
  EXPECT_EQ(proposed(10), 0u);
  observe({{0, 4}});
  EXPECT_GT(proposed(10), 0u);
}

TEST_F(Refining, ItsOwnDiscoveriesKeepItGoing) {
  observe({{0, 4}});
  ASSERT_EQ(proposed(2), 2u);
  EXPECT_EQ(proposed(50), 0u);  // nothing else to do while the two are under way
  receive({{0, 4}, {1, 9}});    // the first test at target 1 is its own
  receive({{0, 4}});
  EXPECT_GT(proposed(10), 0u);
}

TEST_F(Refining, GetsMoreTestsTheMoreProgressItMakes) {
  const double before = refiners_.share();
  for (uint64_t distance = 1000; distance > 500; --distance) {
    observe({{0, 2000}});
    if (proposed(1) == 0)
      observe({{0, distance}});
    else
      receive({{0, distance}});
  }
  EXPECT_GT(refiners_.share(), before);
  EXPECT_LE(refiners_.share(), parameters_.localSearchMost);
  const double then = refiners_.share();
  for (int i = 0; i < 20000; ++i) observe({{0, 2000}});
  EXPECT_LE(refiners_.share(), then);
}

TEST_F(Refining, TextsOfAnOpenCallAreTriedOnceThoughTheTestIsNoBetter) {
  InputToState refiner(context_);
  const Individual individual = withText("key");
  const auto seen =
      std::make_shared<const Evaluated>(individual, individual.length(), std::vector<TargetDistance>());
  const auto see = [&](const Comparison& comparison, bool isBetter) {
    const Evaluation evaluation{{}, std::span(&comparison, 1)};
    refiner.observe({seen, evaluation, isBetter});
  };
  std::vector<Individual> proposed;
  const auto count = [&](std::string_view wanted) {
    return std::ranges::count_if(proposed,
                                 [&](const Individual& one) { return valueIn(one).text == wanted; });
  };
  see({kNoTarget, text("key"), text("name")}, true);
  see({0, text("key"), text("port")}, false);
  refiner.propose(100, proposed);
  EXPECT_EQ(count("name"), 1);
  EXPECT_EQ(valueIn(proposed.back()).text, "port") << "what is better comes first";
  for (int i = 0; i < 3; ++i) {
    see({0, text("key"), text("port")}, false);
    refiner.propose(100, proposed);
  }
  see({kNoTarget, text("key"), text("host")}, false);
  refiner.propose(100, proposed);
  EXPECT_EQ(count("port"), 1);
  EXPECT_EQ(count("host"), 0);
}

TEST(Climb, FindsANumberThatStandsInAText) {
  const auto tests = climbed(withText("page=3&size=20"), [](const Individual& individual) {
    const std::string text = valueIn(individual).text;
    int page = 0;
    int size = 0;
    if (sscanf(text.c_str(), "page=%d&size=%d", &page, &size) != 2) return uint64_t{1'000'000};
    return static_cast<uint64_t>(std::abs(page * size - 4'000));
  });
  EXPECT_TRUE(tests.has_value());
}

TEST(Climb, FindsTheLengthOfAPartOfAText) {
  const auto tests = climbed(withText("ab/cd"), [](const Individual& individual) {
    const std::string text = valueIn(individual).text;
    const size_t slash = text.find('/');
    if (slash == std::string::npos || text.substr(slash) != "/cd") return uint64_t{1'000};
    return static_cast<uint64_t>(std::abs(static_cast<int>(slash) - 9));
  });
  EXPECT_TRUE(tests.has_value());
}

/// Four digits and the check digit that they add up to; what is open stands behind it: a first digit of 7.
class CheckedNumber {
 public:
  /// Where the check digit is wrong: by an exception, which is told as a distance to all that is behind it.
  explicit CheckedNumber(bool throws) : throws_(throws) {}

  static constexpr TargetId kIsRight = 0;
  static constexpr TargetId kBeginsWithSeven = 1;

  std::vector<TargetDistance> reached(const std::string& text) {
    if (text.size() != 5 || !std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); }))
      return {};
    int sum = 0;
    for (size_t i = 0; i < 4; ++i) sum += text[i] - '0';
    const auto missing = static_cast<uint64_t>(std::abs(text[4] - '0' - sum % 10));
    if (missing > 0 && throws_) return {{kIsRight, missing}, {kBeginsWithSeven, kBehindAnEnd + missing}};
    if (missing > 0) return {{kIsRight, missing}};
    first_ = text[0] - '0';
    return {{kIsRight, 0}, {kBeginsWithSeven, static_cast<uint64_t>(std::abs(first_ - 7))}};
  }
  /// Of the last decision on the first digit.
  Comparison comparison() const { return {kBeginsWithSeven, number(first_), number(7)}; }

 private:
  bool throws_;
  int first_ = 0;
};

class Repair : public testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(ByReturnOrException, Repair, testing::Bool());

TEST_P(Repair, MendsTheCheckDigitOfWhatItHasChanged) {
  artificial::ArtificialProblem problem(
      {2, 1, 0, 1, [](const artificial::Numbers&, std::vector<TargetDistance>&) {},
       TargetGraph(2, {{CheckedNumber::kIsRight, CheckedNumber::kBeginsWithSeven}})});
  Archive archive(2);
  Rng rng(1);
  const Parameters parameters;
  const double progress = 0;
  Repairing refiner({problem, archive, rng, parameters, progress});
  CheckedNumber judge(GetParam());
  const auto evaluated = [&](Individual individual) {
    auto reached = judge.reached(valueIn(individual).text);
    return std::make_shared<const Evaluated>(std::move(individual), Length{1, 1}, std::move(reached));
  };
  archive.offer(evaluated(withText("12340")));
  size_t tests = 0;
  for (; tests < 200 && !archive.isCovered(CheckedNumber::kBeginsWithSeven); ++tests) {
    std::vector<Individual> batch;
    refiner.propose(1, batch);
    ASSERT_EQ(batch.size(), 1u) << "gave up after " << tests;
    const EvaluatedTest test = evaluated(std::move(batch[0]));
    const Comparison comparison = judge.comparison();
    const bool isAtDecision = test->reached.size() == 2 && test->reached[1].distance < kBehindAnEnd;
    const Evaluation evaluation{test->reached, std::span(&comparison, isAtDecision ? 1 : 0)};
    const bool isBetter{archive.offer(test)};
    refiner.observe({test, evaluation, isBetter});
    refiner.receive({test, evaluation, isBetter});
  }
  EXPECT_TRUE(archive.isCovered(CheckedNumber::kBeginsWithSeven));
}

}  // namespace
}  // namespace covolve::search
