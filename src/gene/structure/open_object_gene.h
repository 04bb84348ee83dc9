// An object with declared fields and, besides, entries of any names: properties
// and additionalProperties of a schema. The names of declared fields are no names
// of further entries.
#pragma once

#include <memory>

#include "gene/children.h"
#include "gene/gene.h"
#include "gene/structure/map_gene.h"
#include "gene/structure/object_gene.h"

namespace covolve::gene {

class OpenObjectGene final : public Gene {
 public:
  /// `further` is of the form Names.
  OpenObjectGene(std::unique_ptr<ObjectGene> declared, std::unique_ptr<MapGene> further);
  OpenObjectGene(const OpenObjectGene& other) : Gene(other), parts_(copyAll(other.parts_)) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<OpenObjectGene>(*this); }
  void sample(Source& source) override {
    for (const auto& part : parts_) part->sample(source);
  }
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return allEqual(parts_, static_cast<const OpenObjectGene&>(other).parts_);
  }
  size_t weight() const override { return weightOf(parts_); }
  std::span<const std::unique_ptr<Gene>> children() const override { return parts_; }
  double mutationWeight() const override { return mutationWeightOf(parts_); }
  bool isMutable() const override { return anyMutable(parts_); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  const ObjectGene& declared() const { return static_cast<const ObjectGene&>(*parts_[0]); }

  GeneList parts_;  // the declared fields, the further entries
};

}  // namespace covolve::gene
