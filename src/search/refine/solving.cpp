#include "search/refine/solving.h"

#include <algorithm>

namespace covolve::search {

Solving::Solving(const Context& context)
    : context_(context),
      isAlways_(context.parameters.dse == "always"),
      probability_(context.parameters.dseProbability) {}

void Solving::observe(const Observation& observation) {
  ++tests_;
  if (const size_t covered = context_.archive.coveredCount(); covered != coveredCount_) {
    coveredCount_ = covered;
    lastCovered_ = tests_;
    hasNewChance_ = true;
  }
  // Targets that come nearer by other calls alone are no matter of data.
  if (observation.isBetter && (observation.hasNewData || isAlways_)) hasNewChance_ = true;
}

bool Solving::isNeeded() const {
  return isAlways_ || tests_ >= lastCovered_ + context_.parameters.dsePatience;
}

void Solving::propose(size_t count, std::vector<Individual>& batch) {
  for (; count > 0; --count) {
    if (candidates_.empty() && !start()) return;
    batch.push_back(std::move(candidates_.front()));
    candidates_.pop_front();
    ++underWay_;
  }
}

/// One use; only when the results of the last one are known.
bool Solving::start() {
  if (underWay_ > 0 || !isNeeded()) return false;
  endUse();
  ConcolicRuns& runs = *context_.problem.concolicRuns();
  const auto begin = std::chrono::steady_clock::now();
  if (!runs.isRepeatable() && begin < notBefore_) return false;
  const auto target = nextTarget();
  if (!target || !runs.isReady()) return false;
  tries_[*target].distance = context_.archive.nearest(*target);
  if (!context_.rng.chance(probability_)) return false;
  if (execution_ == nullptr) {
    execution_ = std::make_unique<SymbolicExecution>(runs, context_.archive, statistics_);
  }
  const Parameters& parameters = context_.parameters;
  SymbolicExecution::Limits limits{parameters.dseQueries};
  if (!runs.isRepeatable()) limits.time = std::chrono::duration<double>(parameters.dseTime);
  target_ = *target;
  isSuccessful_ = false;
  ++statistics_.uses;
  for (Individual& test : execution_->explore(context_.archive.nearestTest(*target)->individual, limits)) {
    candidates_.push_back(std::move(test));
  }
  useTime_ = std::chrono::steady_clock::now() - begin;
  if (candidates_.empty()) endUse();
  return !candidates_.empty();
}

std::optional<TargetId> Solving::nextTarget() {
  if (!hasNewChance_) return std::nullopt;
  const Archive& archive = context_.archive;
  tries_.resize(archive.targetCount());
  bool isSomeWaiting = false;
  for (size_t looked = 0; looked < tries_.size(); ++looked) {
    const TargetId target = next_;
    next_ = (next_ + 1) % static_cast<TargetId>(tries_.size());
    if (archive.isCovered(target) || archive.nearestTest(target) == nullptr) continue;
    const Tries& tries = tries_[target];
    if (archive.nearest(target) >= tries.distance) continue;
    if (tests_ < tries.notBefore) {
      isSomeWaiting = true;
      continue;
    }
    return target;
  }
  hasNewChance_ = isSomeWaiting;
  return std::nullopt;
}

void Solving::receive(const Observation& observation) {
  --underWay_;
  isSuccessful_ |= observation.isBetter;
  hasNewChance_ |= observation.isBetter;
}

void Solving::endUse() {
  if (target_ == kNoTarget) return;
  const double factor = context_.parameters.dseFactor;
  Tries& tries = tries_[target_];
  if (isSuccessful_) {
    ++statistics_.successes;
    tries.wait = 0;
    probability_ = std::min(probability_ * factor, 1.0);
  } else {
    tries.wait = std::max<uint64_t>(2 * tries.wait, context_.parameters.dsePatience);
    tries.notBefore = tests_ + tries.wait;
    notBefore_ = std::chrono::steady_clock::now() +
                 std::chrono::duration_cast<std::chrono::steady_clock::duration>(2 * useTime_);
    probability_ /= factor;
  }
  target_ = kNoTarget;
}

}  // namespace covolve::search
