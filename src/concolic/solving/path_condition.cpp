#include "concolic/solving/path_condition.h"

#include <algorithm>

#include "concolic/evaluate.h"

namespace covolve::concolic {

namespace {

template <class IsKept>
std::vector<Constraint> conditionOf(const Trace& trace, size_t decision, IsKept isKept) {
  std::vector<Constraint> constraints;
  for (size_t i = 0; i < decision; ++i) {
    const Decision& earlier = trace.decisions[i];
    if (isKept(earlier)) constraints.push_back({earlier.condition, earlier.taken != 0});
  }
  const Decision& last = trace.decisions[decision];
  constraints.push_back({last.condition, last.taken == 0});
  return constraints;
}

}  // namespace

std::vector<Constraint> turned(const Trace& trace, size_t decision) {
  return conditionOf(trace, decision, [](const Decision&) { return true; });
}

std::vector<Constraint> turnedAlone(const Trace& trace, size_t decision) {
  return conditionOf(trace, decision,
                     [](const Decision& earlier) { return earlier.kind == DecisionKind::MadeConcrete; });
}

void dropDivergent(Trace& trace, std::span<const uint64_t> values) {
  std::vector<uint32_t> roots;
  for (const Decision& decision : trace.decisions) roots.push_back(decision.condition);
  Program program(trace, roots);
  const bool hasValues = program.runOnAll(values);
  std::erase_if(trace.decisions, [&](const Decision& decision) {
    return !hasValues || (program.valueOf(decision.condition) != 0) != (decision.taken != 0);
  });
}

}  // namespace covolve::concolic
