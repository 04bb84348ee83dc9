// Who calls whom in a program, and under which conditions, over all its modules.
//
// A function whose address is used is not called by its name. Calls through
// pointers of its type stand for it, for a virtual function those through its
// slot; where there are none, the places that use the address do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analysis/module_summary.h"

namespace covolve::analysis {

struct CalledFunction {
  std::optional<uint64_t> site;                     // F; none: looked through
  std::vector<const FunctionSummary*> definitions;  // several for inline functions in several modules
  std::map<uint32_t, Dependence> callers;           // by the caller's index
  bool isRoot = false;                              // entered from outside
};

/// The modules must outlive the result.
std::vector<CalledFunction> callGraph(std::span<const ModuleSummary> modules);

}  // namespace covolve::analysis
