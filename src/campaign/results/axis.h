// Axes: from values to coordinates, with ticks at round numbers.
#pragma once

#include <string>
#include <vector>

#include "campaign/results/curves.h"
#include "campaign/results/measure.h"

namespace covolve::campaign::results {

struct Tick {
  double value = 0;
  std::string text;
};

struct Axis {
  std::string title;
  double low = 0;
  double high = 1;
  bool isLogarithmic = false;
  std::vector<Tick> ticks;

  /// Where the value stands between `from` (low) and `to` (high).
  double place(double value, double from, double to) const;
};

/// Reaches from one round number to another around the values, a percentage never beyond 0 and 100.
Axis valueAxis(std::string title, Unit unit, double low, double high, size_t mostTicks);
/// Times in the unit that suits the length.
Axis effortAxis(const EffortPoints& points, size_t mostTicks);

}  // namespace covolve::campaign::results
