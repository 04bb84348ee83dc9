#pragma once

#include "gene/gene.h"

namespace covolve::gene {

class BooleanGene final : public Gene, public Leaf {
 public:
  explicit BooleanGene(bool value = false) : value_(value) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<BooleanGene>(*this); }
  void sample(Source& source) override { value_ = (source.rng.bits() >> 63) != 0; }
  void mutate(Source&) override { value_ = !value_; }
  void write(ValueSink& sink) const override { sink.boolean(value_); }
  bool assign(const Value& value) override {
    if (value.kind != Value::Kind::Boolean) return false;
    value_ = value.integer != 0;
    return true;
  }
  bool equals(const Gene& other) const override {
    return value_ == static_cast<const BooleanGene&>(other).value_;
  }
  Leaf* asLeaf() override { return this; }
  std::optional<Choice> readChoice() const override { return Choice{value_ ? size_t{1} : size_t{0}, 2}; }
  bool setChoice(size_t choice) override {
    if (choice > 1) return false;
    value_ = choice == 1;
    return true;
  }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    if (value_) candidates.push_back(std::make_unique<BooleanGene>(false));
    return candidates;
  }

 private:
  bool value_;
};

}  // namespace covolve::gene
