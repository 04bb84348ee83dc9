// One of a fixed set of integers: the enumerators of an enumeration.
//
// Easy to get wrong: two enumerators may have one value. They count once, or a
// mutation would choose "another" that is the same.
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>

#include "gene/gene.h"

namespace covolve::gene {

class ChoiceGene final : public Gene, public Leaf {
 public:
  /// `values` must not be empty; the first is the simplest.
  ChoiceGene(std::shared_ptr<const std::vector<int64_t>> values, unsigned bits)
      : values_(withoutRepetition(std::move(values))), bits_(bits) {
    assert(!values_->empty());
  }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ChoiceGene>(*this); }
  void sample(Source& source) override { index_ = source.rng.below(values_->size()); }
  void mutate(Source& source) override {
    if (values_->size() > 1) index_ = (index_ + 1 + source.rng.below(values_->size() - 1)) % values_->size();
  }
  void write(ValueSink& sink) const override { sink.integer((*values_)[index_], bits_); }
  bool assign(const Value& value) override {
    if (value.kind != Value::Kind::Integer) return false;
    const auto found = std::ranges::find(*values_, value.integer);
    if (found == values_->end()) return false;
    index_ = static_cast<size_t>(found - values_->begin());
    return true;
  }
  bool equals(const Gene& other) const override {
    return index_ == static_cast<const ChoiceGene&>(other).index_;
  }
  bool isMutable() const override { return values_->size() > 1; }
  Leaf* asLeaf() override { return this; }
  std::optional<Choice> readChoice() const override { return Choice{index_, values_->size()}; }
  bool setChoice(size_t choice) override {
    if (choice >= values_->size()) return false;
    index_ = choice;
    return true;
  }
  std::optional<Integer> readInteger() const override {
    const auto [low, high] = std::ranges::minmax(*values_);
    return Integer{(*values_)[index_], low, high, bits_};
  }
  bool setInteger(__int128 value) override { return assign(Value::number(value)); }
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
  using Values = std::shared_ptr<const std::vector<int64_t>>;

  static Values withoutRepetition(Values values) {
    std::vector<int64_t> kept;
    for (const int64_t value : *values) {
      if (std::ranges::find(kept, value) == kept.end()) kept.push_back(value);
    }
    if (kept.size() == values->size()) return values;
    return std::make_shared<const std::vector<int64_t>>(std::move(kept));
  }

  Values values_;  // shared by all copies
  unsigned bits_;
  size_t index_ = 0;
};

}  // namespace covolve::gene
