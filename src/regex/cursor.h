// A position in a pattern, and the first problem met there.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/utf8.h"
#include "regex/parser.h"

namespace covolve::regex {

class Cursor {
 public:
  /// `pattern` is UTF-8.
  explicit Cursor(std::string_view pattern) : rest_(pattern) {}

  bool atEnd() const { return rest_.empty(); }
  /// NUL at the end.
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool sees(std::string_view text) const { return rest_.starts_with(text); }
  /// Not at the end.
  char32_t take() { return takeCharacter(rest_); }
  bool take(std::string_view text) {
    if (!sees(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  /// Text up to `end`, which is taken too; nothing where it does not come.
  std::optional<std::string_view> takeUntil(std::string_view end);
  std::optional<uint32_t> takeHexadecimal(size_t digits);
  /// Saturates far above any limit.
  std::optional<size_t> takeNumber();

  /// To come back to.
  std::string_view rest() const { return rest_; }
  void returnTo(std::string_view rest) { rest_ = rest; }

  std::nullopt_t fail(std::string problem) { return note({std::move(problem), true}); }
  std::nullopt_t refuse(std::string problem) { return note({std::move(problem), false}); }
  bool hasFailed() const { return failure_.has_value(); }
  /// Only after a failure.
  const ParseFailure& failure() const { return *failure_; }

 private:
  std::nullopt_t note(ParseFailure failure) {
    if (!failure_) failure_ = std::move(failure);
    return std::nullopt;
  }

  std::string_view rest_;
  std::optional<ParseFailure> failure_;
};

}  // namespace covolve::regex
