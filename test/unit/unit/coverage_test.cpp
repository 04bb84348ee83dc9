// Coverage of a real program, measured by LLVM's own tools.
#include "unit/verify/coverage.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/process.h"

namespace covolve::unit {
namespace {

constexpr const char* kHeader = R"(#pragma once
template <class T>
T atLeast(T value, T low) {
  if (value < low) return low;
  return value;
}
)";

constexpr const char* kSource = R"(#include "subject.h"
int f(int a, double b) {
  if (a > 3 && b < 2.0) {
    return atLeast(a, 7);
  }
  return static_cast<int>(atLeast(b, 1.5));
}
int neverCalled(int a) {
  return a;
}
)";

class CoverageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<ScratchDirectory> made = ScratchDirectory::make("coverage-test");
    ASSERT_TRUE(made);
    scratch_.emplace(std::move(*made));
  }

  /// Compiles the subject with a main of these statements and measures it.
  Result<CoverageMeasured> measure(const std::string& statements) {
    const std::filesystem::path directory = scratch_->path();
    EXPECT_TRUE(replaceFile(directory / "subject.h", kHeader));
    EXPECT_TRUE(replaceFile(directory / "subject.cpp", source_));
    EXPECT_TRUE(
        replaceFile(directory / "main.cpp", "int f(int, double);\nint main() { " + statements + " }\n"));
    Command compile;
    compile.directory = directory;
    compile.arguments = {
        "clang++-19", "-fprofile-instr-generate", "-fcoverage-mapping", "subject.cpp", "main.cpp", "-o",
        "program"};
    const Result<Completed> compiled = run(compile);
    EXPECT_TRUE(compiled && compiled->succeeded());
    CoverageRequest request;
    request.executable = directory / "program";
    request.directory = directory;
    request.files = {directory / "subject.cpp", directory / "subject.h", directory / "nothing.h"};
    request.restriction = restriction_;
    return measureCoverage(request);
  }

  std::optional<ScratchDirectory> scratch_;
  std::string source_ = kSource;
  std::optional<program::Restriction> restriction_;
};

TEST_F(CoverageTest, FiguresAreThoseOfTheRun) {
  const Result<CoverageMeasured> measured = measure("f(5, 1.0);");
  ASSERT_TRUE(measured) << measured.error().message;
  const report::FileCoverage& source = measured->figures.files.at(0);
  EXPECT_EQ(source.branches, (report::Ratio{2, 4}));
  EXPECT_EQ(source.functions, (report::Ratio{1, 2}));
  EXPECT_EQ(source.uncoveredLines, (std::vector<unsigned>{6, 8, 9, 10}));
  EXPECT_EQ(source.uncoveredBranches, (std::vector<report::UncoveredBranch>{{3, 7, false}, {3, 16, false}}));
}

TEST_F(CoverageTest, BranchesOfATemplateCountOncePerPlace) {
  // The int instantiation takes the one side, the double instantiation the other.
  const Result<CoverageMeasured> measured = measure("f(5, 1.0); f(1, 9.0);");
  ASSERT_TRUE(measured) << measured.error().message;
  const report::FileCoverage& header = measured->figures.files.at(1);
  EXPECT_EQ(header.branches, (report::Ratio{2, 2}));
  EXPECT_EQ(header.functions, (report::Ratio{1, 1}));
  EXPECT_TRUE(header.uncoveredBranches.empty());
}

TEST_F(CoverageTest, FiguresOfARestrictionAreThoseOfItsFunctions) {
  restriction_ = {{"f"}, {{scratch_->path() / "subject.cpp", 2, 1, 7, 1}}};
  const Result<CoverageMeasured> measured = measure("f(5, 1.0);");
  ASSERT_TRUE(measured) << measured.error().message;
  const report::FileCoverage& source = measured->figures.files.at(0);
  EXPECT_EQ(source.lines, (report::Ratio{5, 6}));
  EXPECT_EQ(source.branches, (report::Ratio{2, 4}));
  EXPECT_EQ(source.functions, (report::Ratio{1, 1}));
  EXPECT_EQ(source.uncoveredLines, (std::vector<unsigned>{6}));
  EXPECT_EQ(source.uncoveredBranches, (std::vector<report::UncoveredBranch>{{3, 7, false}, {3, 16, false}}));
  EXPECT_EQ(measured->figures.files.at(1).lines, (report::Ratio{0, 0}));
}

TEST_F(CoverageTest, ARestrictionToAllFunctionsHasTheFiguresOfTheFile) {
  // What llvm-cov counts in ways of its own: macros, conditions that are constant, lambdas, instantiations.
  source_ = R"(#include "subject.h"
#define IS_SMALL(x) ((x) > 3 && (x) < 9)
static int helper(int a) { return a > 2 ? 1 : 0; }
int f(int a, double b) {
  const auto twice = [](int c) {
    if (c > 4) return 2 * c;
    return c;
  };
  while (true) {
    if (a++ > 10) break;
  }
  switch (a) {
    case 1: return atLeast(a, 7);
    default: break;
  }
  return IS_SMALL(b) ? twice(a) : helper(a) + static_cast<int>(atLeast(b, 1.5));
}
)";
  const Result<CoverageMeasured> whole = measure("f(5, 1.0);");
  ASSERT_TRUE(whole) << whole.error().message;
  restriction_ = {
      {"everything"},
      {{scratch_->path() / "subject.cpp", 1, 1, 100, 1}, {scratch_->path() / "subject.h", 1, 1, 100, 1}}};
  const Result<CoverageMeasured> restricted = measure("f(5, 1.0);");
  ASSERT_TRUE(restricted) << restricted.error().message;
  EXPECT_EQ(restricted->figures, whole->figures);
  EXPECT_EQ(restricted->lcov, whole->lcov);
}

TEST_F(CoverageTest, AFileWithoutCodeHasNothingToCover) {
  const Result<CoverageMeasured> measured = measure("f(5, 1.0);");
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->figures.files.at(2).lines, (report::Ratio{0, 0}));
  EXPECT_EQ(measured->figures.files.at(2).lines.percent(), 100.0);
}

TEST_F(CoverageTest, LcovHoldsTheRequestedFilesOnly) {
  const Result<CoverageMeasured> measured = measure("f(5, 1.0);");
  ASSERT_TRUE(measured);
  EXPECT_NE(measured->lcov.find("subject.cpp"), std::string::npos);
  EXPECT_NE(measured->lcov.find("subject.h"), std::string::npos);
  EXPECT_EQ(measured->lcov.find("main.cpp"), std::string::npos);
  EXPECT_TRUE(measured->lcov.ends_with("end_of_record\n"));
}

TEST_F(CoverageTest, AProgramThatLeavesNoProfileIsAnError) {
  const Result<CoverageMeasured> measured = measure("__builtin_trap();");
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error().message, "the emitted tests left no coverage profile");
}

TEST(ReadCoverage, TextThatIsNoExportIsAnError) {
  EXPECT_FALSE(readCoverage({"oops", "", ""}, {}));
  EXPECT_FALSE(readCoverage({R"({"data": [{"files": [{"filename": 3}]}]})", "", ""}, {"a.cpp"}));
}

}  // namespace
}  // namespace covolve::unit
