// What optional and nullable genes have in common: one gene is held, and may be
// out of use. They differ in how they are written down.
#pragma once

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

/// Derived has write() and assign().
template <class Derived>
class MaybeGene : public Gene {
 public:
  std::unique_ptr<Gene> copy() const final { return std::make_unique<Derived>(self()); }
  void sample(Source& source) final {
    present_ = source.rng.chance(presence_);
    if (present_) held_[0]->sample(source);
  }
  void mutate(Source& source) final {
    constexpr double kToggle = 0.1;
    if (present_ && held_[0]->isMutable() && !(hasShape() && source.rng.chance(kToggle)))
      return held_[0]->mutate(source);
    if (hasShape()) mutateShape(source);
  }
  /// With no chance to be there it never is; with every chance it always is, once it was sampled.
  bool hasShape() const final { return presence_ > 0 && presence_ < 1; }
  bool isMutable() const final { return hasShape() || (presence_ >= 1 && held_[0]->isMutable()); }
  /// What comes into being is drawn anew: it may never have been sampled, or refer to what is gone.
  bool mutateShape(Source& source) final {
    present_ = !present_;
    if (present_) held_[0]->sample(source);
    return true;
  }
  bool equals(const Gene& other) const final {
    const auto& maybe = static_cast<const MaybeGene&>(other);
    return present_ == maybe.present_ && (!present_ || held_[0]->equals(*maybe.held_[0]));
  }
  size_t weight() const final { return present_ ? 1 + held_[0]->weight() : 1; }
  double mutationWeight() const final { return present_ ? 1 + held_[0]->mutationWeight() : 1; }
  /// What is not there has no children: references inside need not be resolved.
  std::span<const std::unique_ptr<Gene>> children() const final {
    return present_ ? std::span<const std::unique_ptr<Gene>>(held_)
                    : std::span<const std::unique_ptr<Gene>>();
  }
  std::vector<std::unique_ptr<Gene>> simpler() const final {
    std::vector<std::unique_ptr<Gene>> candidates;
    if (!present_ && simplest_ == nullptr) return candidates;
    if (!present_ || simplest_ == nullptr) {
      auto other = std::make_unique<Derived>(self());
      other->present_ = !present_;
      if (!present_) other->held_[0] = simplest_->copy();
      candidates.push_back(std::move(other));
      if (!present_) return candidates;
    }
    forEachSimpler(held_, [&](size_t, std::unique_ptr<Gene> held) {
      auto changed = std::make_unique<Derived>(self());
      changed->held_[0] = std::move(held);
      candidates.push_back(std::move(changed));
    });
    return candidates;
  }

 protected:
  double presence_;
  std::shared_ptr<const Gene> simplest_;  // where that is simpler than to hold nothing
  bool present_ = false;
  GeneList held_;  // always one

 private:
  friend Derived;

  MaybeGene(std::unique_ptr<Gene> held, double presence, bool missingIsSimpler = true)
      : presence_(presence), simplest_(missingIsSimpler ? nullptr : held->copy()) {
    held_.push_back(std::move(held));
  }
  MaybeGene(const MaybeGene& other)
      : Gene(other),
        presence_(other.presence_),
        simplest_(other.simplest_),
        present_(other.present_),
        held_(copyAll(other.held_)) {}

  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace covolve::gene
