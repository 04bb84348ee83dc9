// Names of tests that say what is done and what is expected of it:
// OrderTest.TotalReturnsZero, PricingTest.ParseThrowsInvalidArgument,
// OrderFaults.RatioCrashesWithSIGFPE. Where two would be called the same, what
// tells them apart (arguments, then the calls before) is added to all of them;
// a number comes last.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct TestName {
  std::string suite;
  std::string name;

  bool operator==(const TestName&) const = default;
};

/// The step that the test is about. Where only some calls are asked for, it is one of those.
size_t focalStep(const program::Model& model, const RecordedTest& test);

/// One name a test; all of a suite are different.
std::vector<TestName> testNames(const program::Model& model, std::span<const RecordedTest> tests);

}  // namespace covolve::unit
