// A list of genes of one domain: std::vector (any length) or std::array (fixed).
//
// Easy to get wrong: mutation may add elements, and references inside these are
// open until the problem resolves them.
#pragma once

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class ListGene final : public Gene {
 public:
  /// Any length from `minimum` to `maximum`; `element` is the pattern of every element.
  ListGene(std::unique_ptr<Gene> element, size_t maximum, size_t minimum = 0);
  /// Exactly `length` elements.
  static std::unique_ptr<ListGene> fixed(std::unique_ptr<Gene> element, size_t length);
  ListGene(const ListGene& other);

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ListGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return allEqual(elements_, static_cast<const ListGene&>(other).elements_);
  }
  size_t weight() const override { return 1 + weightOf(elements_); }
  std::span<const std::unique_ptr<Gene>> children() const override { return elements_; }
  double mutationWeight() const override { return 1 + mutationWeightOf(elements_); }
  bool isMutable() const override;
  bool hasShape() const override { return minimum_ < maximum_; }
  bool mutateShape(Source& source) override;
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  bool change(Source& source);
  void insert(size_t position, std::unique_ptr<Gene> element);
  void erase(size_t position);

  std::shared_ptr<const Gene> pattern_;
  size_t minimum_;
  size_t maximum_;
  GeneList elements_;
};

}  // namespace covolve::gene
