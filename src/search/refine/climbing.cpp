#include "search/refine/climbing.h"

namespace covolve::search {

namespace {

constexpr size_t kClimbsAtOnce = 4;

}  // namespace

void Climbing::propose(size_t count, std::vector<Individual>& batch) {
  while (count > 0) {
    if (climbs_.propose(batch)) {
      --count;
    } else if (!start()) {
      return;
    }
  }
}

/// On the nearest test of the next target. False when there is none, or climbs enough are under way.
bool Climbing::start() {
  if (climbs_.count() >= kClimbsAtOnce) return false;
  const auto target = targets_.next();
  if (!target) return false;
  climbs_.start(Climb(archive_.nearestTest(*target), *target, {0, archive_.nearest(*target)}));
  return true;
}

}  // namespace covolve::search
