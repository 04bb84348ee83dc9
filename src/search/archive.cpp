#include "search/archive.h"

namespace covolve::search {

void Archive::grow(size_t targetCount) {
  if (targetCount > entries_.size()) entries_.resize(targetCount);
}

bool Archive::offer(const Individual& individual, std::span<const Closeness> reached) {
  const auto actions = static_cast<uint32_t>(individual.actions.size());
  // Weighing and copying are put off until some target needs them: most tests improve nothing.
  uint32_t weight = 0;
  std::shared_ptr<const Individual> kept;
  bool isFirst = false;
  for (const Closeness& closeness : reached) {
    Entry& entry = entries_[closeness.target];
    if (closeness.distance != 0) {
      if (closeness.distance < entry.distance) entry.distance = closeness.distance;
      continue;
    }
    if (actions > entry.actions) continue;
    if (weight == 0) weight = static_cast<uint32_t>(individual.length().weight) + 1;
    if (actions == entry.actions && weight >= entry.weight) continue;
    if (kept == nullptr) kept = std::make_shared<const Individual>(individual);
    if (entry.best == nullptr) {
      ++covered_;
      isFirst = true;
    }
    entry = Entry{0, actions, weight, kept};
  }
  return isFirst;
}

}  // namespace covolve::search
