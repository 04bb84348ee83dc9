#include "rest/search/rest_problem.h"

#include <pthread.h>

#include <algorithm>

#include "rest/resource/names.h"

namespace covolve::rest {

std::vector<Fault> faultsOf(const CallList& calls, std::span<const Oracle* const> oracles) {
  std::vector<Fault> faults;
  for (size_t i = 0; i < calls.size(); ++i) {
    const std::span<const Call> history(calls.data(), i + 1);
    const size_t before = faults.size();
    for (const Oracle* oracle : oracles) oracle->judge(history, faults);
    for (size_t k = before; k < faults.size(); ++k) faults[k].call = i;
  }
  return faults;
}

size_t assumptionsOf(std::span<const Call> calls) {
  const auto isMade = [&](const Argument& argument) {
    return std::ranges::any_of(argument.taken, [&](const auto& one) {
      return one.first.empty() && calls[one.second.call].request.method != "GET";
    });
  };
  size_t count = 0;
  for (const Call& call : calls) {
    // That something is not there is sure enough, and that data are refused, too.
    if (call.status() == 404 || call.violation) continue;
    count += static_cast<size_t>(std::ranges::count_if(call.arguments, [&](const Argument& argument) {
      const bool isIdentifier =
          argument.parameter != nullptr && argument.parameter->place == Parameter::Place::Path;
      return isIdentifier && !isMade(argument);
    }));
  }
  return count;
}

namespace {

/// Whether some operation makes what a parameter of the path names: POST /pets or PUT /pets/{petId}.
bool canBeMade(const Api& api, const Operation& operation, const Parameter& parameter) {
  const std::vector<std::string> path = segmentsOf(operation.path);
  const auto place = std::ranges::find(path, "{" + parameter.name + "}");
  const std::span item(path.begin(), place == path.end() ? place : place + 1);
  const std::string itemShape = shapeOf(item);
  const std::string collectionShape = shapeOf(item.first(item.empty() ? 0 : item.size() - 1));
  return std::ranges::any_of(api.operations, [&](const Operation& other) {
    if (other.method != "POST" && other.method != "PUT") return false;
    const std::string shape = shapeOf(segmentsOf(other.path));
    return other.method == "POST" ? shape == collectionShape : shape == itemShape;
  });
}

}  // namespace

bool reliesOnPresentState(std::span<const Call> calls, const Api& api, const ValuePool& seen) {
  return std::ranges::any_of(calls, [&](const Call& call) {
    if (call.status() == 404 || call.status() == 410) return false;
    return std::ranges::any_of(call.arguments, [&](const Argument& argument) {
      if (argument.parameter == nullptr || argument.parameter->place != Parameter::Place::Path) return false;
      if (!canBeMade(api, *call.operation, *argument.parameter)) return false;
      const auto isListed = [&](const auto& taken) {
        return calls[taken.second.call].request.method == "GET";
      };
      if (!argument.taken.empty()) return std::ranges::any_of(argument.taken, isListed);
      return isIdentifierName(argument.parameter->name) && seen.hasIdentifier(argument.value);
    });
  });
}

namespace {

/// The test as far as the calls go.
search::Individual until(const search::Individual& test, std::span<const Call> calls) {
  search::Individual part;
  part.actions.assign(test.actions.begin(), test.actions.begin() + static_cast<long>(calls.size()));
  part.assumptions = assumptionsOf(calls);
  return part;
}

}  // namespace

RestProblem::RestProblem(Parts parts)
    : api_(parts.catalog.api()),
      runner_(parts.runner),
      constants_(parts.constants),
      oracles_(std::move(parts.oracles)),
      learnsValues_(parts.learnsValues),
      testsBetweenResets_(parts.testsBetweenResets),
      sequences_(parts.catalog, parts.constants, seen_, parts.longestTest),
      targets_(parts.catalog.api()),
      thread_([this] { work(); }) {
  seen_.avoid(std::move(parts.secrets));
}

RestProblem::~RestProblem() {
  {
    const std::scoped_lock lock(mutex_);
    isEnding_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void RestProblem::work() {
  pthread_setname_np(pthread_self(), "calls");
  std::unique_lock lock(mutex_);
  while (true) {
    const auto next = std::ranges::find(batches_, false, &Batch::isDone);
    if (isEnding_) return;
    if (next == batches_.end()) {
      changed_.wait(lock);
      continue;
    }
    Batch& batch = *next;  // stays where it is: the deque only grows at its end meanwhile
    lock.unlock();
    std::vector<CallList> runs;
    runs.reserve(batch.tests.size());
    for (size_t i = 0; i < batch.tests.size(); ++i) {
      // What earlier tests left behind is not there when a test is run alone.
      if (testsBetweenResets_ > 0 && testsRun_ > 0 && testsRun_ % testsBetweenResets_ == 0)
        runner_.resetOrEnd();
      ++testsRun_;
      runs.push_back(runner_.run(batch.tests[i], std::move(batch.prepared[i])));
    }
    lock.lock();
    batch.runs = std::move(runs);
    batch.requests = runner_.requests();
    batch.isDone = true;
    changed_.notify_all();
  }
}

Result<void> RestProblem::submit(std::vector<search::Individual> tests) {
  Batch batch;
  for (const search::Individual& test : tests) batch.prepared.push_back(runner_.prepare(test));
  batch.tests = std::move(tests);
  {
    const std::scoped_lock lock(mutex_);
    batches_.push_back(std::move(batch));
  }
  changed_.notify_all();
  return {};
}

Result<void> RestProblem::collect(const Receive& receive) {
  Batch batch;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !batches_.empty() && batches_.front().isDone; });
    batch = std::move(batches_.front());
    batches_.pop_front();
  }
  requests_ = batch.requests;
  for (size_t i = 0; i < batch.tests.size(); ++i) {
    search::Individual& test = batch.tests[i];
    CallList& calls = batch.runs[i];
    for (Call& call : calls) readBody(call);
    const size_t planned = test.actions.size();
    test.actions.resize(std::min(test.actions.size(), calls.size()));
    test.assumptions = assumptionsOf(calls);
    if (test.seedNote != 0) {
      Advice& advice = test.seedNote == kMadeOfLinks ? links_ : examples_;
      ++advice.tried;
      // One that ended before its last call did not come to that.
      if (calls.size() == planned && calls.back().succeeded()) ++advice.succeeded;
      test.seedNote = 0;
    }
    reached_.clear();
    judge(test, calls);
    if (const size_t newTargets = noteNew(); newTargets > 0) {
      evidence_.push_back({test, std::move(calls), newTargets});
      evidence_.back().individual.lineage = nullptr;  // it would keep all ancestors
    }
    search::Evaluation evaluation;
    evaluation.reached = reached_;
    receive(std::move(test), evaluation);
  }
  return {};
}

