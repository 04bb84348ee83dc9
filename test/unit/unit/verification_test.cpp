// Verification with real compilers and real test programs; the code under test
// stands in a header of the scratch directory.
#include "unit/verify/verification.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "base/process.h"
#include "compiler_cache.h"
#include "unit/verify/sanitized_run.h"
#include "unit/verify/test_compilation.h"

namespace covolve::unit {
namespace {

using emit::Evaluation;
using emit::Expectation;
using emit::Expression;

constexpr const char* kSubject = R"(
#pragma once
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
struct Plain { int value; };
inline int seven() { return 7; }
inline int counted() { static int count = 0; return ++count; }
inline int chance(int) { static int calls = 0; return ++calls % 2; }
inline int countedIf(bool wanted) { static int count = 0; return wanted ? ++count : 0; }
inline int& limit() { static int most = 10; return most; }
inline int setLimit(int most) { return limit() = most; }
inline int capped(int value) { return value < limit() ? value : limit(); }
inline Plain plain() { return {1}; }
inline int unset() {
  auto* bytes = static_cast<volatile unsigned char*>(std::malloc(65536));
  const int seen = bytes[40000];
  std::free(const_cast<unsigned char*>(bytes));
  return seen;
}
inline int awaitPlainMemory() {
  while (std::getenv("MALLOC_PERTURB_") != nullptr) usleep(1000);
  return 1;
}
inline void crash() { std::raise(SIGSEGV); }
inline void leave() { std::exit(0); }
inline void closeOutput() { for (int i = 0; i < 64; ++i) close(i); }
inline void pretend() { std::puts("[ RUN      ] Subject.A"); }
inline int hang() { volatile bool forever = true; while (forever) {} return 0; }
inline int refuse() { throw std::runtime_error("no"); }
[[nodiscard]] inline int precious() { return 1; }
[[deprecated]] inline int outdated() { return 1; }
int undefinedFunction();
)";

class VerificationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<ScratchDirectory> made = ScratchDirectory::make("verification-" + test::nameOfThisTest());
    ASSERT_TRUE(made);
    scratch_.emplace(std::move(*made));
    std::filesystem::create_directory(scratch_->path() / "run");
    ASSERT_TRUE(replaceFile(scratch_->path() / "subject.h", kSubject));
    options_.scratch = scratch_->path();
    options_.runDirectory = scratch_->path() / "run";
    options_.orders = 2;
    options_.hangTimeout = std::chrono::seconds(1);
    options_.build = [this](const std::filesystem::path& source, const std::filesystem::path& executable,
                            const Deadline&) -> Result<Compiled> {
      ++builds_;
      if (takesTooLong_ && takesTooLong_(*readFile(source))) {
        return Compiled{.succeeded = false, .diagnostics = {}, .executable = {}, .ranOutOfTime = true};
      }
      return compile(source, executable);
    };
    file_.includes = {emit::Include{"\"subject.h\""}};
  }

  /// With what the framework needs; its main() is compiled once.
  Result<Compiled> compile(const std::filesystem::path& source, const std::filesystem::path& executable) {
    const emit::Requirements& needs = options_.framework->requirements();
    std::vector<std::string> link{"clang++-19", "-fuse-ld=lld", executable.string() + ".o"};
    const Result<Compiled> tests = compileObject(source, link.back());
    if (!tests || !tests->succeeded) return tests;
    if (!needs.mainSource.empty()) {
      const std::filesystem::path main = scratch_->path() / "main.cpp";
      link.push_back(main.string() + ".o");
      if (!std::filesystem::exists(link.back())) {
        EXPECT_TRUE(replaceFile(main, needs.mainSource));
        const Result<Compiled> compiled = compileObject(main, link.back());
        if (!compiled || !compiled->succeeded) return compiled;
      }
    }
    link.insert(link.end(), {"-o", executable.string()});
    link.insert(link.end(), needs.libraries.begin(), needs.libraries.end());
    const Result<Completed> completed = run({.arguments = link});
    if (!completed) return std::unexpected(completed.error());
    return Compiled{completed->succeeded(), tests->diagnostics + completed->errors, executable};
  }

  Result<Compiled> compileObject(const std::filesystem::path& source, const std::string& object) const {
    const Result<Completed> completed =
        test::compileCached({.arguments = {"clang++-19", "-std=c++17", "-O0", "-Wall", "-Wextra", "-I",
                                           scratch_->path().string(), "-c", source.string(), "-o", object}});
    if (!completed) return std::unexpected(completed.error());
    return Compiled{completed->succeeded(), completed->errors, object};
  }

  static Expression call(const std::string& function) { return Expression::call(function, {}); }
  static Expectation equal(Expression actual, const std::string& expected) {
    return {Expectation::Kind::Equal, std::move(actual), Expression::literal(expected)};
  }
  void add(const std::string& name, std::vector<emit::Statement> statements) {
    emit::Test test;
    test.suite = "Subject";
    test.name = name;
    test.statements = std::move(statements);
    test.origin = file_.tests.size();
    file_.tests.push_back(std::move(test));
  }
  std::vector<std::string> namesOf(const Verified& verified) {
    std::vector<std::string> names;
    for (const emit::Test& test : verified.file.tests) names.push_back(test.name);
    return names;
  }
  std::string reasonFor(const Verified& verified, const std::string& name) {
    for (const DroppedTest& dropped : verified.dropped) {
      if (dropped.name == name) return dropped.reason;
    }
    return "was not dropped";
  }
  Verified verify() {
    Result<Verified> verified = verifyPassing(file_, options_);
    EXPECT_TRUE(verified) << verified.error().message;
    return verified ? std::move(*verified) : Verified{};
  }

  /// A deadline that is over as soon as the verification comes to that step.
  void setDeadlineAt(const std::string& step) {
    options_.deadline = Deadline(kEnd, [this] { return now_; });
    options_.onStep = [this, step](const std::string& begun) {
      if (begun == step) now_ = kEnd;
    };
  }
  /// One that is far away.
  void setDeadline() { setDeadlineAt("never"); }

  static constexpr Deadline::Clock::time_point kEnd{std::chrono::hours(1)};
  Deadline::Clock::time_point now_;
  std::function<bool(const std::string& source)> takesTooLong_;
  std::optional<ScratchDirectory> scratch_;
  VerificationOptions options_;
  emit::TestFile file_;
  unsigned builds_ = 0;
};

