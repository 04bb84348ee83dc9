// Runs tests concolically: one at a time, in a worker with the sandbox and the limits
// that the search's has. The program is built when the first test is run, or before
// that, in the background, if somebody said that it will be.
//
// A test that dies is a test like any other: its trace ends where it died. One that
// takes long is ended early, since it takes many times as long here.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <optional>

#include "base/error.h"
#include "concolic/trace.h"
#include "execute/executor.h"
#include "execute/sandbox.h"
#include "unit/concolic/concolic_build.h"
#include "unit/concolic/marked_test.h"
#include "unit/concolic/trace_memory.h"

namespace covolve::unit {

struct ConcolicStatistics {
  uint64_t runs = 0;
  uint64_t requests = 0;  // expressions asked for
  double runSeconds = 0;
};

class ConcolicProgram {
 public:
  /// The sandbox must outlive the program. `build.stop` ends a build that somebody waits for; giveUp() any.
  ConcolicProgram(ConcolicBuild build, const execute::Sandbox& sandbox, execute::ExecutorOptions options);
  ConcolicProgram(const ConcolicProgram&) = delete;
  ConcolicProgram& operator=(const ConcolicProgram&) = delete;
  ~ConcolicProgram() { giveUp(); }

  enum class BuildState { NotBegun, UnderWay, Built, Failed, GivenUp };

  /// Begins to build it in the background.
  void expect();
  /// Waits until compilers and linker have ended.
  void awaitBuild();
  BuildState buildState() const;
  /// Of a build that has failed.
  const Error& buildFailure() const { return built_.get().executable.error(); }
  /// What a build took that is over, however it ended.
  double buildSeconds() const { return isBuildOver() ? built_.get().seconds : 0; }
  /// Ends a build that is under way: nobody will wait for it any more.
  void giveUp() { isGivenUp_ = true; }

  /// Of each run, asked before it; none: the executor's.
  void limitSteps(std::function<uint64_t()> limit) { stepLimit_ = std::move(limit); }

  Result<concolic::Trace> run(const search::Individual& individual) { return run(markTest(individual)); }
  Result<concolic::Trace> run(const MarkedTest& test);

  const ConcolicStatistics& statistics() const { return statistics_; }

 private:
  struct Built {
    Result<std::filesystem::path> executable;
    double seconds;
    bool isGivenUp;
  };

  bool isBuildOver() const;

  Result<void> start();

  std::atomic<bool> isGivenUp_ = false;  // outlives the build, which looks at it
  const std::atomic<bool>* interrupted_;
  ConcolicBuild build_;
  const execute::Sandbox* sandbox_;
  execute::ExecutorOptions options_;
  std::function<uint64_t()> stepLimit_;
  ConcolicStatistics statistics_;
  std::shared_future<Built> built_;
  std::optional<Error> failure_;  // it stays so
  std::optional<TraceMemory> memory_;
  std::optional<execute::Executor> executor_;
};

}  // namespace covolve::unit
