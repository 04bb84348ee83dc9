#include "unit/mutants/mutant_program.h"

#include <algorithm>
#include <cstring>

#include "analysis/bitcode.h"
#include "covolve/mutants.h"
#include "unit/mutants/observed_difference.h"
#include "unit/scenario/encoding.h"

namespace covolve::unit {

namespace {

using execute::Execution;
using search::Individual;

/// What endless loops may pass, beside a multiple of what the test passes without a mutant.
constexpr uint64_t kFewSteps = 100'000;
constexpr uint64_t kTimesAsMany = 10;
constexpr uint64_t kMostStepsAsWritten = 10'000'000;

std::vector<uint8_t> ordered(uint64_t mutant, uint64_t steps, const Individual& test) {
  const mutants::Order order{mutant, steps};
  std::vector<uint8_t> bytes(sizeof order);
  std::memcpy(bytes.data(), &order, sizeof order);
  const std::vector<uint8_t> encoded = encodeTest(test);
  bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  return bytes;
}

/// Takes what was recorded from the end of the observations.
Reached takeRecord(std::vector<uint8_t>& bytes) {
  Reached reached;
  mutants::RecordEnd end{};
  if (bytes.size() < sizeof end) return reached;
  std::memcpy(&end, bytes.data() + bytes.size() - sizeof end, sizeof end);
  const size_t room = bytes.size() - sizeof end;
  if (end.count > room / sizeof(uint64_t)) return reached;  // the code under test wrote over it
  const size_t begin = room - end.count * sizeof(uint64_t);
  for (size_t i = 0; i < end.count; ++i) {
    uint64_t id = 0;
    std::memcpy(&id, bytes.data() + begin + i * sizeof id, sizeof id);
    reached.mutants.insert(id);
  }
  reached.steps = end.steps;
  bytes.resize(begin);
  return reached;
}

}  // namespace

Result<MutantProgram> MutantProgram::start(const std::filesystem::path& executable,
                                           const execute::Sandbox& sandbox,
                                           const execute::ExecutorOptions& options,
                                           const std::function<bool(const Mutant&)>& isWanted) {
  const auto table = analysis::readSection(executable, mutants::kSection);
  if (!table) return std::unexpected(table.error());
  std::vector<Mutant> mutants = readMutantTable(*table);
  std::erase_if(mutants, [&](const Mutant& mutant) { return !isWanted(mutant); });
  auto executor = execute::Executor::start(executable, sandbox, options);
  if (!executor) return std::unexpected(executor.error());
  return MutantProgram(std::move(*executor), std::move(mutants));
}

MutantProgram::MutantProgram(execute::Executor executor, std::vector<Mutant> mutants)
    : executor_(std::move(executor)), mutants_(std::move(mutants)) {
  for (const Mutant& mutant : mutants_) wanted_.insert(mutant.id);
}

/// A test that is too large for the worker is not run. Batches are as short as it takes to keep a deadline.
Result<void> MutantProgram::run(size_t count, const std::function<Order(size_t)>& orderOf, const Take& take) {
  constexpr size_t kMostTests = 512;
  constexpr uint64_t kMostSteps = 100'000'000;
  std::vector<size_t> sent;
  uint64_t steps = 0;
  const auto finish = [&]() -> Result<void> {
    if (sent.empty()) return {};
    if (auto submitted = executor_.submit(/*observe=*/true); !submitted) return submitted;
    const auto executions = executor_.collect();
    if (!executions) return std::unexpected(executions.error());
    for (size_t i = 0; i < sent.size(); ++i) take(sent[i], (*executions)[i]);
    runs_ += sent.size();
    sent.clear();
    steps = 0;
    return {};
  };
  for (size_t i = 0; i < count; ++i) {
    const Order order = orderOf(i);
    if (sent.size() == kMostTests || steps >= kMostSteps || !executor_.add(order.bytes)) {
      if (auto finished = finish(); !finished) return finished;
      if (!goOn_()) return {};
      if (!executor_.add(order.bytes)) continue;
    }
    sent.push_back(i);
    steps += order.steps;
  }
  return finish();
}

Result<std::vector<RunAsWritten>> MutantProgram::runAsWritten(std::span<const Individual> tests) {
  std::vector<RunAsWritten> runs(tests.size());
  std::vector<bool> ended(tests.size());
  if (!goOn_()) return runs;
  constexpr uint64_t kUsualSteps = 200'000;
  const auto orderOf = [&](size_t i) {
    return Order{ordered(0, kMostStepsAsWritten, tests[i]), kUsualSteps};
  };
  auto done = run(tests.size(), orderOf, [&](size_t i, const Execution& execution) {
    if (execution.death != nullptr || execution.unstable || execution.outcome == abi::Outcome::Invalid)
      return;
    RunAsWritten& one = runs[i];
    one.bytes.assign(execution.observations.begin(), execution.observations.end());
    one.reached = takeRecord(one.bytes);
    std::erase_if(one.reached.mutants, [&](uint64_t id) { return !wanted_.contains(id); });
    auto observations = decodeObservations(one.bytes);
    ended[i] = observations.has_value();
    if (observations) one.observations = std::move(*observations);
  });
  if (!done) return std::unexpected(done.error());
  done = run(tests.size(), orderOf, [&](size_t i, const Execution& execution) {
    std::vector<uint8_t> again(execution.observations.begin(), execution.observations.end());
    takeRecord(again);
    runs[i].isSound = ended[i] && execution.death == nullptr && again == runs[i].bytes;
  });
  if (!done) return std::unexpected(done.error());
  for (RunAsWritten& one : runs) {
    if (!one.isSound) one = {};
  }
  return runs;
}

Result<std::vector<Kill>> MutantProgram::tryMutants(std::span<const Trial> trials) {
  std::vector<Kill> kills(trials.size());
  if (!goOn_()) return kills;
  const auto orderOf = [&](size_t i) {
    const Trial& trial = trials[i];
    const uint64_t steps = kTimesAsMany * trial.asWritten->reached.steps + kFewSteps;
    return Order{ordered(trial.mutant, steps, *trial.test), steps};
  };
  auto done = run(trials.size(), orderOf, [&](size_t i, const Execution& execution) {
    if (execution.unstable) return;
    if (execution.death != nullptr) {
      kills[i].isKilled = true;
      return;
    }
    const RunAsWritten& asWritten = *trials[i].asWritten;
    if (std::ranges::equal(execution.observations, asWritten.bytes)) return;
    const auto observations = decodeObservations(execution.observations);
    if (!observations || execution.outcome == abi::Outcome::Invalid) return;
    kills[i].steps = differingSteps(asWritten.observations, *observations);
    kills[i].isKilled = !kills[i].steps.empty();
  });
  if (!done) return std::unexpected(done.error());
  return kills;
}

}  // namespace covolve::unit
