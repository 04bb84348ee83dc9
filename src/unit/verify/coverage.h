// Measures the emitted tests with LLVM's source coverage: the figures shown to
// the user are those of the tests the user gets, not those of the search.
//
// Easy to get wrong: llvm-cov lists the branches of a template once for each
// instantiation; a source branch counts once, covered if it is in any.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "program/model.h"
#include "report/coverage_figures.h"

namespace covolve::unit {

struct CoverageRequest {
  std::filesystem::path executable;  // built with coverage (Builder::buildTests)
  std::filesystem::path
      directory;  // working directory and place of the profile; the tests must be able to write to it
  std::vector<std::filesystem::path> files;                        // what is to be measured
  std::optional<program::Restriction> restriction = std::nullopt;  // the figures are about this part of them
  std::vector<std::string> flags;                                  // for the test program
  std::chrono::milliseconds timeout{120'000};
  Deadline deadline = {};  // for all of it
  std::function<void()> beforeExec;
};

struct CoverageMeasured {
  report::CoverageFigures figures;  // in the order of the request; zero of zero where a file has no code
  std::string lcov;                 // for coverage.lcov: always whole files
};

Result<CoverageMeasured> measureCoverage(const CoverageRequest& request);

/// What LLVM's tools say.
struct CoverageTexts {
  std::string json;       // llvm-cov export -format=text
  std::string lcov;       // llvm-cov export -format=lcov
  std::string functions;  // llvm-cov report -show-functions; only needed for a restriction
};

/// The pure part.
Result<CoverageMeasured> readCoverage(const CoverageTexts& texts,
                                      const std::vector<std::filesystem::path>& files,
                                      const std::optional<program::Restriction>& restriction = std::nullopt);

}  // namespace covolve::unit
