// What the search needs to know of the thing it tests: how to sample a test and
// how to evaluate one. Unit and REST tests are two problems; every algorithm
// works on both.
//
// Evaluation is a pipeline: up to pipelineDepth() batches may be under way, so
// that the algorithm breeds the next batch while the last one runs. Results
// come back in the order of submission, which keeps runs repeatable.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

class Problem {
 public:
  using Receive = std::function<void(const Individual&, std::span<const Closeness>)>;

  virtual ~Problem() = default;

  /// Grows when targets are found during the search.
  virtual size_t targetCount() const = 0;
  virtual Individual sample(Rng& rng) = 0;

  virtual size_t pipelineDepth() const = 0;
  virtual size_t batchSize() const = 0;
  virtual Result<void> submit(std::vector<Individual> batch) = 0;
  /// Waits for the oldest batch and hands over each of its tests.
  virtual Result<void> collect(const Receive& receive) = 0;
};

}  // namespace covolve::search
