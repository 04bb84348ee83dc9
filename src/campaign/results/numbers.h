// Figures as readers of papers expect them. A percentage is never rounded up
// to 100, and a p-value never down to 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "campaign/results/measure.h"

namespace covolve::campaign::results {

/// What stands where there is no figure.
inline constexpr std::string_view kNothing = "-";

std::string valueText(std::optional<double> value, Unit unit);
/// "1", "2.5"
std::string rankText(double rank);
/// "0.154", "< 0.001"
std::string pText(double p);
/// "= 0.154", "< 0.001": after a p in running text.
std::string pRelation(double p);
/// "+0.65 %"
std::string relativeText(std::optional<double> change);
/// "1 target", "3 targets"
std::string counted(size_t count, std::string_view one, std::string_view many);

}  // namespace covolve::campaign::results
