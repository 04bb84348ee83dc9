// Integers of any width and sign, characters included: a value in [low, high].
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class IntegerGene final : public Gene, public Leaf {
 public:
  IntegerGene(unsigned bits, __int128 low, __int128 high);

  /// The whole range of an integer type. Unsigned 128-bit values are kept to the signed half.
  static std::unique_ptr<IntegerGene> ofType(unsigned bits, bool isSigned);
  /// A character; printable ones are drawn more often. The simplest is a letter, or none at all.
  enum class Simplest { Letter, Nul };
  static std::unique_ptr<IntegerGene> ofCharacter(unsigned bits, bool isSigned,
                                                  Simplest simplest = Simplest::Letter);

  unsigned bits() const { return bits_; }
  __int128 value() const { return value_; }
  __int128 low() const { return low_; }
  __int128 high() const { return high_; }
  /// False, and unchanged, outside of [low, high].
  bool set(__int128 value) {
    if (value < low_ || value > high_) return false;
    value_ = value;
    return true;
  }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<IntegerGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.integer(value_, bits_); }
  bool assign(const Value& value) override {
    return value.kind == Value::Kind::Integer && set(value.integer);
  }
  bool equals(const Gene& other) const override {
    return value_ == static_cast<const IntegerGene&>(other).value_;
  }
  Leaf* asLeaf() override { return this; }
  std::optional<Integer> readInteger() const override { return Integer{value_, low_, high_, bits_}; }
  bool setInteger(__int128 value) override { return set(value); }
  bool isMutable() const override { return low_ < high_; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  void draw(Source& source);
  void drawAtRandom(Rng& rng, uint64_t dice);
  bool drawFromPools(Source& source);
  void step(Rng& rng);
  std::unique_ptr<Gene> with(__int128 value) const;

  unsigned bits_;
  bool prefersPrintable_ = false;
  bool nulIsSimplest_ = false;
  __int128 low_;
  __int128 high_;
  __int128 value_ = 0;
};

}  // namespace covolve::gene
