#include "search/refine/text_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace covolve::search {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::vector<TextNumber> numbersIn(std::string_view text) {
  constexpr size_t kMostDigits = 18;
  constexpr size_t kMostNumbers = 8;
  std::vector<TextNumber> numbers;
  for (size_t begin = 0; begin < text.size() && numbers.size() < kMostNumbers;) {
    size_t end = begin;
    while (end < text.size() && isDigit(text[end])) ++end;
    if (end > begin && end - begin <= kMostDigits) {
      int64_t value = 0;
      std::from_chars(text.data() + begin, text.data() + end, value);
      numbers.push_back({begin, end - begin, value});
    }
    begin = end > begin ? end : begin + 1;
  }
  return numbers;
}

std::vector<TextDecimal> decimalsIn(std::string_view text) {
  constexpr size_t kMostDecimals = 8;
  std::vector<TextDecimal> decimals;
  for (size_t begin = 0; begin < text.size() && decimals.size() < kMostDecimals;) {
    double value = 0;
    const bool mayBegin = isDigit(text[begin]) || text[begin] == '-' || text[begin] == '.';
    const char* const first = text.data() + begin;
    const char* const end = mayBegin ? std::from_chars(first, text.data() + text.size(), value).ptr : first;
    // What is infinite or no number has no digits.
    if (end > first && std::any_of(first, end, isDigit))
      decimals.push_back({begin, static_cast<size_t>(end - first), value});
    begin = end > first ? static_cast<size_t>(end - text.data()) : begin + 1;
  }
  return decimals;
}

std::string withNumber(std::string_view text, const TextNumber& number, int64_t value) {
  std::string digits = fmt::format("{}", value);
  const bool hasZeros = number.size > 1 && text[number.begin] == '0';
  if (hasZeros && value >= 0 && digits.size() < number.size)
    digits.insert(0, number.size - digits.size(), '0');
  return std::string(text.substr(0, number.begin)) + digits +
         std::string(text.substr(number.begin + number.size));
}

}  // namespace covolve::search
