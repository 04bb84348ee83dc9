// The arguments of a test's actions, as mutation strategies choose among them,
// and the ways to change one.
#pragma once

#include <functional>
#include <vector>

#include "gene/source.h"
#include "search/context.h"
#include "search/gene_change.h"

namespace covolve::search {

/// An argument of an action: the root of a gene tree.
struct RootGene {
  size_t action = 0;
  size_t index = 0;
  double weight = 0;
  bool isReference = false;  // only opened, never mutated
};

/// Those of an action that can change, references among them, behind what is there.
void addRootGenes(const Individual& test, size_t action, std::vector<RootGene>& roots);

/// Whether an object or a resource of another action is part of its value.
bool holdsReference(const std::unique_ptr<gene::Gene>& gene);

GeneId rootId(const Problem& problem, const Individual& test, const RootGene& root);

/// Lets the argument take over the value of another one of the test. Two equal values are the hardest thing
/// to get by chance. False, and unchanged, where they are of different domains or equal.
bool takeOverValue(Individual& test, const RootGene& root, Rng& rng);

/// The index of one of the weights, or of what has them, heavier ones more often. Their sum must be above 0.
template <class T, class WeightOf = std::identity>
size_t pickByWeight(const std::vector<T>& weighed, Rng& rng, WeightOf weightOf = {}) {
  double sum = 0;
  for (const T& each : weighed) sum += std::invoke(weightOf, each);
  double rest = rng.unit() * sum;
  for (size_t i = 0; i + 1 < weighed.size(); ++i) {
    const double weight = std::invoke(weightOf, weighed[i]);
    if (rest < weight) return i;
    rest -= weight;
  }
  return weighed.size() - 1;
}

}  // namespace covolve::search
