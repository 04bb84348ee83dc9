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

struct TimeUnit {
  const char* name;
  double milliseconds;
};

TimeUnit unitFor(double end) {
  if (end < 1000) return {"ms", 1};
  if (end < 300'000) return {"s", 1000};
  if (end < 3 * 3'600'000.0) return {"min", 60'000};
  return {"h", 3'600'000};
}

/// In seconds, which powers of ten suit.
void addPowersOfTen(Axis& axis) {
  axis.title = "Search time, s (logarithmic)";
  for (int power = -3; power < 9; ++power) {
    const double milliseconds = std::pow(10, power) * 1000;
    if (milliseconds < axis.low * (1 - 1e-9) || milliseconds > axis.high * (1 + 1e-9)) continue;
    axis.ticks.push_back({milliseconds, fmt::format("{:.{}f}", std::pow(10, power), std::max(0, -power))});
  }
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

Axis timeAxis(const TimePoints& times, size_t mostTicks) {
  Axis axis;
  axis.low = times.milliseconds.front();
  axis.high = times.milliseconds.back();
  axis.isLogarithmic = times.isLogarithmic;
  if (axis.isLogarithmic) {
    addPowersOfTen(axis);
    return axis;
  }
  const TimeUnit unit = unitFor(axis.high);
  axis.title = fmt::format("Search time, {}", unit.name);
  const double step = roundStep((axis.high - axis.low) / unit.milliseconds, mostTicks);
  axis.ticks = ticksBetween(axis.low / unit.milliseconds, axis.high / unit.milliseconds, step);
  for (Tick& tick : axis.ticks) tick.value *= unit.milliseconds;
  return axis;
}

}  // namespace covolve::campaign::results
