#include "unit/problem/concolic_tests.h"

#include <utility>

namespace covolve::unit {

ConcolicTests::ConcolicTests(Parts parts)
    : parts_(std::move(parts)), targetOfSide_(parts_.targets.targetsOfSides()) {}

std::optional<concolic::Trace> ConcolicTests::trace(const search::Individual& individual) {
  auto trace = parts_.run(individual);
  if (trace) return std::move(*trace);
  failure_ = trace.error().message;
  return std::nullopt;
}

search::TargetId ConcolicTests::targetOf(uint64_t site, bool outcome) const {
  const auto known = targetOfSide_.find({site, outcome});
  return known != targetOfSide_.end() ? known->second : search::kNoTarget;
}

}  // namespace covolve::unit
