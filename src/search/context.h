// What the parts of the search work with: algorithms, mutation, refiners.
#pragma once

#include "base/rng.h"
#include "search/archive.h"
#include "search/parameters.h"
#include "search/problem.h"

namespace covolve::search {

struct Context {
  Problem& problem;
  const Archive& archive;
  Rng& rng;
  const Parameters& parameters;
  /// Share of the budget that is used up, 0 to 1.
  const double& progress;

  /// A target that is not covered yet, by chance; none where most are. For samples, which start from no test.
  Goal openGoal() const {
    constexpr int kTries = 4;
    for (int i = 0; i < kTries && archive.targetCount() > 0; ++i) {
      const auto target = static_cast<TargetId>(rng.below(archive.targetCount()));
      if (!archive.isCovered(target)) return {target, nullptr, {}};
    }
    return {};
  }

  /// From one value at the start of the search to another when it becomes focused.
  double towards(double start, double focused) const {
    if (progress >= parameters.focusedFrom) return focused;
    return start + (focused - start) * progress / parameters.focusedFrom;
  }
};

}  // namespace covolve::search