using Names = std::vector<std::string>;

TEST_F(VerificationTest, GoodTestsStayWithOneBuild) {
  add("A", {equal(call("seven"), "7")});
  add("B", {equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A", "B"}));
  EXPECT_TRUE(verified.dropped.empty());
  EXPECT_EQ(builds_, 1u);
  EXPECT_TRUE(std::filesystem::exists(verified.executable));
  EXPECT_EQ(verified.text, *readFile(verified.source));
}

TEST_F(VerificationTest, WhatDoesNotCompileIsDroppedWithTheCompilersWords) {
  add("Good", {equal(call("seven"), "7")});
  add("Bad", {Evaluation{call("missing"), false}, equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"Good"}));
  EXPECT_EQ(reasonFor(verified, "Bad"), "does not compile: use of undeclared identifier 'missing'");
}

TEST_F(VerificationTest, AnErrorInsideTheFrameworksTemplatesCostsOnlyTheExpectation) {
  add("Incomparable", {equal(call("plain"), "3"), equal(call("seven"), "7")});
  const Verified verified = verify();
  ASSERT_EQ(namesOf(verified), (Names{"Incomparable"}));
  ASSERT_EQ(verified.droppedExpectations.size(), 1u);
  EXPECT_EQ(verified.droppedExpectations[0].expectation, "EXPECT_EQ(plain(), 3)");
  EXPECT_NE(verified.text.find("static_cast<void>(plain());"), std::string::npos) << verified.text;
}

TEST_F(VerificationTest, UndefinedSymbolsAreTracedToTheirTests) {
  add("Good", {equal(call("seven"), "7")});
  add("Unlinkable", {Evaluation{call("undefinedFunction"), false}, equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"Good"}));
  EXPECT_NE(reasonFor(verified, "Unlinkable").find("undefined symbol"), std::string::npos)
      << reasonFor(verified, "Unlinkable");
}

