// Genes of data that may be taken from an earlier response: a choice between a
// value of their own and, as the last alternative, a reference to an earlier action.
#pragma once

#include <cstdint>
#include <optional>

#include "gene/choice/alternative_gene.h"
#include "gene/reference_gene.h"

namespace covolve::rest {

/// The slot that the gene is for; none where it is no such gene.
std::optional<uint32_t> slotOf(gene::Gene& gene);

/// Calls visit(AlternativeGene&, slot) for every datum in use that has a slot.
template <class Visit>
void forEachSlot(gene::Gene& gene, const Visit& visit) {
  if (const auto slot = slotOf(gene)) return visit(static_cast<gene::AlternativeGene&>(gene), *slot);
  for (const auto& child : gene.children()) forEachSlot(*child, visit);
}

inline bool isReference(const gene::AlternativeGene& slot) {
  return slot.children()[0]->asReference() != nullptr;
}

inline void refer(gene::AlternativeGene& slot, uint32_t action) {
  slot.choose(slot.count() - 1);
  slot.children()[0]->asReference()->refer(action);
}

constexpr int kAbsentIdentifier = 731'205'998;

/// Has a value of its own: that of something that is not there, as far as one can know.
inline void assignAbsentIdentifier(gene::AlternativeGene& slot, int identifier = kAbsentIdentifier) {
  slot.choose(0);
  slot.children()[0]->assign(Value::number(identifier));
}

/// Gives it a value of its own.
inline void sampleOwnValue(gene::AlternativeGene& slot, gene::Source& source) {
  slot.choose(0);
  slot.children()[0]->sample(source);
}

}  // namespace covolve::rest
