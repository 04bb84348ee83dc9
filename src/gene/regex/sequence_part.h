// Parts one after the other.
#pragma once

#include <algorithm>

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class SequencePart final : public Part {
 public:
  explicit SequencePart(PartList parts) : parts_(std::move(parts)) {}

  std::unique_ptr<Part> copy() const override { return std::make_unique<SequencePart>(copyAll(parts_)); }
  void sample(Source& source) override {
    for (const auto& part : parts_) part->sample(source);
  }
  void mutate(Source& source) override {
    if (Part* part = chooseMutable(parts_, source.rng)) part->mutate(source);
  }
  bool isMutable() const override {
    return std::ranges::any_of(parts_, [](const auto& part) { return part->isMutable(); });
  }
  size_t weight() const override {
    size_t sum = 0;
    for (const auto& part : parts_) sum += part->isMutable() ? part->weight() : 0;
    return std::max<size_t>(sum, 1);
  }
  void spell(Spelling& out) const override {
    for (const auto& part : parts_) part->spell(out);
  }
  bool match(Match& match, size_t position, Next next) override {
    return matchFrom(0, match, position, next);
  }
  std::vector<std::unique_ptr<Part>> simpler() const override {
    PartList candidates;
    for (size_t i = 0; i < parts_.size(); ++i) {
      for (auto& simpler : parts_[i]->simpler()) {
        auto changed = std::make_unique<SequencePart>(copyAll(parts_));
        changed->parts_[i] = std::move(simpler);
        candidates.push_back(std::move(changed));
      }
    }
    return candidates;
  }
  size_t leastLength() const override {
    size_t sum = 0;
    for (const auto& part : parts_) sum = std::min(sum + part->leastLength(), kLongestText + 1);
    return sum;
  }

 private:
  bool matchFrom(size_t index, Match& match, size_t position, Next next) {
    if (index == parts_.size()) return next(position);
    auto rest = [&](size_t reached) { return matchFrom(index + 1, match, reached, next); };
    return parts_[index]->match(match, position, rest);
  }

  PartList parts_;
};

}  // namespace covolve::gene::regex
