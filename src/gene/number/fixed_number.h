// Numbers of a fixed count of digits inside dates and times.
#pragma once

#include <optional>
#include <string_view>

namespace covolve::gene {

/// The digits in [position, position + count) of `text`; nothing where there is anything else.
inline std::optional<int> fixedNumber(std::string_view text, size_t position, size_t count) {
  if (text.size() < position + count) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(position, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace covolve::gene
