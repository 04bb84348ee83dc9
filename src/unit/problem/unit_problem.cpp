#include "unit/problem/unit_problem.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <utility>

#include "unit/problem/executed_calls.h"
#include "unit/scenario/encoding.h"

namespace covolve::unit {

using execute::Execution;
using search::Individual;

namespace {

constexpr size_t kRepeatableBatch = 512;
constexpr size_t kSmallestBatch = 16;
constexpr size_t kLargestBatch = 2048;
constexpr size_t kLearnFromEvery = 16;        // tests
constexpr size_t kTestsWithoutTrails = 1000;  // what is easy needs none
constexpr size_t kMostConfirmed = 32;         // with a batch, of those that were cut early
// So that the largest batch always fits its lane. Longer tests are no tests a person would keep.
constexpr size_t kLargestTest = abi::kLaneInputCapacity / (kLargestBatch + kMostConfirmed) - sizeof(uint32_t);

/// By assert, abort, exit, std::terminate or a trap, which code calls behind a decision of its own.
bool endsItself(const execute::Death& death) {
  switch (death.ending) {
    case abi::Ending::Exit:
    case abi::Ending::Terminate:
      return true;
    case abi::Ending::Signal:
      return death.signal == SIGABRT || death.signal == SIGILL || death.signal == SIGTRAP;
    default:
      return false;
  }
}

class ComparisonReader final : public search::Comparisons::Reader {
 public:
  ComparisonReader(guidance::WatchedComparisons& watched, const Execution& execution)
      : watched_(watched), execution_(execution) {}

  std::span<const search::Comparison> read() override {
    return watched_.read(execution_.operands, execution_.texts);
  }

 private:
  guidance::WatchedComparisons& watched_;
  const Execution& execution_;
};

/// The first ones, up to that many; the others stay.
template <typename Element>
std::vector<Element> takeFirst(std::vector<Element>& list, size_t most) {
  const auto end = list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), most));
  std::vector<Element> first(std::move_iterator(list.begin()), std::move_iterator(end));
  list.erase(list.begin(), end);
  return first;
}

/// A test without calls stands for one that is not to be run.
bool wasSent(const Individual& individual) { return !individual.actions.empty(); }

}  // namespace

UnitProblem::UnitProblem(Parts parts)
    : model_(parts.catalog.model()),
      sequences_(parts.catalog, parts.constants, parts.sequences),
      constants_(parts.constants),
      executor_(parts.executor),
      targets_(parts.targets),
      graph_(std::move(parts.graph)),
      flags_(targets_, parts.flags, graph_),
      steps_(targets_, flags_, graph_),
      objectSeeds_(parts.sequences.objectSeeds),
      learnsConstants_(parts.learnsConstants),
      repeatable_(parts.repeatable),
      concolicRuns_(parts.concolicRuns),
      batchSize_(parts.repeatable ? kRepeatableBatch : kSmallestBatch),
      stepLimit_(parts.stepsPerTest),
      faults_(model_),
      comparisons_(targets_) {
  if (parts.objects)
    templates_.emplace(ObjectTemplates::Parts{parts.catalog, targets_, graph_, std::move(*parts.objects)});
  for (const program::CallableId id : parts.catalog.underTest()) returnTarget(id);
}

search::Individual UnitProblem::sample(const search::Goal& goal, Rng& rng) {
  auto seeded = seed(goal, rng);
  return seeded ? *std::move(seeded) : sequences_.sample(rng);
}

std::optional<Individual> UnitProblem::seed(const search::Goal& goal, Rng& rng) {
  if (!templates_ || goal.target == search::kNoTarget || !rng.chance(objectSeeds_)) return std::nullopt;
  return sequences_.sampleFor(goal.target, *templates_, rng);
}

search::StructureChange UnitProblem::mutateStructure(Individual& individual, const search::Goal& goal,
                                                     Rng& rng, bool must) {
  if (!templates_ || goal.target == search::kNoTarget) return sequences_.mutate(individual, rng, must);
  const CallSequences::Aim aim{goal.target, *templates_, objectSeeds_};
  return sequences_.mutate(individual, rng, must, &aim);
}

search::TargetId UnitProblem::returnTarget(program::CallableId id) {
  const program::Callable& callable = model_.callables[id];
  return targets_.returnTarget(id, callable.display, callable.file, callable.line);
}

void UnitProblem::watch(std::span<const search::TargetId> targets) {
  watched_.assign(targets.begin(), targets.end());
  std::vector<uint8_t> bySite = comparisons_.watch(targets, flags_.requiredFor(targets));
  if (notesTrails_) flags_.addTrailed(targets, bySite);
  executor_.watch(bySite);
  executor_.recordTexts(!targets.empty());
}

void UnitProblem::add(const Individual& individual, execute::Steps steps) {
  const std::span<uint8_t> room = executor_.room();
  const std::span<uint8_t> granted = room.first(std::min(room.size(), kLargestTest));
  auto size = encodeTest(individual, granted);
  if (!size) size = encodeTest({}, granted);  // stands in for it, so that results keep their places
  if (size) executor_.addWritten(*size, steps);
}

