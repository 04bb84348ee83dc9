#include "concolic/solving/alternating_variable.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/rng.h"
#include "concolic/solving/constraint_distance.h"

namespace covolve::concolic {

namespace {

using Distance = ConstraintDistance::Distance;

/// The bits of a floating number as its place in the order of all of them; both zeros have the same.
int64_t ordinalOf(uint64_t bits, unsigned width) {
  const auto magnitude = static_cast<int64_t>(lowBits(bits, width - 1));
  return (bits >> (width - 1)) != 0 ? -magnitude : magnitude;
}

uint64_t atOrdinal(int64_t ordinal, unsigned width) {
  const auto magnitude = static_cast<uint64_t>(ordinal < 0 ? -ordinal : ordinal);
  return lowBits(magnitude, width - 1) | (ordinal < 0 ? uint64_t{1} << (width - 1) : 0);
}

class Climb {
 public:
  Climb(const Query& query, uint64_t mostOperations)
      : query_(query),
        distance_(query.trace, query.constraints),
        left_(mostOperations / std::max<size_t>(distance_.size(), 1)) {
    std::set<uint64_t> constants;
    for (const Expression& expression : slice()) {
      if (expression.operation == Operation::Constant) constants.insert(expression.value);
    }
    constexpr size_t kMostConstants = 64;
    for (const uint64_t constant : constants) {
      if (constants_.size() < kMostConstants) constants_.push_back(constant);
    }
    for (const uint32_t datum : distance_.data()) values_.push_back(query.current[datum]);
    start_ = values_;
    best_ = evaluate();
  }

  bool run() {
    for (unsigned round = 0; !isOver(); ++round) {
      descend();
      if (isOver()) break;
      startElsewhere(round);
    }
    return best_ == 0;
  }

  std::vector<uint64_t> model() const {
    std::vector<uint64_t> all(query_.current.begin(), query_.current.end());
    for (size_t i = 0; i < values_.size(); ++i) all[distance_.data()[i]] = values_[i];
    return all;
  }

  uint64_t evaluations() const { return evaluations_; }
  uint64_t operations() const { return evaluations_ * distance_.size(); }

 private:
  std::vector<Expression> slice() const {
    std::vector<Expression> expressions;
    for (const uint32_t number : Program(query_.trace, rootsOf(query_.constraints)).expressions()) {
      expressions.push_back(query_.trace.expressions[number]);
    }
    return expressions;
  }

  const Datum& datum(size_t i) const { return query_.trace.data[distance_.data()[i]]; }
  bool isOver() const { return best_ == 0 || left_ == 0 || values_.empty(); }

  Distance evaluate() {
    ++evaluations_;
    if (left_ > 0) --left_;
    return distance_.at(values_);
  }

  /// Whether that is better; otherwise it is taken back.
  bool tryValue(size_t i, uint64_t value) {
    value = lowBits(value, datum(i).bits);
    if (isOver() || value == values_[i]) return false;
    const uint64_t before = std::exchange(values_[i], value);
    const Distance distance = evaluate();
    if (distance < best_) {
      best_ = distance;
      return true;
    }
    values_[i] = before;
    return false;
  }

  void descend() {
    bool isBetter = true;
    while (isBetter && !isOver()) {
      isBetter = false;
      for (size_t i = 0; i < values_.size() && !isOver(); ++i) isBetter |= vary(i);
      if (!isBetter) isBetter = varyPairs();
    }
  }

  bool vary(size_t i) {
    bool isBetter = false;
    for (const uint64_t constant : constants_) isBetter |= tryValue(i, constant);
    if (datum(i).isFloating != 0) isBetter |= varyDecimals(i);
    return stepsOf(i) || isBetter;
  }

  uint64_t moved(size_t i, int64_t step) const {
    const unsigned bits = datum(i).bits;
    if (datum(i).isFloating == 0) return lowBits(values_[i] + static_cast<uint64_t>(step), bits);
    const int64_t infinity = ordinalOf(floatingPattern(HUGE_VAL, bits), bits);
    const __int128 ordinal = static_cast<__int128>(ordinalOf(values_[i], bits)) + step;
    return ordinal < -infinity || ordinal > infinity ? values_[i]
                                                     : atOrdinal(static_cast<int64_t>(ordinal), bits);
  }

  bool stepsOf(size_t i) {
    bool isBetter = false;
    for (unsigned k = datum(i).bits; k-- > 0;) {
      const auto step = static_cast<int64_t>(uint64_t{1} << std::min(k, 62u));
      for (const int64_t signedStep : {step, -step}) {
        while (tryValue(i, moved(i, signedStep))) isBetter = true;
      }
    }
    return isBetter;
  }

  bool varyDecimals(size_t i) {
    const unsigned bits = datum(i).bits;
    const int places = bits == 32 ? 7 : 15;
    bool isBetter = tryValue(i, floatingPattern(std::round(floatingValue(values_[i], bits)), bits));
    for (int place = -6; place <= places && !isOver(); ++place) {
      const double step = std::pow(10.0, -place);
      for (const double signedStep : {step, -step}) {
        while (tryValue(i, floatingPattern(floatingValue(values_[i], bits) + signedStep, bits)))
          isBetter = true;
      }
    }
    return isBetter;
  }

  /// Two together: x + y == 31 && x - y == 5 is a ridge on which neither alone gets any further.
  bool varyPairs() {
    constexpr size_t kMost = 12;
    for (size_t i = 0; i < std::min(values_.size(), kMost); ++i) {
      for (size_t j = i + 1; j < std::min(values_.size(), kMost); ++j) {
        for (int64_t step = 1; step <= 1 << 16; step *= 16) {
          for (const int64_t one : {step, -step}) {
            for (const int64_t other : {step, -step}) {
              if (isOver()) return false;
              const uint64_t before = values_[i];
              values_[i] = moved(i, one);
              if (tryValue(j, moved(j, other))) return true;
              values_[i] = before;
            }
          }
        }
      }
    }
    return false;
  }

  /// Sometimes near where the test is, sometimes anywhere.
  void startElsewhere(unsigned round) {
    values_ = start_;
    for (size_t i = 0; i < values_.size(); ++i) {
      if (round % 2 == 0 && rng_.chance(0.5)) continue;
      const unsigned bits = datum(i).bits;
      const bool isConstant = !constants_.empty() && rng_.chance(0.3);
      if (isConstant) {
        values_[i] = lowBits(rng_.pick(constants_), bits);
      } else if (datum(i).isFloating != 0) {
        const double magnitude = std::pow(10.0, static_cast<double>(rng_.between(-3, 6)));
        values_[i] = floatingPattern((rng_.unit() * 2 - 1) * magnitude, bits);
      } else {
        // Small numbers as often as large ones.
        values_[i] = lowBits(rng_.bits() >> rng_.below(64), bits);
      }
    }
    best_ = evaluate();
  }

  const Query& query_;
  ConstraintDistance distance_;
  uint64_t left_;
  uint64_t evaluations_ = 0;
  std::vector<uint64_t> constants_;
  std::vector<uint64_t> values_;  // by place in distance_.data()
  std::vector<uint64_t> start_;
  Distance best_ = 0;
  Rng rng_{1};  // the same query has the same answer
};

}  // namespace

Answer AlternatingVariable::solve(const Query& query) {
  Climb climb(query, mostOperations_);
  const bool isSolved = climb.run();
  counts_.evaluations += climb.evaluations();
  counts_.operations += climb.operations();
  if (!isSolved) return {};
  return {Verdict::Solved, climb.model()};
}

}  // namespace covolve::concolic
