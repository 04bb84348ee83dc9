// Numbers that stand in a text: "2024-02-09" holds three. They are read and put
// back as people write them, with the zeros that fill their place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::search {

struct TextNumber {
  size_t begin;
  size_t size;
  int64_t value;
};

/// Without a sign, of up to 18 digits; the first eight.
std::vector<TextNumber> numbersIn(std::string_view text);

struct TextDecimal {
  size_t begin;
  size_t size;
  double value;
};

/// Numbers as `strtod` reads them, with sign, point and exponent where they have these; the first eight.
std::vector<TextDecimal> decimalsIn(std::string_view text);

/// With leading zeros it stays as wide as it was. Negative values get a sign.
std::string withNumber(std::string_view text, const TextNumber& number, int64_t value);

}  // namespace covolve::search
