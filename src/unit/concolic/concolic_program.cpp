#include "unit/concolic/concolic_program.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace covolve::unit {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool metLimit(const execute::Execution& execution) {
  if (execution.death == nullptr) return false;
  switch (execution.death->ending) {
    case abi::Ending::OutOfSteps:
    case abi::Ending::OutOfTime:
    case abi::Ending::OutOfMemory:
      return true;
    default:
      return false;
  }
}

}  // namespace

ConcolicProgram::ConcolicProgram(ConcolicBuild build, const execute::Sandbox& sandbox,
                                 execute::ExecutorOptions options)
    : interrupted_(std::exchange(build.stop, &isGivenUp_)),
      build_(std::move(build)),
      sandbox_(&sandbox),
      options_(std::move(options)) {}

void ConcolicProgram::expect() {
  if (built_.valid()) return;
  built_ = std::async(std::launch::async, [build = build_] {
             const auto begin = Clock::now();
             auto executable = buildConcolic(build);
             const bool isGivenUp = !executable && *build.stop;
             return Built{std::move(executable), secondsSince(begin), isGivenUp};
           }).share();
}

void ConcolicProgram::awaitBuild() {
  constexpr std::chrono::milliseconds kStopLatency(50);
  expect();
  while (built_.wait_for(kStopLatency) != std::future_status::ready) {
    if (interrupted_ != nullptr && *interrupted_) giveUp();
  }
}

bool ConcolicProgram::isBuildOver() const {
  return built_.valid() && built_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

ConcolicProgram::BuildState ConcolicProgram::buildState() const {
  if (!built_.valid()) return BuildState::NotBegun;
  if (!isBuildOver()) return BuildState::UnderWay;
  const Built& built = built_.get();
  if (built.executable) return BuildState::Built;
  return built.isGivenUp ? BuildState::GivenUp : BuildState::Failed;
}

Result<void> ConcolicProgram::start() {
  awaitBuild();
  const Built& built = built_.get();
  if (!built.executable) return std::unexpected(built.executable.error());
  auto memory = TraceMemory::make();
  if (!memory) return std::unexpected(memory.error());
  options_.descriptors[concolic::kMemoryVariable] = memory->descriptor();
  auto executor = execute::Executor::start(*built.executable, *sandbox_, options_);
  if (!executor) return std::unexpected(executor.error());
  memory_ = std::move(*memory);
  executor_ = std::move(*executor);
  return {};
}

Result<concolic::Trace> ConcolicProgram::run(const MarkedTest& test) {
  if (failure_) return std::unexpected(*failure_);
  if (!executor_) {
    if (auto started = start(); !started) {
      failure_ = started.error();
      return std::unexpected(*failure_);
    }
  }
  const auto begin = Clock::now();
  memory_->prepare(test);
  // Its steps take many times as long as the search's.
  constexpr uint64_t kMostSteps = 200'000;
  if (stepLimit_) {
    const uint64_t limit = stepLimit_();
    executor_->cutAfter(limit == 0 ? kMostSteps : std::min(limit, kMostSteps));
  }
  if (!executor_->add(test.bytes, execute::Steps::CutEarly))
    return ownError("a test is too large to be run concolically");
  if (auto submitted = executor_->submit(/*observe=*/false); !submitted)
    return std::unexpected(submitted.error());
  const auto collected = executor_->collect();
  if (!collected) return std::unexpected(collected.error());
  concolic::Trace trace = memory_->read();
  trace.isLimited = !collected->empty() && metLimit(collected->front());
  ++statistics_.runs;
  statistics_.requests += memory_->requests();
  statistics_.runSeconds += secondsSince(begin);
  return trace;
}

}  // namespace covolve::unit
