// How genetic algorithms over tests make new tests of old ones.
#pragma once

#include "search/algorithm/algorithm.h"

namespace covolve::search {

class Offspring {
 public:
  Offspring(const Context& context, Mutator& mutator) : context_(context), mutator_(mutator) {}

  /// A changed copy of a test that covers something (--archive-share), or a new sample.
  Individual fresh();
  /// Two children: copies that exchange tails with the crossover rate, then change. Appends the second one
  /// only if there is room below `size`.
  void ofParents(const Goal& one, const Goal& other, size_t size, std::vector<Individual>& batch);
  /// An uncovered target that the test reached, by chance; none where few are.
  Goal goalOf(const EvaluatedTest& test);

 private:
  /// A child that came out as one of its parents tells nothing new.
  void change(Individual& child, const Goal& goal, const Goal& other, bool isStart);

  Context context_;
  Mutator& mutator_;
};

}  // namespace covolve::search
