// A gene whose values have to pass a check: what a schema demands beyond what can
// be built (not, if, conditions between fields). Values that fail are drawn or
// changed again; where nothing else is found, there is the value it started with.
//
// Easy to get wrong: who sets a leaf inside goes around the check and has to ask
// holds(). Sampling, mutating, assigning and shrinking check themselves.
#pragma once

#include <functional>
#include <memory>

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class GuardedGene final : public Gene {
 public:
  using Check = std::function<bool(const Gene&)>;

  GuardedGene(std::unique_ptr<Gene> inner, Check check);
  GuardedGene(const GuardedGene& other);

  /// Finds a first value that passes; false where there seems to be none. Nothing else may be called before.
  bool start();

  std::unique_ptr<Gene> copy() const override { return std::make_unique<GuardedGene>(*this); }
  void sample(Source& source) override;
  /// May change nothing where almost no value passes.
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { inner_[0]->write(sink); }
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return inner_[0]->equals(*static_cast<const GuardedGene&>(other).inner_[0]);
  }
  size_t weight() const override { return inner_[0]->weight(); }
  std::span<const std::unique_ptr<Gene>> children() const override { return inner_; }
  double mutationWeight() const override { return inner_[0]->mutationWeight(); }
  bool holds() const override { return (*check_)(*inner_[0]) && inner_[0]->holds(); }
  bool isMutable() const override { return inner_[0]->isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  void draw(Source& source, int attempts);

  std::shared_ptr<const Check> check_;  // shared by all copies
  std::shared_ptr<const Gene> first_;   // a value that passes; shared too
  GeneList inner_;                      // always one
};

}  // namespace covolve::gene
