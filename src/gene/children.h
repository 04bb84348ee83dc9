// What genes with children have in common: copying, comparing and weighing
// them, and choosing the one to change.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gene/gene.h"

namespace covolve::gene {

using GeneList = std::vector<std::unique_ptr<Gene>>;

inline GeneList copyAll(const GeneList& genes) {
  GeneList copies;
  copies.reserve(genes.size());
  for (const auto& gene : genes) copies.push_back(gene->copy());
  return copies;
}

inline bool allEqual(const GeneList& one, const GeneList& other) {
  if (one.size() != other.size()) return false;
  for (size_t i = 0; i < one.size(); ++i) {
    if (!one[i]->equals(*other[i])) return false;
  }
  return true;
}

inline size_t weightOf(std::span<const std::unique_ptr<Gene>> genes) {
  size_t sum = 0;
  for (const auto& gene : genes) sum += gene->weight();
  return sum;
}

inline double mutationWeightOf(std::span<const std::unique_ptr<Gene>> genes) {
  double sum = 0;
  for (const auto& gene : genes) sum += gene->mutationWeight();
  return sum;
}

inline bool anyMutable(std::span<const std::unique_ptr<Gene>> genes) {
  for (const auto& gene : genes) {
    if (gene->isMutable()) return true;
  }
  return false;
}

/// One that mutate() can change, heavier ones more often; null where there is none.
inline Gene* chooseMutable(std::span<const std::unique_ptr<Gene>> genes, Rng& rng) {
  size_t sum = 0;
  for (const auto& gene : genes) sum += gene->isMutable() ? gene->weight() : 0;
  if (sum == 0) return nullptr;
  size_t rest = rng.below(sum);
  for (const auto& gene : genes) {
    if (!gene->isMutable()) continue;
    if (rest < gene->weight()) return gene.get();
    rest -= gene->weight();
  }
  return nullptr;
}

/// `offer(i, simplerGene)` for each simpler value of each gene.
template <class Offer>
void forEachSimpler(const GeneList& genes, Offer&& offer) {
  for (size_t i = 0; i < genes.size(); ++i) {
    for (auto& simpler : genes[i]->simpler()) offer(i, std::move(simpler));
  }
}

}  // namespace covolve::gene
