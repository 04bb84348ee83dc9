#include "search/refine/refiners.h"

#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <cstdlib>
#include <set>

#include "artificial_problems.h"
#include "distance/branch_distance.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"
#include "gene/value_builder.h"
#include "search/refine/climb.h"
#include "search/refine/input_to_state.h"
#include "search/refine/repairing.h"

namespace covolve::search {
namespace {

template <class GeneType>
Individual withGene(std::unique_ptr<GeneType> gene) {
  Individual individual;
  individual.actions.emplace_back(0);
  individual.actions[0].genes.push_back(std::move(gene));
  return individual;
}

Individual withInteger(__int128 value, unsigned bits = 64) {
  auto gene = gene::IntegerGene::ofType(bits, true);
  gene->set(value);
  return withGene(std::move(gene));
}

Individual withText(const std::string& text) {
  auto gene = std::make_unique<gene::TextGene>(true);
  gene->set(text);
  return withGene(std::move(gene));
}

Individual withFloating(double value) {
  auto gene = std::make_unique<gene::FloatingGene>(64);
  gene->set(value);
  return withGene(std::move(gene));
}

Value valueIn(const Individual& individual, size_t gene = 0) {
  return gene::valueOf(*individual.actions[0].genes[gene]);
}

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

Operand number(__int128 value) { return {Operand::Kind::Integer, value, 0, {}}; }
Operand real(double value) { return {Operand::Kind::Floating, 0, value, {}}; }
Operand text(std::string_view value) { return {Operand::Kind::Text, 0, 0, value}; }

bool proposes(const Individual& individual, const Operand& left, const Operand& right, const Value& wanted) {
  Rng rng(1);
  const Comparison comparison{0, left, right};
  for (const Individual& changed : matchOperands(individual, std::span(&comparison, 1), 100, rng)) {
    if (valueIn(changed) == wanted) return true;
  }
  return false;
}

TEST(InputToState, PutsTheOtherOperandWhereOneStands) {
  EXPECT_TRUE(proposes(withInteger(5), number(5), number(99), Value::number(99)));
  EXPECT_TRUE(proposes(withInteger(5), number(99), number(5), Value::number(99)));
  EXPECT_FALSE(proposes(withInteger(17), number(6), number(99), Value::number(99)));
}

TEST(InputToState, KeepsAShiftOfOne) {
  // The code compared x - 1.
  EXPECT_TRUE(proposes(withInteger(6), number(5), number(99), Value::number(100)));
}

TEST(InputToState, OffersTheNeighboursForStrictComparisons) {
  EXPECT_TRUE(proposes(withInteger(5), number(5), number(99), Value::number(100)));
  EXPECT_TRUE(proposes(withInteger(5), number(5), number(99), Value::number(98)));
}

TEST(InputToState, SeesThroughSwappedBytes) {
  EXPECT_TRUE(proposes(withInteger(0x11223344, 32), number(0x44332211), number(0x0a0b0c0d),
                       Value::number(0x0d0c0b0a)));
}

TEST(InputToState, FindsNumbersInTexts) {
  EXPECT_TRUE(proposes(withText("id=17;"), number(17), number(4711), Value::string("id=4711;")));
  EXPECT_TRUE(proposes(withText("abc"), number('b'), number('x'), Value::string("axc")));
  EXPECT_TRUE(proposes(withText("abc"), number(3), number(6), Value::string("abcccc")));
}

TEST(InputToState, FindsFloatingNumbersInTexts) {
  EXPECT_TRUE(proposes(withText("t=-1.5e1 C"), real(-15), real(36.6), Value::string("t=36.6 C")));
  EXPECT_TRUE(proposes(withText("3"), real(3), real(2.75), Value::string("2.75")));
  EXPECT_TRUE(proposes(withText("0.1"), real(0.1f), real(0.25), Value::string("0.25"))) << "read as a float";
  EXPECT_TRUE(proposes(withText("2.5"), real(2.5), number(7), Value::string("8"))) << "one more";
  EXPECT_FALSE(proposes(withText("-.x"), real(0), real(2.75), Value::string("2.75x")));
}

TEST(InputToState, FindsHexadecimalNumbersInTexts) {
  EXPECT_TRUE(proposes(withText("id=1F;"), number(0x1f), number(0xbeef12), Value::string("id=beef12;")));
  EXPECT_TRUE(proposes(withText("#20ff05"), number(5), number(0xca), Value::string("#20ffca")));
  EXPECT_TRUE(proposes(withText("7"), number(7), number(0x1234), Value::string("1234")));
  EXPECT_FALSE(proposes(withText("77"), number(7), number(0x1234), Value::string("12347")));
}

TEST(InputToState, ReplacesTextsAlsoWhereTheCodeAddedSomething) {
  EXPECT_TRUE(proposes(withText("zzz"), text("zzz"), text("secret"), Value::string("secret")));
  EXPECT_TRUE(proposes(withText("a-zzz-b"), text("zzz"), text("secret"), Value::string("a-secret-b")));
  EXPECT_TRUE(proposes(withText("zz"), text("hellozz"), text("hello7"), Value::string("7")));
}

TEST(InputToState, MovesBetweenFloatsAndIntegers) {
  EXPECT_TRUE(proposes(withFloating(2.5), real(2.5), real(1e300), Value::real(1e300)));
  EXPECT_TRUE(proposes(withInteger(7), real(7.0), real(12.0), Value::number(12)));
}

TEST(InputToState, ReadsOperandsOfEqualityAsTheUnsignedNumbersTheyWere) {
  auto gene = gene::IntegerGene::ofType(32, false);
  gene->set(5);
  // The probe passes 0xdeadbeef as the signed number of the same bits.
  EXPECT_TRUE(proposes(withGene(std::move(gene)), number(5), number(static_cast<int32_t>(0xdeadbeef)),
                       Value::number(0xdeadbeef)));
}

TEST(InputToState, GuessesThatAnOperandWasComputedFromTheDatum) {
  EXPECT_TRUE(proposes(withInteger(100), number(137), number(1000), Value::number(963)));          // x + 37
  EXPECT_TRUE(proposes(withInteger(100), number(300), number(29999997), Value::number(9999999)));  // x * 3
  const int64_t shifted = int64_t{77} << 32 | 5;
  EXPECT_TRUE(proposes(withInteger(shifted), number(77), number(99), Value::number(int64_t{99} << 32 | 5)));
  EXPECT_TRUE(
      proposes(withInteger(21000000147), number(3), number(8), Value::number(int64_t{8} * 7000000049)));
}

TEST(InputToState, LeavesOperandsAloneThatWouldOverflow) {
  const __int128 smallest = static_cast<__int128>(1) << 127;
  EXPECT_FALSE(proposes(withInteger(5), number(smallest), number(smallest + 1), Value::number(0)));
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

TEST(InputToState, ReadsNumbersInTextsAsCCountsThem) {
  Rng rng(1);
  const auto becomes = [&](int64_t found, int64_t wanted, const std::string& text) {
    const Comparison comparison{0, number(found), number(wanted)};
    const auto changed = matchOperands(withText("2024-02-09"), std::span(&comparison, 1), 100, rng);
    return std::ranges::any_of(changed, [&](const Individual& one) { return valueIn(one).text == text; });
  };
  EXPECT_TRUE(becomes(2, 11, "2024-11-09"));           // a month
  EXPECT_TRUE(becomes(1, 11, "2024-12-09"));           // tm_mon
  EXPECT_TRUE(becomes(124, 99, "1999-02-09"));         // tm_year
  EXPECT_TRUE(becomes(9 * 60, 7 * 60, "2024-02-07"));  // minutes
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

TEST(InputToState, PutsAWordBesideAnotherWithADelimiter) {
  Rng rng(1);
  const Comparison comparison{kNoTarget, text("count"), text("price")};
  const auto becomesList = [&](std::optional<char> delimiter) {
    const auto changed = matchOperands(withText("count"), std::span(&comparison, 1), 100, rng, delimiter);
    return std::ranges::any_of(changed,
                               [](const Individual& one) { return valueIn(one).text == "count,price"; });
  };
  EXPECT_TRUE(becomesList(','));
  EXPECT_FALSE(becomesList(std::nullopt));
}

TEST(InputToState, ChangesAValueInAllDataThatHaveIt) {
  Rng rng(1);
  Individual pair = withInteger(5);
  pair.actions[0].genes.push_back(pair.actions[0].genes[0]->copy());
  const Comparison comparison{0, number(5), number(70)};
  const auto changed = matchOperands(pair, std::span(&comparison, 1), 100, rng);
  EXPECT_TRUE(std::ranges::any_of(changed, [](const Individual& one) {
    return valueIn(one, 0).integer == 70 && valueIn(one, 1).integer == 70;
  }));
}

TEST(InputToState, PutsBothPartsWhereTheCodeHasPutTwoDataTogether) {
  Rng rng(1);
  Individual lines = withText("[x@y]");
  lines.actions[0].genes.push_back(withText("key = 1").actions[0].genes[0]->copy());
  const Comparison comparison{0, text("server.port"), text("x@y.key")};
  const auto changed = matchOperands(lines, std::span(&comparison, 1), 100, rng);
  EXPECT_TRUE(std::ranges::any_of(changed, [](const Individual& one) {
    return valueIn(one, 0).text == "[server]" && valueIn(one, 1).text == "port = 1";
  }));
}

TEST(InputToState, ReplacesDigitsWithinALongerNumber) {
  EXPECT_TRUE(proposes(withText("AT1234567"), number(23), number(99), Value::string("AT1994567")));
  EXPECT_TRUE(proposes(withText("AT1234567"), number(4567), number(0), Value::string("AT1230000")));
  EXPECT_TRUE(proposes(withText("AT1070000"), number(7), number(99), Value::string("AT1990000")))
      << "with the zero before it";
}

TEST(InputToState, PutsTheTextsOfATablesRowForANumberThatTheyStandFor) {
  const gene::TextsByNumber rows{{1, {{"text", "html"}}}, {2, {{"image", "png"}}}, {9, {{"*", "*"}}}};
  const auto changed = [&](const std::string& before, __int128 present, __int128 wanted) {
    Rng rng(1);
    const Comparison comparison{0, number(present), number(wanted)};
    std::set<std::string> texts;
    for (const Individual& one :
         matchOperands(withText(before), std::span(&comparison, 1), 100, rng, {}, rows))
      texts.insert(valueIn(one).text);
    return texts;
  };
  EXPECT_TRUE(changed("a/b;charset=c", 0, 1).contains("text/html;charset=c")) << "words for words";
  EXPECT_TRUE(changed("*/*;charset=c", 9, 2).contains("image/png;charset=c")) << "a row for a row";
  EXPECT_FALSE(changed("a/b;charset=c", 0, 3).contains("text/html;charset=c"));
}

// A text that was asked about thirty times must not hide the one number that matters.
TEST(InputToState, MatchesWantedDecisionsFirst) {
  Rng rng(1);
  std::vector<std::string> words;
  for (int i = 0; i < 30; ++i) words.push_back("word" + std::to_string(i));
  std::vector<Comparison> comparisons;
  for (const std::string& word : words) comparisons.push_back({kNoTarget, text("9"), text(word)});
  comparisons.push_back({0, number(9), number(4711)});
  const auto changed = matchOperands(withText("9"), comparisons, 16, rng);
  EXPECT_TRUE(
      std::ranges::any_of(changed, [](const Individual& one) { return valueIn(one).text == "4711"; }));
}

TEST(InputToState, StaysWithinTheDomainAndTheLimit) {
  Rng rng(1);
  const Comparison comparison{0, number(5), number(100000)};
  EXPECT_TRUE(matchOperands(withInteger(5, 8), std::span(&comparison, 1), 100, rng).empty());
  const Comparison wide{0, number(5), number(99)};
  EXPECT_EQ(matchOperands(withInteger(5), std::span(&wide, 1), 2, rng).size(), 2u);
}

}  // namespace
}  // namespace covolve::search
