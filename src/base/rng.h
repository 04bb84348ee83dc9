// The one source of randomness (xoshiro256**). It is written out here because
// the distributions of <random> may differ between standard libraries, and the
// same seed must give the same tests everywhere.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace covolve {

class Rng {
 public:
  explicit Rng(uint64_t seed) {
    for (uint64_t& word : state_) {  // splitmix64, as the authors of xoshiro recommend
      seed += 0x9e3779b97f4a7c15u;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  uint64_t bits() {
    const uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// A number in [0, bound), bound > 0. The bias of the multiplication is below 2^-32 for our bounds.
  uint64_t below(uint64_t bound) {
    assert(bound > 0);
    return static_cast<uint64_t>((static_cast<unsigned __int128>(bits()) * bound) >> 64);
  }

  /// A number in [low, high].
  int64_t between(int64_t low, int64_t high) {
    const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    const uint64_t offset = span == 0 ? bits() : below(span);
    return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
  }

  /// A number in [0, 1).
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  bool chance(double probability) { return unit() < probability; }

  template <class T, size_t Extent>
  T& pick(std::span<T, Extent> choices) {
    return choices[below(choices.size())];
  }

  template <class Container>
  auto& pick(Container& choices) {
    return choices[below(choices.size())];
  }

 private:
  static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  uint64_t state_[4];
};

}  // namespace covolve
