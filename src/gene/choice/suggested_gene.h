// A gene with values that are worth trying as they are: the examples of a schema,
// the ends of a range. They are drawn with a probability of their own, and what
// is near to them is found by changing them as the general gene would.
#pragma once

#include <memory>

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class SuggestedGene final : public Gene, public Leaf {
 public:
  /// At least one suggestion. Suggestions and general values are of one domain, but the general gene need not
  /// be able to take every suggestion.
  SuggestedGene(std::vector<Value> suggestions, std::unique_ptr<Gene> general, double probability);
  SuggestedGene(const SuggestedGene& other);

  bool isSuggestion() const { return chosen_ < suggestions_->size(); }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<SuggestedGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override;
  size_t weight() const override { return isSuggestion() ? 4 : 1 + general_[0]->weight(); }
  std::span<const std::unique_ptr<Gene>> children() const override {
    return isSuggestion() ? std::span<const std::unique_ptr<Gene>>()
                          : std::span<const std::unique_ptr<Gene>>(general_);
  }
  double mutationWeight() const override { return general_[0]->mutationWeight(); }
  /// A suggestion is a leaf of its own, unless it has structure.
  Leaf* asLeaf() override;
  std::optional<Integer> readInteger() const override;
  std::optional<Floating> readFloating() const override;
  std::optional<Text> readText() const override;
  bool setInteger(__int128 value) override {
    return setGeneral([&](Leaf& leaf) { return leaf.setInteger(value); });
  }
  bool setFloating(double value) override {
    return setGeneral([&](Leaf& leaf) { return leaf.setFloating(value); });
  }
  bool setText(std::string_view text) override {
    return setGeneral([&](Leaf& leaf) { return leaf.setText(text); });
  }
  /// Where suggestions have structure: which of them, or a value of the general gene's own.
  bool hasShape() const override { return general_[0]->asLeaf() == nullptr; }
  bool mutateShape(Source& source) override;
  bool isMutable() const override { return suggestions_->size() > 1 || general_[0]->isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  static constexpr size_t kGeneral = ~size_t{0};

  void change(Source& source);
  /// The suggestion becomes a general value, which is then set.
  bool setGeneral(const std::function<bool(Leaf&)>& set);
  /// The general gene with the value in use; null where that is a suggestion it cannot take.
  std::unique_ptr<Gene> generalised() const;

  std::shared_ptr<const std::vector<Value>> suggestions_;  // shared by all copies
  double probability_;
  size_t chosen_ = kGeneral;
  GeneList general_;  // always one
};

}  // namespace covolve::gene
