// float, double and long double; float values stay exactly representable.
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class FloatingGene final : public Gene {
 public:
  explicit FloatingGene(unsigned bits) : isSingle_(bits <= 32) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<FloatingGene>(*this); }
  void sample(Rng& rng) override;
  void write(ValueSink& sink) const override { sink.floating(value_); }
  bool equals(const Gene& other) const override;
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  void set(double value);

  bool isSingle_;
  double value_ = 0;
};

}  // namespace covolve::gene
