// Makes a test of another one: the problem changes its actions, a strategy
// (data_mutation.h) its data. What came of the run goes back to the strategy.
#pragma once

#include <memory>

#include "search/mutation/data_mutation.h"

namespace covolve::search {

class Mutator {
 public:
  explicit Mutator(const Context& context)
      : context_(context), strategy_(makeDataMutation(context.parameters.mutation, context)) {}

  /// A changed copy of the goal's start.
  Individual mutant(const Goal& goal);
  /// Changes a test at least once. `isStart`: it is equal to the goal's start; else it comes of a crossover,
  /// and nothing can be learned of single genes.
  void mutate(Individual& test, const Goal& goal, bool isStart);
  /// Called for each test that has a lineage when its run is known.
  void learn(const Lineage& lineage, const Evaluated& test) { strategy_->learn(lineage, test); }

 private:
  bool splice(Individual& test);
  bool repeat(Individual& test);
  bool spliceTexts(Individual& test, const Individual& donor);

  Context context_;
  std::unique_ptr<DataMutation> strategy_;
  Lineage lineage_;  // of the present mutation; reused
};

}  // namespace covolve::search
