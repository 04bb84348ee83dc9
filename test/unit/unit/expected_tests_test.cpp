// Tests whose headers are read before they are written.
#include <optional>

#include "build_fixture.h"

namespace covolve::unit {
namespace {

/// Tests that a Builder has been told to expect.
class ExpectedTests : public Build {
 protected:
  ExpectedTests() {
    project_.write("a.h", "int a(int);\n");
    project_.add("a.cpp", "#include \"a.h\"\nint a(int x) { return x + 1; }\n");
    loaded_ = project_.load();
    plan_ = *plan(loaded_, "a.cpp");
    builder_.emplace(loaded_, options());
    tests_ = {project_.root() / "out/a \"test\".cpp", {}, {"-lgtest", "-lgtest_main"}};
    fs::create_directories(project_.root() / "out");
  }

  Compiled build(const std::string& text, const Deadline& deadline = {}) {
    project_.write("out/a \"test\".cpp", text);
    const auto built =
        builder_->buildTests(plan_, tests_, project_.root() / "scratch/a_test", TestBuild::Plain, deadline);
    EXPECT_TRUE(built) << built.error().message;
    return built ? *built : Compiled{};
  }

  Project loaded_;
  LinkPlan plan_;
  std::optional<Builder> builder_;
  TestSources tests_;
  const std::string beginning_ = "#include \"a.h\"\n#include <gtest/gtest.h>\n";
};

TEST_F(ExpectedTests, BecomeTheProgramOfTheWholeText) {
  builder_->expectTests(plan_, tests_, beginning_, TestBuild::Plain);
  const Compiled built = build(beginning_ + "TEST(A, Fails) {\n  EXPECT_EQ(a(3), 5) << __FILE__;\n}\n");
  ASSERT_TRUE(built.succeeded) << built.diagnostics;
  const auto completed = run({.arguments = {built.executable.string()}});
  ASSERT_TRUE(completed);
  EXPECT_NE(completed->output.find(tests_.tests.string() + ":4: Failure"), std::string::npos)
      << completed->output;
}

TEST_F(ExpectedTests, HaveTheirMessagesAtTheirLines) {
  builder_->expectTests(plan_, tests_, beginning_, TestBuild::Plain);
  const Compiled built = build(beginning_ + "TEST(A, Wrong) {\n  a(missing);\n}\n");
  EXPECT_FALSE(built.succeeded);
  EXPECT_NE(built.diagnostics.find(tests_.tests.string() + ":4:5: error: "), std::string::npos)
      << built.diagnostics;
}

TEST_F(ExpectedTests, MayBeginOtherwise) {
  builder_->expectTests(plan_, tests_, "#include \"b.h\"\n" + beginning_, TestBuild::Plain);
  const Compiled built = build(beginning_ + "TEST(A, Works) { EXPECT_EQ(a(3), 4); }\n");
  EXPECT_TRUE(built.succeeded) << built.diagnostics;
}

TEST_F(ExpectedTests, MayBeBuiltAgain) {
  builder_->expectTests(plan_, tests_, beginning_, TestBuild::Plain);
  EXPECT_FALSE(build(beginning_ + "int x = wrong;\n").succeeded);
  EXPECT_TRUE(build(beginning_ + "TEST(A, Works) {}\n").succeeded);
}

TEST_F(ExpectedTests, WithABeginningThatDoesNotCompileAreData) {
  const std::string beginning = "#include \"nowhere.h\"\n";
  builder_->expectTests(plan_, tests_, beginning, TestBuild::Plain);
  const Compiled built = build(beginning);
  EXPECT_FALSE(built.succeeded);
  EXPECT_NE(built.diagnostics.find("nowhere.h"), std::string::npos) << built.diagnostics;
}

TEST_F(ExpectedTests, WhoseTimeIsOverAreNotCompiled) {
  builder_->expectTests(plan_, tests_, beginning_, TestBuild::Plain);
  const Deadline past(Deadline::Clock::time_point{});
  for (int attempt = 0; attempt < 2; ++attempt) {  // the second one is not a waiting compiler
    const Compiled built = build(beginning_ + "TEST(A, Works) {}\n", past);
    EXPECT_FALSE(built.succeeded);
    EXPECT_TRUE(built.ranOutOfTime);
  }
}

TEST_F(ExpectedTests, ThatCrashTheCompilerAreData) {
  builder_->expectTests(plan_, tests_, beginning_, TestBuild::Plain);
  EXPECT_FALSE(build(beginning_ + "#pragma clang __debug parser_crash\n").succeeded);  // would not return
}

TEST_F(ExpectedTests, ThatNeverComeAreNotWaitedFor) {
  builder_->expectTests(plan_, tests_, beginning_, TestBuild::Plain);
  builder_.reset();  // would not return
}

}  // namespace
}  // namespace covolve::unit
