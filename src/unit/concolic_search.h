// What the search needs for dynamic symbolic execution: the concolic program, and
// its runs as the search asks for them. A time budget does not wait for the
// program's build; where tests are counted, the search does, so that it repeats.
// Whether it is built at all is the gate's decision (concolic/build_gate.h).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "unit/concolic/build_gate.h"
#include "unit/concolic/concolic_program.h"
#include "unit/concolic/search_time.h"
#include "unit/preparation.h"
#include "unit/problem/concolic_tests.h"
#include "unit/session.h"

namespace covolve::unit {

class ConcolicSearch {
 public:
  /// All must outlive this; `scratch` exists, the search begins now, and the harness was built in that time.
  ConcolicSearch(const Session& session, const Prepared& prepared, const execute::Sandbox& sandbox,
                 const execute::ExecutorOptions& executorOptions, const guidance::TargetMap& targets,
                 const std::filesystem::path& scratch, std::chrono::duration<double> harnessTime);
  ConcolicSearch(const ConcolicSearch&) = delete;
  ConcolicSearch& operator=(const ConcolicSearch&) = delete;

  ConcolicTests& tests() { return tests_; }
  /// Of concolic runs, as the search's own tests have it.
  void limitSteps(std::function<uint64_t()> limit) { program_.limitSteps(std::move(limit)); }
  /// Behind the search: a build that came too late must not take time from what follows.
  void end();

  /// What became of the program, for the report.
  std::string preparation() const;
  double buildSeconds() const { return program_.buildSeconds(); }
  /// A sentence on what went wrong, if something did.
  std::optional<std::string> complaint() const;

 private:
  ConcolicTests::Readiness prepare(std::chrono::duration<double> stalled);
  BuildSituation situation(std::chrono::duration<double> stalled) const;

  const UnitOptions& options_;
  BuildSituation atStart_;
  SearchTime time_;
  std::optional<std::string> refusal_;
  ConcolicProgram::BuildState atEnd_ = ConcolicProgram::BuildState::NotBegun;  // of the search
  ConcolicProgram program_;
  ConcolicTests tests_;  // runs the program
};

}  // namespace covolve::unit
