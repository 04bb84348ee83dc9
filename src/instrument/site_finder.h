// Finds the sites of one function: decisions (compares, truth values, switch
// cases), calls that may throw, and straight runs of lines.
#pragma once

#include <vector>

#include "instrument/site.h"
#include "instrument/source_filter.h"

namespace llvm {
class DILocation;
class Function;
}  // namespace llvm

namespace covolve::instrument {

/// In the order of the code; empty when the function is not of the user's source.
std::vector<Site> findSites(llvm::Function& function, const SourceFilter& filter);

/// Of a function of a library that the source calls there: its entry and its decisions.
std::vector<Site> findSteps(llvm::Function& function, const llvm::DILocation& callSite);

/// The F site and the B sites (line_runs.cpp). A run gets a site only if it starts lines that no run before
/// it has on every path, or if it is the head of a loop without another site: endless loops must pass a
/// probe.
std::vector<Site> findRuns(llvm::Function& function, const SourceFilter& filter);

}  // namespace covolve::instrument
