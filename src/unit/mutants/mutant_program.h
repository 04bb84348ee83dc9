// The harness with all mutants of the code under test in it (runtime/mutant_worker):
// runs tests as the code is written, and against single mutants, in a worker with
// the sandbox and the limits that the search's has. A run takes microseconds, where
// a program of emitted tests takes milliseconds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/error.h"
#include "execute/executor.h"
#include "search/individual.h"
#include "unit/mutants/mutant_table.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// A test on the code as it is written.
struct RunAsWritten {
  bool isSound = false;  // it came to its end, twice in the same way; else nothing below is known
  std::vector<uint8_t> bytes;
  std::vector<Observation> observations;
  Reached reached;
};

/// A test against a mutant.
struct Trial {
  const search::Individual* test;
  const RunAsWritten* asWritten;  // of the test
  uint64_t mutant;
};

/// What came of it.
struct Kill {
  bool isKilled = false;
  std::set<uint32_t> steps;  // that show it; none where the test died
};

class MutantProgram {
 public:
  /// Of the mutants in the executable those that are wanted; the sandbox must outlive the program.
  static Result<MutantProgram> start(const std::filesystem::path& executable, const execute::Sandbox& sandbox,
                                     const execute::ExecutorOptions& options,
                                     const std::function<bool(const Mutant&)>& isWanted);

  /// In the order of the source.
  const std::vector<Mutant>& mutants() const { return mutants_; }
  /// Tests that were run until now.
  uint64_t runs() const { return runs_; }

  /// Asked between runs; once it says no, nothing is sound and nothing is killed any more.
  void runWhile(std::function<bool()> goOn) { goOn_ = std::move(goOn); }

  /// Only mutants that are wanted are reached. A test whose observations differ from run to run is not sound:
  /// every mutant would seem to be killed by it.
  Result<std::vector<RunAsWritten>> runAsWritten(std::span<const search::Individual> tests);
  Result<std::vector<Kill>> tryMutants(std::span<const Trial> trials);

 private:
  using Take = std::function<void(size_t index, const execute::Execution&)>;

  MutantProgram(execute::Executor executor, std::vector<Mutant> mutants);
  struct Order {
    std::vector<uint8_t> bytes;
    uint64_t steps = 0;  // that it may take
  };
  Result<void> run(size_t count, const std::function<Order(size_t)>& orderOf, const Take& take);

  execute::Executor executor_;
  std::vector<Mutant> mutants_;
  std::set<uint64_t> wanted_;
  uint64_t runs_ = 0;
  std::function<bool()> goOn_ = [] { return true; };
};

}  // namespace covolve::unit
