#include "search/algorithm/mio.h"

#include <algorithm>
#include <cmath>

namespace covolve::search {

void Mio::breed(size_t count, std::vector<Individual>& batch) {
  const double sampling =
      context_.towards(context_.parameters.mioRandomSampling, context_.parameters.mioFocusedSampling);
  for (size_t i = 0; i < count; ++i) {
    const bool isCopy =
        !context_.problem.wantsSamples() && (copiesLeft_ > 0 || (!context_.rng.chance(sampling) && pick()));
    if (!isCopy) {
      batch.push_back(context_.problem.sample(context_.openGoal(), context_.rng));
      continue;
    }
    --copiesLeft_;
    batch.push_back(mutator_.mutant(picked_));
  }
}

bool Mio::pick() {
  while (!queue_.empty()) {
    const Entry entry = queue_.top();
    queue_.pop();
    Niche& niche = niches_[entry.target];
    if (niche.ticket != entry.ticket) continue;
    if (context_.archive.isCovered(entry.target)) {
      niche = {};
      --live_;
      continue;
    }
    ++niche.sampled;
    enqueue(entry.target);
    const Kept& kept = context_.rng.pick(niche.tests);
    picked_ = {entry.target, kept.test, {0, kept.distance}};
    const auto mutants = static_cast<double>(context_.parameters.mioMutations);
    copiesLeft_ = static_cast<size_t>(std::lround(context_.towards(1, mutants)));
    return true;
  }
  return false;
}

void Mio::receive(EvaluatedTest test) {
  if (niches_.size() < context_.archive.targetCount()) niches_.resize(context_.archive.targetCount());
  for (const auto [target, distance] : test->reached) {
    if (!context_.archive.isCovered(target)) keep(target, {distance, test});
  }
}

void Mio::keep(TargetId target, Kept kept) {
  Niche& niche = niches_[target];
  const auto limit = static_cast<size_t>(
      std::max(1L, std::lround(context_.towards(static_cast<double>(context_.parameters.mioPopulation), 1))));
  auto& tests = niche.tests;
  if (tests.size() > limit) tests.resize(limit);
  // Equals replace, so that the search moves over plateaus.
  if (tests.size() == limit && tests.back().isBetterThan(kept)) return;
  if (tests.empty()) ++live_;
  const bool isNearer = tests.empty() || kept.distance < tests.front().distance;
  if (tests.size() == limit) tests.pop_back();
  const auto place = std::ranges::find_if(tests, [&](const Kept& old) { return !old.isBetterThan(kept); });
  tests.insert(place, std::move(kept));
  if (!isNearer) return;
  niche.sampled = 0;
  enqueue(target);
}

void Mio::enqueue(TargetId target) {
  Niche& niche = niches_[target];
  niche.ticket = ++tickets_;
  queue_.push({niche.sampled, context_.rng.bits(), target, niche.ticket});
  if (queue_.size() > 4 * live_ + 64) forgetOldEntries();
}

void Mio::forgetOldEntries() {
  std::vector<Entry> valid;
  for (; !queue_.empty(); queue_.pop()) {
    const Entry& entry = queue_.top();
    if (niches_[entry.target].ticket == entry.ticket) valid.push_back(entry);
  }
  queue_ = std::priority_queue<Entry>({}, std::move(valid));
}

}  // namespace covolve::search
