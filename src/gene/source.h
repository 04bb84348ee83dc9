// Where genes draw their values from: random numbers, constants of the code
// under test, and values drawn before for the same test. Two equal integers are
// the hardest thing to get by chance alone, so drawn values are drawn again.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/rng.h"
#include "gene/constants.h"

namespace covolve::gene {

/// The last few values of one kind.
template <class T>
class Recent {
 public:
  bool empty() const { return count_ == 0; }
  void add(const T& value) { values_[count_++ % values_.size()] = value; }
  const T& pick(Rng& rng) const {
    return values_[rng.below(count_ < values_.size() ? count_ : values_.size())];
  }

 private:
  std::array<T, 4> values_;
  size_t count_ = 0;
};

/// Lives as long as one test is being made or changed.
struct Source {
  Rng& rng;
  const Constants& constants;
  Recent<__int128> integers;
  Recent<double> floats;
  Recent<std::string> texts;

  Source(Rng& random, const Constants& pools) : rng(random), constants(pools) {}
};

}  // namespace covolve::gene
