#include "search/refine/repairing.h"

#include <utility>

#include "search/refine/input_to_state.h"

namespace covolve::search {

namespace {

constexpr size_t kMostChanges = 6;   // of one test at a time
constexpr size_t kMostAttempts = 8;  // which changes are made is up to chance

}  // namespace

void Repairing::observe(const Observation& observation) {
  if (observation.isBetter) isExhausted_ = false;
}

void Repairing::propose(size_t count, std::vector<Individual>& batch) {
  while (count > 0) {
    if (proposeOne(batch)) {
      --count;
    } else if (!start()) {
      return;
    }
  }
}

bool Repairing::proposeOne(std::vector<Individual>& batch) {
  if (climbs_.propose(batch)) {
    underWay_.push_back({{}, Stage::Climb});
    return true;
  }
  if (candidates_.empty()) return false;
  Candidate& candidate = candidates_.front();
  batch.push_back(std::move(candidate.individual));
  underWay_.push_back(std::move(candidate));
  candidates_.pop_front();
  return true;
}

/// With the next open target that has been reached. False when all were tried often enough.
bool Repairing::start() {
  const Archive& archive = context_.archive;
  if (isExhausted_ || !underWay_.empty() || climbs_.isFull()) return false;
  attempts_.resize(archive.targetCount());
  for (size_t looked = 0; looked < archive.targetCount(); ++looked) {
    const TargetId target = next_;
    next_ = (next_ + 1) % static_cast<TargetId>(archive.targetCount());
    const EvaluatedTest& nearest = archive.nearestTest(target);
    if (archive.isCovered(target) || nearest == nullptr) continue;
    Attempts& attempts = attempts_[target];
    if (attempts.distance != archive.nearest(target)) attempts = {archive.nearest(target), 0};
    if (attempts.count >= kMostAttempts) continue;
    ++attempts.count;
    candidates_.push_back({nearest->individual, Stage::Again, target, nearest});
    return true;
  }
  isExhausted_ = true;
  return false;
}

void Repairing::receive(const Observation& observation) {
  const Candidate candidate = std::move(underWay_.front());
  underWay_.pop_front();
  switch (candidate.stage) {
    case Stage::Again:
      return change(candidate, observation.evaluation);
    case Stage::Changed:
      return mend(candidate, observation.test);
    case Stage::Climb:
      return climbs_.receive(observation.test);
  }
}

void Repairing::change(const Candidate& again, const Evaluation& evaluation) {
  if (context_.archive.isCovered(again.target)) return;
  chosen_.clear();
  for (const Comparison& comparison : evaluation.comparisons) {
    // Which decision a text was compared for is seldom known.
    if (comparison.target == again.target || comparison.target == kNoTarget) chosen_.push_back(comparison);
  }
  const size_t waiting = candidates_.size();
  for (Individual& changed : matchOperands(again.origin->individual, chosen_, kMostChanges, context_.rng)) {
    candidates_.push_back({std::move(changed), Stage::Changed, again.target, again.origin});
  }
  if (candidates_.size() == waiting) attempts_[again.target].count = kMostAttempts;  // nor the next time
}

/// Where the change was one for the worse: on the way to the target something else does not hold any more.
void Repairing::mend(const Candidate& changed, const EvaluatedTest& test) {
  if (context_.archive.isCovered(changed.target)) return;
  approach_.load(test->reached);
  const Fitness fitness = approach_.to(changed.target);
  if (fitness.level == 0 || fitness == Fitness{}) return;
  climbs_.start(
      Climb(test, changed.target, fitness, changedParts(changed.origin->individual, test->individual)));
}

}  // namespace covolve::search
