// Branch distances: how far a comparison is from the other outcome, as an
// unsigned 64-bit number with K = 1. Header-only, no dependency but the ABI's
// constants: the runtime inside the code under test and the engine compute the
// same. C++17.
//
// Easy to get wrong: nothing becomes a double on the way. Integers are
// subtracted exactly (a 64-bit difference's magnitude fits 64 bits, wider ones
// are subtracted in 128), so that distances above 2^53 still differ by one.
#pragma once

#include <cstdint>

#include "covolve/abi.h"

namespace covolve::distance {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

using Pair = abi::Distances;

/// Maps a magnitude of up to 128 bits to a distance. Exact below 2^63; above, the exponent and the 56 leading
/// bits remain, so that the order is kept and every value stays below kFarthest.
constexpr uint64_t compress(Uint128 magnitude) {
  constexpr uint64_t kExact = uint64_t{1} << 63;
  if (magnitude < kExact) return static_cast<uint64_t>(magnitude);
  unsigned exponent = 63;
  while (exponent < 127 && (magnitude >> (exponent + 1)) != 0) ++exponent;
  const Uint128 fraction = magnitude - (Uint128{1} << exponent);
  const uint64_t leading = static_cast<uint64_t>(exponent > 56 ? fraction >> (exponent - 56) : fraction);
  return kExact + ((uint64_t{exponent} - 63) << 56) + leading;
}

constexpr uint64_t compress(uint64_t magnitude) {
  return magnitude < abi::kFarthest ? magnitude : abi::kFarthest;
}

/// Which of left < right (bit 0), == (bit 1), > (bit 2) make a predicate true, four bits a predicate in the
/// order of abi::Predicate. Tables rather than a switch: the probes run this for every comparison of the code
/// under test.
constexpr uint32_t kHolds = 0b0110'0100'0011'0001'0101'0010;
/// Where getting to the other outcome takes one step beyond the other operand, not only up to it.
constexpr uint32_t kBeyond = 0b0110'0011'0011'0110'0010'0010;

/// The distances of a comparison between ordered things whose difference has this magnitude (0 exactly when
/// equal).
template <class Magnitude>
constexpr Pair ordered(uint8_t predicate, bool isLess, Magnitude magnitude) {
  const unsigned relation = isLess ? 0 : magnitude == 0 ? 1 : 2;
  const unsigned bit = 4u * predicate + relation;
  const Magnitude far = magnitude + ((kBeyond >> bit) & 1);
  const uint64_t distance = compress(far < magnitude ? magnitude : far);  // it may wrap
  return ((kHolds >> bit) & 1) != 0 ? Pair{0, distance} : Pair{distance, 0};
}

constexpr Pair ofSigned(uint8_t predicate, int64_t left, int64_t right) {
  const bool isLess = left < right;
  // Wrapping subtraction of the smaller from the larger is the exact magnitude.
  const uint64_t difference = static_cast<uint64_t>(left) - static_cast<uint64_t>(right);
  return ordered<uint64_t>(predicate, isLess, isLess ? 0 - difference : difference);
}

constexpr Pair ofUnsigned(uint8_t predicate, uint64_t left, uint64_t right) {
  return ordered<uint64_t>(predicate, left < right, left < right ? right - left : left - right);
}

constexpr Pair ofWide(uint8_t predicate, bool isSigned, Uint128 left, Uint128 right) {
  const bool isLess = isSigned ? static_cast<Int128>(left) < static_cast<Int128>(right) : left < right;
  return ordered<Uint128>(predicate, isLess, isLess ? right - left : left - right);
}

/// Equality of addresses has no useful gradient: an address near another is not nearer to being the same
/// object. Positions have.
constexpr Pair ofPointers(uint8_t predicate, uint64_t left, uint64_t right) {
  if ((predicate & abi::kPositions) != 0)
    return ofUnsigned(static_cast<uint8_t>(predicate & ~abi::kPositions), left, right);
  if (predicate != abi::Equal && predicate != abi::NotEqual) return ofUnsigned(predicate, left, right);
  const bool outcome = (left == right) == (predicate == abi::Equal);
  return outcome ? Pair{0, 1} : Pair{1, 0};
}

constexpr Pair ofBoolean(bool outcome) { return outcome ? Pair{0, 1} : Pair{1, 0}; }

/// A comparison with NaN: no small change of a number leads out of it.
constexpr Pair ofUnordered(bool outcome) {
  return outcome ? Pair{0, abi::kFarthest} : Pair{abi::kFarthest, 0};
}

/// Position of a double among all doubles, -inf .. inf; both zeros have position 0.
constexpr int64_t position(double value) {
  const uint64_t bits = __builtin_bit_cast(uint64_t, value);
  const int64_t magnitude = static_cast<int64_t>(bits & (~uint64_t{0} >> 1));
  return (bits >> 63) != 0 ? -magnitude : magnitude;
}

/// The double at a position; the positive zero for 0. The position must be that of a double.
constexpr double atPosition(int64_t position) {
  const auto magnitude = static_cast<uint64_t>(position < 0 ? -position : position);
  return __builtin_bit_cast(double, magnitude | (position < 0 ? uint64_t{1} << 63 : 0));
}

/// The distance is the number of doubles between the operands. Differences would not do: 1e300 - 1e299 is
/// 9e299 (it saturates), 2e-300 - 1e-300 is 1e-300 (it vanishes), and both searches need a gradient.
constexpr Pair ofDoubles(uint8_t predicate, double left, double right) {
  if (left != left || right != right) return ofUnordered((predicate & abi::kTrueIfUnordered) != 0);
  return ofSigned(predicate & ~abi::kTrueIfUnordered, position(left), position(right));
}

#if __LDBL_MANT_DIG__ == 64
/// Position of an x87 extended number: sign, 15 bits of exponent, 64 of significand.
inline Int128 position(long double value) {
  struct {
    uint64_t significand = 0;
    uint16_t signAndExponent = 0;
  } bits;
  __builtin_memcpy(&bits.significand, &value, 8);
  __builtin_memcpy(&bits.signAndExponent, reinterpret_cast<const char*>(&value) + 8, 2);
  // The leading bit of the significand is explicit; without it the exponents follow one another without gaps.
  const Int128 magnitude = (static_cast<Int128>(bits.signAndExponent & 0x7fff) << 63) +
                           static_cast<Int128>(bits.significand & (~uint64_t{0} >> 1));
  return (bits.signAndExponent & 0x8000) != 0 ? -magnitude : magnitude;
}
#elif __LDBL_MANT_DIG__ == 113
inline Int128 position(long double value) {
  Uint128 bits = 0;
  __builtin_memcpy(&bits, &value, 16);
  const Int128 magnitude = static_cast<Int128>(bits & (~Uint128{0} >> 1));
  return (bits >> 127) != 0 ? -magnitude : magnitude;
}
#else
inline Int128 position(long double value) { return position(static_cast<double>(value)); }
#endif

inline Pair ofLongDoubles(uint8_t predicate, long double left, long double right) {
  if (left != left || right != right) return ofUnordered((predicate & abi::kTrueIfUnordered) != 0);
  return ofWide(predicate & ~abi::kTrueIfUnordered, true, static_cast<Uint128>(position(left)),
                static_cast<Uint128>(position(right)));
}

/// One case of a switch: the distance to make it taken.
constexpr uint64_t toCase(int64_t value, int64_t label) { return ofSigned(abi::Equal, value, label).toTrue; }

}  // namespace covolve::distance
