// A gene that is better left alone: a change of it (of an authentication header,
// of an identifier that other calls rely on) mostly breaks the test. It is
// sampled as usual but changed with probability p only.
//
// Easy to get wrong: mutate() may change nothing, the one exception to its
// contract; with p = 0 the gene counts as not mutable.
#pragma once

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class DisruptiveGene final : public Gene {
 public:
  DisruptiveGene(std::unique_ptr<Gene> inner, double probability) : probability_(probability) {
    inner_.push_back(std::move(inner));
  }
  DisruptiveGene(const DisruptiveGene& other)
      : Gene(other), probability_(other.probability_), inner_(copyAll(other.inner_)) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<DisruptiveGene>(*this); }
  void sample(Source& source) override { inner_[0]->sample(source); }
  void mutate(Source& source) override {
    if (source.rng.chance(probability_)) inner_[0]->mutate(source);
  }
  void write(ValueSink& sink) const override { inner_[0]->write(sink); }
  bool assign(const Value& value) override { return inner_[0]->assign(value); }
  bool equals(const Gene& other) const override {
    return inner_[0]->equals(*static_cast<const DisruptiveGene&>(other).inner_[0]);
  }
  size_t weight() const override { return inner_[0]->weight(); }
  std::span<const std::unique_ptr<Gene>> children() const override { return inner_; }
  bool isMutable() const override { return probability_ > 0 && inner_[0]->isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    forEachSimpler(inner_, [&](size_t, std::unique_ptr<Gene> inner) {
      candidates.push_back(std::make_unique<DisruptiveGene>(std::move(inner), probability_));
    });
    return candidates;
  }

 private:
  double probability_;
  GeneList inner_;  // always one
};

}  // namespace covolve::gene
