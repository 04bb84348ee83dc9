// A value that may be missing: std::optional, and pointers that may be null.
#pragma once

#include "gene/children.h"
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

  bool isPresent() const { return present_; }
  const Gene& held() const { return *held_[0]; }
  /// Makes `value` what is held; false where it is not of the domain.
  bool hold(const Value& value) {
    present_ = true;
    return held_[0]->assign(value);
  }
  void drop() { present_ = false; }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<OptionalGene>(*this); }
  void sample(Source& source) override {
    present_ = source.rng.chance(presence_);
    if (present_) held_[0]->sample(source);
  }
  /// What comes into being is drawn anew: it may never have been sampled, or refer to what is gone.
  void mutate(Source& source) override {
    if (present_ && held_[0]->isMutable() && !source.rng.chance(kToggle)) return held_[0]->mutate(source);
    present_ = !present_;
    if (present_) held_[0]->sample(source);
  }
  void write(ValueSink& sink) const override {
    if (!present_) return sink.absent();
    sink.present();
    held_[0]->write(sink);
  }
  bool assign(const Value& value) override {
    present_ = value.kind == Value::Kind::Present;
    if (!present_) return value.kind == Value::Kind::Absent;
    return value.children.size() == 1 && held_[0]->assign(value.children[0]);
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
  static constexpr double kToggle = 0.1;

  double presence_;
  bool present_ = false;
  GeneList held_;  // always one
};

}  // namespace covolve::gene
