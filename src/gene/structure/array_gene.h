// An array of a schema: fixed first elements of domains of their own, further
// ones of one domain, all different where that is asked for. ListGene is the
// simple case without the first two.
//
// Easy to get wrong: the first elements keep their places, so only further ones
// are inserted, removed and swapped; a short array ends within the first ones.
#pragma once

#include <memory>
#include <vector>

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class ArrayGene final : public Gene {
 public:
  struct Shape {
    std::vector<std::shared_ptr<const Gene>> first;
    std::shared_ptr<const Gene> further;  // null: there are none
    size_t minimum = 0;
    size_t maximum = 0;  // at most first.size() without further ones
    size_t usual = 4;    // most that are drawn beyond the minimum, but for the exact maximum
    bool distinct = false;
  };

  explicit ArrayGene(Shape shape);
  ArrayGene(const ArrayGene& other)
      : Gene(other), shape_(other.shape_), elements_(copyAll(other.elements_)) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ArrayGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return allEqual(elements_, static_cast<const ArrayGene&>(other).elements_);
  }
  size_t weight() const override { return 1 + weightOf(elements_); }
  std::span<const std::unique_ptr<Gene>> children() const override { return elements_; }
  double mutationWeight() const override { return 1 + mutationWeightOf(elements_); }
  bool holds() const override;
  bool hasShape() const override { return shape_->minimum < shape_->maximum; }
  bool mutateShape(Source& source) override;
  bool isMutable() const override { return shape_->minimum < shape_->maximum || anyMutable(elements_); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  static constexpr size_t kNone = ~size_t{0};

  const Gene& pattern(size_t position) const {
    return position < shape_->first.size() ? *shape_->first[position] : *shape_->further;
  }
  size_t furtherCount() const {
    return elements_.size() > shape_->first.size() ? elements_.size() - shape_->first.size() : 0;
  }
  /// Whether an element other than that at `except` is the same, and must not be.
  bool repeats(const Gene& element, size_t except = kNone) const;
  bool add(Source& source);
  bool insert(Source& source);
  void remove(size_t position);
  void removeAny(Rng& rng);
  bool change(Source& source);
  bool changeElement(Source& source);

  std::shared_ptr<const Shape> shape_;  // shared by all copies
  GeneList elements_;
};

}  // namespace covolve::gene
