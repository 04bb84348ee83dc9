// Joins the modules of a program: what every site depends on, across calls.
//
// The entry of a function depends on what its call sites depend on; a call that
// always happens, on its function being entered. Functions without sites are
// looked through. Roots are entered from outside: they depend on nothing.
//
// Easy to get wrong: recursion. Functions that only call each other have callers
// but no way in, so such a group counts as roots.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "analysis/module_summary.h"
#include "analysis/side.h"

namespace covolve::analysis {

std::map<uint64_t, std::vector<Side>> dependenceOfSites(std::span<const ModuleSummary> modules);

}  // namespace covolve::analysis
