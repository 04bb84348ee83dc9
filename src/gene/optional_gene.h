// A value that may be missing: std::optional, and pointers that may be null.
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class OptionalGene final : public Gene {
 public:
  explicit OptionalGene(std::unique_ptr<Gene> held, double presence = 0.8) : presence_(presence) {
    held_.push_back(std::move(held));
  }
  OptionalGene(const OptionalGene& other)
      : Gene(other), presence_(other.presence_), present_(other.present_) {
    held_.push_back(other.held_[0]->copy());
  }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<OptionalGene>(*this); }
  void sample(Rng& rng) override {
    present_ = rng.chance(presence_);
    held_[0]->sample(rng);
  }
  void write(ValueSink& sink) const override {
    if (!present_) return sink.absent();
    sink.present();
    held_[0]->write(sink);
  }
  bool equals(const Gene& other) const override {
    const auto& optional = static_cast<const OptionalGene&>(other);
    return present_ == optional.present_ && (!present_ || held_[0]->equals(*optional.held_[0]));
  }
  size_t weight() const override { return present_ ? 1 + held_[0]->weight() : 1; }
  /// What is not there has no children: references inside need not be resolved.
  std::span<const std::unique_ptr<Gene>> children() const override {
    return present_ ? std::span<const std::unique_ptr<Gene>>(held_)
                    : std::span<const std::unique_ptr<Gene>>();
  }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    if (!present_) return candidates;
    auto absent = std::make_unique<OptionalGene>(*this);
    absent->present_ = false;
    candidates.push_back(std::move(absent));
    for (auto& held : held_[0]->simpler()) {
      auto changed = std::make_unique<OptionalGene>(*this);
      changed->held_[0] = std::move(held);
      candidates.push_back(std::move(changed));
    }
    return candidates;
  }

 private:
  double presence_;
  bool present_ = false;
  std::vector<std::unique_ptr<Gene>> held_;  // always one
};

}  // namespace covolve::gene
