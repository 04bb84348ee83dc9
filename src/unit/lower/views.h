// Who may look at an argument after the call that was given it: then it must be
// a variable of the test, as a temporary would be gone.
#pragma once

#include <vector>

#include "program/model.h"

namespace covolve::unit {

/// Whether what the call returns, makes or changes may look at an argument of that type.
bool mayBeSeenLater(const std::vector<program::Type>& types, const program::Callable& callable,
                    const program::Type& argument);

}  // namespace covolve::unit
