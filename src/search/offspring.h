// How genetic algorithms over tests make new tests of old ones.
#pragma once

#include "search/algorithm.h"

namespace covolve::search {

class Offspring {
 public:
  explicit Offspring(const Context& context) : context_(context) {}

  /// A changed copy of a test that covers something (--archive-share), or a new sample.
  Individual fresh();
  /// Two children: copies that exchange tails with the crossover rate, then change. Appends the second one
  /// only if there is room below `size`.
  void ofParents(const Individual& one, const Individual& other, size_t size, std::vector<Individual>& batch);

 private:
  /// A child that came out as one of its parents tells nothing new.
  void change(Individual& child, const Individual& one, const Individual& other);

  Context context_;
};

}  // namespace covolve::search
