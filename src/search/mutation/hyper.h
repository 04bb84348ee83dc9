// Weight-based hypermutation (Zhang and Arcuri, "Adaptive Hypermutation for
// Search-Based System Test Generation", section 5): at the start of the search a
// share rho of all arguments changes at once, falling to one when the search is
// focused; an argument's rate grows with its weight (equation 1), and within a
// structure one part is chosen by weight.
//
// Easy to get wrong: references are genes, too, but half of a test's receivers
// opened at once would leave another test. They keep the usual rate of 1/n.
#pragma once

#include <span>

#include "search/mutation/data_mutation.h"
#include "search/mutation/root_gene.h"

namespace covolve::search {

class HyperMutation : public DataMutation {
 public:
  explicit HyperMutation(const Context& context) : context_(context) {}

  void change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) override;

 protected:
  /// What adaptive mutation does otherwise.
  struct Choice {
    const Goal& goal;
    bool byImpact = false;      // which gene changes
    bool valuesByPast = false;  // to which value it changes
  };
  /// The weights of some genes of one level, in place of those of their kinds.
  virtual void weighByImpact(const Choice&, std::span<const GeneId>, std::span<double>) {}
  /// A leaf's next value in the light of its past; false where nothing is known of it.
  virtual bool changeByPast(const Choice&, GeneId, gene::Leaf&, gene::Source&) { return false; }

  void change(Individual& test, const Choice& choice, gene::Source& source, Lineage& lineage);

  Context context_;

 private:
  std::vector<double> ratesOf(std::span<const double> weights, double several) const;
  std::vector<size_t> select(const Individual& test, const Choice& choice, Rng& rng);
  void changeRoot(Individual& test, const RootGene& root, const Choice& choice, gene::Source& source,
                  Lineage& lineage);
  bool changeWithin(gene::Gene& gene, GeneId id, const Choice& choice, gene::Source& source,
                    Lineage& lineage);
  void changeLeaf(gene::Gene& gene, gene::Leaf& leaf, GeneId id, const Choice& choice, gene::Source& source,
                  Lineage& lineage);

  std::vector<RootGene> roots_;  // reused, as the others
  std::vector<GeneId> ids_;
  std::vector<double> weights_;
};

}  // namespace covolve::search
