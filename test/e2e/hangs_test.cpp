// Code that does not end, by itself or for lack of memory or stack: one fault for
// each reason, however many calls lead there, and what only takes long is no fault.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

/// Of the bench of fixed costs, too.
std::string ring() {
  return readFile(std::filesystem::path(COVOLVE_SUBJECTS) / "../bench/fixed_cost/ring.cpp").value_or("");
}

TEST(Hangs, ALoopThatSeveralMethodsReachIsOneFault) {
  const Project project({{"ring.cpp", ring()}});
  const auto report = project.generate("ring.cpp", 5000, {"--"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_EQ(report["faults"][0]["kind"], "endless loop");
  EXPECT_EQ(report["faults"][0]["line"], 26) << "where the loop begins";
  // Minimised: an object, and the call that does not come back.
  EXPECT_LE(lineCount(project.read("out/ring_faults_test.cpp")), 20u)
      << project.read("out/ring_faults_test.cpp");
  // The search has not got stuck in it: what comes after the loop is covered. (Three sides are out of reach
  // or need nine calls.)
  const auto& branches = report["coverage"]["search"]["branch"];
  EXPECT_GE(branches["covered"].get<int>(), branches["total"].get<int>() - 3) << branches;
}

TEST(Hangs, WhatTakesLongIsNoFaultAndItsBranchesAreCovered) {
  const Project project({{"slow.cpp",
                          "long slow(int n) {\n"
                          "  long total = 0;\n"
                          "  if (n > 200000 && n < 900000) {\n"
                          "    for (int i = 0; i < n; ++i) total += i % 7 == 3 ? 2 : 1;\n"
                          "    if (total > 300000) return 1;\n"
                          "    return 2;\n"
                          "  }\n"
                          "  return total;\n"
                          "}\n"}});
  const auto report = project.generate("slow.cpp", 20000, {"--"});
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  const std::string tests = project.read("out/slow_test.cpp");
  EXPECT_NE(tests.find("EXPECT_EQ(slow("), std::string::npos) << tests;
  EXPECT_NE(tests.find(", 1)"), std::string::npos) << tests;
}

TEST(Hangs, RunawayAllocationIsOneFaultAndBadAllocIsNotExpected) {
  const Project project({{"grow.cpp",
                          "#include <string>\n#include <vector>\n"
                          "int grow(int n) {\n"
                          "  std::vector<std::string> all;\n"
                          "  while (all.size() != static_cast<unsigned>(n)) {\n"
                          "    all.push_back(std::string(1 << 14, 'x'));\n"
                          "    if (n > 5 && n < 50) all.push_back(std::string(1 << 12, 'y'));\n"
                          "    if (all.size() > 90 && n > 0) break;\n"
                          "  }\n"
                          "  return all.size() > 3 ? 1 : 0;\n"
                          "}\n"
                          "int viaGrow(int n) { return n == 4 ? 0 : grow(n); }\n"
                          "unsigned long reserve(unsigned n) {\n"
                          "  std::vector<long> numbers(n);\n"
                          "  return numbers.size();\n"
                          "}\n"}});
  const auto report = project.generate("grow.cpp", 4000, {"--memory", "64", "--"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_EQ(report["faults"][0]["line"], 5);
  EXPECT_EQ(project.read("out/grow_test.cpp").find("bad_alloc"), std::string::npos);
  EXPECT_EQ(project.read("out/grow_test.cpp").find("length_error"), std::string::npos);
}

// An optimiser leaves out what nobody uses, and with it the exception.
TEST(Hangs, ExceptionsForLackOfMemoryAreNotExpected) {
  const Project project({{"ask.cpp",
                          "bool ask(long n) {\n"
                          "  int* numbers = new int[n];\n"
                          "  delete[] numbers;\n"
                          "  return n > 3;\n"
                          "}\n"}});
  const auto report = project.generate("ask.cpp", 4000, {"--"});
  const std::string tests = project.read("out/ask_test.cpp");
  EXPECT_NE(tests.find("ask("), std::string::npos);
  EXPECT_EQ(tests.find("bad_"), std::string::npos);
  EXPECT_NE(report["dropped"].dump().find("std::bad_alloc depends on"), std::string::npos)
      << report["dropped"];
}

TEST(Hangs, ARunawayRecursionIsOneFault) {
  const Project project({{"deep.cpp",
                          "int across(int n);\n"
                          "static int leaf(int n) { return n % 2 == 0 ? 1 : 2; }\n"
                          "int down(int n) { return n > 100 ? across(n + leaf(n)) + 1 : n; }\n"
                          "int across(int n) { return n < -5 ? 1 : down(n | 1024) + leaf(n); }\n"
                          "int start(int n) { return n == 8 ? 3 : across(n); }\n"
                          "int quiet(int n) { return n > 3 ? 1 : 2; }\n"}});
  // Its sums overflow as well.
  const auto report = project.generate("deep.cpp", 4000, {"--sanitize", "off", "--"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_EQ(report["faults"][0]["kind"], "stack overflow");
}

}  // namespace
}  // namespace covolve::e2e
