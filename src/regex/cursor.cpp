#include "regex/cursor.h"

#include <algorithm>

namespace covolve::regex {

std::optional<std::string_view> Cursor::takeUntil(std::string_view end) {
  const size_t found = rest_.find(end);
  if (found == std::string_view::npos) return std::nullopt;
  const auto text = rest_.substr(0, found);
  rest_.remove_prefix(found + end.size());
  return text;
}

std::optional<uint32_t> Cursor::takeHexadecimal(size_t digits) {
  if (rest_.size() < digits) return std::nullopt;
  uint32_t value = 0;
  for (const char c : rest_.substr(0, digits)) {
    if (c >= '0' && c <= '9') {
      value = value * 16 + static_cast<uint32_t>(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      value = value * 16 + static_cast<uint32_t>((c | 32) - 'a') + 10;
    } else {
      return std::nullopt;
    }
  }
  rest_.remove_prefix(digits);
  return value;
}

std::optional<size_t> Cursor::takeNumber() {
  constexpr size_t kFar = 1'000'000'000;
  if (peek() < '0' || peek() > '9') return std::nullopt;
  size_t value = 0;
  while (peek() >= '0' && peek() <= '9')
    value = std::min(value * 10 + static_cast<size_t>(take() - U'0'), kFar);
  return value;
}

}  // namespace covolve::regex
