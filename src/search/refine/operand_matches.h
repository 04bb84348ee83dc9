// Where an operand of a comparison stands in a test's data, and what the data become
// with the other operand in its place.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gene/constants.h"
#include "gene/leaf.h"
#include "search/problem.h"
#include "search/refine/text_numbers.h"

namespace covolve::search {

/// A value for one leaf, perhaps with values for others.
struct Replacement {
  size_t leaf;
  std::variant<__int128, double, std::string> value;
  std::vector<Replacement> others = {};
};

/// What a leaf says of itself: asked once for all comparisons.
struct Reading {
  std::optional<gene::Leaf::Integer> integer;
  std::optional<gene::Leaf::Floating> floating;
  std::optional<gene::Leaf::Text> text;
  std::vector<TextNumber> numbers;  // of the text
};

/// Where it is as it is, or nearly.
std::vector<Replacement> matchesOf(const Operand& found, const Operand& wanted,
                                   const std::vector<Reading>& readings);

/// Where it is a text that may have been put together of two data: both at once.
std::vector<Replacement> halvesOf(const Operand& found, const Operand& wanted,
                                  const std::vector<Reading>& readings);

/// Where a table's row has the wanted number: its texts in the place of as many words, or of those of the row
/// that the found number comes from.
std::vector<Replacement> rowsOf(const Operand& found, const Operand& wanted, const gene::TextsByNumber& rows,
                                const std::vector<Reading>& readings);

/// Where it is a text, that text and the other one.
std::vector<Replacement> joinsOf(const Operand& found, const Operand& wanted, char delimiter,
                                 const std::vector<Reading>& readings);

/// Where it may be a multiple, a fraction or a sum of a datum.
std::vector<Replacement> guessesOf(const Operand& found, const Operand& wanted,
                                   const std::vector<Reading>& readings);

}  // namespace covolve::search
