// covolve mutants, and the score of what covolve unit emits.
#include <gtest/gtest.h>

#include <algorithm>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

const std::string kStackDirectory = std::string(COVOLVE_SUBJECTS) + "/bounded_stack";

const char* const kThoroughTests = R"(#include "bounded_stack.h"

#include <gtest/gtest.h>

TEST(Stack, PopsWhatWasPushedLast) {
  BoundedStack stack;
  stack.push(3);
  stack.push(4);
  EXPECT_EQ(stack.size(), 2u);
  EXPECT_EQ(stack.top(), 4);
  EXPECT_EQ(stack.pop(), 4);
  EXPECT_EQ(stack.pop(), 3);
  EXPECT_THROW(stack.pop(), std::underflow_error);
  EXPECT_THROW(stack.top(), std::underflow_error);
}

TEST(Stack, HasRoomForFour) {
  BoundedStack stack;
  for (int i = 1; i <= 4; ++i) EXPECT_TRUE(stack.push(i));
  EXPECT_FALSE(stack.push(5));
  stack.clear();
  EXPECT_EQ(stack.size(), 0u);
}

TEST(Stack, FrozenOnesStayAsTheyAre) {
  BoundedStack stack;
  stack.push(7);
  stack.freeze();
  EXPECT_TRUE(stack.frozen());
  EXPECT_EQ(stack.pop(), 7);
  EXPECT_EQ(stack.pop(), 7);
  stack.clear();
  EXPECT_EQ(stack.size(), 1u);
  EXPECT_FALSE(stack.push(1));
}
)";

/// Every line is covered, and nothing is checked.
const char* const kIdleTests = R"(#include "bounded_stack.h"

#include <gtest/gtest.h>

TEST(Stack, DoesSomething) {
  BoundedStack stack;
  for (int i = 0; i < 5; ++i) stack.push(i);
  stack.top();
  stack.pop();
  stack.size();
  stack.freeze();
  stack.frozen();
  stack.pop();
  stack.clear();
  EXPECT_ANY_THROW(BoundedStack().pop());
}
)";

Project stackProject() {
  return Project({{"bounded_stack.cpp", readFile(kStackDirectory + "/bounded_stack.cpp").value_or("")},
                  {"bounded_stack.h", readFile(kStackDirectory + "/bounded_stack.h").value_or("")},
                  {"thorough_test.cpp", kThoroughTests},
                  {"idle_test.cpp", kIdleTests}});
}

json measured(const Project& project, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"mutants", "bounded_stack.cpp", "-o", "out"});
  const Completed completed = project.covolve(arguments);
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  return json::parse(project.read("out/mutants.json"), nullptr, false);
}

TEST(MutantsCommand, TellsTestsThatCheckFromTestsThatOnlyRun) {
  const Project project = stackProject();
  const json thorough = measured(project, {"--tests", "thorough_test.cpp", "--", "-std=c++20"});
  const json idle = measured(project, {"--tests", "idle_test.cpp", "--", "-std=c++20"});
  EXPECT_GE(thorough["mutants"], 30);
  EXPECT_GE(thorough["score"], 90.0);
  EXPECT_EQ(thorough["mutants"], idle["mutants"]);
  EXPECT_LE(idle["score"], 50.0);
  const auto lives = [](const json& report, const std::string& source, const std::string& change) {
    return std::ranges::any_of(report["alive"], [&](const json& mutant) {
      return mutant["source"].get<std::string>().contains(source) && mutant["change"] == change;
    });
  };
  EXPECT_TRUE(lives(idle, "std::size_t size() const", "returns `0`"));
  EXPECT_FALSE(lives(thorough, "std::size_t size() const", "returns `0`"));
  // What one leaves the other may kill.
  const json both =
      measured(project, {"--tests", "idle_test.cpp", "--tests", "thorough_test.cpp", "--", "-std=c++20"});
  EXPECT_EQ(both["killed"], thorough["killed"]);
}

TEST(MutantsCommand, BuildsAProgramOfTheBuildAnew) {
  const Project project = stackProject();
  project.write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(stack CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(GTest REQUIRED)
add_library(stack bounded_stack.cpp)
add_executable(stack_test thorough_test.cpp)
target_link_libraries(stack_test stack GTest::gtest_main)
)");
  for (const std::vector<std::string>& step :
       {std::vector<std::string>{"cmake", "-B", "build", "."}, {"cmake", "--build", "build"}}) {
    const auto done = run({.arguments = step, .directory = project.path()});
    ASSERT_TRUE(done && done->succeeded());
  }
  const json report = measured(project, {"-p", "build", "--tests", "build/stack_test"});
  EXPECT_GE(report["mutants"], 30);
  EXPECT_GE(report["score"], 90.0);
}

TEST(MutantsCommand, AnyProgramThatSaysByItsStatusCounts) {
  const Project project = stackProject();
  project.write("plain_test.cpp", R"(#include "bounded_stack.h"
int main() {
  BoundedStack stack;
  return stack.push(1) && stack.size() == 1 && stack.pop() == 1 ? 0 : 1;
}
)");
  const json report = measured(project, {"--tests", "plain_test.cpp", "--", "-std=c++20"});
  EXPECT_GE(report["killed"], 8);
  EXPECT_GE(report["notReached"], 8);  // clear() and top()
}

