#include "gene/floating_gene.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace covolve::gene {

void FloatingGene::set(double value) {
  value_ = isSingle_ ? static_cast<double>(static_cast<float>(value)) : value;
}

void FloatingGene::sample(Rng& rng) {
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
  switch (rng.below(8)) {
    case 0:
    case 1:
      set(static_cast<double>(rng.between(-10, 10)));
      break;
    case 2:
    case 3:
      set(static_cast<double>(rng.between(-1000, 1000)) / 10);
      break;
    case 4:
      set(rng.unit());
      break;
    case 5:
      set(rng.pick(kBorders));
      break;
    case 6:
      set((rng.unit() * 2 - 1) * std::pow(10.0, static_cast<double>(rng.between(0, 12))));
      break;
    default: {  // any bit pattern that is a number
      const double any = std::bit_cast<double>(rng.bits());
      set(std::isnan(any) ? 0.0 : any);
    }
  }
}

bool FloatingGene::equals(const Gene& other) const {
  return std::bit_cast<uint64_t>(value_) ==
         std::bit_cast<uint64_t>(static_cast<const FloatingGene&>(other).value_);
}

std::vector<std::unique_ptr<Gene>> FloatingGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto offer = [&](double value) {
    FloatingGene changed(*this);
    changed.set(value);
    if (!changed.equals(*this)) candidates.push_back(changed.copy());
  };
  if (value_ == 0 && !std::signbit(value_)) return candidates;
  offer(0.0);
  if (std::isnan(value_)) return candidates;
  if (value_ < 0) offer(-value_);
  // Fewer digits: whole, then one decimal. Only towards zero, so that shrinking ends.
  if (std::isfinite(value_)) {
    if (std::fabs(value_) >= 2) offer(std::trunc(value_ / 2));
    offer(std::trunc(value_));
    const double tenths = std::trunc(value_ * 10) / 10;
    if (std::fabs(tenths) < std::fabs(value_)) offer(tenths);
    if (std::fabs(value_) > 1 && std::trunc(value_) == value_) offer(value_ - std::copysign(1.0, value_));
  }
  return candidates;
}

}  // namespace covolve::gene
