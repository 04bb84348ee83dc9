// The regular languages that the code under test asks about: numbers, times,
// regular expressions. Each is built when it is first asked for, in memory of
// its own that outlives the tests, and found again by what describes it.
#pragma once

#include "distance/text_distance.h"

namespace covolve::runtime {

/// Before the first test: memory that a test maps goes with it.
void mapLanguages();

/// Of a question about a language. Without an answer (abi::kNotAnswered) the language gives it. Where there
/// is no such language, or no room for it, 0 or 1; both kNever without an answer.
distance::Pair ofLanguage(abi::TextQuestion question, uint8_t answer, const distance::Text& text,
                          const void* description, uint64_t descriptionSize, uint64_t detail);

}  // namespace covolve::runtime
