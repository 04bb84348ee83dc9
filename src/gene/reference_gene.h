// Refers to the result of an earlier action of the same individual.
//
// Easy to get wrong: sampling a reference only forgets what it referred to.
// Which objects are in scope is known to the problem, which resolves the open
// references of an action before it appends it.
#pragma once

#include "gene/gene.h"

namespace covolve::gene {

/// What the use of an object asks of it beyond its type.
struct Demand {
  bool consumes = false;  // it is gone afterwards
  bool mutates = false;   // it must not be const
  bool owns = false;      // it must be the test's own, nothing that was lent
  bool copies = false;    // it must be of exactly the type, nothing that only stands for one
};

class ReferenceGene final : public Gene {
 public:
  static constexpr uint32_t kOpen = ~uint32_t{0};

  /// `type` is the problem's name for what may be referred to.
  explicit ReferenceGene(uint32_t type, Demand demand = {}) : type_(type), demand_(demand) {}

  uint32_t type() const { return type_; }
  const Demand& demand() const { return demand_; }
  uint32_t action() const { return action_; }
  void refer(uint32_t action) { action_ = action; }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<ReferenceGene>(*this); }
  ReferenceGene* asReference() override { return this; }
  void sample(Source&) override { action_ = kOpen; }
  void mutate(Source&) override {}
  void write(ValueSink& sink) const override { sink.reference(action_); }
  bool assign(const Value& value) override {
    if (value.kind != Value::Kind::Reference || value.integer < 0 || value.integer > kOpen) return false;
    action_ = static_cast<uint32_t>(value.integer);
    return true;
  }
  bool equals(const Gene& other) const override {
    return action_ == static_cast<const ReferenceGene&>(other).action_;
  }
  /// Only the problem knows what else could be referred to.
  bool isMutable() const override { return false; }

 private:
  uint32_t type_;
  Demand demand_;
  uint32_t action_ = kOpen;
};

/// Calls visit(ReferenceGene&) for every reference in the subtree.
template <class Visit>
void forEachReference(const std::unique_ptr<Gene>& gene, Visit&& visit) {
  if (ReferenceGene* reference = gene->asReference()) {
    visit(*reference);
    return;
  }
  for (const auto& child : gene->children()) forEachReference(child, visit);
}

}  // namespace covolve::gene
