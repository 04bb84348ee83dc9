// The harness with mutants, for the search behind the search (suite/mutant_search.h).
// It is compiled from the bitcode of the harness' own objects; where there is a core
// that the search does not need, while the search runs.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>

#include "base/deadline.h"
#include "unit/mutants/mutant_program.h"
#include "unit/preparation.h"
#include "unit/session.h"

namespace covolve::unit {

class MutantHarness {
 public:
  /// All must outlive it; `scratch` exists. The build begins now, or when the program is started.
  MutantHarness(const Session& session, const Prepared& prepared, const std::filesystem::path& scratch);
  MutantHarness(const MutantHarness&) = delete;
  MutantHarness& operator=(const MutantHarness&) = delete;
  /// Ends a build that nobody waited for.
  ~MutantHarness() { isGivenUp_ = true; }

  Result<MutantProgram> start(const execute::Sandbox& sandbox, const execute::ExecutorOptions& options,
                              const Deadline& deadline);

 private:
  Result<std::filesystem::path> build(const Deadline& deadline, int niceness) const;

  const Session& session_;
  const Prepared& prepared_;
  std::filesystem::path scratch_;
  std::atomic<bool> isGivenUp_ = false;  // outlives the build, which looks at it
  std::future<Result<std::filesystem::path>> built_;
};

}  // namespace covolve::unit
