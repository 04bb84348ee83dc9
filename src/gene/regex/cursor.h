// A position in a pattern, and the first problem met there.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace covolve::gene::regex {

class Cursor {
 public:
  explicit Cursor(std::string_view pattern) : pattern_(pattern) {}

  bool atEnd() const { return position_ == pattern_.size(); }
  size_t position() const { return position_; }
  void moveTo(size_t position) { position_ = position; }
  /// NUL at the end.
  char peek() const { return atEnd() ? '\0' : pattern_[position_]; }
  bool sees(std::string_view text) const { return pattern_.substr(position_).starts_with(text); }
  char take() { return pattern_[position_++]; }
  bool take(std::string_view text) {
    if (!sees(text)) return false;
    position_ += text.size();
    return true;
  }
  /// Text up to `end`, which is taken too; nothing where it does not come.
  std::optional<std::string_view> takeUntil(std::string_view end) {
    const size_t found = pattern_.find(end, position_);
    if (found == std::string_view::npos) return std::nullopt;
    const auto text = pattern_.substr(position_, found - position_);
    position_ = found + end.size();
    return text;
  }
  std::optional<unsigned> takeHex(size_t digits);
  /// Saturates far above any limit.
  std::optional<size_t> takeNumber();

  std::nullopt_t fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return std::nullopt;
  }
  const std::string& problem() const { return problem_; }

 private:
  std::string_view pattern_;
  size_t position_ = 0;
  std::string problem_;
};

inline std::optional<unsigned> Cursor::takeHex(size_t digits) {
  unsigned value = 0;
  if (pattern_.size() - position_ < digits) return std::nullopt;
  for (size_t i = 0; i < digits; ++i) {
    const char c = pattern_[position_ + i];
    if (c >= '0' && c <= '9') {
      value = value * 16 + static_cast<unsigned>(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      value = value * 16 + static_cast<unsigned>((c | 32) - 'a') + 10;
    } else {
      return std::nullopt;
    }
  }
  position_ += digits;
  return value;
}

inline std::optional<size_t> Cursor::takeNumber() {
  constexpr size_t kFar = 1'000'000'000;
  if (peek() < '0' || peek() > '9') return std::nullopt;
  size_t value = 0;
  while (peek() >= '0' && peek() <= '9')
    value = std::min(value * 10 + static_cast<size_t>(take() - '0'), kFar);
  return value;
}

}  // namespace covolve::gene::regex
