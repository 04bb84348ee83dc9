#include "gene/integer_gene.h"

#include <algorithm>
#include <array>

namespace covolve::gene {

IntegerGene::IntegerGene(unsigned bits, __int128 low, __int128 high)
    : bits_(bits), low_(low), high_(high), value_(std::clamp<__int128>(0, low, high)) {}

std::unique_ptr<IntegerGene> IntegerGene::ofType(unsigned bits, bool isSigned) {
  const auto top = static_cast<__int128>((static_cast<unsigned __int128>(1) << (bits - 1)) - 1);
  if (isSigned || bits == 128) return std::make_unique<IntegerGene>(bits, isSigned ? -top - 1 : 0, top);
  return std::make_unique<IntegerGene>(bits, 0, top * 2 + 1);
}

std::unique_ptr<IntegerGene> IntegerGene::ofCharacter(unsigned bits, bool isSigned) {
  auto gene = ofType(bits, isSigned);
  // char32_t above the last code point would not be a character.
  if (bits == 32 && !isSigned) gene->high_ = 0x10ffff;
  gene->prefersPrintable_ = true;
  return gene;
}

void IntegerGene::set(__int128 value) { value_ = std::clamp(value, low_, high_); }

void IntegerGene::sample(Rng& rng) {
  const uint64_t dice = rng.bits();
  if (prefersPrintable_ && (dice & 3) != 0) {
    set(rng.between(' ', '~'));
    return;
  }
  // Half small values, so that equal ones meet; the rest borders and any number of bits.
  switch ((dice >> 2) & 7) {
    case 0:
    case 1:
    case 2:
      set(rng.between(-2, 10));
      break;
    case 3:
      set(rng.between(-100, 1000));
      break;
    case 4: {
      const std::array<__int128, 6> borders{low_, low_ + 1, high_ - 1, high_, 0, high_ / 2};
      set(rng.pick(borders));
      break;
    }
    default: {
      const unsigned width = static_cast<unsigned>(rng.below(bits_)) + 1;
      auto magnitude = static_cast<unsigned __int128>(rng.bits());
      if (width > 64) magnitude |= static_cast<unsigned __int128>(rng.bits()) << 64;
      if (width < 128) magnitude &= (static_cast<unsigned __int128>(1) << width) - 1;
      auto value = static_cast<__int128>(magnitude & ~(static_cast<unsigned __int128>(1) << 127));
      set(low_ < 0 && (dice & 32) != 0 ? -value : value);
    }
  }
}

std::unique_ptr<Gene> IntegerGene::with(__int128 value) const {
  auto changed = std::make_unique<IntegerGene>(*this);
  changed->set(value);
  return changed;
}

std::vector<std::unique_ptr<Gene>> IntegerGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (prefersPrintable_ && value_ != 'a' && !(value_ >= 'a' && value_ <= 'z'))
    candidates.push_back(with('a'));
  // Towards 0: at once, by digits, halfway. A positive value is simpler than its negative.
  const __int128 zero = std::clamp<__int128>(0, low_, high_);
  if (prefersPrintable_ || value_ == zero) return candidates;
  candidates.push_back(with(zero));
  if (value_ < 0 && -(value_ + 1) < high_) candidates.push_back(with(-value_));
  if (value_ / 10 != zero) candidates.push_back(with(value_ / 10));
  candidates.push_back(with(value_ / 2 != zero ? value_ / 2 : (value_ > zero ? value_ - 1 : value_ + 1)));
  // Ever smaller steps, so that a border is found as by bisection.
  for (__int128 step = value_ / 4; step != 0; step /= 2) candidates.push_back(with(value_ - step));
  return candidates;
}

}  // namespace covolve::gene
