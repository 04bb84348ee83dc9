// covolve unit --existing: only what tests that are there leave uncovered.
#include <gtest/gtest.h>

#include <algorithm>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

const char* const kFare = R"(#include "fare.h"

int fare(int age, bool isStudent) {
  if (age < 6) return 0;
  if (age >= 65) return 180;
  if (isStudent) return 200;
  return 300;
}

int discounted(int price, int percent) {
  if (percent < 0 || percent > 100) return price;
  return price - price * percent / 100;
}
)";

/// All of fare() but students; nothing of discounted().
const char* const kHandWritten = R"(#include "fare.h"

#include <gtest/gtest.h>

TEST(Fare, IsByAge) {
  EXPECT_EQ(fare(3, false), 0);
  EXPECT_EQ(fare(70, false), 180);
  EXPECT_EQ(fare(30, false), 300);
}
)";

Project fareProject(const std::string& tests = kHandWritten) {
  return Project({{"fare.cpp", kFare},
                  {"fare.h", "int fare(int age, bool isStudent);\nint discounted(int price, int percent);\n"},
                  {"hand_written_test.cpp", tests}});
}

std::vector<std::string> unitCommand(std::vector<std::string> more) {
  std::vector<std::string> arguments{"unit", "fare.cpp", "--evaluations", "3000", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

json reportOf(const Project& project, std::vector<std::string> more) {
  const Completed completed = project.covolve(unitCommand(std::move(more)));
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  return json::parse(project.read("out/covolve.json"), nullptr, false);
}

TEST(ExistingTests, OnlyWhatTheyLeaveUncoveredIsTested) {
  const Project project = fareProject();
  const json alone = reportOf(project, {"--", "-std=c++20"});
  const json beside = reportOf(project, {"--existing", "hand_written_test.cpp", "--", "-std=c++20"});
  ASSERT_TRUE(beside.contains("existing"));
  EXPECT_FALSE(alone.contains("existing"));
  EXPECT_EQ(beside["existing"]["tests"], json::array({"hand_written_test.cpp"}));
  EXPECT_GE(beside["existing"]["coveredTargets"], 10);
  EXPECT_LT(beside["tests"].size(), alone["tests"].size());
  // Of fare() only the student is missing.
  const std::string tests = project.read("out/fare_test.cpp");
  EXPECT_TRUE(tests.contains(", true), 200)")) << tests;
  EXPECT_FALSE(tests.contains("), 180)")) << tests;
  EXPECT_FALSE(tests.contains("), 300)")) << tests;
  EXPECT_TRUE(tests.contains("discounted(")) << tests;
  const auto isCovered = [](const json& target) { return target["covered"].get<bool>(); };
  EXPECT_TRUE(std::ranges::all_of(beside["targets"], isCovered));
}

TEST(ExistingTests, MayBeAProgramThatTheBuildLinks) {
  const Project project = fareProject();
  project.write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(fare CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(GTest REQUIRED)
add_library(fare fare.cpp)
add_executable(fare_test hand_written_test.cpp)
target_link_libraries(fare_test fare GTest::gtest_main)
)");
  for (const std::vector<std::string>& step :
       {std::vector<std::string>{"cmake", "-B", "build", "."}, {"cmake", "--build", "build"}}) {
    const auto done = run({.arguments = step, .directory = project.path()});
    ASSERT_TRUE(done && done->succeeded());
  }
  const json report = reportOf(project, {"-p", "build", "--existing", "build/fare_test"});
  EXPECT_GE(report["existing"]["coveredTargets"], 10);
  EXPECT_FALSE(project.read("out/fare_test.cpp").contains("), 300)"));
}

TEST(ExistingTests, WhereTheyCoverAllNothingIsLeftToWrite) {
  const Project project = fareProject(std::string(kHandWritten) + R"(
TEST(Fare, IsLessForStudents) { EXPECT_EQ(fare(20, true), 200); }
TEST(Discounted, KeepsToPercents) {
  EXPECT_EQ(discounted(200, 10), 180);
  EXPECT_EQ(discounted(200, -1), 200);
  EXPECT_EQ(discounted(200, 101), 200);
}
)");
  const Completed completed =
      project.covolve(unitCommand({"--existing", "hand_written_test.cpp", "--", "-std=c++20"}));
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  EXPECT_TRUE(completed.output.contains("0 tests")) << completed.output;
  EXPECT_TRUE(completed.output.contains("covered by hand_written_test.cpp already")) << completed.output;
}

TEST(ExistingTests, ThatFailCountAllTheSame) {
  const Project project = fareProject(R"(#include <cstdlib>
#include "fare.h"
int main() {
  if (fare(3, false) != 0) return 0;
  std::abort();
}
)");
  const json report = reportOf(project, {"--existing", "hand_written_test.cpp", "--", "-std=c++20"});
  EXPECT_GE(report["existing"]["coveredTargets"], 3);
  EXPECT_TRUE(report["notes"].dump().contains("Not all tests of hand_written_test.cpp pass"))
      << report["notes"];
}

TEST(ExistingTests, SayInOneSentenceWhatIsMissing) {
  const Project project = fareProject("#include \"fare.h\"\nint main() { return nothing(); }\n");
  const auto error = [&](std::vector<std::string> more) {
    const Completed completed = project.covolve(unitCommand(std::move(more)));
    EXPECT_EQ(completed.status, 1);
    return completed.errors;
  };
  EXPECT_TRUE(error({"--existing", "hand_written_test.cpp", "--", "-std=c++20"})
                  .contains("hand_written_test.cpp cannot be built with probes"));
  EXPECT_TRUE(error({"--existing", "hand_written_test.cpp", "--criteria", "exception", "--", "-std=c++20"})
                  .contains("--criteria names none of them"));
}

}  // namespace
}  // namespace covolve::e2e
