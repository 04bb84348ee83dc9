// Weight-based hypermutation (Zhang and Arcuri, "Adaptive Hypermutation for
// Search-Based System Test Generation", section 5): at the start of the search a
// share rho of all arguments changes at once, falling to one when the search is
// focused; an argument's rate grows with its weight (equation 1), and within a
// structure one part is chosen by weight.
//
// Easy to get wrong: what leads to objects and resources is genes, too, but half
// of a test's receivers opened, or of its identifiers made up, at once would leave
// another test; so would half of its requests breaking a rule. Such genes keep
// the usual rate of 1/n.
#pragma once

#include <span>

#include "search/mutation/data_mutation.h"
#include "search/mutation/root_gene.h"

namespace covolve::search {

class HyperMutation : public DataMutation {
 public:
  explicit HyperMutation(const Context& context) : context_(context) {}

  bool change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) override;

 protected:
  /// What decides, besides chance and the weights of genes' kinds. (Adaptive mutation throws a dice for
  /// either.)
  struct Steering {
    const Goal& goal;
    bool rootsByImpact = false;  // which arguments change
    bool restByPast = false;     // which part of an argument, and to which value
  };
  /// The weights of some genes of one level, in place of those of their kinds.
  virtual void weighByImpact(const Steering&, std::span<const GeneId>, std::span<double>) {}
  /// A leaf's next value in the light of its past; false where nothing is known of it.
  virtual bool changeByPast(const Steering&, GeneId, gene::Leaf&, gene::Source&) { return false; }

  /// Another alternative in the light of what each came to; false where nothing is known of it.
  virtual bool changeShapeByPast(const Steering&, GeneId, gene::Gene&, gene::Source&) { return false; }

  bool change(Individual& test, const Steering& steering, gene::Source& source, Lineage& lineage);

  Context context_;

 private:
  void rate(double expected);
  bool keepsUsualRate(const Individual& test, const RootGene& root) const;
  void select(const Individual& test, const Steering& steering, Rng& rng);
  void changeRoot(Individual& test, const RootGene& root, GeneId id, const Steering& steering,
                  gene::Source& source, Lineage& lineage);
  bool changeWithin(gene::Gene& gene, GeneId id, const Steering& steering, gene::Source& source,
                    Lineage& lineage);
  bool changeShape(gene::Gene& gene, GeneId id, const Steering& steering, gene::Source& source,
                   Lineage& lineage);
  void changeLeaf(gene::Gene& gene, gene::Leaf& leaf, GeneId id, const Steering& steering,
                  gene::Source& source, Lineage& lineage);

  // Of the level that is being chosen from; reused.
  std::vector<GeneId> ids_;
  std::vector<double> rates_;  // weights at first
  std::vector<RootGene> roots_;
  std::vector<std::pair<RootGene, GeneId>> selected_;
};

}  // namespace covolve::search
