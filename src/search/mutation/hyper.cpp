#include "search/mutation/hyper.h"

#include <algorithm>

#include "gene/reference_gene.h"

namespace covolve::search {

namespace {

Datum datumOf(const gene::Leaf& leaf) {
  if (const auto choice = leaf.readChoice()) return choice->chosen;
  if (const auto integer = leaf.readInteger()) return integer->value;
  if (const auto floating = leaf.readFloating()) return floating->value;
  if (auto text = leaf.readText()) return std::move(text->text);
  return {};
}

}  // namespace

void HyperMutation::change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) {
  change(test, Choice{goal}, source, lineage);
}

void HyperMutation::change(Individual& test, const Choice& choice, gene::Source& source, Lineage& lineage) {
  roots_ = rootGenes(test);
  if (roots_.empty()) return;
  const std::vector<size_t> selected = select(test, choice, source.rng);
  const double share = 1.0 / static_cast<double>(selected.size());
  for (const size_t index : selected) {
    lineage.changes.push_back({ids_[index], share});
    changeRoot(test, roots_[index], choice, source, lineage);
  }
}

/// Equation 1 for each gene of a level: ell * (d / n + (1 - d) * w_i / sum of w).
std::vector<double> HyperMutation::ratesOf(std::span<const double> weights, double several) const {
  const double evenness = context_.parameters.mutationEvenness;
  double sum = 0;
  for (const double weight : weights) sum += weight;
  std::vector<double> rates;
  rates.reserve(weights.size());
  for (const double weight : weights) {
    rates.push_back(several *
                    (evenness / static_cast<double>(weights.size()) + (1 - evenness) * weight / sum));
  }
  return rates;
}

/// One at least.
std::vector<size_t> HyperMutation::select(const Individual& test, const Choice& choice, Rng& rng) {
  ids_.clear();
  weights_.clear();
  for (const RootGene& root : roots_) {
    ids_.push_back(rootId(context_.problem, test, root));
    weights_.push_back(root.weight);
  }
  if (choice.byImpact) weighByImpact(choice, ids_, weights_);
  const double most = context_.parameters.hypermutationShare * static_cast<double>(roots_.size());
  const double several = context_.towards(std::max(1.0, most), 1);
  std::vector<double> rates = ratesOf(weights_, several);
  std::vector<size_t> selected;
  for (size_t i = 0; i < rates.size(); ++i) {
    if (roots_[i].isReference) rates[i] /= several;
    if (rng.chance(rates[i])) selected.push_back(i);
  }
  if (selected.empty()) selected.push_back(pickByWeight(rates, rng));
  return selected;
}

void HyperMutation::changeRoot(Individual& test, const RootGene& root, const Choice& choice,
                               gene::Source& source, Lineage& lineage) {
  auto& gene = test.actions[root.action].genes[root.index];
  if (root.isReference) return gene->asReference()->refer(gene::ReferenceGene::kOpen);
  if (source.rng.chance(context_.parameters.copyArgument) && takeOverValue(test, root, source.rng)) return;
  const GeneId id = rootId(context_.problem, test, root);
  if (gene::Leaf* leaf = gene->asLeaf()) return changeLeaf(*gene, *leaf, id, choice, source, lineage);
  const auto before = gene->copy();
  const size_t noted = lineage.changes.size();
  if (changeWithin(*gene, id, choice, source, lineage) && gene->holds()) return;
  // The outermost gene knows how to keep its conditions.
  lineage.changes.resize(noted);
  gene = before->copy();
  gene->mutate(source);
}

/// One part, by weight; its own shape is a part, too. False where nothing was changed.
bool HyperMutation::changeWithin(gene::Gene& gene, GeneId id, const Choice& choice, gene::Source& source,
                                 Lineage& lineage) {
  if (gene::Leaf* leaf = gene.asLeaf()) {
    changeLeaf(gene, *leaf, id, choice, source, lineage);
    return true;
  }
  std::vector<gene::Gene*> parts;
  std::vector<GeneId> ids;
  std::vector<double> weights;
  const auto children = gene.children();
  for (size_t i = 0; i < children.size(); ++i) {
    if (!children[i]->isMutable()) continue;
    parts.push_back(children[i].get());
    ids.push_back(childId(id, i));
    weights.push_back(children[i]->mutationWeight());
  }
  if (gene.hasShape()) {
    parts.push_back(nullptr);
    ids.push_back(shapeId(id));
    weights.push_back(1);
  }
  if (parts.empty()) {  // a datum that shows no leaf
    gene.mutate(source);
    return true;
  }
  if (choice.byImpact) weighByImpact(choice, ids, weights);
  const size_t picked = pickByWeight(ratesOf(weights, 1), source.rng);
  lineage.changes.push_back({ids[picked], 1});
  if (parts[picked] == nullptr) return gene.mutateShape(source);
  return changeWithin(*parts[picked], ids[picked], choice, source, lineage);
}

void HyperMutation::changeLeaf(gene::Gene& gene, gene::Leaf& leaf, GeneId id, const Choice& choice,
                               gene::Source& source, Lineage& lineage) {
  if (!learns()) return gene.mutate(source);
  Datum before = datumOf(leaf);
  if (!choice.valuesByPast || !changeByPast(choice, id, leaf, source)) gene.mutate(source);
  // Mutation may have exchanged the leaf: a suggestion has become a general value.
  if (const gene::Leaf* now = gene.asLeaf()) lineage.values.push_back({id, std::move(before), datumOf(*now)});
}

}  // namespace covolve::search
