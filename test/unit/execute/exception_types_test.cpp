// A thrown exception's type reaches the engine as a number with a name.
#include <gtest/gtest.h>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

Bench comparing(ExecutorOptions options = {}) { return Bench(options, {}, builtHarness("comparing.cpp")); }

TEST(ExceptionTypes, AreNamed) {
  Bench bench = comparing();
  const std::vector<Seen> seen = bench.run({"throw runtime", "throw own", "pointer", "throw runtime"});
  EXPECT_EQ(seen[0].exceptionType(), "St13runtime_error");
  EXPECT_NE(seen[1].exceptionType().find("Own"), std::string::npos) << seen[1].exceptionType();
  EXPECT_EQ(seen[2].exceptionType(), "");
  EXPECT_EQ(seen[3].exceptionType(), "St13runtime_error");
}

TEST(ExceptionTypes, WhatTheHarnessCannotNameIsUnknown) {
  Bench bench = comparing();
  const Seen seen = bench.runOne("throw number");
  EXPECT_EQ(seen.thrown.size(), 1u);
  EXPECT_EQ(seen.exceptionType(), "");
}

TEST(ExceptionTypes, LongNamesAreCut) {
  Bench bench = comparing();
  EXPECT_EQ(bench.runOne("throw long").exceptionType().size(), sizeof(abi::ExceptionType::name) - 1);
}

TEST(ExceptionTypes, ADestroyedTableIsRepairedByTheNextWorker) {
  ExecutorOptions options;
  options.testsPerWorker = 3;
  Bench bench = comparing(options);
  const std::vector<Seen> seen = bench.run(
      {"throw runtime", "throw-scribble runtime", "throw-scribble own", "throw runtime", "throw own"});
  for (const Seen& one : seen) EXPECT_EQ(one.thrown.size(), 1u);
  EXPECT_EQ(seen[3].exceptionType(), "St13runtime_error");
  EXPECT_NE(seen[4].exceptionType(), "");
}

TEST(ExceptionTypes, ANameThatWasReadStaysKnown) {
  Bench bench = comparing();
  EXPECT_EQ(bench.runOne("throw runtime").exceptionType(), "St13runtime_error");
  EXPECT_EQ(bench.runOne("throw-scribble runtime").exceptionType(), "St13runtime_error");
}

}  // namespace
}  // namespace covolve::execute
