// Tests that are run as they are emitted, and what becomes of those that fail. The
// program that runs them is a script that says what we want.
#include "rest/suite/emitted_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tiny_search.h"

namespace covolve::rest {
namespace {

using test::TinySearch;
using test::TinyService;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Says of every test that it passes, but of those whose names have the word in them.
std::string saysThatThisFails(const std::string& word) {
  return R"(
for file in "$@"; do
  for name in $(sed -n 's/^def \(test_[a-z0-9_]*\)().*/\1/p' "$file"); do
    passed=true
    case $name in *)" +
         word + R"(*) passed=false;; esac
    printf '%s\n' "{\"file\": \"$file\", \"name\": \"$name\", \"passed\": $passed, \"message\": \"says\\nwho\"}"
  done
done >> covolve-results.jsonl
)";
}

class EmittedCheckTest : public testing::Test {
 protected:
  EmittedCheckTest() : tiny_(service_.url(), settings()) {
    tiny_.sample(200);
    suite_ = tiny_.suite();
  }

  static TinySearch::Settings settings() {
    TinySearch::Settings settings;
    settings.reset = "POST /reset";
    return settings;
  }

  std::vector<std::string> check(const std::string& script, std::vector<std::string> probe = {"true"}) {
    launchers_ = {{.format = "pytest",
                   .probe = std::move(probe),
                   .command = {"sh", "listener.sh"},
                   .listenerFile = "listener.sh",
                   .listener = script}};
    return EmittedCheck({.runner = tiny_.runner,
                         .lower = [&](const Suite& suite) { return lowerSuite(suite, tiny_.api, {}); },
                         .environment = {{"BASE_URL", service_.url()}},
                         .patience = [&] { return patience_; },
                         .runInOrder = [&](Suite& suite) -> Result<bool> {
                           ++ownRuns_;
                           if (!hasTimeForOwn_) return false;
                           suite.tests.pop_back();
                           return true;
                         },
                         .stop = tiny_.isOver,
                         .launchers = launchersFor(formats_, tiny_.isOver, launchers_)})
        .run(suite_);
  }

  TinyService service_;
  TinySearch tiny_;
  Suite suite_;
  std::vector<std::string> formats_{"gtest"};
  std::vector<Launcher> launchers_;
  std::chrono::duration<double> patience_{60};
  bool hasTimeForOwn_ = true;
  size_t ownRuns_ = 0;
};

TEST_F(EmittedCheckTest, WhatPassesIsKept) {
  const size_t before = suite_.tests.size();
  const std::string script = saysThatThisFails("nothing_of_the_kind");
  EXPECT_THAT(check(script), ElementsAre(AllOf(HasSubstr("pytest ran the tests"), HasSubstr("passed"))));
  EXPECT_THAT(suite_.tests, SizeIs(before));
}

TEST_F(EmittedCheckTest, WhatFailsIsDroppedWithItsReasonAndTheRestIsRunAgain) {
  const size_t before = suite_.tests.size();
  const size_t droppedBefore = suite_.dropped.size();
  const std::string script = saysThatThisFails("returns_404");
  EXPECT_THAT(check(script), ElementsAre(HasSubstr("that failed were dropped before")));
  ASSERT_LT(suite_.tests.size(), before);
  EXPECT_EQ(suite_.dropped.size() - droppedBefore, before - suite_.tests.size());
  EXPECT_EQ(suite_.dropped.back().reason, "as emitted for pytest it fails: says who");
  for (const SuiteTest& test : suite_.tests) EXPECT_NE(test.runs.front().back().status(), 404);
}

TEST_F(EmittedCheckTest, TheNextLanguageComesBeforeARepeat) {
  const auto start = std::chrono::steady_clock::now();
  // Time for two runs, but not for a third.
  const auto left = [start]() -> std::chrono::duration<double> {
    return std::chrono::seconds(5) - (std::chrono::steady_clock::now() - start);
  };
  const std::string slow = "sleep 2\n" + saysThatThisFails("returns_404");
  const Launcher pytest{.format = "pytest",
                        .probe = {"true"},
                        .command = {"sh", "listener.sh"},
                        .listenerFile = "listener.sh",
                        .listener = slow};
  Launcher node = pytest;
  node.format = "node";
  node.listener = "echo nothing was run";
  const auto sentences =
      EmittedCheck({.runner = tiny_.runner,
                    .lower = [&](const Suite& suite) { return lowerSuite(suite, tiny_.api, {}); },
                    .environment = {},
                    .patience = left,
                    .stop = tiny_.isOver,
                    .launchers = {&pytest, &node}})
          .run(suite_);
  EXPECT_THAT(sentences, ElementsAre(HasSubstr("no time to run the others without them"),
                                     HasSubstr("could not be run with node")));
}

