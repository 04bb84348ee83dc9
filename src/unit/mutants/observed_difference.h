// Whether two runs of a test would be told apart by its expectations: what calls
// returned, what they left in their arguments, what they threw. Not by what no
// expectation is made of: who owns memory, what an exception says, what cannot be
// looked into, the last bits of a floating-point number.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// The steps at which the second run shows something else than the first.
std::set<uint32_t> differingSteps(const std::vector<Observation>& asWritten,
                                  const std::vector<Observation>& changed);

}  // namespace covolve::unit
