// A static that always has the same value is constructed once for all tests, and no test can tell.
#include <gtest/gtest.h>

#include "base/process.h"
#include "harness_fixture.h"

namespace covolve::execute {
namespace {

namespace fs = std::filesystem;

fs::path constructingAhead() { return builtHarness("statics.cpp", {}, Compiler::Instrumenting); }
fs::path constructingInTests() {
  return builtHarness("statics.cpp", {"-DCHANGES_LOCALE"}, Compiler::Instrumenting);
}

/// How many statics the pass found to be constant.
size_t found(const fs::path& harness) {
  const auto scratch = ScratchDirectory::make("statics-test");
  const fs::path section = scratch->path() / "section";
  const auto dumped =
      run({.arguments = {"llvm-objcopy-19", "--dump-section", "covolve_statics=" + section.string(),
                         harness.string(), "/dev/null"}});
  constexpr size_t kEntry = 40;
  return dumped && dumped->succeeded() ? fs::file_size(section) / kEntry : 0;
}

TEST(ConstantStatics, AreFoundAndNoOthers) {
  EXPECT_EQ(found(constructingAhead()), 9u);
  EXPECT_EQ(found(constructingInTests()), 0u);
}

TEST(ConstantStatics, AreAsNewInEachTest) {
  Bench bench({}, {}, constructingAhead());
  for (int round = 0; round < 3; ++round) {
    const std::vector<Seen> seen =
        bench.run({"date 2024-02", "date x", "number two", "colour blue", "remember me", "uses", "cleared",
                   "cleared", "date 2024-02", "remember me", "uses"});
    const char* expected[] = {"1", "0", "2", "3", "2", "1", "4", "4", "1", "2", "1"};
    for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i].observed, expected[i]) << i;
  }
}

TEST(ConstantStatics, WhatWasFilledOnTheWayToMainIsNotMadeAnew) {
  Bench bench({}, {}, constructingAhead());
  for (const Seen& seen : bench.run({"registered", "registered"})) EXPECT_EQ(seen.observed, "2");
  EXPECT_EQ(bench.run({"next"})[0].observed, "2");
}

TEST(ConstantStatics, ThoseThatDependOnSomethingAreConstructedInTheTest) {
  Bench bench({}, {}, constructingAhead());
  const std::vector<Seen> seen = bench.run({"argument a", "argument b", "global abcd", "global ab", "trace",
                                            "calls", "lambda aa", "lambda", "bad x", "bad x", "start"});
  const char* expected[] = {"aa", "bb", "4", "2", "12", "0", "9", "0", "thrown", "thrown", "1"};
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i].observed, expected[i]) << i;
}

TEST(ConstantStatics, WhatATestReportsIsTheSameWhereverTheyAreConstructed) {
  Bench ahead({}, {}, constructingAhead());
  Bench inTests({}, {}, constructingInTests());
  const std::vector<std::string> tests{
      "date 2024-02", "number two", "number two",  "colour red", "remember me", "uses",   "cleared",
      "argument a",   "global abc", "trace",       "lambda a",   "die",         "date x", "bad x",
      "start",        "number one", "remember it", "die",        "uses",        "date 1"};
  const std::vector<Seen> here = ahead.run(tests);
  const std::vector<Seen> there = inTests.run(tests);
  for (size_t i = 0; i < tests.size(); ++i) {
    EXPECT_EQ(here[i].observed, there[i].observed) << tests[i];
    EXPECT_EQ(here[i].outcome, there[i].outcome) << tests[i];
    EXPECT_EQ(here[i].distances, there[i].distances) << tests[i];
    EXPECT_EQ(here[i].sites.size(), there[i].sites.size()) << tests[i];
  }
}

}  // namespace
}  // namespace covolve::execute
