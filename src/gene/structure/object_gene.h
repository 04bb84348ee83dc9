// Named fields, each of its own domain, some of which may be missing: the body of
// a request. Fields keep their order.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gene/children.h"
#include "gene/gene.h"
#include "gene/structure/optional_gene.h"

namespace covolve::gene {

class ObjectGene final : public Gene {
 public:
  struct Field {
    std::string name;  // unlike that of all others
    std::unique_ptr<Gene> gene;
    bool required = true;
    double presence = 0.7;  // how often one that is not required is there
  };

  explicit ObjectGene(std::vector<Field> fields);
  ObjectGene(const ObjectGene& other);

  std::vector<std::string> fieldNames() const;
  bool hasField(std::string_view name) const;
  /// Those that are there.
  size_t fieldCount() const;
  /// The same without the object around them.
  void writeFields(ValueSink& sink) const;

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ObjectGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  /// In any order of the fields; unknown and repeated ones are refused.
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return allEqual(genes_, static_cast<const ObjectGene&>(other).genes_);
  }
  size_t weight() const override { return 1 + weightOf(genes_); }
  std::span<const std::unique_ptr<Gene>> children() const override { return genes_; }
  double mutationWeight() const override { return mutationWeightOf(genes_); }
  bool isMutable() const override { return anyMutable(genes_); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  struct Shape {
    std::string name;
    bool required;
  };

  const OptionalGene& optional(size_t i) const { return static_cast<const OptionalGene&>(*genes_[i]); }
  bool isPresent(size_t i) const { return (*shapes_)[i].required || optional(i).isPresent(); }

  std::shared_ptr<const std::vector<Shape>> shapes_;  // shared by all copies
  GeneList genes_;                                    // OptionalGenes where not required
};

}  // namespace covolve::gene
