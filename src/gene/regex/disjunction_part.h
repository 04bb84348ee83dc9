// One of several alternatives. Each keeps its own choices, so that a mutation
// that comes back finds what was there.
#pragma once

#include <algorithm>
#include <cassert>

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class DisjunctionPart final : public Part {
 public:
  explicit DisjunctionPart(PartList alternatives) : alternatives_(std::move(alternatives)) {
    assert(!alternatives_.empty());
  }

  std::unique_ptr<Part> copy() const override {
    auto copied = std::make_unique<DisjunctionPart>(copyAll(alternatives_));
    copied->chosen_ = chosen_;
    return copied;
  }
  void sample(Source& source) override {
    chosen_ = source.rng.below(alternatives_.size());
    alternatives_[chosen_]->sample(source);
  }
  void mutate(Source& source) override {
    Part& present = *alternatives_[chosen_];
    if (present.isMutable() && !source.rng.chance(kSwitch)) return present.mutate(source);
    if (alternatives_.size() == 1) return;
    chosen_ = (chosen_ + 1 + source.rng.below(alternatives_.size() - 1)) % alternatives_.size();
    alternatives_[chosen_]->sample(source);
  }
  bool isMutable() const override { return alternatives_.size() > 1 || alternatives_[0]->isMutable(); }
  size_t weight() const override { return 1 + alternatives_[chosen_]->weight(); }
  void spell(Spelling& out) const override { alternatives_[chosen_]->spell(out); }
  bool match(Match& match, size_t position, Next next) override {
    for (size_t i = 0; i < alternatives_.size(); ++i) {
      const Captures before = match.captures;
      auto chosen = [&](size_t reached) {
        chosen_ = i;
        return next(reached);
      };
      if (alternatives_[i]->match(match, position, chosen)) return true;
      match.captures = before;
    }
    return false;
  }
  std::vector<std::unique_ptr<Part>> simpler() const override {
    PartList candidates;
    const auto with = [&](size_t index) {
      auto changed = std::make_unique<DisjunctionPart>(copyAll(alternatives_));
      changed->chosen_ = index;
      return changed;
    };
    // Earlier ones only: shrinking must end.
    for (size_t i = 0; i < chosen_; ++i) candidates.push_back(with(i));
    for (auto& simpler : alternatives_[chosen_]->simpler()) {
      auto changed = with(chosen_);
      changed->alternatives_[chosen_] = std::move(simpler);
      candidates.push_back(std::move(changed));
    }
    return candidates;
  }
  size_t leastLength() const override {
    size_t least = kLongestText + 1;
    for (const auto& alternative : alternatives_) least = std::min(least, alternative->leastLength());
    return least;
  }

 private:
  static constexpr double kSwitch = 0.15;

  PartList alternatives_;
  size_t chosen_ = 0;
};

}  // namespace covolve::gene::regex