TEST_F(EmittedCheckTest, WhereNothingPassesNothingIsDropped) {
  const size_t before = suite_.tests.size();
  const std::string script = saysThatThisFails("test");
  EXPECT_THAT(check(script), ElementsAre(HasSubstr("says who: none passed")));
  EXPECT_THAT(suite_.tests, SizeIs(before));
}

TEST_F(EmittedCheckTest, FilesAreRunInTheOrderOfTheFolder) {
  const std::string script = R"(printf '%s\n' \
  "{\"file\": \"$1\", \"name\": \"n\", \"passed\": false, \"message\": \"$*\"}" >> covolve-results.jsonl)";
  EXPECT_THAT(check(script), ElementsAre(HasSubstr("test_others.py test_successes.py")));
}

TEST_F(EmittedCheckTest, WhereMostFailTheServiceIsDoubtedInsteadOfTheTests) {
  const size_t tests = suite_.tests.size();
  ASSERT_GE(tests, 3u);
  // As with one that lets so many calls through.
  const auto sentences = check(R"(
n=0
for file in "$@"; do
  for name in $(sed -n 's/^def \(test_[a-z0-9_]*\)().*/\1/p' "$file"); do
    n=$((n + 1)); passed=false; [ $n -gt 1 ] || passed=true
    printf '%s\n' "{\"file\": \"$file\", \"name\": \"$name\", \"passed\": $passed, \"message\": \"429\"}"
  done
done >> covolve-results.jsonl
)");
  EXPECT_THAT(sentences,
              ElementsAre(AllOf(HasSubstr("only 1 of"), HasSubstr("429"), HasSubstr("none was dropped"))));
  EXPECT_EQ(suite_.tests.size(), tests);
}

TEST_F(EmittedCheckTest, ARunThatDiesHalfWayIsNotTakenForComplete) {
  const size_t tests = suite_.tests.size();
  ASSERT_GE(tests, 2u);
  const auto sentences = check(R"(
name=$(sed -n 's/^def \(test_[a-z0-9_]*\)().*/\1/p' "$1" | head -n 1)
printf '%s\n' "{\"file\": \"$1\", \"name\": \"$name\", \"passed\": true, \"message\": \"\"}" >> covolve-results.jsonl
echo out of memory >&2
exit 137
)");
  EXPECT_THAT(sentences, ElementsAre(AllOf(HasSubstr("ended after 1 of"), HasSubstr("out of memory"))));
  EXPECT_EQ(suite_.tests.size(), tests);
}

TEST_F(EmittedCheckTest, WhatCannotRunIsToldWithWhatItPrinted) {
  const size_t before = suite_.tests.size();
  EXPECT_THAT(check("echo no such module >&2; exit 3"), ElementsAre(HasSubstr(": no such module: none")));
  EXPECT_THAT(suite_.tests, SizeIs(before));
}

TEST_F(EmittedCheckTest, WhereNothingIsInstalledThatIsSaid) {
  EXPECT_THAT(check("exit 0", {"false"}), ElementsAre(HasSubstr("neither Python")));
}

TEST_F(EmittedCheckTest, WithoutTimeNothingIsRun) {
  patience_ = std::chrono::duration<double>(0);
  EXPECT_THAT(check("exit 0"), ElementsAre(HasSubstr("no time")));
}

TEST_F(EmittedCheckTest, ARunThatDoesNotEndSaysNothingAboutTheTests) {
  patience_ = std::chrono::duration<double>(0.5);
  const size_t before = suite_.tests.size();
  EXPECT_THAT(check("sleep 60"), ElementsAre(HasSubstr("no time to run")));
  EXPECT_THAT(suite_.tests, SizeIs(before));
}

TEST_F(EmittedCheckTest, OfARunThatIsCutShortCountsWhatIsKnown) {
  patience_ = std::chrono::duration<double>(2);
  const size_t before = suite_.tests.size();
  const std::string script = saysThatThisFails("returns_404") + "sleep 60\n";
  EXPECT_THAT(check(script), ElementsAre(HasSubstr("There was time to run")));
  EXPECT_LT(suite_.tests.size(), before);
}

