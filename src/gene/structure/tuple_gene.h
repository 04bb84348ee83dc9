// A fixed row of genes of different domains: std::pair, later tuples and objects.
#pragma once

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class TupleGene final : public Gene {
 public:
  explicit TupleGene(GeneList parts) : parts_(std::move(parts)) {}
  TupleGene(const TupleGene& other) : Gene(other), parts_(copyAll(other.parts_)) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<TupleGene>(*this); }
  void sample(Source& source) override {
    for (const auto& part : parts_) part->sample(source);
  }
  void mutate(Source& source) override {
    if (Gene* part = chooseMutable(parts_, source.rng)) part->mutate(source);
  }
  void write(ValueSink& sink) const override {
    sink.list(parts_.size(), true);
    for (const auto& part : parts_) part->write(sink);
  }
  bool assign(const Value& value) override {
    if (value.kind != Value::Kind::List || value.children.size() != parts_.size()) return false;
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i]->assign(value.children[i])) return false;
    }
    return true;
  }
  bool equals(const Gene& other) const override {
    return allEqual(parts_, static_cast<const TupleGene&>(other).parts_);
  }
  size_t weight() const override { return 1 + weightOf(parts_); }
  std::span<const std::unique_ptr<Gene>> children() const override { return parts_; }
  double mutationWeight() const override { return mutationWeightOf(parts_); }
  bool isMutable() const override { return anyMutable(parts_); }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    forEachSimpler(parts_, [&](size_t i, std::unique_ptr<Gene> part) {
      auto changed = std::make_unique<TupleGene>(*this);
      changed->parts_[i] = std::move(part);
      candidates.push_back(std::move(changed));
    });
    return candidates;
  }

 private:
  GeneList parts_;
};

}  // namespace covolve::gene
