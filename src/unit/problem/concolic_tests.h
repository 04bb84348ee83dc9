// Concolic runs of unit tests, and which targets their decisions are. The concolic
// build is begun when the first is asked for, so that code which the search covers
// without never pays for it.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "analysis/side.h"
#include "base/error.h"
#include "guidance/target_map.h"
#include "search/concolic_runs.h"

namespace covolve::unit {

class ConcolicTests final : public search::ConcolicRuns {
 public:
  struct Parts {
    const guidance::TargetMap& targets;
    std::function<Result<concolic::Trace>(const search::Individual&)> run;
    /// ConcolicRuns::prepare(). None: run() waits for what it needs.
    std::function<Readiness(std::chrono::duration<double> stalled)> prepare = {};
    /// Of a search whose budget is time.
    std::function<std::chrono::duration<double>()> timeLeft = {};
    const std::atomic<bool>* stop = nullptr;
    std::filesystem::path smtSolver;
    std::filesystem::path scratch;  // exists
    bool repeatable = false;
  };

  explicit ConcolicTests(Parts parts);

  Readiness prepare(std::chrono::duration<double> stalled) override {
    return parts_.prepare ? parts_.prepare(stalled) : Readiness::Ready;
  }

  std::chrono::duration<double> timeLeft() const override {
    return parts_.timeLeft ? parts_.timeLeft() : ConcolicRuns::timeLeft();
  }

  const std::atomic<bool>* stop() const override { return parts_.stop; }
  std::optional<concolic::Trace> trace(const search::Individual& individual) override;
  search::TargetId targetOf(uint64_t site, bool outcome) const override;
  std::filesystem::path smtSolver() const override { return parts_.smtSolver; }
  std::filesystem::path scratch() const override { return parts_.scratch; }
  bool isRepeatable() const override { return parts_.repeatable; }

  /// Why the last test that could not be run concolically could not, if there is one.
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  Parts parts_;
  std::map<analysis::Side, search::TargetId> targetOfSide_;
  std::optional<std::string> failure_;
};

}  // namespace covolve::unit
