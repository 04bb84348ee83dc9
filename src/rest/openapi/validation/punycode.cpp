#include "rest/openapi/validation/punycode.h"

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "rest/openapi/validation/characters.h"

namespace covolve::rest {

namespace {

// The parameters of section 5.
constexpr uint32_t kBase = 36;
constexpr uint32_t kLeastThreshold = 1;
constexpr uint32_t kMostThreshold = 26;
constexpr uint32_t kSkew = 38;
constexpr uint32_t kDamp = 700;
constexpr uint32_t kFirstBias = 72;
constexpr uint32_t kFirstCharacter = 128;

/// The labels of host names are far shorter; keeps all sums far from overflowing.
constexpr size_t kLongest = 256;

std::optional<uint32_t> digitOf(char c) {
  if (isAsciiDigit(c)) return static_cast<uint32_t>(c - '0' + 26);
  if (!isAsciiLetter(c)) return std::nullopt;
  return static_cast<uint32_t>((c | 0x20) - 'a');
}

/// Section 6.1.
uint32_t adaptedBias(uint64_t delta, uint64_t characters, bool isFirst) {
  delta /= isFirst ? kDamp : 2;
  delta += delta / characters;
  uint32_t steps = 0;
  while (delta > (kBase - kLeastThreshold) * kMostThreshold / 2) {
    delta /= kBase - kLeastThreshold;
    steps += kBase;
  }
  return steps + static_cast<uint32_t>((kBase - kLeastThreshold + 1) * delta / (delta + kSkew));
}

/// Section 6.2: a number of variable length, taken off the text.
std::optional<uint64_t> takeDelta(std::string_view& text, uint32_t bias) {
  uint64_t delta = 0;
  uint64_t weight = 1;
  for (uint32_t place = kBase;; place += kBase) {
    const auto digit = text.empty() ? std::nullopt : digitOf(text.front());
    if (!digit) return std::nullopt;
    text.remove_prefix(1);
    delta += *digit * weight;
    const uint32_t threshold =
        place <= bias ? kLeastThreshold : std::clamp(place - bias, kLeastThreshold, kMostThreshold);
    if (*digit < threshold) return delta;
    weight *= kBase - threshold;
    if (weight > UINT32_MAX || delta > UINT32_MAX) return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> decodePunycode(std::string_view text) {
  if (text.size() > kLongest || !std::ranges::all_of(text, isAscii)) return std::nullopt;
  std::u32string characters;
  if (const size_t hyphen = text.rfind('-'); hyphen != std::string_view::npos) {
    characters.assign(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(hyphen));
    text.remove_prefix(hyphen + 1);
  }
  uint64_t character = kFirstCharacter;
  uint64_t at = 0;
  uint32_t bias = kFirstBias;
  for (bool isFirst = true; !text.empty(); isFirst = false) {
    const auto delta = takeDelta(text, bias);
    if (!delta) return std::nullopt;
    const uint64_t count = characters.size() + 1;
    bias = adaptedBias(*delta, count, isFirst);
    at += *delta;
    character += at / count;
    at %= count;
    if (character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return std::nullopt;
    characters.insert(at, 1, static_cast<char32_t>(character));
    ++at;
  }
  std::string decoded;
  for (const char32_t one : characters) appendCharacter(decoded, one);
  return decoded;
}

}  // namespace covolve::rest
