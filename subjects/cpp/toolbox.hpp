// A header-only library of templates that nothing instantiates.
//
// What makes it hard: there is no code before somebody says what the parameters stand for; some
// take numbers only, some a function, one decides by what it is given.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace cpp {

/// The last few values that were seen.
template <typename Value, std::size_t Capacity>
class History {
  static_assert(Capacity > 0);

 public:
  void add(const Value& value) {
    values_[next_] = value;
    next_ = (next_ + 1) % Capacity;
    if (count_ < Capacity) ++count_;
  }

  bool isFull() const { return count_ == Capacity; }
  std::size_t size() const { return count_; }

  /// 0 is the newest one.
  const Value& back(std::size_t age) const {
    if (age >= count_) throw std::out_of_range("nothing that old");
    return values_[(next_ + Capacity - 1 - age) % Capacity];
  }

  /// Whether the newest value was seen before.
  bool repeats() const {
    for (std::size_t age = 1; age < count_; ++age) {
      if (back(age) == back(0)) return true;
    }
    return false;
  }

  void clear() { next_ = count_ = 0; }

 private:
  std::array<Value, Capacity> values_{};
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

template <typename Number>
  requires std::is_arithmetic_v<Number>
Number limited(Number value, Number low, Number high) {
  if (high < low) throw std::invalid_argument("high is below low");
  if (value < low) return low;
  return high < value ? high : value;
}

/// Where the order is broken first.
template <typename Value, typename Precedes>
std::optional<std::size_t> firstDisorder(const std::vector<Value>& values, Precedes precedes) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (precedes(values[i], values[i - 1])) return i;
  }
  return std::nullopt;
}

template <typename Value>
std::string kindOf(const Value& value) {
  if constexpr (std::is_floating_point_v<Value>) {
    return value < 0 ? "negative fraction" : "fraction";
  } else if constexpr (std::is_integral_v<Value>) {
    return value % 2 == 0 ? "even" : "odd";
  } else {
    return value.size() > 3 ? "long" : "short";
  }
}

template <typename Text>
typename Text::size_type countLetter(const Text& text, typename Text::value_type letter) {
  typename Text::size_type count = 0;
  for (const auto& one : text) {
    if (one == letter) ++count;
  }
  return count;
}

class Tally {
 public:
  template <typename Number>
  void add(Number amount) {
    if (amount > 0) total_ += static_cast<long>(amount);
  }
  long total() const { return total_; }

 private:
  long total_ = 0;
};

}  // namespace cpp
