#include "campaign/results/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace covolve::campaign::results {

namespace {

/// 1, 2 or 5 times a power of ten, such that the length has at most so many of them.
double roundStep(double length, size_t most) {
  const double least = length / static_cast<double>(most);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string tickText(double value, double step) {
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return fmt::format("{:.{}f}", value, decimals);
}

std::vector<Tick> ticksBetween(double low, double high, double step) {
  std::vector<Tick> ticks;
  const auto first = static_cast<int64_t>(std::ceil(low / step - 1e-9));
  const auto last = static_cast<int64_t>(std::floor(high / step + 1e-9));
  for (int64_t i = first; i <= last; ++i) {
    const double value = static_cast<double>(i) * step;
    ticks.push_back({value, tickText(value, step)});
  }
  return ticks;
}

struct EffortUnit {
  std::string title;
  double size;  // in what the points count
};

EffortUnit unitFor(Effort effort, double end) {
  if (effort == Effort::Evaluations) {
    if (end < 1e6) return {"Tests run", 1};
    return {"Tests run, millions", 1e6};
  }
  if (end < 1000) return {"Search time, ms", 1};
  if (end < 300'000) return {"Search time, s", 1000};
  if (end < 3 * 3'600'000.0) return {"Search time, min", 60'000};
  return {"Search time, h", 3'600'000};
}

/// Times in seconds, which powers of ten suit.
EffortUnit logarithmicUnitFor(Effort effort) {
  if (effort == Effort::Evaluations) return {"Tests run (logarithmic)", 1};
  return {"Search time, s (logarithmic)", 1000};
}

std::vector<Tick> powersOfTen(const Axis& axis, double unit) {
  std::vector<Tick> ticks;
  for (int power = -3; power < 16; ++power) {
    const double value = std::pow(10, power) * unit;
    if (value < axis.low * (1 - 1e-9) || value > axis.high * (1 + 1e-9)) continue;
    ticks.push_back({value, fmt::format("{:.{}f}", std::pow(10, power), std::max(0, -power))});
  }
  return ticks;
}

}  // namespace

double Axis::place(double value, double from, double to) const {
  const double share =
      isLogarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return from + share * (to - from);
}

Axis valueAxis(std::string title, Unit unit, double low, double high, size_t mostTicks) {
  Axis axis;
  axis.title = std::move(title);
  // A hair's difference must not fill the plot.
  const double leastLength = unit == Unit::Percent ? 2 : 1;
  if (high - low < leastLength) {
    const double middle = (low + high) / 2;
    low = std::max(0.0, middle - leastLength / 2);
    high = low + leastLength;
    if (unit == Unit::Percent && high > 100) {
      high = 100;
      low = 100 - leastLength;
    }
  }
  const double step = roundStep(high - low, mostTicks);
  axis.low = std::floor(low / step + 1e-9) * step;
  axis.high = std::ceil(high / step - 1e-9) * step;
  if (unit == Unit::Percent) axis.high = std::min(axis.high, 100.0);
  axis.ticks = ticksBetween(axis.low, axis.high, step);
  return axis;
}

Axis effortAxis(const EffortPoints& points, size_t mostTicks) {
  Axis axis;
  axis.low = points.values.front();
  axis.high = points.values.back();
  axis.isLogarithmic = points.isLogarithmic;
  const EffortUnit unit =
      axis.isLogarithmic ? logarithmicUnitFor(points.effort) : unitFor(points.effort, axis.high);
  axis.title = unit.title;
  if (axis.isLogarithmic) {
    axis.ticks = powersOfTen(axis, unit.size);
    return axis;
  }
  const double step = roundStep((axis.high - axis.low) / unit.size, mostTicks);
  axis.ticks = ticksBetween(axis.low / unit.size, axis.high / unit.size, step);
  for (Tick& tick : axis.ticks) tick.value *= unit.size;
  return axis;
}

}  // namespace covolve::campaign::results
