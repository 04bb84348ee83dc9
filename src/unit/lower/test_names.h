// Names of tests that say what is done and what is expected of it:
// OrderTest.TotalReturnsZero, PricingTest.ParseThrowsInvalidArgument,
// OrderFaults.RatioCrashesWithSIGFPE. Where two would be called the same, what
// tells them apart (arguments, then the calls before) is added to all of them;
// a number comes last.
#pragma once

#include <set>
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

/// So that all files of a run can become one program.
struct FileNaming {
  std::string file = {};              // what the source is called among the others; empty: by its stem
  std::set<std::string> suites = {};  // of the others

  std::string nameOf(const program::Model& model) const {
    return file.empty() ? model.source.stem().string() : file;
  }
};

/// The step that the test is about. Where only some calls are asked for, it is one of those.
size_t focalStep(const program::Model& model, const RecordedTest& whole);

/// One name a test; all of a suite are different. A class whose suite another file has is qualified by its
/// namespaces, or by the file.
std::vector<TestName> testNames(const program::Model& model, std::span<const RecordedTest> tests,
                                const FileNaming& naming = {});

}  // namespace covolve::unit
