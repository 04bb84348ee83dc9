// The regular languages that the code under test asks about: numbers, times,
// regular expressions. Each is built when it is first asked for, in memory of
// its own that outlives the tests, and found again by what describes it.
#pragma once

#include "distance/text_distance.h"

namespace covolve::runtime {

/// How a stream reads a number, as the detail of a question.
struct Reading {
  uint8_t base;
  uint8_t bytes;  // of the number
  bool isSigned;
  bool skipsBlanks;

  uint64_t packed() const {
    return base | uint64_t{bytes} << 8 | uint64_t{isSigned} << 16 | uint64_t{skipsBlanks} << 24;
  }
  static Reading of(uint64_t packed) {
    return {static_cast<uint8_t>(packed), static_cast<uint8_t>(packed >> 8), (packed >> 16 & 1) != 0,
            (packed >> 24 & 1) != 0};
  }
};

/// Before the first test: memory that a test maps goes with it.
void mapLanguages();

/// Of a test that was dropped, perhaps while it asked for one.
void releaseLanguages();

/// Of a question about a language, which a description with characters like the text's own says more of.
/// Without an answer (abi::kNotAnswered) the language gives it. Where there is no such language, or no room
/// for it, 0 or 1; both kNever without an answer.
distance::Pair ofLanguage(uint32_t site, abi::TextQuestion question, uint8_t answer,
                          const distance::Text& text, const void* description, uint64_t descriptionSize,
                          uint64_t detail);

}  // namespace covolve::runtime
