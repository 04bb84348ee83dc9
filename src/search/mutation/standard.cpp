#include "search/mutation/standard.h"

#include "gene/reference_gene.h"

namespace covolve::search {

/// Each action with 1/n, one for certain.
bool StandardMutation::change(Individual& test, const Goal&, gene::Source& source, Lineage&) {
  Rng& rng = source.rng;
  const size_t count = test.actions.size();
  const bool isLast = rng.chance(context_.parameters.lastActionShare);
  const size_t certain = isLast ? count - 1 : rng.below(count);
  const double chance = context_.parameters.furtherChanges / static_cast<double>(count);
  bool isChanged = false;
  for (size_t i = 0; i < count; ++i) {
    if (i == certain || rng.chance(chance)) isChanged |= changeAction(test, i, source);
  }
  return isChanged;
}

/// One argument for certain.
bool StandardMutation::changeAction(Individual& test, size_t action, gene::Source& source) {
  constexpr double kFurther = 0.5;  // of all arguments together
  Rng& rng = source.rng;
  roots_.clear();
  addRootGenes(test, action, roots_);
  if (roots_.empty()) return false;
  const size_t certain = pickByWeight(roots_, rng, &RootGene::weight);
  const double chance = context_.parameters.furtherChanges * kFurther / static_cast<double>(roots_.size());
  for (size_t i = 0; i < roots_.size(); ++i) {
    if (i != certain && !rng.chance(chance)) continue;
    const RootGene& root = roots_[i];
    auto& gene = test.actions[action].genes[root.index];
    if (root.isReference) {
      gene->asReference()->refer(gene::ReferenceGene::kOpen);
    } else if (!rng.chance(context_.parameters.copyArgument) || !takeOverValue(test, root, rng)) {
      gene->mutate(source);
    }
  }
  return true;
}

}  // namespace covolve::search
