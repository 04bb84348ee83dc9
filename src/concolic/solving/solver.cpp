#include "concolic/solving/solver.h"

#include <algorithm>

#include "concolic/evaluate.h"

namespace covolve::concolic {

std::vector<uint32_t> rootsOf(std::span<const Constraint> constraints) {
  std::vector<uint32_t> roots;
  for (const Constraint& constraint : constraints) roots.push_back(constraint.expression);
  return roots;
}

bool fulfils(const Trace& trace, std::span<const Constraint> constraints, std::span<const uint64_t> values) {
  Program program(trace, rootsOf(constraints));
  return program.runOnAll(values) && std::ranges::all_of(constraints, [&](const Constraint& constraint) {
           return (program.valueOf(constraint.expression) != 0) == constraint.wanted;
         });
}

}  // namespace covolve::concolic
