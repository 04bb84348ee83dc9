// Bit patterns of a concolic run's values, as the runtime and the engine read them:
// bits above the width are zero, also of negative numbers; a floating number is its
// pattern of 32 or 64 bits.
#pragma once

#include <cstdint>

namespace covolve::concolic {

inline uint64_t lowBits(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

inline int64_t signedValue(uint64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<int64_t>(value << unused) >> unused;
}

inline double floatingValue(uint64_t pattern, unsigned bits) {
  if (bits == 32) {
    float single = 0;
    __builtin_memcpy(&single, &pattern, sizeof single);
    return static_cast<double>(single);
  }
  double number = 0;
  __builtin_memcpy(&number, &pattern, sizeof number);
  return number;
}

inline uint64_t floatingPattern(double number, unsigned bits) {
  uint64_t pattern = 0;
  if (bits == 32) {
    const auto single = static_cast<float>(number);
    __builtin_memcpy(&pattern, &single, sizeof single);
  } else {
    __builtin_memcpy(&pattern, &number, sizeof number);
  }
  return pattern;
}

}  // namespace covolve::concolic
