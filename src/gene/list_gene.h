// A list of genes of one domain: std::vector (any length) or std::array (fixed).
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class ListGene final : public Gene {
 public:
  /// Any length up to `maximum`; `element` is the pattern of every element.
  ListGene(std::unique_ptr<Gene> element, size_t maximum);
  /// Exactly `length` elements.
  static std::unique_ptr<ListGene> fixed(std::unique_ptr<Gene> element, size_t length);
  ListGene(const ListGene& other);

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ListGene>(*this); }
  void sample(Rng& rng) override;
  void write(ValueSink& sink) const override;
  bool equals(const Gene& other) const override;
  size_t weight() const override;
  std::span<const std::unique_ptr<Gene>> children() const override { return elements_; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  std::shared_ptr<const Gene> pattern_;
  size_t minimum_ = 0;
  size_t maximum_;
  std::vector<std::unique_ptr<Gene>> elements_;
};

}  // namespace covolve::gene
