#include "search/mutation/boundary.h"

namespace covolve::search {

namespace {

/// Rounded down; the sum of both may not fit.
__int128 middle(__int128 one, __int128 other) { return (one & other) + ((one ^ other) >> 1); }

/// 2^i of any size up to `most`, which is above 0.
__int128 stepUpTo(__int128 most, Rng& rng) {
  unsigned width = 0;
  while (width < 126 && (static_cast<__int128>(1) << (width + 1)) <= most) ++width;
  return static_cast<__int128>(1) << rng.below(width + 1);
}

/// Of the n-th of 1/2, 1/4, 3/4, 1/8, 5/8, ...: each next one lies in one of the largest gaps.
double division(uint32_t n) {
  double value = 0;
  double weight = 0.5;
  for (++n; n > 0; n >>= 1, weight /= 2) value += (n & 1) != 0 ? weight : 0;
  return value;
}

/// How far, as far as it fits.
__int128 apart(__int128 low, __int128 high) {
  __int128 difference = 0;
  constexpr auto kMost = static_cast<__int128>(~static_cast<unsigned __int128>(0) >> 1);
  return __builtin_sub_overflow(high, low, &difference) ? kMost : difference;
}

}  // namespace

void Boundary::forget(const Range& domain) {
  low_ = domain.low;
  high_ = domain.high;
  uninformative_ = 0;
}

void Boundary::learn(const Range& domain, __int128 before, __int128 after, bool fitnessChanged,
                     bool isBetter) {
  constexpr uint32_t kMostUninformative = 10;
  if (changes_ == 0) forget(domain);
  ++changes_;
  withoutImprovement_ = isBetter ? 0 : withoutImprovement_ + 1;
  isTrusted_ |= isBetter;
  if (isBetter && (after < low_ || after > high_)) return forget(domain);
  const Range was{low_, high_};
  if (fitnessChanged && before != after) {
    const __int128 between = middle(before, after);
    const bool isWhole = ((before ^ after) & 1) == 0;
    // The goal is on the nearer one's side of the middle.
    const bool isAbove = isBetter == (after > before);
    if (isAbove) {
      low_ = std::max(low_, between + 1);
    } else {
      high_ = std::min(high_, isWhole ? between - 1 : between);
    }
    if (low_ > high_) {  // the fitness is not the distance to one value
      isTrusted_ = false;
      return forget(domain);
    }
  }
  const bool isNarrower = low_ != was.low || high_ != was.high;
  if (isNarrower) divisions_ = 0;
  uninformative_ = isBetter || isNarrower ? 0 : uninformative_ + 1;
  if (uninformative_ >= kMostUninformative) forget(domain);
}

__int128 Boundary::propose(const Range& domain, __int128 present, double middleChance, Rng& rng) {
  if (changes_ == 0 && divisions_ == 0) forget(domain);
  if (present < low_ || present > high_ || rng.chance(middleChance)) {
    constexpr uint32_t kMostDivisions = 64;  // beyond, the gaps are as good as any
    const double share = division(divisions_);
    divisions_ = (divisions_ + 1) % kMostDivisions;
    using Unsigned = unsigned __int128;
    const Unsigned range = static_cast<Unsigned>(high_) - static_cast<Unsigned>(low_);
    const auto offset = static_cast<Unsigned>(share * static_cast<double>(range));
    return static_cast<__int128>(static_cast<Unsigned>(low_) + std::min(offset, range));
  }
  const __int128 up = apart(present, high_);
  const __int128 down = apart(low_, present);
  const bool goesUp = down == 0 || (up > 0 && rng.chance(0.5));
  if ((goesUp ? up : down) == 0) return present;
  return goesUp ? present + stepUpTo(up, rng) : present - stepUpTo(down, rng);
}

}  // namespace covolve::search
