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

  /// From one value at the start of the search to another when it becomes focused.
  double towards(double start, double focused) const {
    if (progress >= parameters.focusedFrom) return focused;
    return start + (focused - start) * progress / parameters.focusedFrom;
  }
};

}  // namespace covolve::search
