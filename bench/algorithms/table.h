// The runs as a table for reading.
#pragma once

#include <string>
#include <vector>

#include "runs.h"

namespace covolve::bench {

/// Means over the seeds of the feasible branches covered, a row a subject, a column an algorithm; below, what
/// the first algorithm missed in at least half of its runs where it stays below `wanted` of 1.
std::string makeTable(const std::vector<Subject>& subjects, const std::vector<std::string>& algorithms,
                      const std::vector<Run>& runs, double wanted);

}  // namespace covolve::bench
