#include "rest/search/seen_run.h"

#include <algorithm>

#include "rest/search/slot_genes.h"

namespace covolve::rest {

namespace {

/// Those behind it take what they take from other places now.
void removeCall(CallList& calls, size_t index) {
  calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(index));
  for (size_t i = index; i < calls.size(); ++i) {
    for (Argument& argument : calls[i].arguments) {
      for (auto& [pointer, from] : argument.taken) {
        if (from.call > index) --from.call;
      }
    }
  }
}

}  // namespace

std::optional<search::Individual> withAbsentIdentifiers(const search::Individual& test,
                                                        const CallList& calls) {
  std::optional<search::Individual> moved;
  for (size_t i = 0; i < std::min(test.actions.size(), calls.size()); ++i) {
    if (calls[i].status() != 404) continue;
    for (size_t k = 0; k < test.actions[i].genes.size(); ++k) {
      gene::Gene& gene = *test.actions[i].genes[k];
      if (!slotOf(gene) || isReference(static_cast<gene::AlternativeGene&>(gene))) continue;
      if (!moved) moved = test;
      assignAbsentIdentifier(static_cast<gene::AlternativeGene&>(*moved->actions[i].genes[k]));
    }
  }
  return moved;
}

CallList keptCalls(std::span<const Call> calls) {
  constexpr size_t kMostBytes = size_t{1} << 20;
  size_t bytes = 0;
  for (const Call& call : calls) bytes += call.response() != nullptr ? call.response()->body.size() : 0;
  return bytes <= kMostBytes ? CallList(calls.begin(), calls.end()) : CallList{};
}

SeenRun neededPart(SeenRun seen) {
  if (seen.test.actions.empty()) return seen;
  for (size_t i = seen.test.actions.size() - 1; i-- > 0;) {
    if (search::removeAction(seen.test, i)) removeCall(seen.calls, i);
  }
  return seen;
}

}  // namespace covolve::rest
