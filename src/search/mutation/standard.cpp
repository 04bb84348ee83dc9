#include "search/mutation/standard.h"

#include "gene/reference_gene.h"

namespace covolve::search {

void StandardMutation::change(Individual& test, const Goal&, gene::Source& source, Lineage& lineage) {
  Rng& rng = source.rng;
  const size_t count = test.actions.size();
  const bool isLast = rng.chance(context_.parameters.lastActionShare);
  const size_t certain = isLast ? count - 1 : rng.below(count);
  const double chance = 1.0 / static_cast<double>(count);
  for (size_t i = 0; i < count; ++i) {
    if (i == certain || rng.chance(chance)) changeAction(test, i, source, lineage);
  }
}

void StandardMutation::changeAction(Individual& test, size_t action, gene::Source& source, Lineage& lineage) {
  constexpr double kFurther = 0.5;  // of all arguments together
  Rng& rng = source.rng;
  roots_.clear();
  addRootGenes(test, action, roots_);
  if (roots_.empty()) return;
  weights_.clear();
  for (const RootGene& root : roots_) weights_.push_back(root.weight);
  const size_t certain = pickByWeight(weights_, rng);
  const double chance = kFurther / static_cast<double>(roots_.size());
  for (size_t i = 0; i < roots_.size(); ++i) {
    if (i != certain && !rng.chance(chance)) continue;
    const RootGene& root = roots_[i];
    gene::Gene& gene = *test.actions[action].genes[root.index];
    if (root.isReference) {
      gene.asReference()->refer(gene::ReferenceGene::kOpen);
    } else if (!rng.chance(context_.parameters.copyArgument) || !takeOverValue(test, root, rng)) {
      test.actions[action].genes[root.index]->mutate(source);
    }
    lineage.changes.push_back({rootId(context_.problem, test, root), 1});
  }
}

}  // namespace covolve::search
