// One of several genes of different domains: a variant, oneOf of a schema. Its
// value is that of the chosen one, with its index before it where two must not be
// taken for each other.
//
// Easy to get wrong: domains may overlap, so equal values need not come from the
// same alternative.
#pragma once

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class AlternativeGene final : public Gene {
 public:
  enum class Form { Bare, Indexed };  // of a value: as it is; a list of the index and the value

  /// At least one; the first is the simplest.
  explicit AlternativeGene(GeneList alternatives, Form form = Form::Bare);
  AlternativeGene(const AlternativeGene& other);

  size_t chosen() const { return chosen_; }
  size_t count() const { return alternatives_.size(); }
  /// What comes into use was perhaps never sampled.
  void choose(size_t alternative) { chosen_ = alternative; }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<AlternativeGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  /// The present alternative is asked first.
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override;
  size_t weight() const override { return 1 + alternatives_[chosen_]->weight(); }
  std::span<const std::unique_ptr<Gene>> children() const override { return {&alternatives_[chosen_], 1}; }
  double mutationWeight() const override { return 1 + alternatives_[chosen_]->mutationWeight(); }
  bool hasShape() const override { return alternatives_.size() > 1; }
  bool mutateShape(Source& source) override;
  std::optional<Leaf::Choice> readShape() const override { return Leaf::Choice{chosen_, count()}; }
  bool chooseShape(size_t alternative, Source& source) override;
  size_t childName(size_t) const override { return chosen_; }
  bool isMutable() const override { return alternatives_.size() > 1 || alternatives_[0]->isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  bool assignIndexed(const Value& value);

  GeneList alternatives_;
  size_t chosen_ = 0;
  Form form_;
};

}  // namespace covolve::gene
