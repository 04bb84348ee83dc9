// Words of a regular language: what a text might have been for the answer to be
// "yes". One keeps of a given text what it can, others are made freely, so that a
// date that was no date becomes the nearest date, and then other dates.
//
// Compiled into the runtime, too: see regular_language.h.
#pragma once

#include "distance/regular_language.h"

namespace covolve::distance {

/// Numbers that only have to differ. The same seed gives the same ones.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed | 1) {}

  /// 0 to count - 1.
  uint32_t below(uint32_t count) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>((state_ * 0x9e3779b97f4a7c15) >> 33) % count;
  }

 private:
  uint64_t state_;
};

enum class WordKind : uint8_t {
  Near,  // follows the text where the language allows it
  Free,  // owes it nothing
};

/// How many bytes were written; 0 where the language has no word, or none but the empty one was found that
/// fits into `capacity` bytes.
size_t makeWord(const RegularLanguage& language, std::string_view text, WordKind kind, Dice dice, char* word,
                size_t capacity);

}  // namespace covolve::distance
