#include "search/mutation/mutator.h"

namespace covolve::search {

Individual Mutator::mutant(const Goal& goal) {
  Individual copy = goal.start->individual;
  mutate(copy, goal, true);
  return copy;
}

void Mutator::mutate(Individual& test, const Goal& goal, bool isStart) {
  Problem& problem = context_.problem;
  test.lineage = nullptr;
  if (test.actions.empty()) {
    test = problem.sample(goal, context_.rng);
    return;
  }
  const StructureChange structure = problem.mutateStructure(test, goal, context_.rng, false);
  if (!structure.wantsData) return;
  gene::Source source(context_.rng, problem.constants());
  lineage_.changes.clear();
  lineage_.values.clear();
  if (!strategy_->change(test, goal, source, lineage_)) {
    // A test without data, or whose data have one value each: other actions are a change, too.
    if (!structure.changed) problem.mutateStructure(test, goal, context_.rng, true);
    return;
  }
  const bool hasOtherActions = problem.repair(test, context_.rng) || structure.changed;
  if (!isStart || hasOtherActions || goal.target == kNoTarget || !strategy_->learns()) return;
  test.lineage =
      std::make_shared<const Lineage>(goal, std::move(lineage_.changes), std::move(lineage_.values));
}

}  // namespace covolve::search
