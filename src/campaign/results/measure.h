// The figure that configurations are compared by, taken from a run. More is
// better for every measure.
//
// Easy to get wrong: a run's total depends on its own tests. What they do not use
// of a header (an inline function, a template) may not even be compiled, and a
// run without tests has nothing to measure (0 of 0). So a percentage is of the
// largest total that any run of the target has, else a run could gain by touching
// less; where no run has one, the target has nothing of that kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/results/results.h"

namespace covolve::campaign::results {

enum class Unit { Percent, Count };

/// Percent of the total for coverage, counts for faults.
Unit unitOf(Measure measure);

/// How much of a kind there is to cover in each target.
struct Totals {
  std::vector<uint64_t> largest;  // of the target's runs in all configurations and budgets; 0: nothing
  size_t differing = 0;           // targets whose runs, those without tests aside, do not agree
};
Totals totalsOf(const CampaignData& data, Measure measure);

/// Absent when the run's target has nothing of that kind.
std::optional<double> valueOf(const RunFigures& run, Measure measure, const Totals& totals);

/// "Branches covered, %", "Faults found": to stand at an axis or in a caption.
std::string measureTitle(Measure measure, Unit unit);

}  // namespace covolve::campaign::results
