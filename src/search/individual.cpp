#include "search/individual.h"

#include <algorithm>

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

bool Individual::isShorterThan(const Length& other) const {
  const size_t steps = actions.size() + 2 * assumptions;
  return steps != other.actions ? steps < other.actions : length() < other;
}

Length Individual::length() const {
  Length length{actions.size() + 2 * assumptions, 0};
  for (const Action& action : actions) {
    for (const auto& gene : action.genes) length.weight += gene->weight();
  }
  return length;
}

void visitLeaves(const Individual& individual, const gene::LeafVisitor& visit) {
  for (const Action& action : individual.actions) {
    for (const auto& gene : action.genes) gene->visitLeaves(visit);
  }
}

bool setLeaf(Individual& individual, size_t leaf, const std::function<bool(gene::Leaf&)>& set) {
  size_t index = 0;
  for (const Action& action : individual.actions) {
    for (const auto& gene : action.genes) {
      bool isFound = false;
      bool isSet = false;
      gene->visitLeaves([&](gene::Leaf& visited) {
        if (index++ != leaf) return;
        isFound = true;
        isSet = set(visited);
      });
      if (isFound) return isSet && gene->holds();
    }
  }
  return false;
}

std::vector<Individual> independentParts(const Individual& individual) {
  const size_t count = individual.actions.size();
  // By action: the first action of its group. References lead back, so groups grow from their ends.
  std::vector<size_t> group(count);
  for (size_t i = 0; i < count; ++i) {
    group[i] = i;
    for (const auto& gene : individual.actions[i].genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        const size_t other = group[reference.action()];
        const size_t own = group[i];
        for (size_t k = 0; k <= i; ++k) {
          if (group[k] == own || group[k] == other) group[k] = std::min(own, other);
        }
      });
    }
  }
  std::vector<Individual> parts;
  std::vector<size_t> partOf(count);
  std::vector<uint32_t> indexInPart(count);
  for (size_t i = 0; i < count; ++i) {
    if (group[i] == i) parts.emplace_back();
    partOf[i] = group[i] == i ? parts.size() - 1 : partOf[group[i]];
    Individual& part = parts[partOf[i]];
    indexInPart[i] = static_cast<uint32_t>(part.actions.size());
    const Action& action = part.actions.emplace_back(individual.actions[i]);
    for (const auto& gene : action.genes) {
      gene::forEachReference(
          gene, [&](gene::ReferenceGene& reference) { reference.refer(indexInPart[reference.action()]); });
    }
  }
  return parts;
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

bool bypassAction(Individual& individual, size_t index) {
  uint32_t origin = gene::ReferenceGene::kOpen;
  for (const auto& gene : individual.actions[index].genes) {
    gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
      if (origin == gene::ReferenceGene::kOpen) origin = reference.action();
    });
  }
  if (origin == gene::ReferenceGene::kOpen) return false;
  for (size_t i = index + 1; i < individual.actions.size(); ++i) {
    for (const auto& gene : individual.actions[i].genes) {
      gene::forEachReference(gene, [&](gene::ReferenceGene& reference) {
        if (reference.action() == index) reference.refer(origin);
      });
    }
  }
  return removeAction(individual, index);
}

}  // namespace covolve::search
