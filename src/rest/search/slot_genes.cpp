#include "rest/search/slot_genes.h"

namespace covolve::rest {

std::optional<uint32_t> slotOf(gene::Gene& gene) {
  auto* alternative = dynamic_cast<gene::AlternativeGene*>(&gene);
  if (alternative == nullptr) return std::nullopt;
  const size_t chosen = alternative->chosen();
  alternative->choose(alternative->count() - 1);
  const gene::ReferenceGene* reference = alternative->children()[0]->asReference();
  const auto slot = reference != nullptr ? std::optional(reference->type()) : std::nullopt;
  alternative->choose(chosen);
  return slot;
}

}  // namespace covolve::rest
