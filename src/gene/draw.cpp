#include "gene/draw.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace covolve::gene {

namespace {

std::optional<__int128> wholeNumber(double value) {
  if (std::fabs(value) > 0x1p126 || std::trunc(value) != value) return std::nullopt;
  return static_cast<__int128>(value);
}

std::optional<__int128> wholeNumber(const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<__int128> otherInteger(Source& source) {
  const Constants& pools = source.constants;
  if (!pools.floats.empty()) {
    if (const auto value = wholeNumber(pools.floats.pick(source.rng))) return value;
  }
  if (!pools.texts.empty()) return wholeNumber(pools.texts.pick(source.rng));
  return std::nullopt;
}

std::string composed(Source& source) {
  Rng& rng = source.rng;
  const auto& texts = source.constants.texts;
  std::string text = texts.pick(rng);
  switch (rng.below(3)) {
    case 0:
      return text.substr(0, rng.below(text.size() + 1));
    case 1:
      return text + texts.pick(rng);
    default: {
      const size_t place = rng.below(text.size() + 1);
      return text.insert(place, texts.pick(rng));
    }
  }
}

}  // namespace

std::optional<__int128> drawInteger(Source& source) {
  const auto& integers = source.constants.integers;
  if (integers.empty()) return otherInteger(source);
  const uint64_t dice = source.rng.bits();
  if ((dice & 15) == 0) {
    if (const auto value = otherInteger(source)) return value;
  }
  const __int128 value = integers.pick(source.rng);
  constexpr __int128 kSafe = static_cast<__int128>(1) << 126;
  if (value > kSafe || value < -kSafe) return value;
  switch ((dice >> 4) & 15) {
    case 0:
      return value - 1;
    case 1:
      return value + 1;
    default:
      return value;
  }
}

std::optional<double> drawFloat(Source& source) {
  const auto& floats = source.constants.floats;
  const auto& integers = source.constants.integers;
  const bool fromIntegers = !integers.empty() && (floats.empty() || (source.rng.bits() & 3) == 0);
  if (fromIntegers) return static_cast<double>(integers.pick(source.rng));
  if (floats.empty()) return std::nullopt;
  return floats.pick(source.rng);
}

std::optional<std::string> drawText(Source& source, bool compose) {
  const auto& texts = source.constants.texts;
  const auto& integers = source.constants.integers;
  if (!integers.empty() && (texts.empty() || (source.rng.bits() & 15) == 0)) {
    return decimalText(integers.pick(source.rng));
  }
  if (texts.empty()) return std::nullopt;
  if (compose && (source.rng.bits() & 7) == 0) return composed(source);
  return texts.pick(source.rng);
}

std::optional<std::string> recallText(Source& source) {
  if (!source.texts.empty() && (source.rng.bits() & 1) != 0) return source.texts.pick(source.rng);
  return drawText(source, false);
}

std::optional<char> drawCharacter(Source& source) {
  const auto& texts = source.constants.texts;
  const auto& integers = source.constants.integers;
  // A character that the code asks for is a number in its constants: c == ','.
  if (!integers.empty() && (texts.empty() || (source.rng.bits() >> 63) != 0)) {
    const __int128 number = integers.pick(source.rng);
    if (number >= ' ' && number <= '~') return static_cast<char>(number);
  }
  if (texts.empty()) return std::nullopt;
  const std::string& text = texts.pick(source.rng);
  if (text.empty()) return std::nullopt;
  return text[source.rng.below(text.size())];
}

char drawDelimiter(Source& source) {
  constexpr int kDraws = 8;  // most constants of the code are something else
  for (int i = 0; i < kDraws; ++i) {
    const auto character = drawCharacter(source);
    if (character && std::isalnum(static_cast<unsigned char>(*character)) == 0) return *character;
  }
  return ' ';
}

std::string decimalText(__int128 value) {
  std::string digits;
  auto magnitude = static_cast<unsigned __int128>(value);
  if (value < 0) magnitude = -magnitude;
  do {
    digits += static_cast<char>('0' + static_cast<int>(magnitude % 10));
    magnitude /= 10;
  } while (magnitude != 0);
  if (value < 0) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

std::optional<__int128> readDecimal(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative) text.remove_prefix(1);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  __int128 value = 0;  // grows downwards: the least value has no positive counterpart
  for (const char c : text) {
    if (__builtin_mul_overflow(value, __int128{10}, &value) ||
        __builtin_sub_overflow(value, __int128{c - '0'}, &value))
      return std::nullopt;
  }
  if (!isNegative && __builtin_sub_overflow(__int128{0}, value, &value)) return std::nullopt;
  return value;
}

}  // namespace covolve::gene
