// One of a fixed set of integers: the enumerators of an enumeration.
#pragma once

#include <memory>

#include "gene/gene.h"

namespace covolve::gene {

class ChoiceGene final : public Gene {
 public:
  /// `values` is shared by all copies and must not be empty.
  ChoiceGene(std::shared_ptr<const std::vector<int64_t>> values, unsigned bits)
      : values_(std::move(values)), bits_(bits) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ChoiceGene>(*this); }
  void sample(Rng& rng) override { index_ = rng.below(values_->size()); }
  void write(ValueSink& sink) const override { sink.integer((*values_)[index_], bits_); }
  bool equals(const Gene& other) const override {
    return index_ == static_cast<const ChoiceGene&>(other).index_;
  }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    if (index_ != 0) {
      auto first = std::make_unique<ChoiceGene>(*this);
      first->index_ = 0;
      candidates.push_back(std::move(first));
    }
    return candidates;
  }

 private:
  std::shared_ptr<const std::vector<int64_t>> values_;
  unsigned bits_;
  size_t index_ = 0;
};

}  // namespace covolve::gene
