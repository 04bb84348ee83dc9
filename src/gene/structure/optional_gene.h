// A value that may be missing: std::optional, and pointers that may be null.
#pragma once

#include "gene/structure/maybe_gene.h"

namespace covolve::gene {

class OptionalGene final : public MaybeGene<OptionalGene> {
 public:
  /// What was not sampled yet is the simplest that can be held.
  explicit OptionalGene(std::unique_ptr<Gene> held, double presence = 0.8, bool missingIsSimpler = true)
      : MaybeGene(std::move(held), presence, missingIsSimpler) {}

  bool isPresent() const { return present_; }
  const Gene& held() const { return *held_[0]; }
  /// Makes `value` what is held; false where it is not of the domain.
  bool hold(const Value& value) {
    present_ = true;
    return held_[0]->assign(value);
  }
  void drop() { present_ = false; }

  void write(ValueSink& sink) const override {
    if (!present_) return sink.absent();
    sink.present();
    held_[0]->write(sink);
  }
  bool assign(const Value& value) override {
    present_ = value.kind == Value::Kind::Present;
    if (!present_) return value.kind == Value::Kind::Absent;
    return value.children.size() == 1 && held_[0]->assign(value.children[0]);
  }
};

}  // namespace covolve::gene
