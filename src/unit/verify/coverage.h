// Measures the emitted tests with LLVM's source coverage: the figures shown to
// the user are those of the tests the user gets, not those of the search.
//
// Easy to get wrong: llvm-cov lists the branches of a template once for each
// instantiation; a source branch counts once, covered if it is in any.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "report/coverage_figures.h"

namespace covolve::unit {

struct CoverageRequest {
  std::filesystem::path executable;  // built with coverage (Builder::buildTests)
  std::filesystem::path
      directory;  // working directory and place of the profile; the tests must be able to write to it
  std::vector<std::filesystem::path> files;  // what is to be measured
  std::vector<std::string> flags;            // for the test program
  std::chrono::milliseconds timeout{120'000};
  std::function<void()> beforeExec;
};

struct CoverageMeasured {
  report::CoverageFigures figures;  // in the order of the request; zero of zero where a file has no code
  std::string lcov;                 // for coverage.lcov
};

Result<CoverageMeasured> measureCoverage(const CoverageRequest& request);

/// The pure part: from `llvm-cov export` in both its formats.
Result<CoverageMeasured> readCoverage(std::string_view json, std::string_view lcov,
                                      const std::vector<std::filesystem::path>& files);

}  // namespace covolve::unit
