// Which data lead a test to the other side of one of its decisions: those that keep
// every decision before it as it was and turn this one. What an address or a size was
// made concrete for stays as it was in any case.
#pragma once

#include <cstddef>
#include <vector>

#include "concolic/solving/solver.h"

namespace covolve::concolic {

/// The whole way there, and the decision itself turned.
std::vector<Constraint> turned(const Trace& trace, size_t decision);

/// The turned decision alone: the way there may change, and often leads there all the same. For where the
/// whole condition has no solution or is too hard; also called optimistic solving.
std::vector<Constraint> turnedAlone(const Trace& trace, size_t decision);

/// Decisions whose condition does not come to what was executed under these data: the trace is no witness for
/// them, so they are left out.
void dropDivergent(Trace& trace, std::span<const uint64_t> values);

}  // namespace covolve::concolic
