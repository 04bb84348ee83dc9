// One of a fixed set of values of any kinds: the enumeration of a schema.
//
// Easy to get wrong: a value may be listed twice. It counts once, or a mutation
// would choose "another" that is the same.
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>

#include "gene/gene.h"
#include "gene/value_builder.h"

namespace covolve::gene {

class ValueChoiceGene final : public Gene, public Leaf {
 public:
  /// At least one; the first is the simplest.
  explicit ValueChoiceGene(const std::vector<Value>& values) {
    std::vector<Value> kept;
    for (const Value& value : values) {
      if (std::ranges::find(kept, value) == kept.end()) kept.push_back(value);
    }
    assert(!kept.empty());
    values_ = std::make_shared<const std::vector<Value>>(std::move(kept));
  }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ValueChoiceGene>(*this); }
  void sample(Source& source) override { index_ = source.rng.below(values_->size()); }
  void mutate(Source& source) override {
    if (values_->size() > 1) index_ = (index_ + 1 + source.rng.below(values_->size() - 1)) % values_->size();
  }
  void write(ValueSink& sink) const override { writeValue((*values_)[index_], sink); }
  bool assign(const Value& value) override {
    const auto found = std::ranges::find(*values_, value);
    if (found == values_->end()) return false;
    index_ = static_cast<size_t>(found - values_->begin());
    return true;
  }
  bool equals(const Gene& other) const override {
    return index_ == static_cast<const ValueChoiceGene&>(other).index_;
  }
  bool isMutable() const override { return values_->size() > 1; }
  Leaf* asLeaf() override { return this; }
  std::optional<Choice> readChoice() const override { return Choice{index_, values_->size()}; }
  bool setChoice(size_t choice) override {
    if (choice >= values_->size()) return false;
    index_ = choice;
    return true;
  }
  std::optional<Text> readText() const override {
    const Value& value = (*values_)[index_];
    if (value.kind != Value::Kind::Text) return std::nullopt;
    return Text{value.text, kLongestText};
  }
  bool setText(std::string_view text) override { return assign(Value::string(std::string(text))); }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    if (index_ != 0) {
      auto first = std::make_unique<ValueChoiceGene>(*this);
      first->index_ = 0;
      candidates.push_back(std::move(first));
    }
    return candidates;
  }

 private:
  static constexpr size_t kLongestText = 1000;  // no enumerator is longer

  std::shared_ptr<const std::vector<Value>> values_;  // shared by all copies
  size_t index_ = 0;
};

}  // namespace covolve::gene
