// A refiner looks at the results of tests and proposes better ones: where an
// algorithm breeds blindly, it has a reason. Every algorithm but random has them
// all.
//
// A new refiner is one file and one line in refiners.cpp.
#pragma once

#include <vector>

#include "search/context.h"

namespace covolve::search {

struct SolvingStatistics;

class Refiner {
 public:
  /// A test's result. `isBetter`: some target is now covered or nearer than ever.
  struct Observation {
    const EvaluatedTest& test;
    const Evaluation& evaluation;
    bool isBetter;
    bool hasNewData = false;  // a mutation of its data made it
  };

  virtual ~Refiner() = default;

  /// Any test's result, its own proposals' included: a chance for new ones.
  virtual void observe(const Observation& observation) = 0;
  /// Whether its tests are few and took long to make, so that they do not wait for their share.
  virtual bool goesFirst() const { return false; }
  /// Appends up to `count` tests. Their results come back through receive(), in this order.
  virtual void propose(size_t count, std::vector<Individual>& batch) = 0;
  /// The result of its oldest proposal under way; observe() has seen it before.
  virtual void receive(const Observation&) {}
  /// Of one that solves conditions: how that went.
  virtual const SolvingStatistics* solving() const { return nullptr; }
};

}  // namespace covolve::search
