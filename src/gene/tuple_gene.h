// A fixed row of genes of different domains: std::pair, later tuples and objects.
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class TupleGene final : public Gene {
 public:
  explicit TupleGene(std::vector<std::unique_ptr<Gene>> parts) : parts_(std::move(parts)) {}
  TupleGene(const TupleGene& other) : Gene(other) {
    for (const auto& part : other.parts_) parts_.push_back(part->copy());
  }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<TupleGene>(*this); }
  void sample(Rng& rng) override {
    for (const auto& part : parts_) part->sample(rng);
  }
  void write(ValueSink& sink) const override {
    sink.list(parts_.size(), true);
    for (const auto& part : parts_) part->write(sink);
  }
  bool equals(const Gene& other) const override {
    const auto& tuple = static_cast<const TupleGene&>(other);
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i]->equals(*tuple.parts_[i])) return false;
    }
    return true;
  }
  size_t weight() const override {
    size_t sum = 1;
    for (const auto& part : parts_) sum += part->weight();
    return sum;
  }
  std::span<const std::unique_ptr<Gene>> children() const override { return parts_; }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    for (size_t i = 0; i < parts_.size(); ++i) {
      for (auto& part : parts_[i]->simpler()) {
        auto changed = std::make_unique<TupleGene>(*this);
        changed->parts_[i] = std::move(part);
        candidates.push_back(std::move(changed));
      }
    }
    return candidates;
  }

 private:
  std::vector<std::unique_ptr<Gene>> parts_;
};

}  // namespace covolve::gene
