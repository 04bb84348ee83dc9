#include "unit/problem/executed_calls.h"

#include "gene/reference_gene.h"

namespace covolve::unit {

using search::Action;
using search::Individual;

namespace {

template <class Visit>
void forEachReferenceOf(const Action& action, Visit&& visit) {
  for (const auto& gene : action.genes) gene::forEachReference(gene, visit);
}

}  // namespace

void keepExecutedCalls(Individual& individual, size_t executed, std::vector<abi::ThrownCall>& thrown) {
  std::vector<Action>& actions = individual.actions;
  if (executed < actions.size()) actions.resize(executed);
  if (thrown.empty()) return;
  constexpr uint32_t kNotMade = gene::ReferenceGene::kOpen;
  constexpr uint32_t kNowhere = ~uint32_t{0};
  std::vector<uint32_t> nowAt(actions.size());  // by place before: where the object is made
  uint32_t kept = 0;
  auto nextThrown = thrown.begin();
  for (size_t i = 0; i < actions.size(); ++i) {
    bool lacksObject = false;
    forEachReferenceOf(actions[i], [&](gene::ReferenceGene& reference) {
      if (reference.action() >= i) return;
      reference.refer(nowAt[reference.action()]);
      lacksObject |= reference.action() == kNotMade;
    });
    const bool isListed = nextThrown != thrown.end() && nextThrown->action == i;
    const bool isLeftOut = lacksObject || (isListed && nextThrown->isLeftOut != 0);
    if (isListed) nextThrown++->action = isLeftOut ? kNowhere : kept;
    nowAt[i] = isListed || isLeftOut ? kNotMade : kept;
    if (isLeftOut) continue;
    if (kept != i) actions[kept] = std::move(actions[i]);
    ++kept;
  }
  actions.resize(kept);
  // The list comes from memory that the code under test can write to.
  std::erase_if(thrown, [&](const abi::ThrownCall& call) { return call.action >= kept; });
}

}  // namespace covolve::unit
