// Texts that code under test compares are recorded where the engine asks.
#include <gtest/gtest.h>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::TextKind;

Bench comparing(bool recordTexts = true, ExecutorOptions options = {}) {
  Bench bench(options, {}, builtHarness("comparing.cpp"));
  bench.executor().recordTexts(recordTexts);
  return bench;
}

std::string left(const abi::TextOperands& texts) {
  return {reinterpret_cast<const char*>(texts.left), texts.leftSize};
}
std::string right(const abi::TextOperands& texts) {
  return {reinterpret_cast<const char*>(texts.right), texts.rightSize};
}

/// The harness itself compares: only what has this word counts.
std::vector<abi::TextOperands> mentioning(const Seen& seen, const std::string& word) {
  std::vector<abi::TextOperands> found;
  for (const abi::TextOperands& texts : seen.texts) {
    if (left(texts) == word || right(texts) == word) found.push_back(texts);
  }
  return found;
}

struct Call {
  const char* test;
  TextKind kind;
  uint32_t compared;
  const char* left;
  const char* right;
};

class Texts : public testing::TestWithParam<Call> {};

TEST_P(Texts, AreRecordedWithBothSides) {
  Bench bench = comparing();
  const auto found = mentioning(bench.runOne(GetParam().test), GetParam().right);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(left(found[0]), GetParam().left);
  EXPECT_EQ(right(found[0]), GetParam().right);
  EXPECT_EQ(found[0].kind, static_cast<uint32_t>(GetParam().kind));
  EXPECT_EQ(found[0].compared, GetParam().compared);
}

INSTANTIATE_TEST_SUITE_P(
    OfEachFunction, Texts,
    testing::Values(Call{"text strcmp apple peach", TextKind::Compare, abi::kWholeTexts, "apple", "peach"},
                    Call{"text strncmp apple peach 3", TextKind::Compare, 3, "app", "pea"},
                    Call{"text strcasecmp apple PEACH", TextKind::CompareFolded, abi::kWholeTexts, "apple",
                         "PEACH"},
                    Call{"text strncasecmp apple PEACH 2", TextKind::CompareFolded, 2, "ap", "PE"},
                    Call{"text memcmp ap peach 2", TextKind::Compare, 2, "ap", "peach"},
                    Call{"text memcmp peaches peach 5", TextKind::Compare, 5, "peaches", "peach"},
                    Call{"text strstr apple peach", TextKind::Find, abi::kWholeTexts, "apple", "peach"},
                    Call{"text memmem apple peach", TextKind::Find, abi::kWholeTexts, "apple", "peach"},
                    Call{"text strchr apple :", TextKind::Find, abi::kWholeTexts, "apple", ":"},
                    Call{"text compare ap peach", TextKind::Compare, 2, "ap", "peach"},
                    Call{"text find lapidary xylo", TextKind::Find, abi::kWholeTexts, "lapid", "x"},
                    Call{"text find lapidary peach", TextKind::Compare, 5, "pidary", "peach"}),
    [](const testing::TestParamInfo<Call>& info) { return "call" + std::to_string(info.index); });

/// Clang would compare short constants in place; the standard library compares in itself where it is not
/// inlined.
TEST(Texts, OfInstrumentedCodeAreSeenAtEachLevelOfOptimisation) {
  for (const char* level : {"-O0", "-O1", "-O2", "-O3"}) {
    Bench bench({}, {}, builtHarness("known_words.cpp", {level}, Compiler::Instrumenting));
    bench.executor().recordTexts(true);
    const Seen seen = bench.runOne("extraordinary");
    for (const char* word : {"password", "tea", "http", "quit", "--", "Yes", "MZ", "needle", "@", "xyz"}) {
      EXPECT_FALSE(mentioning(seen, word).empty()) << word << " at " << level;
    }
  }
}

TEST(Texts, AreNotRecordedUnlessAskedFor) {
  Bench bench = comparing(false);
  EXPECT_TRUE(bench.runOne("text strcmp apple peach").texts.empty());
}

TEST(Texts, AskingAppliesToTheBatchesSubmittedAfterwards) {
  Bench bench = comparing(false);
  const std::vector<std::string> tests(200, "text strcmp apple peach");
  for (int round = 0; round < 10; ++round) {
    bench.executor().recordTexts(false);
    bench.submit(tests);
    bench.executor().recordTexts(true);
    bench.submit(tests);
    bench.executor().recordTexts(false);
    for (const Seen& seen : bench.collect()) EXPECT_TRUE(seen.texts.empty());
    for (const Seen& seen : bench.collect()) EXPECT_EQ(mentioning(seen, "peach").size(), 1u);
  }
}

TEST(Texts, EqualOnesAndFoundOnesSayNothing) {
  Bench bench = comparing();
  for (const char* test :
       {"text strcmp peach peach", "text memcmp peach peach 5", "text strcasecmp peach PEACH",
        "text strstr peaches peach", "text strchr peach p"}) {
    const Seen seen = bench.runOne(test);
    EXPECT_TRUE(mentioning(seen, "peach").empty()) << test;
  }
}

TEST(Texts, EachPairIsRecordedOnceAndSixteenAtMost) {
  Bench bench = comparing();
  const Seen seen = bench.runOne("many-texts");
  EXPECT_EQ(seen.texts.size(), abi::kMaximumTexts);
  EXPECT_EQ(mentioning(seen, "3").size(), 1u);
}

TEST(Texts, LongOnesAreCut) {
  Bench bench = comparing();
  const std::string longText(300, 'a');
  const auto found = mentioning(bench.runOne("text strcmp " + longText + " peach"), "peach");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(left(found[0]), std::string(abi::kTextKept, 'a'));
}

TEST(Texts, NothingIsReadThatTheCallDidNotReadAndMayNotBeThere) {
  Bench bench = comparing();
  const Seen seen = bench.runOne("page-end apple peach");
  EXPECT_FALSE(seen.death);
  const auto found = mentioning(seen, "peach");
  ASSERT_EQ(found.size(), 1u);  // both calls say the same
  for (const abi::TextOperands& texts : found) EXPECT_EQ(left(texts), "apple");
  EXPECT_FALSE(
      bench.runOne("page-end apple apple").death);  // what is equal is read to its end and no further
}

TEST(Texts, OtherThreadsAreNotListenedTo) {
  Bench bench = comparing();
  EXPECT_TRUE(mentioning(bench.runOne("text-in-thread strcmp apple peach"), "peach").empty());
}

TEST(Texts, TheSearchForAHandlerIsNotTheTests) {
  Bench bench = comparing();
  for (const char* test : {"throw runtime", "throw own", "throw number"}) {
    for (const abi::TextOperands& texts : bench.runOne(test).texts) {
      EXPECT_EQ(left(texts).find("runtime_error"), std::string::npos) << test;
    }
  }
}

TEST(Texts, ADeathMakesNoDifferenceWhetherItIsSurvivedOrNot) {
  ExecutorOptions dying;
  dying.recoveriesPerWorker = 0;
  Bench first = comparing();
  Bench second = comparing(true, dying);
  const std::vector<std::string> tests(5, "text-abort strcmp apple peach");
  const std::vector<Seen> survived = first.run(tests);
  const std::vector<Seen> died = second.run(tests);
  for (size_t i = 0; i < tests.size(); ++i) {
    EXPECT_EQ(mentioning(survived[i], "peach").size(), 1u);
    EXPECT_TRUE(survived[i] == died[i]) << i;
  }
  EXPECT_GE(first.executor().statistics().recoveries, 3u);
}

}  // namespace
}  // namespace covolve::execute
