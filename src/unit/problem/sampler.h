// Samples call sequences: picks calls under test and makes what they need.
//
// Easy to get wrong: an object that was moved from or passed to a consuming
// call must not be used again, and making objects must end although classes may
// need each other.
#pragma once

#include <vector>

#include "base/rng.h"
#include "program/model.h"
#include "search/individual.h"

namespace covolve::unit {

struct SamplerOptions {
  size_t longestTest = 40;     // actions
  size_t deepestNesting = 10;  // objects made to make objects
  double reuseObject = 0.9;
  double callOnClassUnderTest = 0.5;  // of the further calls: on an object of the class under test
  double callOnScope = 0.4;           // on any value in scope; the rest: any callable
};

class Sampler {
 public:
  Sampler(const program::Model& model, SamplerOptions options);

  /// The calls of the requested files; empty when nothing can be tested.
  const std::vector<program::CallableId>& underTest() const { return underTest_; }

  search::Individual sample(Rng& rng) const;

 private:
  struct Draft;  // a test in the making

  bool appendCall(Draft& draft, program::CallableId id, size_t depth, Rng& rng) const;
  bool resolve(Draft& draft, const std::unique_ptr<gene::Gene>& gene, size_t depth, Rng& rng) const;
  uint32_t findOrMake(Draft& draft, program::TypeId type, bool consumes, size_t depth, Rng& rng) const;
  void extend(Draft& draft, program::CallableId focus, Rng& rng) const;
  void computeCosts();

  const program::Model& model_;
  SamplerOptions options_;
  std::vector<search::Action> patterns_;  // by callable: an action with unsampled genes
  std::vector<program::CallableId> underTest_;
  std::vector<std::vector<program::CallableId>> methods_;  // by class: those under test
  std::vector<size_t> makingCost_;  // by class: nesting of its simplest maker; kNever if there is none
  std::vector<size_t> callCost_;    // by callable
};

}  // namespace covolve::unit
