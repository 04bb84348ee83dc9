// What follows from a link plan for all that is built with it.
#pragma once

#include <string>
#include <vector>

#include "unit/build/build.h"

namespace covolve::unit {

/// The plan's units, in the order in which they are linked: the target first, unless its source is included.
std::vector<CompileCommand> unitsOf(const LinkPlan& plan);

/// Flags for a source of ours that includes the target's headers, or the target itself.
std::vector<std::string> flagsBeside(const LinkPlan& plan, int minimumStandard);

}  // namespace covolve::unit
