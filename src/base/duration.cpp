#include "base/duration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>

namespace covolve {

Result<std::chrono::duration<double>> parseDuration(const std::string& text) {
  static const std::map<std::string, double> kUnits{{"", 1},   {"s", 1},    {"ms", 0.001},
                                                    {"m", 60}, {"min", 60}, {"h", 3600}};
  double number = 0;
  const auto [rest, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto unit = kUnits.find(std::string(rest, text.data() + text.size()));
  if (failed != std::errc{} || unit == kUnits.end() || !std::isfinite(number)) {
    return userError(fmt::format("'{}' is not a duration: write for example 30s, 1.5m or 500ms", text));
  }
  constexpr double kLongest = 10.0 * 365 * 24 * 3600;
  if (number * unit->second > kLongest) return userError(fmt::format("'{}' is longer than ten years", text));
  if (number > 0 && number * unit->second < 0.001)
    return userError(fmt::format("'{}' is below a millisecond", text));
  if (number <= 0) return userError(fmt::format("'{}' is no time at all: it must be above 0", text));
  return std::chrono::duration<double>(number * unit->second);
}

}  // namespace covolve
