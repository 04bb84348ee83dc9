// Draws a value of one kind from the pools of a Source, crossing kinds where a
// value of another kind can be read as one: a whole float as an integer, an
// integer as its decimal text. Empty pools cost a few comparisons only.
//
// Easy to get wrong: what is drawn need not be of the asking gene's domain; the
// gene checks, and draws at random otherwise.
#pragma once

#include <optional>
#include <string>

#include "gene/source.h"

namespace covolve::gene {

inline bool hasAny(const Constants& pools) {
  return !pools.integers.empty() || !pools.floats.empty() || !pools.texts.empty();
}

/// A pool integer, sometimes its neighbour.
std::optional<__int128> drawInteger(Source& source);
std::optional<double> drawFloat(Source& source);
/// A pool text as it is; with `compose` also prefixes, concatenations and insertions of two.
std::optional<std::string> drawText(Source& source, bool compose);
/// A text that is worth trying as it is: of the pools, or drawn before for the same test.
std::optional<std::string> recallText(Source& source);
/// A character of a pool text, or a pool integer that is one.
std::optional<char> drawCharacter(Source& source);
/// Of these characters one that is neither a letter nor a digit; a blank where there is none.
char drawDelimiter(Source& source);

/// Decimal, with a minus sign where needed.
std::string decimalText(__int128 value);
/// Its inverse; nothing where it is no number, or too large.
std::optional<__int128> readDecimal(std::string_view text);

}  // namespace covolve::gene
