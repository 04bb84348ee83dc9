// Multiples of a step: 5, 10, 15, or 0.01, 0.02. Local search sees the factor.
//
// Easy to get wrong: 3 * 0.01 is not the number that 0.03 is read as. The step is
// a fraction, so that every multiple is the nearest number to its decimal form.
#pragma once

#include <cmath>
#include <cstdint>

#include "gene/gene.h"
#include "gene/number/integer_gene.h"

namespace covolve::gene {

class MultipleGene final : public Gene {
 public:
  /// Multiples of numerator / denominator, both positive, by factors in [low, high]. Written as integers
  /// where the denominator is 1. factor * numerator has at most 63 bits.
  MultipleGene(int64_t numerator, int64_t denominator, __int128 low, __int128 high)
      : numerator_(numerator), denominator_(denominator), factor_(32, low, high) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<MultipleGene>(*this); }
  void sample(Source& source) override { factor_.sample(source); }
  void mutate(Source& source) override { factor_.mutate(source); }
  void write(ValueSink& sink) const override {
    if (denominator_ == 1) return sink.integer(factor_.value() * numerator_, 64);
    sink.floating(number());
  }
  bool assign(const Value& value) override {
    MultipleGene read(*this);
    if (value.kind == Value::Kind::Integer && denominator_ == 1) {
      if (value.integer % numerator_ != 0 || !read.factor_.set(value.integer / numerator_)) return false;
    } else if (value.kind == Value::Kind::Floating && denominator_ != 1) {
      const double factor = std::round(value.floating / step());
      if (!(std::fabs(factor) < 0x1p62) || !read.factor_.set(static_cast<__int128>(factor))) return false;
      if (read.number() != value.floating || std::signbit(read.number()) != std::signbit(value.floating))
        return false;
    } else {
      return false;
    }
    factor_ = read.factor_;
    return true;
  }
  bool equals(const Gene& other) const override {
    return factor_.equals(static_cast<const MultipleGene&>(other).factor_);
  }
  Leaf* asLeaf() override { return &factor_; }
  bool isMutable() const override { return factor_.isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    for (const auto& factor : factor_.simpler()) {
      auto changed = std::make_unique<MultipleGene>(*this);
      changed->factor_ = static_cast<const IntegerGene&>(*factor);
      candidates.push_back(std::move(changed));
    }
    return candidates;
  }

 private:
  double step() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }
  double number() const {
    return static_cast<double>(factor_.value() * numerator_) / static_cast<double>(denominator_);
  }

  int64_t numerator_;
  int64_t denominator_;
  IntegerGene factor_;
};

}  // namespace covolve::gene