TEST_F(EmittedCheckTest, WhatNoRunHadInItsOrderIsDroppedWhereTheFirstIsCutShort) {
  const std::string oneThenNothing = R"(
name=$(sed -n 's/^def \(test_[a-z0-9_]*\)().*/\1/p' "$1" | head -n 1)
printf '%s\n' "{\"file\": \"$1\", \"name\": \"$name\", \"passed\": true, \"message\": \"\"}" >> covolve-results.jsonl
sleep 60
)";
  patience_ = std::chrono::duration<double>(1);
  const size_t before = suite_.tests.size();
  check(oneThenNothing);
  EXPECT_THAT(suite_.tests, SizeIs(before)) << "covolve has run them itself";
  suite_.wasNeverRunInOrder = true;
  check(oneThenNothing);
  EXPECT_THAT(suite_.tests, SizeIs(1));
  EXPECT_THAT(suite_.dropped.back().reason, HasSubstr("no time to run it in the order"));
}

TEST_F(EmittedCheckTest, WhereNoFrameworkRanThemInTheirOrderWeDo) {
  const size_t before = suite_.tests.size();
  check("exit 3");
  EXPECT_EQ(ownRuns_, 0u) << "covolve has run them itself";
  suite_.wasNeverRunInOrder = true;
  EXPECT_THAT(check("exit 3"),
              ElementsAre(HasSubstr("none passed"), HasSubstr("covolve itself ran the tests in the order")));
  EXPECT_EQ(suite_.tests.size(), before - 1);
  suite_.wasNeverRunInOrder = true;
  hasTimeForOwn_ = false;
  EXPECT_THAT(check("exit 3"),
              ElementsAre(HasSubstr("none passed"), HasSubstr("tests were never run in the")));
}

TEST_F(EmittedCheckTest, WhatIsLeftOfTestsThatFailIsRunByUsWhereTheFrameworkHasNoTime) {
  suite_.wasNeverRunInOrder = true;
  check(saysThatThisFails("returns_404"));
  EXPECT_EQ(ownRuns_, 0u) << "the framework has run the others again";
  suite_.wasNeverRunInOrder = true;
  patience_ = std::chrono::duration<double>(2);
  check(saysThatThisFails("returns_4") + "sleep 60\n");
  EXPECT_EQ(ownRuns_, 1u);
}

TEST_F(EmittedCheckTest, ARunThatDiesHalfWayIsNoRunInTheirOrder) {
  suite_.wasNeverRunInOrder = true;
  check(R"(
name=$(sed -n 's/^def \(test_[a-z0-9_]*\)().*/\1/p' "$1" | head -n 1)
printf '%s\n' "{\"file\": \"$1\", \"name\": \"$name\", \"passed\": true, \"message\": \"\"}" >> covolve-results.jsonl
exit 137
)");
  EXPECT_EQ(ownRuns_, 1u);
}

TEST_F(EmittedCheckTest, AFaultWhoseTestIsDroppedIsNotDoubtful) {
  Suite suite;
  SuiteTest test = suite_.tests.front();
  test.group = Group::Faults;
  Fault fault;
  fault.kind = "schema";
  fault.operation = test.runs.front().back().operation->id;
  fault.call = test.runs.front().size() - 1;
  test.faults = {fault};
  suite_.tests.push_back(test);
  const std::string script = saysThatThisFails("schema");
  check(script);
  ASSERT_FALSE(suite_.unstable.empty());
  EXPECT_FALSE(suite_.unstable.back().isDoubtful);
}

TEST(EmittedResults, AreLinesOfWhichTheLastMayBeCutOff) {
  const auto results = readResults(
      "{\"file\": \"test_a.py\", \"name\": \"test_x\", \"passed\": true, \"message\": \"\"}\n"
      "{\"file\": \"test_a.py\", \"name\": \"test_y\", \"passed\": false, \"message\": \"one\\n\\n  two \"}\n"
      "not JSON\n[1]\n{\"file\": \"test_a.py\", \"na");
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results[0], (EmittedResult{"test_a.py", "test_x", true, ""}));
  EXPECT_EQ(results[1], (EmittedResult{"test_a.py", "test_y", false, "one two"}));
}

}  // namespace
}  // namespace covolve::rest
