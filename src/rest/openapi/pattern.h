// A pattern of a schema, compiled: ECMA 262 as with its u flag, translated (see
// ecma_pattern.h) and run by PCRE2 with limits on steps and memory.
//
// Easy to get wrong: a pattern that is not understood, and a search that took too
// long, prove nothing about a text. Nobody may call such a text wrong.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace covolve::rest {

/// What can be said of a value. No and Yes are certain.
enum class Answer : uint8_t { No, Perhaps, Yes };

class Pattern {
 public:
  explicit Pattern(std::string_view text);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  Answer isFoundIn(std::string_view text) const;
  /// No ECMA 262 by any reading, as `(` is none.
  bool isWrong() const { return isWrong_; }

 private:
  struct Compiled;

  std::unique_ptr<Compiled> compiled_;  // null: not understood
  bool isWrong_ = false;
};

/// The patterns of one schema, each compiled when it is first asked for; by several threads, too. A copy
/// begins without any.
class LazyPatterns {
 public:
  LazyPatterns() = default;
  ~LazyPatterns() { forget(); }
  LazyPatterns(const LazyPatterns&) noexcept {}
  LazyPatterns& operator=(const LazyPatterns& other) noexcept {
    if (this != &other) forget();
    return *this;
  }

  const Pattern& of(const std::string& text) const;

 private:
  struct Entry;

  void forget();

  mutable std::atomic<Entry*> last_ = nullptr;
};

/// Whether a pattern (ECMA 262) is found in a text; true where the pattern cannot be compiled. Compiles it
/// each time, while validate() does so once for each schema.
bool matchesPattern(const std::string& text, const std::string& pattern);

}  // namespace covolve::rest
