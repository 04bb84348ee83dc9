// Runs what a fuzzer left through the same harness again, compiled as covolve
// compiles its emitted tests for measuring: coverage by llvm-cov with the same
// denominators, and the deaths as covolve would describe them.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "base/error.h"
#include "build.h"
#include "report/run_report.h"
#include "unit/verify/coverage.h"

namespace covolve::peers {

struct Replayed {
  unit::CoverageMeasured coverage;
  std::vector<report::FaultReport> faults;  // one for each kind and place
};

class Replay {
 public:
  /// `directory`: to work in, the only one that can be written.
  static Result<Replay> build(const Builder& builder, std::filesystem::path directory,
                              std::function<void()> beforeExec);

  /// `requestedFiles`: whose coverage is measured.
  Result<Replayed> run(const std::vector<std::filesystem::path>& inputs,
                       const std::vector<std::filesystem::path>& requestedFiles) const;

 private:
  std::filesystem::path program_;
  std::filesystem::path directory_;
  std::function<void()> beforeExec_;
};

/// The faults behind the lines that the driver writes (driver/replay_main.cpp), each once, the first input
/// that showed it by its name.
std::vector<report::FaultReport> readDeaths(const std::string& text, const std::filesystem::path& program,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& requestedFiles);

}  // namespace covolve::peers