size_t RestProblem::noteNew() {
  isCovered_.resize(targets_.targets().size());
  size_t count = 0;
  for (const auto& [target, distance] : reached_) {
    if (distance != 0 || isCovered_[target]) continue;
    isCovered_[target] = true;
    firstEvidence_.emplace(target, evidence_.size());
    ++count;
  }
  return count;
}

void RestProblem::judge(const search::Individual& test, const CallList& calls) {
  const std::vector<Fault> faults = faultsOf(calls, oracles_);
  bool isOfFirstUser = true;
  for (size_t i = 0; i < calls.size(); ++i) {
    const Call& call = calls[i];
    isOfFirstUser = isOfFirstUser && call.user == 0;
    const bool isAuthorised = call.isAuthenticated || !call.operation->needsAuthentication();
    if (call.succeeded() && !call.isUnsupportedMethod && !call.violation && isAuthorised && isOfFirstUser) {
      sequences_.learnSuccess(std::span(test.actions).first(i + 1));
      const bool hasFault = std::ranges::find(faults, i, &Fault::call) != faults.end();
      noteSuccess(test, std::span(calls).first(i + 1), hasFault);
    }
    if (!call.isUnsupportedMethod) ++statuses_[call.operation->id][call.status()];
    targets_.judge(call, reached_);
    if (learnsValues_ && call.json && call.succeeded()) seen_.learn(*call.json);
  }
  for (const Fault& fault : faults) {
    targets_.judge(fault, reached_);
    if (!faults_.wants(fault, fault.call + 1)) continue;
    const std::span<const Call> callsUntilThere = std::span(calls).first(fault.call + 1);
    faults_.add(fault, until(test, callsUntilThere), keptCalls(callsUntilThere));
  }
}

void RestProblem::noteSuccess(const search::Individual& test, std::span<const Call> calls, bool hasFault) {
  const auto known = successes_.find(calls.back().operation);
  const bool isFirst = known == successes_.end();
  if (!isFirst && hasFault && !known->second.hasFault) return;
  const bool mustBeShorter = !isFirst && hasFault == known->second.hasFault;
  if (mustBeShorter && calls.size() > known->second.length.actions) return;
  search::Individual untilThere = until(test, calls);
  const search::Length length = untilThere.length();
  if (mustBeShorter && length >= known->second.length) return;
  successes_[calls.back().operation] = {{std::move(untilThere), keptCalls(calls)}, hasFault, length};
}

const SeenRun* RestProblem::seenSuccessOf(size_t operation) const {
  const auto known = successes_.find(&api_.operations[operation]);
  return known != successes_.end() ? &known->second.run : nullptr;
}

const Evidence* RestProblem::firstEvidenceOf(search::TargetId target) const {
  const auto known = firstEvidence_.find(target);
  return known != firstEvidence_.end() ? &evidence_[known->second] : nullptr;
}

}  // namespace covolve::rest
