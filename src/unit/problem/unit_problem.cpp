#include "unit/problem/unit_problem.h"

#include <algorithm>
#include <chrono>

#include "unit/problem/encoding.h"

namespace covolve::unit {

using execute::Execution;
using search::Individual;

namespace {

constexpr size_t kRepeatableBatch = 512;
constexpr size_t kSmallestBatch = 16;
constexpr size_t kLargestBatch = 2048;
// So that the largest batch always fits its lane. Longer tests are no tests a person would keep.
constexpr size_t kLargestTest = abi::kLaneInputCapacity / kLargestBatch - sizeof(uint32_t);

}  // namespace

UnitProblem::UnitProblem(const program::Model& model, const Sampler& sampler, execute::Executor& executor,
                         TargetMap& targets, bool repeatable)
    : model_(model),
      sampler_(sampler),
      executor_(executor),
      targets_(targets),
      repeatable_(repeatable),
      batchSize_(repeatable ? kRepeatableBatch : kSmallestBatch) {}

void UnitProblem::add(const Individual& individual) {
  bytes_.clear();
  encodeTest(individual, bytes_);
  if (bytes_.size() > kLargestTest) {
    bytes_.clear();
    encodeTest({}, bytes_);  // stands in for it, so that results keep their places
  }
  executor_.add(bytes_);
}

Result<void> UnitProblem::submit(std::vector<Individual> batch) {
  for (const Individual& individual : batch) add(individual);
  underWay_.push_back(std::move(batch));
  return executor_.submit(false);
}

Result<void> UnitProblem::collect(const Receive& receive) {
  const auto start = std::chrono::steady_clock::now();
  const auto executions = executor_.collect();
  if (!executions) return std::unexpected(executions.error());
  std::vector<Individual> batch = std::move(underWay_.front());
  underWay_.pop_front();
  for (size_t i = 0; i < batch.size(); ++i) {
    const Execution& execution = (*executions)[i];
    // What was not executed is not part of the test.
    if (execution.executedActions < batch[i].actions.size())
      batch[i].actions.resize(execution.executedActions);
    if (execution.death != nullptr) {
      keepFault(batch[i], execution);
      continue;
    }
    if (execution.outcome == abi::Outcome::Invalid || batch[i].actions.empty()) continue;
    reached_.clear();
    targets_.translate(execution.touched, reached_);
    if (execution.outcome == abi::Outcome::Threw) addException(batch[i], execution);
    receive(batch[i], reached_);
  }
  adaptBatchSize(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return {};
}

void UnitProblem::addException(const Individual& individual, const Execution& execution) {
  const uint32_t callable = individual.actions.back().kind;
  const std::string& name = model_.callables[callable].display;
  reached_.push_back({targets_.exceptionTarget(execution.thrownAt, callable, name), 0});
}

void UnitProblem::keepFault(const Individual& individual, const Execution& execution) {
  const execute::Death& death = *execution.death;
  const FaultKey key{death.ending, death.signal, death.lastBlock};
  const auto known = faults_.find(key);
  if (known != faults_.end() && known->second.individual.length() <= individual.length()) return;
  faults_.insert_or_assign(key, FaultyTest{individual, death});
}

void UnitProblem::adaptBatchSize(double seconds) {
  if (repeatable_) return;
  constexpr double kBrisk = 0.01;
  constexpr double kSluggish = 0.05;
  if (seconds < kBrisk) batchSize_ = std::min(batchSize_ * 2, kLargestBatch);
  if (seconds > kSluggish) batchSize_ = std::max(batchSize_ / 2, kSmallestBatch);
}

std::vector<FaultyTest> UnitProblem::faults() const {
  std::vector<FaultyTest> faults;
  for (const auto& [key, fault] : faults_) faults.push_back(fault);
  return faults;
}

Result<std::vector<Rerun>> UnitProblem::rerun(std::span<const Individual> tests, bool observe) {
  std::vector<Rerun> runs;
  while (!tests.empty()) {
    const auto batch = tests.first(std::min(tests.size(), kRepeatableBatch));
    tests = tests.subspan(batch.size());
    for (const Individual& individual : batch) add(individual);
    if (auto sent = executor_.submit(observe); !sent) return std::unexpected(sent.error());
    const auto executions = executor_.collect();
    if (!executions) return std::unexpected(executions.error());
    for (size_t i = 0; i < batch.size(); ++i) {
      const Execution& execution = (*executions)[i];
      Rerun run{execution.outcome, std::nullopt, execution.executedActions, {}, {}};
      if (execution.death != nullptr) {
        run.death = *execution.death;
      } else if (execution.outcome != abi::Outcome::Invalid) {
        reached_.clear();
        targets_.translate(execution.touched, reached_);
        if (execution.outcome == abi::Outcome::Threw && execution.executedActions > 0) {
          Individual executed = batch[i];
          executed.actions.resize(std::min<size_t>(execution.executedActions, executed.actions.size()));
          addException(executed, execution);
        }
        for (const search::Closeness& closeness : reached_) {
          if (closeness.distance == 0) run.covered.insert(closeness.target);
        }
        run.observations.assign(execution.observations.begin(), execution.observations.end());
      }
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

}  // namespace covolve::unit
