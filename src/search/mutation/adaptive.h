// Adaptive hypermutation (Zhang and Arcuri, "Adaptive Hypermutation for
// Search-Based System Test Generation", section 6) on top of the weight-based one
// (hyper.h): with probability P_A genes are weighed by the impact that they had on
// the goal's target, and with the same probability a leaf's next value follows
// from its past: numbers and texts by derived boundaries, choices by impact.
//
// Impact is learned for the goal's target and for a few others that the test
// started at: noting all of them would take longer than a unit test runs.
#pragma once

#include <optional>
#include <unordered_map>

#include "search/approach.h"
#include "search/mutation/boundary.h"
#include "search/mutation/hyper.h"
#include "search/mutation/impact.h"
#include "search/mutation/text_boundary.h"

namespace covolve::search {

class AdaptiveMutation final : public HyperMutation {
 public:
  explicit AdaptiveMutation(const Context& context)
      : HyperMutation(context), approach_(context.problem.graph()) {}

  bool change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) override;
  bool learns() const override { return true; }
  void learn(const Lineage& lineage, const Evaluated& test) override;

 protected:
  void weighByImpact(const Steering& steering, std::span<const GeneId> genes,
                     std::span<double> weights) override;
  bool changeByPast(const Steering& steering, GeneId id, gene::Leaf& leaf, gene::Source& source) override;
  bool changeShapeByPast(const Steering& steering, GeneId id, gene::Gene& gene,
                         gene::Source& source) override;

 private:
  std::optional<size_t> pickAnother(const Goal& goal, GeneId id, const gene::Leaf::Choice& choice, Rng& rng);
  /// 0 at the start of the search, 1 when it is focused.
  double focus() const { return context_.towards(0, 1); }
  static uint64_t keyOf(TargetId target, GeneId leaf) { return mixHash(leaf, target); }
  void learnImpact(const Lineage& lineage, TargetId target, Fitness before);
  void learnValue(const Goal& goal, const ValueChange& change, bool fitnessChanged, bool isBetter);

  /// What is known of one leaf for one target. Its domain comes with the leaf that was last asked for.
  struct Past {
    Boundary::Range domain{0, 0};
    Boundary number;
    size_t longest = 0;
    bool isUnicode = false;
    TextBoundary text;
  };
  Past& pastAt(TargetId target, GeneId leaf);

  Approach approach_;
  size_t next_ = 0;  // where the others are taken from
  ImpactTable impacts_;
  std::unordered_map<uint64_t, Past> pasts_;  // by target and leaf
};

}  // namespace covolve::search
