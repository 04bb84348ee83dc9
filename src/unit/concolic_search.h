// What the search needs for dynamic symbolic execution: the concolic program, and
// its runs as the search asks for them. A time budget does not wait for the
// program's build; where tests are counted, the search does, so that it repeats.
#pragma once

#include <filesystem>
#include <memory>

#include "unit/concolic/concolic_program.h"
#include "unit/preparation.h"
#include "unit/problem/concolic_tests.h"
#include "unit/session.h"

namespace covolve::unit {

class ConcolicSearch {
 public:
  /// All must outlive this; `scratch` exists.
  ConcolicSearch(const Session& session, const Prepared& prepared, const execute::Sandbox& sandbox,
                 const execute::ExecutorOptions& executorOptions, const guidance::TargetMap& targets,
                 const std::filesystem::path& scratch);
  ConcolicSearch(const ConcolicSearch&) = delete;
  ConcolicSearch& operator=(const ConcolicSearch&) = delete;

  ConcolicTests& tests() { return tests_; }
  /// Behind the search: a build that came too late must not take time from what follows.
  void end() { program_.giveUp(); }

 private:
  ConcolicProgram program_;
  ConcolicTests tests_;  // runs the program
};

}  // namespace covolve::unit
