// covolve mutants: the mutation score of tests that are there already, written by
// hand or by covolve, for a source.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "generate/progress.h"
#include "report/mutation_report.h"

namespace covolve::unit {

struct MutantsOptions {
  std::filesystem::path source;
  std::vector<std::filesystem::path> tests;  // sources, or programs that the build in -p links
  std::filesystem::path buildDirectory;
  std::vector<std::string> compilerFlags;  // after --
  bool hasCompilerFlags = false;
  std::vector<std::string> linkArguments;
  std::filesystem::path output = "covolve-out";
  std::chrono::duration<double> budget{600};
  std::filesystem::path directory;  // the tests' working directory; empty: the current one
  bool sandbox = true;
  unsigned jobs = 0;             // 0: as many as cores
  std::string compilerLauncher;  // compilers are run through this program; empty: none
  bool quiet = false;
  bool keepScratch = false;
};

/// User Errors: what does not compile or link, tests that do not pass as the code is written, a source that
/// the tests know nothing of.
Result<report::MutationReport> measureMutants(const MutantsOptions& options,
                                              const generate::OnProgress& onProgress);

}  // namespace covolve::unit
