// A search algorithm: breeds individuals, has the problem evaluate them, and
// leaves what it found in the archive.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "search/archive.h"
#include "search/budget.h"
#include "search/problem.h"

namespace covolve::search {

struct Services {
  Problem& problem;
  Archive& archive;
  Budget& budget;
  Rng& rng;
  /// Called after each batch, for the progress line.
  std::function<void()> afterBatch;
};

class Algorithm {
 public:
  virtual ~Algorithm() = default;
  /// Until the budget ends or all targets are covered.
  virtual Result<void> run(Services services) = 0;
};

/// The names that --algorithm takes, the default first.
std::vector<std::string> algorithmNames();
/// Null for an unknown name.
std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name);

}  // namespace covolve::search
