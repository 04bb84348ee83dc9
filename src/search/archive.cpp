#include "search/archive.h"

namespace covolve::search {

void Archive::grow(size_t targetCount) {
  if (targetCount > entries_.size()) entries_.resize(targetCount);
}

void Archive::coverFromOutside(TargetId target) {
  covered_ += isCovered(target) ? 0 : 1;
  entries_[target] = {0, 0, nullptr, nullptr};  // nothing is shorter
}

Archive::Progress Archive::offer(const EvaluatedTest& test) {
  const uint64_t length = keyOf(test->length);
  std::shared_ptr<const Individual>
      kept;  // copied when the first target needs it: most tests improve nothing
  Progress progress;
  for (const TargetDistance& targetDistance : test->reached) {
    Entry& entry = entries_[targetDistance.target];
    if (targetDistance.distance == 0) {
      if (length >= entry.length) continue;
      if (kept == nullptr) kept = std::make_shared<const Individual>(test->individual);
      progress.covered += entry.distance != 0 ? 1 : 0;
      progress.isFirstAt |= entry.distance == kNotReached;
      entry = {0, length, kept, nullptr};
    } else if (targetDistance.distance < entry.distance) {
      progress.isNearer = true;
      progress.isFirstAt |= entry.distance == kNotReached;
      entry.distance = targetDistance.distance;
      entry.nearest = test;
    }
  }
  covered_ += progress.covered;
  return progress;
}

Archive::Progress Archive::offer(const Individual& individual, std::span<const TargetDistance> reached) {
  return offer(std::make_shared<const Evaluated>(
      individual, individual.length(), std::vector<TargetDistance>(reached.begin(), reached.end())));
}

}  // namespace covolve::search
