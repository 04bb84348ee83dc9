// A value that may be said to be nothing: null in JSON. Unlike an optional one it
// is there in either case, so both can be had: an optional field of a nullable
// value is missing, null, or has a value.
#pragma once

#include "gene/structure/maybe_gene.h"

namespace covolve::gene {

class NullableGene final : public MaybeGene<NullableGene> {
 public:
  /// `held` must not be nullable itself.
  explicit NullableGene(std::unique_ptr<Gene> held, double nullness = 0.1)
      : MaybeGene(std::move(held), 1 - nullness) {}

  void write(ValueSink& sink) const override {
    if (!present_) return sink.null();
    held_[0]->write(sink);
  }
  bool assign(const Value& value) override {
    present_ = value.kind != Value::Kind::Null;
    return !present_ || held_[0]->assign(value);
  }
};

}  // namespace covolve::gene
