// Languages for tests, each in memory of its own, and texts that are near them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "distance/language_builder.h"

namespace covolve::distance {

class BuiltLanguage {
 public:
  using Describe = std::function<Fragment(LanguageBuilder&)>;

  explicit BuiltLanguage(const Describe& describe) : memory_(1 << 14) {
    static LanguageBuilder builder;
    builder.clear();
    Memory memory{reinterpret_cast<unsigned char*>(memory_.data()), memory_.size() * sizeof(void*)};
    const Fragment whole = describe(builder);
    language_ = builder.finish(whole, memory);
    problem_ = builder.problem();
  }

  explicit operator bool() const { return language_ != nullptr; }
  Problem problem() const { return problem_; }
  const RegularLanguage& operator*() const { return *language_; }
  uint64_t distance(std::string_view text) const { return align(*language_, text).distance; }
  size_t position(std::string_view text) const { return align(*language_, text).position; }
  bool contains(std::string_view text) const { return distance::contains(*language_, text); }

 private:
  std::vector<void*> memory_;
  const RegularLanguage* language_ = nullptr;
  Problem problem_ = Problem::None;
};

/// A text of these bytes, mostly; now and then any byte at all.
inline std::string randomText(Rng& rng, std::string_view bytes, size_t longest) {
  std::string text;
  for (size_t size = rng.below(longest + 1); text.size() < size;) {
    text += rng.chance(0.02) ? static_cast<char>(rng.below(256)) : bytes[rng.below(bytes.size())];
  }
  return text;
}

/// A few edits away.
inline std::string mutated(Rng& rng, std::string text, std::string_view bytes) {
  for (size_t edits = rng.below(4); edits > 0; --edits) {
    const size_t at = rng.below(text.size() + 1);
    const std::string piece = randomText(rng, bytes, 2);
    text.replace(at, rng.below(2), piece);
  }
  return text;
}

}  // namespace covolve::distance
