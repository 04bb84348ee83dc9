#include "search/mutation/root_gene.h"

#include "gene/reference_gene.h"
#include "gene/value_builder.h"

namespace covolve::search {

bool holdsReference(const std::unique_ptr<gene::Gene>& gene) {
  bool holds = false;
  gene::forEachReference(gene, [&](const gene::ReferenceGene&) { holds = true; });
  return holds;
}

void addRootGenes(const Individual& test, size_t action, std::vector<RootGene>& roots) {
  const auto& genes = test.actions[action].genes;
  for (size_t i = 0; i < genes.size(); ++i) {
    const bool isReference = genes[i]->asReference() != nullptr;
    if (isReference || genes[i]->isMutable()) {
      roots.emplace_back(action, i, isReference ? 1 : genes[i]->mutationWeight(), isReference);
    }
  }
}

GeneId rootId(const Problem& problem, const Individual& test, const RootGene& root) {
  return childId(problem.actionId(test, root.action), root.index);
}

bool takeOverValue(Individual& test, const RootGene& root, Rng& rng) {
  auto& gene = test.actions[root.action].genes[root.index];
  const Action& other = rng.pick(test.actions);
  if (other.genes.empty()) return false;
  const auto& giver = rng.pick(other.genes);
  // Objects are not copied: which of them can be referred to depends on the place.
  if (giver == gene || holdsReference(giver)) return false;
  auto changed = gene->copy();
  if (!changed->assign(gene::valueOf(*giver)) || changed->equals(*gene)) return false;
  gene = std::move(changed);
  return true;
}

}  // namespace covolve::search
