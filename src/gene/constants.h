// Values worth trying because the code under test knows them: constants of its
// text, found before the search, and operands of comparisons that no test got
// right yet, seen during the search.
//
// Easy to get wrong: what was seen at run time is bounded, or a loop's counters
// would push out everything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"

namespace covolve::gene {

/// A fixed part and a ring of what was seen last.
template <class T>
class Pool {
 public:
  void addFixed(T value) {
    if (!holds(value)) fixed_.push_back(std::move(value));
  }
  void addSeen(const T& value) {
    if (holds(value)) return;
    if (seen_.size() < kMostSeen) {
      seen_.push_back(value);
    } else {
      seen_[next_] = value;
      next_ = (next_ + 1) % kMostSeen;
    }
  }
  bool empty() const { return fixed_.empty() && seen_.empty(); }
  size_t size() const { return fixed_.size() + seen_.size(); }
  /// Must not be empty. Both parts have the same chance.
  const T& pick(Rng& rng) const {
    if (seen_.empty()) return rng.pick(fixed_);
    if (fixed_.empty()) return rng.pick(seen_);
    return (rng.bits() >> 63) != 0 ? rng.pick(seen_) : rng.pick(fixed_);
  }

 private:
  static constexpr size_t kMostSeen = 64;

  bool holds(const T& value) const;

  std::vector<T> fixed_;
  std::vector<T> seen_;
  size_t next_ = 0;
};

/// Texts that stand together for a number, as in a row of a constant table: by that number.
using TextsByNumber = std::map<__int128, std::vector<std::vector<std::string>>>;

struct Constants {
  Pool<__int128> integers;
  Pool<double> floats;  // never NaN
  Pool<std::string> texts;
  TextsByNumber rows;
};

template <class T>
bool Pool<T>::holds(const T& value) const {
  for (const auto* part : {&fixed_, &seen_}) {
    for (const T& known : *part) {
      if (known == value) return true;
    }
  }
  return false;
}

}  // namespace covolve::gene
