#include "search/individual.h"

#include "gene/reference_gene.h"

namespace covolve::search {

Action::Action(const Action& other) : kind(other.kind) {
  genes.reserve(other.genes.size());
  for (const auto& gene : other.genes) genes.push_back(gene->copy());
}

Action& Action::operator=(const Action& other) {
  if (this != &other) *this = Action(other);
  return *this;
}

Length Individual::length() const {
  Length length{actions.size(), 0};
  for (const Action& action : actions) {
    for (const auto& gene : action.genes) length.weight += gene->weight();
  }
  return length;
}

void visitLeaves(const Individual& individual, gene::LeafVisitor& visitor) {
  for (const Action& action : individual.actions) {
    for (const auto& gene : action.genes) gene->visitLeaves(visitor);
  }
}

bool removeAction(Individual& individual, size_t index) {
  const auto removed = static_cast<uint32_t>(index);
  const auto forEachLater = [&](auto&& visit) {
    for (size_t i = index + 1; i < individual.actions.size(); ++i) {
      for (const auto& gene : individual.actions[i].genes) gene::forEachReference(gene, visit);
    }
  };
  bool isUsed = false;
  forEachLater([&](const gene::ReferenceGene& reference) { isUsed |= reference.action() == removed; });
  if (isUsed) return false;
  forEachLater([&](gene::ReferenceGene& reference) {
    if (reference.action() != gene::ReferenceGene::kOpen && reference.action() > removed) {
      reference.refer(reference.action() - 1);
    }
  });
  individual.actions.erase(individual.actions.begin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

}  // namespace covolve::search
