// A run may note thousands of moments at which it covered something; a store of
// a hundred thousand runs can keep a few dozen of each. Those are chosen evenly
// along the curve, not evenly in time: search covers most of what it covers in
// its first moments.
#pragma once

#include <cstddef>
#include <vector>

#include "campaign/run/run.h"

namespace covolve::campaign {

/// At most so many of the points (2 or more), with the first and the last; in order and without repetitions.
///
/// The way along the curve from its first point to one of the others is the sum of its shares (0 to 1) of the
/// whole time, of all evaluations and of all that was covered. The way of the whole curve, 3 at most, is cut
/// into atMost - 1 equal pieces, and the first point of each is kept. So the last kept point before a dropped
/// one is at most a piece away: read as steps, the thinned curve is never above the full one, and below it by
/// at most 3 / (atMost - 1) of its rise (5 % for 64 points).
std::vector<ProgressPoint> thin(std::vector<ProgressPoint> points, size_t atMost);

}  // namespace covolve::campaign
