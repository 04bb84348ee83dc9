#include "gene/number/floating_gene.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "gene/draw.h"

namespace covolve::gene {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool sameBits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

double powerOfTen(int64_t exponent) { return std::pow(10.0, static_cast<double>(exponent)); }

double border(Rng& rng) {
  using Limits = std::numeric_limits<double>;
  using Single = std::numeric_limits<float>;
  static constexpr std::array<double, 14> kBorders{0.0,
                                                   -0.0,
                                                   1.0,
                                                   -1.0,
                                                   0.5,
                                                   Limits::infinity(),
                                                   -Limits::infinity(),
                                                   Limits::max(),
                                                   Limits::min(),
                                                   Single::max(),
                                                   Limits::epsilon(),
                                                   Limits::lowest(),
                                                   Limits::denorm_min(),
                                                   Limits::quiet_NaN()};
  return rng.pick(kBorders);
}

}  // namespace

FloatingGene::FloatingGene(unsigned bits, double low, double high)
    : isSingle_(bits <= 32), hasRange_(true), low_(low), high_(high) {
  if (isSingle_) {  // the outermost floats within
    auto least = static_cast<float>(low);
    auto most = static_cast<float>(high);
    if (least < low) least = std::nextafter(least, std::numeric_limits<float>::infinity());
    if (most > high) most = std::nextafter(most, -std::numeric_limits<float>::infinity());
    low_ = least;
    high_ = most;
  }
  assert(low_ <= high_);
  value_ = std::clamp(0.0, low_, high_);
}

bool FloatingGene::set(double value) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();  // one NaN is enough
  if (isSingle_) value = static_cast<double>(static_cast<float>(value));
  if (hasRange_ && !(value >= low_ && value <= high_)) return false;
  value_ = value;
  return true;
}

std::optional<Leaf::Floating> FloatingGene::readFloating() const {
  if (hasRange_) return Floating{value_, low_, high_};
  const double most = isSingle_ ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  return Floating{value_, -most, most};
}

bool FloatingGene::assign(const Value& value) {
  if (value.kind != Value::Kind::Floating) return false;
  if (isSingle_ && !std::isnan(value.floating) &&
      !sameBits(static_cast<double>(static_cast<float>(value.floating)), value.floating))
    return false;
  return set(value.floating);
}

void FloatingGene::sample(Source& source) {
  draw(source);
  if (!std::isnan(value_)) source.floats.add(value_);
}

void FloatingGene::draw(Source& source) {
  const uint64_t kind = source.rng.below(16);
  if (kind < 6) {
    if (const auto value = drawFloat(source); value && set(*value)) return;
  }
  if (kind >= 14 && !source.floats.empty() && set(source.floats.pick(source.rng))) return;
  drawAtRandom(source.rng);
}

void FloatingGene::drawAtRandom(Rng& rng) {
  double value = 0;
  switch (rng.below(8)) {
    case 0:
    case 1:
      value = static_cast<double>(rng.between(-10, 10));
      break;
    case 2:
    case 3:
      value = static_cast<double>(rng.between(-1000, 1000)) / 10;
      break;
    case 4:
      value = rng.unit();
      break;
    case 5:
      value = hasRange_ && (rng.bits() >> 63) != 0 ? ((rng.bits() >> 63) != 0 ? low_ : high_) : border(rng);
      break;
    case 6:
      value = (rng.unit() * 2 - 1) * powerOfTen(rng.between(0, 12));
      break;
    default: {  // any bit pattern that is a number
      const double any = std::bit_cast<double>(rng.bits());
      value = std::isnan(any) ? 0.0 : any;
    }
  }
  if (set(value)) return;
  // Halves first: the difference of the borders may overflow.
  const double part = rng.unit();
  if (!set(low_ * (1 - part) + high_ * part)) set(low_);
}

double FloatingGene::neighbour(double towards) const {
  if (isSingle_) {
    return static_cast<double>(std::nextafter(static_cast<float>(value_), static_cast<float>(towards)));
  }
  return std::nextafter(value_, towards);
}

/// One attempt; false where it led out of the domain.
bool FloatingGene::change(Source& source) {
  Rng& rng = source.rng;
  const double sign = (rng.bits() >> 63) != 0 ? 1 : -1;
  const uint64_t kind = rng.below(32);
  if (kind < 6) {
    const auto value = drawFloat(source);
    return value && set(*value);
  }
  if (kind == 6) return !source.floats.empty() && set(source.floats.pick(rng));
  if (kind == 7) return set(border(rng));
  if (kind < 11 || !std::isfinite(value_)) {
    draw(source);
    return true;
  }
  if (kind < 17) return set(value_ + sign * powerOfTen(rng.between(-6, 6)));
  if (kind < 20) return set(value_ + sign * static_cast<double>(1 + rng.below(10)));
  if (kind < 26)
    return set(value_ * (1 + sign * rng.unit() * powerOfTen(-static_cast<int64_t>(rng.below(8)))));
  if (kind < 29) {
    const double scale = powerOfTen(rng.between(0, 4));
    return set(std::round(value_ * scale) / scale);
  }
  if (kind < 30) return set(-value_);
  return set(neighbour(sign * kInfinity));
}

void FloatingGene::mutate(Source& source) {
  if (!isMutable()) return;
  const double before = value_;
  for (int attempt = 0; attempt < 8 && sameBits(value_, before); ++attempt) change(source);
  if (sameBits(value_, before) &&
      !(std::isfinite(before) && (set(neighbour(kInfinity)) || set(neighbour(-kInfinity))))) {
    set(0.0);  // of the domain: without a range everything is, and within one the value is finite
  }
  if (!std::isnan(value_)) source.floats.add(value_);
}

bool FloatingGene::equals(const Gene& other) const {
  return sameBits(value_, static_cast<const FloatingGene&>(other).value_);
}

std::vector<std::unique_ptr<Gene>> FloatingGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto offer = [&](double value) {
    FloatingGene changed(*this);
    if (changed.set(value) && !changed.equals(*this)) candidates.push_back(changed.copy());
  };
  if (value_ == 0 && !std::signbit(value_)) return candidates;
  offer(0.0);
  if (std::isnan(value_) || value_ == 0) return candidates;
  if (value_ < 0) offer(-value_);
  // Fewer digits: whole, then one decimal. Only towards zero, so that shrinking ends.
  if (std::isfinite(value_)) {
    const auto offerNearer = [&](double value) {
      if (std::fabs(value) < std::fabs(value_)) offer(value);
    };
    if (std::fabs(value_) >= 2) offerNearer(std::trunc(value_ / 2));
    offerNearer(std::trunc(value_));
    offerNearer(std::trunc(value_ * 10) / 10);
    if (std::fabs(value_) > 1 && std::trunc(value_) == value_) {
      offerNearer(value_ - std::copysign(1.0, value_));
    }
  }
  return candidates;
}

}  // namespace covolve::gene
