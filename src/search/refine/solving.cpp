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
  if (count == 0 || (candidates_.empty() && !start())) return;
  for (; count > 0 && !candidates_.empty(); --count) {
    batch.push_back(std::move(candidates_.front()));
    candidates_.pop_front();
    underWay_.push_back(use_);
  }
}

/// One use. Whether there are candidates now.
bool Solving::start() {
  if (!isNeeded()) return false;
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
  ++statistics_.uses;
  for (Individual& test : execution_->explore(context_.archive.nearestTest(*target)->individual, limits)) {
    candidates_.push_back(std::move(test));
  }
  use_ = std::make_shared<Use>(*target, std::chrono::steady_clock::now() - begin, candidates_.size());
  if (candidates_.empty()) end(*use_);
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
    if (tests_ >= tries.notBefore) return target;
    isSomeWaiting = true;
  }
  hasNewChance_ = isSomeWaiting;
  return std::nullopt;
}

void Solving::receive(const Observation& observation) {
  const std::shared_ptr<Use> use = std::move(underWay_.front());
  underWay_.pop_front();
  use->isSuccessful |= observation.isBetter;
  if (observation.isBetter) {
    hasNewChance_ = true;
    lastCovered_ = 0;  // what it earned itself is no reason to wait again
  }
  if (--use->missing == 0) end(*use);
}

void Solving::end(const Use& use) {
  const double factor = context_.parameters.dseFactor;
  Tries& tries = tries_[use.target];
  if (use.isSuccessful) {
    ++statistics_.successes;
    tries.wait = 0;
    probability_ = std::min(probability_ * factor, 1.0);
    return;
  }
  tries.wait = std::max<uint64_t>(2 * tries.wait, context_.parameters.dsePatience);
  tries.notBefore = tests_ + tries.wait;
  notBefore_ = std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(2 * use.time);
  probability_ /= factor;
}

}  // namespace covolve::search
