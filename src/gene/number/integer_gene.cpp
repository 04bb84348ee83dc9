#include "gene/number/integer_gene.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "gene/draw.h"

namespace covolve::gene {

namespace {

using Unsigned = unsigned __int128;

Unsigned randomMagnitude(Rng& rng, unsigned width) {
  Unsigned magnitude = rng.bits();
  if (width > 64) magnitude |= static_cast<Unsigned>(rng.bits()) << 64;
  return width < 128 ? magnitude & ((static_cast<Unsigned>(1) << width) - 1) : magnitude;
}

unsigned widthOf(Unsigned value) {
  const auto high = static_cast<uint64_t>(value >> 64);
  return high != 0 ? 64 + static_cast<unsigned>(std::bit_width(high))
                   : static_cast<unsigned>(std::bit_width(static_cast<uint64_t>(value)));
}

}  // namespace

IntegerGene::IntegerGene(unsigned bits, __int128 low, __int128 high)
    : bits_(bits), low_(low), high_(high), value_(std::clamp<__int128>(0, low, high)) {
  assert(low <= high);
}

std::unique_ptr<IntegerGene> IntegerGene::ofType(unsigned bits, bool isSigned) {
  const auto top = static_cast<__int128>((static_cast<Unsigned>(1) << (bits - 1)) - 1);
  if (isSigned || bits == 128) return std::make_unique<IntegerGene>(bits, isSigned ? -top - 1 : 0, top);
  return std::make_unique<IntegerGene>(bits, 0, top * 2 + 1);
}

std::unique_ptr<IntegerGene> IntegerGene::ofCharacter(unsigned bits, bool isSigned, Simplest simplest) {
  auto gene = ofType(bits, isSigned);
  // char32_t above the last code point would not be a character.
  if (bits == 32 && !isSigned) gene->high_ = 0x10ffff;
  gene->prefersPrintable_ = true;
  gene->nulIsSimplest_ = simplest == Simplest::Nul;
  return gene;
}

void IntegerGene::sample(Source& source) {
  draw(source);
  source.integers.add(value_);
}

void IntegerGene::draw(Source& source) {
  const uint64_t dice = source.rng.bits();
  const uint64_t kind = dice & 15;
  if (kind < 6 && drawFromPools(source)) return;
  if (kind >= 14 && !source.integers.empty() && set(source.integers.pick(source.rng))) return;
  drawAtRandom(source.rng, dice >> 4);
}

bool IntegerGene::drawFromPools(Source& source) {
  if (!hasAny(source.constants)) return false;
  if (prefersPrintable_) {
    if (const auto character = drawCharacter(source)) {
      // A byte of a text is what the code compares a char of either sign with.
      const __int128 asUnsigned = static_cast<unsigned char>(*character);
      return set(low_ < 0 ? static_cast<signed char>(*character) : asUnsigned);
    }
  }
  const auto value = drawInteger(source);
  return value && set(*value);
}

/// Half small values, so that equal ones meet; the rest borders and any number of bits.
void IntegerGene::drawAtRandom(Rng& rng, uint64_t dice) {
  if (prefersPrintable_ && (dice & 3) != 0 && set(rng.between(' ', '~'))) return;
  switch ((dice >> 2) & 7) {
    case 0:
    case 1:
    case 2:
    case 3:
      if (set(rng.between(-2, 10))) return;
      break;
    case 4:
      if (set(rng.between(-100, 1000))) return;
      break;
    case 5: {
      const std::array<__int128, 8> borders{
          low_, low_ < high_ ? low_ + 1 : low_, high_ > low_ ? high_ - 1 : high_, high_, 0, high_ / 2, 1, -1};
      if (set(rng.pick(borders))) return;
      break;
    }
    default: {
      const auto magnitude = randomMagnitude(rng, static_cast<unsigned>(rng.below(bits_)) + 1);
      const auto value = static_cast<__int128>(magnitude & ~(static_cast<Unsigned>(1) << 127));
      if (set(low_ < 0 && (dice & 32) != 0 ? -value : value)) return;
    }
  }
  // A range without the usual values: anything in it, evenly up to the last power of two.
  const Unsigned span = static_cast<Unsigned>(high_) - static_cast<Unsigned>(low_);
  Unsigned offset = randomMagnitude(rng, widthOf(span));
  if (offset > span) offset -= span + 1;
  value_ = static_cast<__int128>(static_cast<Unsigned>(low_) + offset);
}

/// Up or down by a little: the width of the step halves in frequency with each bit.
void IntegerGene::step(Rng& rng) {
  const unsigned width = static_cast<unsigned>(std::countr_zero(rng.bits() | (uint64_t{1} << 40)));
  const auto delta = static_cast<__int128>((uint64_t{1} << width) | rng.below(uint64_t{1} << width));
  const bool up = (rng.bits() >> 63) != 0;
  __int128 moved = 0;
  const bool overflows =
      up ? __builtin_add_overflow(value_, delta, &moved) : __builtin_sub_overflow(value_, delta, &moved);
  value_ = overflows ? (up ? high_ : low_) : std::clamp(moved, low_, high_);
}

void IntegerGene::mutate(Source& source) {
  if (!isMutable()) return;
  Rng& rng = source.rng;
  const __int128 before = value_;
  for (int attempt = 0; attempt < 8 && value_ == before; ++attempt) {
    const uint64_t kind = rng.below(20);
    if (kind < 4 && drawFromPools(source)) continue;
    if (kind == 4 && !source.integers.empty() && set(source.integers.pick(rng))) continue;
    if (kind < 8) {
      set(value_ ^ static_cast<__int128>(static_cast<Unsigned>(1) << rng.below(bits_)));
    } else if (kind == 8) {
      if (__int128 negated = 0; !__builtin_sub_overflow(__int128{0}, before, &negated)) set(negated);
    } else if (kind < 11) {
      draw(source);
    } else {
      step(rng);
    }
  }
  if (value_ == before) value_ = before < high_ ? before + 1 : low_;
  source.integers.add(value_);
}

std::unique_ptr<Gene> IntegerGene::with(__int128 value) const {
  auto changed = std::make_unique<IntegerGene>(*this);
  changed->value_ = std::clamp(value, low_, high_);
  return changed;
}

std::vector<std::unique_ptr<Gene>> IntegerGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (nulIsSimplest_) {
    if (value_ == 0) return candidates;
    candidates.push_back(with(0));
  }
  if (prefersPrintable_) {
    if (!(value_ >= 'a' && value_ <= 'z') && low_ <= 'a' && 'a' <= high_) candidates.push_back(with('a'));
    return candidates;
  }
  // Towards 0, or what is nearest to it: at once, by digits, halfway. A positive value is simpler than its
  // negative.
  const __int128 zero = std::clamp<__int128>(0, low_, high_);
  if (value_ == zero) return candidates;
  const auto offer = [&](__int128 value) {
    if (value >= low_ && value <= high_ && value != value_) candidates.push_back(with(value));
  };
  offer(zero);
  if (value_ < 0 && value_ > -high_ - 1) offer(-value_);
  if (value_ / 10 != zero) offer(value_ / 10);
  if (value_ / 2 != zero) offer(value_ / 2);
  // Ever smaller steps, so that a border is found as by bisection.
  for (__int128 step = (value_ - zero) / 4; step != 0; step /= 2) offer(value_ - step);
  if (const __int128 distance = value_ - zero; distance > -4 && distance < 4 && distance * distance > 1) {
    offer(value_ + (distance > 0 ? -1 : 1));
  }
  return candidates;
}

}  // namespace covolve::gene
