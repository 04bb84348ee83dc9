// The figure that configurations are compared by, taken from a run. More is
// better for every measure.
//
// Easy to get wrong: a run that emitted no tests has nothing to measure (0 of
// 0). Where other runs of the same target were measured, that is no coverage,
// not full coverage; where none was, the target has nothing of that kind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign/results/results.h"

namespace covolve::campaign::results {

enum class Unit { Percent, Count };

/// Percent of the total for coverage. Counts for faults, and for the search's targets if runs of one target
/// disagree on how many there are.
Unit unitOf(const CampaignData& data, Measure measure);

/// For each target, whether any of its runs has something of this kind to cover.
std::vector<bool> targetsWithMeasure(const CampaignData& data, Measure measure);

/// `exists` is what targetsWithMeasure says of the run's target; absent when there is nothing to measure.
std::optional<double> valueOf(const RunFigures& run, Measure measure, Unit unit, bool exists);

/// "Branches covered, %", "Faults found": to stand at an axis or in a caption.
std::string measureTitle(Measure measure, Unit unit);

}  // namespace covolve::campaign::results