TEST(MutantsCommand, SaysInOneSentenceWhatIsMissing) {
  const Project project = stackProject();
  project.write("failing_test.cpp",
                "#include <gtest/gtest.h>\n#include \"bounded_stack.h\"\n"
                "TEST(Stack, IsFull) { EXPECT_EQ(BoundedStack().size(), 4u); }\n");
  project.write("foreign_test.cpp", "#include <gtest/gtest.h>\nTEST(Other, Passes) {}\n");
  const auto complaint = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "mutants");
    arguments.insert(arguments.end(), {"--", "-std=c++20"});
    const Completed completed = project.covolve(arguments);
    EXPECT_EQ(completed.status, 1);
    return completed.errors;
  };
  EXPECT_NE(complaint({"bounded_stack.cpp"}).find("which tests are to be measured?"), std::string::npos);
  EXPECT_NE(complaint({"bounded_stack.cpp", "--tests", "none.cpp"}).find("there is no file none.cpp"),
            std::string::npos);
  EXPECT_NE(complaint({"bounded_stack.cpp", "--tests", "bounded_stack.h"}).find("does not say how"),
            std::string::npos);
  EXPECT_NE(complaint({"bounded_stack.cpp", "--tests", "failing_test.cpp"}).find("Stack.IsFull fails"),
            std::string::npos);
}

TEST(UnitMutants, TheScoreIsInSummaryAndReportAndRepeats) {
  const Project project = stackProject();
  const std::vector<std::string> arguments{
      "unit", "bounded_stack.cpp", "--evaluations", "5000", "--mutants", "on", "-o", "out",
      "--",   "-std=c++20"};
  const Completed completed = project.covolve(arguments);
  ASSERT_TRUE(completed.succeeded()) << completed.errors;
  EXPECT_NE(completed.output.find(" mutants killed ("), std::string::npos) << completed.output;
  const std::string first = project.read("out/covolve.json");
  const json report = json::parse(first);
  EXPECT_GE(report["mutation"]["mutants"], 30);
  EXPECT_EQ(report["mutation"]["notTried"], 0);
  EXPECT_GE(report["mutation"]["score"], 80.0);
  EXPECT_TRUE(project.covolve(arguments).succeeded());
  EXPECT_EQ(project.read("out/covolve.json"), first);
}

const char* const kDiscount = R"(int discounted(int amount) {
  if (amount > 500) return amount - 50;
  if (amount >= 100) return amount - 5;
  return amount;
}
)";

TEST(UnitMutants, WhatSurvivesIsSearchedFor) {
  const Project project({{"discount.cpp", kDiscount}});
  const json report = project.generate("discount.cpp", 5000, {"--mutants", "on", "--", "-std=c++17"});
  const json& mutation = report["mutation"];
  EXPECT_EQ(mutation["survived"], 0) << mutation.dump(1);
  EXPECT_GE(mutation["search"]["addedTests"], 1);
  EXPECT_LT(mutation["search"]["killedBefore"], mutation["killed"]);
  const std::string tests = project.read("out/discount_test.cpp");
  EXPECT_NE(tests.find("EXPECT_EQ(discounted(500), 495);"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(discounted(100), 95);"), std::string::npos) << tests;
}

TEST(UnitMutants, LooksThatShowNoMistakeOfTheirOwnAreLeftOut) {
  const Project project({{"counter.cpp", R"(class Counter {
 public:
  void add(int by) { count_ += by; }
  int count() const { return count_; }
  int next() const { return count_ + 1; }

 private:
  int count_ = 0;
};
)"}});
  const auto looksBehindAdd = [&](const char* mutants) {
    project.generate("counter.cpp", 3000, {"--mutants", mutants, "--", "-std=c++17"});
    const std::string tests = project.read("out/counter_test.cpp");
    const size_t add = tests.find("counter.add(");
    return tests.substr(add, tests.find("}", add) - add);
  };
  EXPECT_NE(looksBehindAdd("off").find("counter.next()"), std::string::npos);
  const std::string fewer = looksBehindAdd("on");
  EXPECT_NE(fewer.find("EXPECT_EQ(counter.count(), 2);"), std::string::npos) << fewer;
  EXPECT_EQ(std::ranges::count(fewer, '\n'), 2) << fewer;
}

TEST(UnitMutants, WhatVoidMethodsDoIsSeenByConstOnes) {
  const Project project({{"lamp.cpp", R"(class Lamp {
 public:
  void dim(int percent) { level_ = percent < 0 ? 0 : percent; }
  void off() { level_ = 0; ++switches_; }
  int level() const { return level_; }
  int switches() const { return switches_; }

 private:
  int level_ = 100;
  int switches_ = 0;
};
)"}});
  const json report = project.generate("lamp.cpp", 3000, {"--mutants", "on", "--", "-std=c++17"});
  EXPECT_LE(report["mutation"]["survived"], 1) << report["mutation"].dump(1);  // percent <= 0 is the same
  EXPECT_EQ(report["mutation"]["notReached"], 0);
  const std::string tests = project.read("out/lamp_test.cpp");
  EXPECT_NE(tests.find("TEST(LampTest, OffSetsLevelToZero) {"), std::string::npos) << tests;
  EXPECT_NE(tests.find("lamp.off();\n  EXPECT_EQ(lamp.level(), 0);\n  EXPECT_EQ(lamp.switches(), 1);\n"),
            std::string::npos)
      << tests;
  EXPECT_NE(tests.find("lamp.dim(2);\n  EXPECT_EQ(lamp.level(), 2);\n"), std::string::npos) << tests;
}

}  // namespace
}  // namespace covolve::e2e
