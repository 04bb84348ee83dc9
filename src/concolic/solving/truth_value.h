// Conditions on truth values that were widened and compared again (`!ok`, `ok == 0`, `(bool)flag != true`):
// what they say of the value below.
#pragma once

#include <optional>

#include "concolic/solving/solver.h"

namespace covolve::concolic {

/// What the constraint demands of the truth value that it compares with a constant; nothing where it compares
/// none.
std::optional<Constraint> ofComparedTruth(const Trace& trace, const Constraint& constraint);

}  // namespace covolve::concolic