TEST_F(VerificationTest, HalvingFindsWhatMessagesDoNotTell) {
  const BuildTests honest = options_.build;
  options_.build = [honest](const auto& source, const auto& executable, const Deadline& deadline) {
    Result<Compiled> built = honest(source, executable, deadline);
    if (built && !built->succeeded) built->diagnostics = "error: something is wrong somewhere";
    return built;
  };
  for (const char* name : {"A", "B", "C", "D", "E"}) add(name, {equal(call("seven"), "7")});
  file_.tests[3].statements = {Evaluation{call("missing"), false}};
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A", "B", "C", "E"}));
  EXPECT_EQ(reasonFor(verified, "D"), "does not compile: something is wrong somewhere");
}

TEST_F(VerificationTest, IncludesThatDoNotCompileCostAllTestsAndNoError) {
  file_.includes = {emit::Include{"\"nowhere.h\""}};
  add("A", {equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_TRUE(verified.file.tests.empty());
  EXPECT_EQ(
      reasonFor(verified, "A"),
      "the code's headers and those of --framework googletest do not compile together, another one's may: "
      "'nowhere.h' file not found");
  EXPECT_TRUE(verified.executable.empty());
}

TEST_F(VerificationTest, MacrosThatBreakTheFrameworkComeBehindIt) {
  ASSERT_TRUE(replaceFile(scratch_->path() / "macros.h", "#include <iostream>\n#define endl std::endl\n"));
  file_.includes.push_back(emit::Include{"\"macros.h\""});
  add("A", {equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A"}));
  EXPECT_LT(verified.text.find("gtest.h"), verified.text.find("macros.h")) << verified.text;
}

TEST_F(VerificationTest, IgnoredNodiscardValuesAreCastToVoid) {
  add("Discards", {Evaluation{call("precious"), false}, equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"Discards"}));
  EXPECT_NE(verified.text.find("static_cast<void>(precious());"), std::string::npos) << verified.text;
}

TEST_F(VerificationTest, DeprecatedCallsAreMadeWithoutAWarning) {
  add("Calls", {equal(call("outdated"), "1")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"Calls"}));
  EXPECT_NE(verified.text.find("#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\""),
            std::string::npos)
      << verified.text;
}

TEST_F(VerificationTest, AVariableThatNothingUsesIsOnlyTheCallThatMadeIt) {
  emit::Declaration result{"const auto", "result", emit::Declaration::Form::Assignment, {call("seven")}};
  add("Calls", {result, equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(verified.text.find("result"), std::string::npos) << verified.text;
  EXPECT_NE(verified.text.find("  seven();"), std::string::npos) << verified.text;
}

TEST_F(VerificationTest, AWrongExpectationGoesAndTheRestStays) {
  add("HalfRight", {equal(call("seven"), "8"), equal(call("seven"), "7")});
  const Verified verified = verify();
  ASSERT_EQ(namesOf(verified), (Names{"HalfRight"}));
  ASSERT_EQ(verified.droppedExpectations.size(), 1u);
  EXPECT_EQ(verified.droppedExpectations[0].expectation, "EXPECT_EQ(seven(), 8)");
  EXPECT_EQ(verified.droppedExpectations[0].reason, "does not hold outside the search");
}

TEST_F(VerificationTest, TheLastExpectationBecomesThatItReturns) {
  add("SevenReturns8", {equal(call("seven"), "8")});
  const Verified verified = verify();
  ASSERT_EQ(namesOf(verified), (Names{"SevenDoesNotThrow"}));
  EXPECT_EQ(verified.droppedExpectations.at(0).name, "SevenDoesNotThrow");
  EXPECT_NE(verified.text.find("EXPECT_NO_THROW(static_cast<void>(seven()));"), std::string::npos)
      << verified.text;
}

TEST_F(VerificationTest, WhatNobodyInitialisedIsNotAsserted) {
  add("Wrong", {equal(call("seven"), "7"), equal(call("unset"), "0")});
  const Verified verified = verify();
  ASSERT_EQ(verified.file.tests.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<emit::Evaluation>(verified.file.tests[0].statements[1]));
}

TEST_F(VerificationTest, MemoryIsNotFilledWhereThatTakesTooLong) {
  add("Sparse", {equal(call("awaitPlainMemory"), "1")});
  EXPECT_EQ(namesOf(verify()), std::vector<std::string>{"Sparse"});
}

TEST_F(VerificationTest, WhatDependsOnOrderIsNotAsserted) {
  add("First", {equal(call("counted"), "1"), equal(call("seven"), "7")});
  add("Second", {equal(call("seven"), "7"), Evaluation{call("counted"), true}});
  add("Third", {equal(call("seven"), "7"), Evaluation{call("counted"), true}});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"First", "Second", "Third"}));
  ASSERT_EQ(verified.droppedExpectations.size(), 1u);
  EXPECT_EQ(verified.droppedExpectations[0].reason, "differs between repetitions");
}

TEST_F(VerificationTest, NoResultOfACallThatOnceDifferedIsAsserted) {
  // Whichever of the two holds when it is run: the other's failure tells on both.
  add("First", {equal(Expression::call("chance", {Expression::literal("1")}), "1")});
  add("Second", {equal(Expression::call("chance", {Expression::literal("2")}), "1")});
  const Verified verified = verify();
  EXPECT_EQ(verified.file.tests.size(), 2u);
  for (const emit::Test& kept : verified.file.tests) {
    EXPECT_EQ(std::get<Expectation>(kept.statements.back()).kind, Expectation::Kind::NoThrow);
  }
  ASSERT_FALSE(verified.droppedExpectations.empty());
  // The value differs from run to run, so it is not told.
  for (const DroppedExpectation& lost : verified.droppedExpectations) {
    EXPECT_EQ(lost.expectation.find("EXPECT"), std::string::npos);
  }
}

TEST_F(VerificationTest, AResultThatDiffersInOneOfManyTestsIsStillAssertedInTheOthers) {
  const auto counted = [](const char* wanted) {
    return Expression::call("countedIf", {Expression::literal(wanted)});
  };
  add("Odd", {equal(counted("true"), "1")});
  for (const char* name : {"A", "B", "C", "D"}) add(name, {equal(counted("false"), "0")});
  const Verified verified = verify();
  ASSERT_EQ(verified.file.tests.size(), 5u);
  for (const emit::Test& kept : verified.file.tests) {
    const auto expected = kept.name == "Odd" ? Expectation::Kind::NoThrow : Expectation::Kind::Equal;
    EXPECT_EQ(std::get<Expectation>(kept.statements.back()).kind, expected) << kept.name;
  }
}

TEST_F(VerificationTest, TheOneTestGoesThatChangesWhatManyOthersSee) {
  for (const char* name : {"A", "B", "C"})
    add(name, {equal(Expression::call("capped", {Expression::literal("5")}), "5")});
  add("Changes", {equal(Expression::call("setLimit", {Expression::literal("1")}), "1")});
  add("D", {equal(Expression::call("capped", {Expression::literal("6")}), "6")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A", "B", "C", "D"}));
  EXPECT_TRUE(verified.droppedExpectations.empty());
  ASSERT_EQ(verified.dropped.size(), 1u);
  EXPECT_EQ(verified.dropped[0].reason,
            "leaves something behind that other tests see, which expect it as it was");
}

TEST_F(VerificationTest, LooksAreTakenOutWithTheirCallsAndVariables) {
  Expectation look = equal(Expression::methodCall(Expression::variable("lamp"), "level", {}), "1");
  look.isInspection = true;
  emit::Declaration result{"const auto", "result", emit::Declaration::Form::Assignment, {call("seven")}};
  result.isInspection = true;
  const Evaluation writes{call("seven"), false, false, true};
  const Evaluation givesBack{call("seven"), false, true};
  add("OffSetsLevelTo1", {Evaluation{call("off"), false}, look, result, writes, givesBack});
  add("Looks", {look});
  Verified verified;
  verified.file = file_;
  emit::Test& test = verified.file.tests[0];
  ASSERT_TRUE(leaveOutLooks(verified, test, "a sanitizer refuses it"));
  ASSERT_EQ(test.statements.size(), 2u);
  EXPECT_EQ(std::get<Expectation>(test.statements[0]).kind, Expectation::Kind::NoThrow);
  EXPECT_TRUE(std::get<Evaluation>(test.statements[1]).isDisposal);
  EXPECT_EQ(test.name, "OffDoesNotThrow");
  ASSERT_EQ(verified.droppedExpectations.size(), 1u);
  EXPECT_EQ(verified.droppedExpectations[0].expectation, "lamp.level()");
  EXPECT_FALSE(leaveOutLooks(verified, verified.file.tests[1], "a sanitizer refuses it"));
}

TEST_F(VerificationTest, ACrashIsTracedToItsTestAndTheOthersStay) {
  add("A", {equal(call("seven"), "7")});
  add("Crashes", {Evaluation{call("crash"), false}, equal(call("seven"), "7")});
  add("Leaves", {Evaluation{call("leave"), false}, equal(call("seven"), "7")});
  add("Throws", {Evaluation{call("refuse"), false}, equal(call("seven"), "7")});
  add("B", {equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A", "B"}));
  EXPECT_EQ(reasonFor(verified, "Crashes"), "crashes with SIGSEGV outside the search");
  EXPECT_EQ(reasonFor(verified, "Leaves"), "ends the program with status 0 outside the search");
  EXPECT_EQ(reasonFor(verified, "Throws"), "does not pass: an exception leaves it");
}

TEST_F(VerificationTest, ATestThatOnlyFailsToGiveSomethingBackDoesWithout) {
  add("Kept", {equal(call("seven"), "7"), Evaluation{call("crash"), false, true}});
  add("KeptToo", {equal(call("seven"), "7"), Evaluation{call("refuse"), false, true}});
  add("Crashes", {Evaluation{call("crash"), false}, Evaluation{call("seven"), false, true}});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"Kept", "KeptToo"}));
  ASSERT_EQ(verified.file.tests[0].statements.size(), 1u);
  EXPECT_EQ(verified.droppedExpectations.at(0).expectation, "crash()");
  EXPECT_EQ(verified.droppedExpectations.at(0).reason, "crashes with SIGSEGV outside the search");
  EXPECT_EQ(reasonFor(verified, "Crashes"), "crashes with SIGSEGV outside the search");
}

TEST_F(VerificationTest, ATestThatClosesTheOutputIsDropped) {
  add("A", {equal(call("seven"), "7")});
  add("Closes", {Evaluation{call("closeOutput"), false}, equal(call("seven"), "7")});
  add("B", {equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A", "B"}));
  EXPECT_EQ(reasonFor(verified, "Closes"), "closes the output of the test program outside the search");
}

TEST_F(VerificationTest, OutputThatLooksLikeTheFrameworksAccusesNobody) {
  add("A", {equal(call("seven"), "7")});
  add("Pretends", {Evaluation{call("pretend"), false}, equal(call("seven"), "7")});
  EXPECT_EQ(namesOf(verify()), (Names{"A", "Pretends"}));
}

TEST_F(VerificationTest, AHangIsDropped) {
  options_.timeout = std::chrono::seconds(2);
  add("A", {equal(call("seven"), "7")});
  add("Hangs", {Evaluation{call("hang"), false}, equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"A"}));
  EXPECT_EQ(reasonFor(verified, "Hangs"), "does not end outside the search");
}

TEST_F(VerificationTest, AFailingThrowExpectationDropsTheTest) {
  Expectation throws{Expectation::Kind::Throws, call("seven")};
  throws.exceptionType = "std::runtime_error";
  add("NeverThrows", {throws});
  const Verified verified = verify();
  EXPECT_TRUE(verified.file.tests.empty());
  EXPECT_EQ(reasonFor(verified, "NeverThrows"), "does not pass: EXPECT_THROW(seven(), std::runtime_error)");
}

TEST_F(VerificationTest, FaultTestsStayWhenTheyDie) {
  add("Crashes", {Evaluation{call("crash"), false}});
  add("Hangs", {Evaluation{call("hang"), false}});
  add("Leaves", {Evaluation{call("leave"), false}});
  add("Harmless", {Evaluation{call("seven"), false}});
  const Result<Verified> verified = verifyFaults(file_, options_);
  ASSERT_TRUE(verified);
  EXPECT_EQ(namesOf(*verified), (Names{"Crashes", "Hangs", "Leaves"}));
  EXPECT_EQ(reasonFor(*verified, "Harmless"), "did not crash outside covolve");
  ASSERT_EQ(verified->faultEndings.size(), 4u);
  EXPECT_EQ(verified->faultEndings[0].ending, "crashes with SIGSEGV");
  EXPECT_EQ(verified->faultEndings[1].ending, "does not end");
  EXPECT_EQ(verified->faultEndings[2].ending, "ends the program with status 0");
  EXPECT_FALSE(verified->faultEndings[3].reproduced);
}

TEST_F(VerificationTest, FaultTestsRunSideBySideWithTheSameResult) {
  options_.jobs = 4;
  for (int i = 0; i < 6; ++i) add("Crashes" + std::to_string(i), {Evaluation{call("crash"), false}});
  add("Harmless", {Evaluation{call("seven"), false}});
  const Result<Verified> verified = verifyFaults(file_, options_);
  ASSERT_TRUE(verified);
  EXPECT_EQ(verified->file.tests.size(), 6u);
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(verified->faultEndings[i].origin, i);
  EXPECT_FALSE(verified->ranOutOfTime);
}

TEST_F(VerificationTest, WhenTheTimeIsUpWhatHasPassedStaysWithoutAnotherBuild) {
  setDeadlineAt("run 2 of 4");
  add("Good", {equal(call("seven"), "7")});
  add("Wrong", {equal(call("seven"), "8"), equal(call("seven"), "7")});
  add("Crashes", {Evaluation{call("crash"), false}, equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_TRUE(verified.ranOutOfTime);
  EXPECT_EQ(namesOf(verified), (Names{"Good"}));
  EXPECT_EQ(reasonFor(verified, "Wrong"), "did not pass at once, and there was no time to find out why");
  EXPECT_EQ(builds_, 1u);
  EXPECT_EQ(verified.text, *readFile(verified.source));
  EXPECT_EQ(verified.text.find("Wrong"), std::string::npos);
  // The program still has them.
  EXPECT_TRUE(std::filesystem::exists(verified.executable));
  EXPECT_EQ(verified.leftOut, (Names{"Subject.Crashes", "Subject.Wrong"}));
}

TEST_F(VerificationTest, WhatWasNeverRunIsNotKept) {
  setDeadlineAt("run 1 of 4");
  add("Good", {equal(call("seven"), "7")});
  const Verified verified = verify();
  EXPECT_TRUE(verified.ranOutOfTime);
  EXPECT_TRUE(verified.file.tests.empty());
  EXPECT_TRUE(verified.executable.empty());
  EXPECT_EQ(reasonFor(verified, "Good"), "there was no time to verify it");
}

TEST_F(VerificationTest, FurtherOrdersAreRunOnlyWhileTheyTakeLittleOfTheTime) {
  options_.orders = 10;
  add("Good", {equal(call("seven"), "7")});
  for (const auto& [length, expected] :
       {std::pair(std::chrono::minutes(1), 4u + 2 + 3), std::pair(std::chrono::minutes(9), 4u + 2),
        std::pair(std::chrono::minutes(0), 10u + 2)}) {
    unsigned runs = 0;
    now_ = {};
    options_.deadline = Deadline(kEnd, [this] { return now_; });
    options_.onStep = [&](const std::string& begun) {
      if (!begun.starts_with("run ")) return;
      ++runs;
      now_ += length;
    };
    const Verified verified = verify();
    EXPECT_EQ(runs, expected) << length.count();
    EXPECT_FALSE(verified.ranOutOfTime) << length.count();
    EXPECT_EQ(namesOf(verified), (Names{"Good"}));
  }
}

TEST_F(VerificationTest, WhatTakesTooLongToCompileIsTriedWithTheMostValuableTests) {
  setDeadline();
  for (const char* name : {"A", "B", "C", "D", "E", "F", "G", "H"}) add(name, {equal(call("seven"), "7")});
  options_.mostValuableFirst = {5, 2, 7, 0, 1, 3, 4, 6};
  takesTooLong_ = [](const std::string& source) {
    return source.find("TEST(Subject, A)") != std::string::npos;
  };
  const Verified verified = verify();
  EXPECT_TRUE(verified.ranOutOfTime);
  EXPECT_EQ(namesOf(verified), (Names{"C", "F"}));
  EXPECT_EQ(reasonFor(verified, "A"), "there was no time to verify it");
  EXPECT_TRUE(verified.leftOut.empty()) << "the program has no others";
}

TEST_F(VerificationTest, WhatNeverCompilesInTimeLeavesNoTest) {
  setDeadline();
  for (const char* name : {"A", "B", "C", "D", "E"}) add(name, {equal(call("seven"), "7")});
  takesTooLong_ = [](const std::string&) { return true; };
  const Verified verified = verify();
  EXPECT_TRUE(verified.ranOutOfTime);
  EXPECT_TRUE(verified.file.tests.empty());
  EXPECT_EQ(verified.dropped.size(), 5u);
  EXPECT_EQ(builds_, 2u) << "with all tests and with one";
}

TEST_F(VerificationTest, WithoutTimeForAnotherBuildThoseThatPassedStay) {
  setDeadline();
  add("Good", {equal(call("seven"), "7")});
  add("Wrong", {equal(call("seven"), "8"), equal(call("seven"), "7")});
  takesTooLong_ = [&](const std::string&) { return builds_ > 1; };
  const Verified verified = verify();
  EXPECT_TRUE(verified.ranOutOfTime);
  EXPECT_EQ(namesOf(verified), (Names{"Good"}));
  EXPECT_EQ(reasonFor(verified, "Wrong"), "did not pass at once, and there was no time to find out why");
  EXPECT_TRUE(std::filesystem::exists(verified.executable));
  EXPECT_EQ(verified.leftOut, (Names{"Subject.Wrong"}));
  EXPECT_EQ(verified.text, *readFile(verified.source));
}

TEST_F(VerificationTest, WithoutTimeToMendWarningsTestsWithoutAnyStay) {
  setDeadline();
  add("Good", {equal(call("seven"), "7")});
  add("Ignores", {Evaluation{call("precious"), false}, equal(call("seven"), "7")});
  takesTooLong_ = [&](const std::string&) { return builds_ > 1; };
  const Verified verified = verify();
  EXPECT_TRUE(verified.ranOutOfTime);
  EXPECT_EQ(namesOf(verified), (Names{"Good"}));
  EXPECT_EQ(verified.leftOut, (Names{"Subject.Ignores"}));
  EXPECT_EQ(verified.text, *readFile(verified.source));
}

TEST_F(VerificationTest, WhenTheTimeIsUpFaultsThatWereNotTriedAreNamed) {
  setDeadlineAt("compiling 1 test");
  add("Crashes", {Evaluation{call("crash"), false}});
  const Result<Verified> verified = verifyFaults(file_, options_);
  ASSERT_TRUE(verified);
  EXPECT_TRUE(verified->ranOutOfTime);
  EXPECT_TRUE(verified->file.tests.empty());
  EXPECT_EQ(reasonFor(*verified, "Crashes"), "there was no time to verify it");
}

TEST_F(VerificationTest, FaultTestsAreBuiltOnceWhateverBecomesOfThem) {
  add("Crashes", {Evaluation{call("crash"), false}});
  add("Harmless", {Evaluation{call("seven"), false}});
  const Result<Verified> verified = verifyFaults(file_, options_);
  ASSERT_TRUE(verified);
  EXPECT_EQ(namesOf(*verified), (Names{"Crashes"}));
  EXPECT_EQ(builds_, 1u);
  EXPECT_EQ(verified->text, *readFile(verified->source));
  EXPECT_EQ(verified->text.find("Harmless"), std::string::npos);
}

TEST_F(VerificationTest, SanitizersKnowNothingOfTestsThatWereNotRunWithThem) {
  add("A", {equal(call("seven"), "7")});
  add("B", {equal(call("seven"), "7")});
  setDeadlineAt("compiling 2 tests");
  const Result<SanitizedRun> run = runSanitized(file_, options_, {});
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->ranOutOfTime);
  EXPECT_EQ(run->notJudged, (std::map<size_t, std::string>{{0, kNotSanitized}, {1, kNotSanitized}}));
}

TEST_F(VerificationTest, WhatIsTooMuchToBuildWithSanitizersIsJudgedByItsMostValuableTests) {
  setDeadline();
  for (const char* name : {"A", "B", "C", "D", "E"}) add(name, {equal(call("seven"), "7")});
  options_.mostValuableFirst = {3, 0, 1, 2, 4};
  takesTooLong_ = [&](const std::string&) { return builds_ == 1; };
  const Result<SanitizedRun> run = runSanitized(file_, options_, {});
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->ranOutOfTime);
  EXPECT_EQ(run->notJudged.size(), 4u);
  EXPECT_FALSE(run->notJudged.contains(3));
}

TEST_F(VerificationTest, SanitizersMustSayWhyATestEnds) {
  add("Good", {equal(call("seven"), "7")});
  add("Ends", {Evaluation{call("crash"), false}});
  add("AlsoGood", {equal(call("seven"), "7")});
  add("Unbuildable", {Evaluation{call("missing"), false}});
  add("Fails", {equal(call("seven"), "8")});
  const Result<SanitizedRun> run = runSanitized(file_, options_, {});
  ASSERT_TRUE(run);
  EXPECT_FALSE(run->ranOutOfTime);
  EXPECT_EQ(run->notJudged,
            (std::map<size_t, std::string>{
                {1, "crashes with SIGSEGV with sanitizers, which do not say why"},
                {3, "with sanitizers it does not compile: use of undeclared identifier 'missing'"},
                {4, "does not pass with sanitizers"}}));
}

class OtherFrameworks : public VerificationTest, public testing::WithParamInterface<const emit::Framework*> {
 protected:
  void SetUp() override {
    VerificationTest::SetUp();
    options_.framework = GetParam();
    const std::string header = GetParam()->requirements().header;
    const auto there = run({.arguments = {"clang++-19", "-E", "-include", header, "-x", "c++", "/dev/null"}});
    if (!there || !there->succeeded()) GTEST_SKIP() << header << " is not installed";
  }
};

INSTANTIATE_TEST_SUITE_P(Verification, OtherFrameworks,
                         testing::Values(&emit::catch2(), &emit::catch2Version2(), &emit::doctest()),
                         [](const auto& info) {
                           std::string name(info.param->name());
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(OtherFrameworks, LoseTheSameTestsForTheSameReasons) {
  options_.timeout = std::chrono::seconds(5);
  Expectation throws{Expectation::Kind::Throws, call("seven")};
  throws.exceptionType = "std::runtime_error";
  add("Good", {equal(call("seven"), "7")});
  add("HalfRight", {equal(call("seven"), "8"), equal(call("seven"), "7")});
  add("Crashes", {Evaluation{call("crash"), false}, equal(call("seven"), "7")});
  add("Leaves", {Evaluation{call("leave"), false}, equal(call("seven"), "7")});
  add("Refuses", {Evaluation{call("refuse"), false}, equal(call("seven"), "7")});
  add("Counts", {equal(call("counted"), "1"), equal(call("seven"), "7")});
  add("NeverThrows", {throws});
  add("Unknown", {equal(call("nowhere"), "1")});
  add("Undefined", {equal(call("undefinedFunction"), "1")});
  const Verified verified = verify();
  EXPECT_EQ(namesOf(verified), (Names{"Good", "HalfRight", "Counts"}));
  EXPECT_EQ(reasonFor(verified, "Crashes"), "crashes with SIGSEGV outside the search");
  EXPECT_EQ(reasonFor(verified, "Counts"), "was not dropped");
  EXPECT_NE(reasonFor(verified, "Leaves"), "was not dropped");  // Catch2 does not survive exit() in a test
  EXPECT_EQ(reasonFor(verified, "Refuses"), "does not pass: an exception leaves it");
  EXPECT_EQ(reasonFor(verified, "NeverThrows"),
            "does not pass: CHECK_THROWS_AS(seven(), std::runtime_error)");
  EXPECT_TRUE(reasonFor(verified, "Unknown").starts_with("does not compile: "))
      << reasonFor(verified, "Unknown");
  EXPECT_TRUE(reasonFor(verified, "Undefined").starts_with("does not compile: "))
      << reasonFor(verified, "Undefined");
  ASSERT_EQ(verified.droppedExpectations.size(), 2u);
  EXPECT_EQ(verified.droppedExpectations[0].reason, "does not hold outside the search");
  EXPECT_EQ(verified.droppedExpectations[1].reason, "differs between repetitions");
}

TEST_P(OtherFrameworks, KeepFaultTestsThatDie) {
  add("Crashes", {Evaluation{call("crash"), false}});
  add("Hangs", {Evaluation{call("hang"), false}});
  add("Leaves", {Evaluation{call("leave"), false}});
  add("Harmless", {Evaluation{call("seven"), false}});
  const Result<Verified> verified = verifyFaults(file_, options_);
  ASSERT_TRUE(verified);
  EXPECT_EQ(namesOf(*verified), (Names{"Crashes", "Hangs", "Leaves"}));
}

}  // namespace
}  // namespace covolve::unit
