// The search's loop: takes tests from the algorithm and from the refiners, has the
// problem run them, offers them to the archive and hands them back, until
// the budget ends or all targets are covered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "search/algorithm/algorithm.h"
#include "search/budget.h"
#include "search/refine/refiners.h"

namespace covolve::search {

struct Services {
  Problem& problem;
  Archive& archive;
  Budget& budget;
  Rng& rng;
  const Parameters& parameters;
  /// Called after each batch, for the progress line.
  std::function<void()> afterBatch;
};

/// How many targets were covered when.
struct ProgressPoint {
  uint64_t evaluations = 0;
  double seconds = 0;
  size_t covered = 0;
};

/// What the report tells about the search itself.
struct SearchStatistics {
  std::vector<RefinerYield> refiners;             // what their tests came to
  uint64_t lastProgressEvaluations = 0;           // when a target was last covered or came nearer
  std::vector<ProgressPoint> progress;            // a point for each test that covered something
  std::optional<SolvingStatistics> solving = {};  // none: conditions were not solved
};

Result<SearchStatistics> runSearch(const std::string& algorithm, Services services);

}  // namespace covolve::search
