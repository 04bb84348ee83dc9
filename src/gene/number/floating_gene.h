// float, double and long double; float values stay exactly representable.
//
// Easy to get wrong: without a range every value is of the domain, NaN and the
// infinities included; within one, numbers only.
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class FloatingGene final : public Gene, public Leaf {
 public:
  explicit FloatingGene(unsigned bits) : isSingle_(bits <= 32) {}
  /// Both borders belong to the domain; they are numbers, and at least one value is between them.
  FloatingGene(unsigned bits, double low, double high);

  double value() const { return value_; }
  /// Rounds to float where the gene is one. False, and unchanged, outside of the domain.
  bool set(double value);

  std::unique_ptr<Gene> copy() const override { return std::make_unique<FloatingGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.floating(value_); }
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override;
  Leaf* asLeaf() override { return this; }
  std::optional<Floating> readFloating() const override;
  bool setFloating(double value) override { return set(value); }
  bool isMutable() const override { return !hasRange_ || low_ < high_; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  void draw(Source& source);
  void drawAtRandom(Rng& rng);
  bool change(Source& source);
  double neighbour(double towards) const;

  bool isSingle_;
  bool hasRange_ = false;
  double low_ = 0;
  double high_ = 0;
  double value_ = 0;
};

}  // namespace covolve::gene
