// A search algorithm: breeds tests and receives what their runs told. The loop
// (loop.h) does the rest: budget, pipeline, archive, refiners. So an algorithm is
// only what is in its paper.
//
// Easy to get wrong: breeding runs ahead. Results of one or two batches are
// still under way when the next one is bred.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/context.h"
#include "search/mutation/mutator.h"

namespace covolve::search {

class Algorithm {
 public:
  virtual ~Algorithm() = default;

  /// Appends up to `count` tests to be run. Fewer, or none, when it has to wait for results under way.
  virtual void breed(size_t count, std::vector<Individual>& batch) = 0;
  /// How many tests it likes to breed at a time; 0: as many as the problem runs in one go.
  virtual size_t batchSize() const { return 0; }
  /// Every test that was bred, in that order, after the archive has seen it.
  virtual void receive(EvaluatedTest test) = 0;
  /// A test that was not bred here but is better for some target than any before: a refiner's.
  virtual void adopt(const EvaluatedTest&) {}
  /// The baseline does without.
  virtual bool usesRefiners() const { return true; }
};

struct AlgorithmInfo {
  std::string name;
  std::string description;  // one line
  std::unique_ptr<Algorithm> (*make)(const Context&, Mutator&);
};

/// All there are, the default first.
const std::vector<AlgorithmInfo>& algorithms();
/// The names that --algorithm takes, the default first.
std::vector<std::string> algorithmNames();
/// Null for an unknown name.
std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name, const Context& context, Mutator& mutator);

}  // namespace covolve::search
