#include "campaign/results/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace covolve::campaign::results {

std::string valueText(std::optional<double> value, Unit unit) {
  if (!value) return std::string(kNothing);
  // Sums of equal values may miss 100 by their last bits.
  const bool isFull = *value > 100 - 1e-9;
  if (unit == Unit::Percent && !isFull && *value > 99.9) return "99.9";
  return fmt::format("{:.1f}", *value);
}

std::string rankText(double rank) {
  return rank == std::floor(rank) ? fmt::format("{:.0f}", rank) : fmt::format("{:.1f}", rank);
}

std::string pText(double p) { return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p); }

std::string pRelation(double p) { return p < 0.001 ? "< 0.001" : fmt::format("= {:.3f}", p); }

std::string relativeText(std::optional<double> change) {
  if (!change) return std::string(kNothing);
  const std::string text = fmt::format("{:+.2f} %", *change * 100);
  return text == "+0.00 %" || text == "-0.00 %" ? "0.00 %" : text;
}

std::string counted(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace covolve::campaign::results