Result<void> UnitProblem::submit(std::vector<Individual> tests) {
  Batch batch{std::move(tests), takeFirst(doubtful_, kMostConfirmed), stepLimit_};
  for (Individual& individual : batch.tests) {
    if (!hangs_.letsThrough(individual) || !nulls_.letsThrough(individual)) individual = {};
    if (wasSent(individual)) add(individual, execute::Steps::CutEarly);
  }
  for (const FaultyTest& cut : batch.doubtful) add(cut.individual, execute::Steps::InFull);
  executor_.cutAfter(stepLimit_.early());
  executor_.expectSlowLoops(stepLimit_.slowLoops());
  underWay_.push_back(std::move(batch));
  return executor_.submit(false);
}

Result<void> UnitProblem::collect(const Receive& receive) {
  const auto start = std::chrono::steady_clock::now();
  Batch batch = std::move(underWay_.front());
  underWay_.pop_front();
  std::span<const Execution> executions;  // of those that were sent, in their order
  if (!batch.doubtful.empty() || std::ranges::any_of(batch.tests, wasSent)) {
    const auto collected = executor_.collect();
    if (!collected) return std::unexpected(collected.error());
    executions = *collected;
  }
  const auto next = [&]() -> const Execution& {
    const Execution& execution = executions.front();
    executions = executions.subspan(1);
    return execution;
  };
  for (size_t i = 0; i < batch.tests.size(); ++i) {
    if (!wasSent(batch.tests[i])) {
      receive({}, {});
      continue;
    }
    const Execution& execution = next();
    // Also from those that died later.
    if (learnsConstants_ && i % kLearnFromEvery == 0) {
      guidance::learnConstants(comparisons_.read(execution.operands, execution.texts), constants_);
    }
    Individual& individual = batch.tests[i];
    const bool isCut = execution.death != nullptr && batch.stepLimit.isCutEarly(*execution.death);
    if (isCut) {
      doubt(std::move(individual), execution);
      receive({}, {});
    } else {
      take(std::move(individual), execution, receive);
    }
  }
  // The search has taken them for dead. Of those that were not it hears now.
  const Receive receiveLate = [&](Individual&& individual, const search::Evaluation& evaluation) {
    if (!individual.actions.empty()) receive(std::move(individual), evaluation);
  };
  for (FaultyTest& cut : batch.doubtful) {
    const Execution& execution = next();
    if (execution.death == nullptr) stepLimit_.noteLateEnd(cut.death.lastBlock);
    take(std::move(cut.individual), execution, receiveLate);
  }
  beginTrails(batch.tests.size());
  adaptBatchSize(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return {};
}

/// What of it threw goes into thrown_.
void UnitProblem::keepExecuted(Individual& individual, const Execution& execution) {
  thrown_.assign(execution.thrown.begin(), execution.thrown.end());
  keepExecutedCalls(individual, execution.executedActions, thrown_);
}

/// It was cut early: perhaps a hang.
void UnitProblem::doubt(Individual individual, const Execution& execution) {
  keepExecuted(individual, execution);
  hangs_.noteHang(individual);
  FaultyTest cut{std::move(individual), *execution.death};
  if (stepLimit_.mustConfirm(cut)) doubtful_.push_back(std::move(cut));
}

void UnitProblem::take(Individual&& individual, const Execution& execution, const Receive& receive) {
  const uint32_t seedNote = std::exchange(individual.seedNote, 0);
  keepExecuted(individual, execution);
  if (execution.death == nullptr) {
    stepLimit_.noteEnd(execution.steps);
    hangs_.noteReturn(individual);
    nulls_.noteReturn(individual);
  } else {
    noteDeath(individual, *execution.death);
  }
  const bool isOver =
      execution.death != nullptr && (!endsItself(*execution.death) || execution.trail.empty());
  if (isOver || execution.outcome == abi::Outcome::Invalid || individual.actions.empty()) {
    if (seedNote != 0) templates_->learn(seedNote, {});
    receive({}, {});
    return;
  }
  reached_.clear();
  translate(individual, execution, individual.isShorterThan(longestSettled_) ? Sites::All : Sites::Open);
  if (execution.death == nullptr) {
    flags_.refine(reached_, execution.trail);
  } else {
    flags_.refineEnded(reached_, execution.trail);
    if (reached_.empty()) return receive({}, {});
  }
  if (seedNote != 0) templates_->learn(seedNote, reached_);
  ComparisonReader comparisons(comparisons_, execution);
  receive(std::move(individual), {reached_, comparisons});
}

/// Into reached_. The individual is as it was executed, and thrown_ its own.
void UnitProblem::translate(const Individual& individual, const Execution& execution, Sites sites) {
  if (sites == Sites::Open) {
    targets_.translateOpen(execution.touched, reached_);
  } else {
    targets_.translate(execution.touched, reached_);
  }
  for (const abi::ThrownCall& thrown : thrown_) {
    const uint32_t callable = individual.actions[thrown.action].kind;
    const search::TargetId target = targets_.exceptionTarget(
        {thrown.callSite, thrown.type, callable, model_.callables[callable].underTest},
        model_.callables[callable].display, [&] { return executor_.exceptionType(thrown.type); });
    if (target != search::kNoTarget) reached_.emplace_back(target, 0);
  }
  if (!targets_.findsReturns()) return;
  auto nextThrown = thrown_.begin();
  for (size_t i = 0; i < individual.actions.size(); ++i) {
    if (nextThrown != thrown_.end() && nextThrown->action == i) {
      ++nextThrown;
      continue;
    }
    const uint32_t callable = individual.actions[i].kind;
    if (!model_.callables[callable].underTest) continue;
    reached_.emplace_back(returnTarget(callable), 0);
  }
}

/// Once, after what needs no trail is covered.
void UnitProblem::beginTrails(size_t tests) {
  if (notesTrails_) return;
  testsRun_ += tests;
  if (testsRun_ < kTestsWithoutTrails) return;
  notesTrails_ = true;
  watch(std::vector(watched_));
}

void UnitProblem::noteDeath(const Individual& individual, const execute::Death& death) {
  if (isHang(death.ending)) {
    hangs_.noteHang(individual);
  } else {
    nulls_.noteDeath(individual);
  }
  if (death.ending == abi::Ending::BeyondMemory) return;
  const bool isCalled =
      !individual.actions.empty() && model_.callables[individual.actions.back().kind].underTest;
  if (targets_.concerns(isCalled, death.lastBlock)) {
    faults_.add(individual, death, [this] { return thrownTypes(); });
  }
}

std::optional<Individual> UnitProblem::revived(const Individual& dead, Rng& rng) {
  Individual revived = dead;
  gene::Source source(rng, constants());
  if (!nulls_.fillNulls(revived, source)) return std::nullopt;
  sequences_.repair(revived, rng);
  return revived;
}

Result<void> UnitProblem::settleDoubts() {
  for (const FaultyTest& cut : std::exchange(doubtful_, {})) {
    const auto runs = rerun({&cut.individual, 1}, false);
    if (!runs) return std::unexpected(runs.error());
    if (runs->front().death) noteDeath(runs->front().executed, *runs->front().death);
  }
  return {};
}

std::vector<ThrownType> UnitProblem::thrownTypes() const {
  std::vector<ThrownType> types;
  for (const abi::ThrownCall& call : thrown_)
    types.push_back({call.action, executor_.exceptionType(call.type)});
  return types;
}

void UnitProblem::adaptBatchSize(double seconds) {
  if (repeatable_) return;
  constexpr double kBrisk = 0.01;
  constexpr double kSluggish = 0.05;
  if (seconds < kBrisk) batchSize_ = std::min(batchSize_ * 2, kLargestBatch);
  if (seconds > kSluggish) batchSize_ = std::max(batchSize_ / 2, kSmallestBatch);
}

Result<std::vector<Rerun>> UnitProblem::rerun(std::span<const Individual> tests, bool observe,
                                              execute::Steps steps) {
  std::vector<Rerun> runs;
  while (!tests.empty()) {
    const auto batch = tests.first(std::min(tests.size(), kRepeatableBatch));
    tests = tests.subspan(batch.size());
    for (const Individual& individual : batch) add(individual, steps);
    if (auto sent = executor_.submit(observe); !sent) return std::unexpected(sent.error());
    const auto executions = executor_.collect();
    if (!executions) return std::unexpected(executions.error());
    for (size_t i = 0; i < batch.size(); ++i) {
      const Execution& execution = (*executions)[i];
      Rerun run{execution.outcome, std::nullopt, batch[i], {}, {}, {}};
      keepExecuted(run.executed, execution);
      run.thrown = thrownTypes();
      if (execution.death != nullptr) {
        run.death = *execution.death;
      } else if (execution.outcome != abi::Outcome::Invalid) {
        reached_.clear();
        if (!run.executed.actions.empty()) translate(run.executed, execution, Sites::All);
        for (const search::TargetDistance& targetDistance : reached_) {
          const search::TargetKind kind = targets_.targets()[targetDistance.target].kind;
          if (targetDistance.distance == 0 && isWorthATest(kind)) run.covered.insert(targetDistance.target);
        }
        run.observations.assign(execution.observations.begin(), execution.observations.end());
      }
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

Result<void> UnitProblem::readComparisons(std::span<const Individual> tests,
                                          std::span<const search::TargetId> targets,
                                          const ReceiveComparisons& receive) {
  watch(targets);
  Result<void> done;
  for (size_t first = 0; first < tests.size() && done; first += kRepeatableBatch) {
    const auto batch = tests.subspan(first, std::min(tests.size() - first, kRepeatableBatch));
    for (const Individual& individual : batch) add(individual, execute::Steps::CutEarly);
    if (done = executor_.submit(false); !done) break;
    const auto executions = executor_.collect();
    if (!executions) {
      done = std::unexpected(executions.error());
      break;
    }
    for (size_t i = 0; i < batch.size(); ++i) {
      const Execution& execution = (*executions)[i];
      receive(first + i, comparisons_.read(execution.operands, execution.texts));
    }
  }
  watch({});
  return done;
}

}  // namespace covolve::unit
