// A value that may be said to be nothing: null in JSON. Unlike an optional one it
// is there in either case, so both can be had: an optional field of a nullable
// value is missing, null, or has a value.
#pragma once

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class NullableGene final : public Gene {
 public:
  explicit NullableGene(std::unique_ptr<Gene> held, double nullness = 0.1) : nullness_(nullness) {
    held_.push_back(std::move(held));
  }
  NullableGene(const NullableGene& other)
      : Gene(other), nullness_(other.nullness_), null_(other.null_), held_(copyAll(other.held_)) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<NullableGene>(*this); }
  void sample(Source& source) override {
    null_ = source.rng.chance(nullness_);
    if (!null_) held_[0]->sample(source);
  }
  void mutate(Source& source) override {
    if (!null_ && held_[0]->isMutable() && !source.rng.chance(kToggle)) return held_[0]->mutate(source);
    null_ = !null_;
    if (!null_) held_[0]->sample(source);
  }
  void write(ValueSink& sink) const override {
    if (null_) return sink.null();
    held_[0]->write(sink);
  }
  bool assign(const Value& value) override {
    null_ = value.kind == Value::Kind::Null;
    return null_ || held_[0]->assign(value);
  }
  bool equals(const Gene& other) const override {
    const auto& nullable = static_cast<const NullableGene&>(other);
    return null_ == nullable.null_ && (null_ || held_[0]->equals(*nullable.held_[0]));
  }
  size_t weight() const override { return null_ ? 1 : 1 + held_[0]->weight(); }
  std::span<const std::unique_ptr<Gene>> children() const override {
    return null_ ? std::span<const std::unique_ptr<Gene>>() : std::span<const std::unique_ptr<Gene>>(held_);
  }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    if (null_) return candidates;
    auto null = std::make_unique<NullableGene>(*this);
    null->null_ = true;
    candidates.push_back(std::move(null));
    forEachSimpler(held_, [&](size_t, std::unique_ptr<Gene> held) {
      auto changed = std::make_unique<NullableGene>(*this);
      changed->held_[0] = std::move(held);
      candidates.push_back(std::move(changed));
    });
    return candidates;
  }

 private:
  static constexpr double kToggle = 0.1;

  double nullness_;
  bool null_ = false;
  GeneList held_;  // always one, and never a nullable one
};

}  // namespace covolve::gene
