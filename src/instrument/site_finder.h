// Finds the sites of one function: decisions (compares, truth values, switch
// cases), calls that may throw, and straight runs of lines.
#pragma once

#include <vector>

#include "instrument/site.h"
#include "instrument/source_filter.h"

namespace llvm {
class Function;
}

namespace covolve::instrument {

/// In the order of the code; empty when the function is not of the user's source.
std::vector<Site> findSites(llvm::Function& function, const SourceFilter& filter);

/// The F site and the B sites (line_runs.cpp). A run gets a site only if it starts lines that no run before
/// it has on every path, or if it is the head of a loop without another site: endless loops must pass a
/// probe.
std::vector<Site> findRuns(llvm::Function& function, const SourceFilter& filter);

}  // namespace covolve::instrument
