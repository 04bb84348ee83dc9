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

bool HyperMutation::change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) {
  return change(test, Steering{goal}, source, lineage);
}

bool HyperMutation::change(Individual& test, const Steering& steering, gene::Source& source,
                           Lineage& lineage) {
  roots_.clear();
  for (size_t action = 0; action < test.actions.size(); ++action) addRootGenes(test, action, roots_);
  if (roots_.empty()) return false;
  select(test, steering, source.rng);
  const double share = 1.0 / static_cast<double>(selected_.size());
  for (const auto& [root, id] : selected_) {
    if (learns()) lineage.changes.push_back({id, share});
    changeRoot(test, root, id, steering, source, lineage);
  }
  return true;
}

/// Equation 1 for each weight: ell * (d / n + (1 - d) * w_i / sum of w). `expected` is ell, how many shall
/// change on average.
void HyperMutation::rate(double expected) {
  const double evenness = context_.parameters.mutationEvenness;
  const auto count = static_cast<double>(rates_.size());
  double sum = 0;
  for (const double weight : rates_) sum += weight;
  for (double& rate : rates_) rate = expected * (evenness / count + (1 - evenness) * rate / sum);
}

bool HyperMutation::keepsUsualRate(const Individual& test, const RootGene& root) const {
  const Action& action = test.actions[root.action];
  return root.isReference || !context_.problem.isArgument(action, root.index) ||
         holdsReference(action.genes[root.index]);
}

/// One at least.
void HyperMutation::select(const Individual& test, const Steering& steering, Rng& rng) {
  ids_.clear();
  rates_.clear();
  for (const RootGene& root : roots_) {
    ids_.push_back(learns() ? rootId(context_.problem, test, root) : 0);
    rates_.push_back(root.weight);
  }
  if (steering.rootsByImpact) weighByImpact(steering, ids_, rates_);
  const double most = context_.parameters.hypermutationShare * static_cast<double>(roots_.size());
  const double expected = context_.towards(std::max(1.0, most), 1);
  rate(expected);
  selected_.clear();
  for (size_t i = 0; i < rates_.size(); ++i) {
    if (keepsUsualRate(test, roots_[i])) rates_[i] /= expected;
    if (rng.chance(rates_[i])) selected_.emplace_back(roots_[i], ids_[i]);
  }
  if (!selected_.empty()) return;
  const size_t picked = pickByWeight(rates_, rng);
  selected_.emplace_back(roots_[picked], ids_[picked]);
}

void HyperMutation::changeRoot(Individual& test, const RootGene& root, GeneId id, const Steering& steering,
                               gene::Source& source, Lineage& lineage) {
  auto& gene = test.actions[root.action].genes[root.index];
  if (root.isReference) return gene->asReference()->refer(gene::ReferenceGene::kOpen);
  if (source.rng.chance(context_.parameters.copyArgument) && takeOverValue(test, root, source.rng)) return;
  if (gene::Leaf* leaf = gene->asLeaf()) return changeLeaf(*gene, *leaf, id, steering, source, lineage);
  auto before = gene->copy();
  const size_t changes = lineage.changes.size();
  const size_t values = lineage.values.size();
  if (changeWithin(*gene, id, steering, source, lineage) && gene->holds()) return;
  // The outermost gene knows how to keep its conditions.
  lineage.changes.resize(changes);
  lineage.values.resize(values);
  gene = std::move(before);
  gene->mutate(source);
}

/// One part, by weight; its own shape is a part, too. False where nothing was changed.
bool HyperMutation::changeWithin(gene::Gene& gene, GeneId id, const Steering& steering, gene::Source& source,
                                 Lineage& lineage) {
  if (gene::Leaf* leaf = gene.asLeaf()) {
    changeLeaf(gene, *leaf, id, steering, source, lineage);
    return true;
  }
  std::vector<gene::Gene*> parts;
  ids_.clear();
  rates_.clear();
  const auto children = gene.children();
  for (size_t i = 0; i < children.size(); ++i) {
    if (!children[i]->isMutable()) continue;
    parts.push_back(children[i].get());
    ids_.push_back(childId(id, gene.childName(i)));
    rates_.push_back(children[i]->mutationWeight());
  }
  if (gene.hasShape()) {
    parts.push_back(nullptr);
    ids_.push_back(shapeId(id));
    rates_.push_back(1);
  }
  if (parts.empty()) {  // a datum that shows no leaf
    gene.mutate(source);
    return true;
  }
  if (steering.restByPast) weighByImpact(steering, ids_, rates_);
  rate(1);
  const size_t picked = pickByWeight(rates_, source.rng);
  const GeneId pickedId = ids_[picked];
  if (learns()) lineage.changes.push_back({pickedId, 1});
  if (parts[picked] == nullptr) return changeShape(gene, pickedId, steering, source, lineage);
  return changeWithin(*parts[picked], pickedId, steering, source, lineage);
}

bool HyperMutation::changeShape(gene::Gene& gene, GeneId id, const Steering& steering, gene::Source& source,
                                Lineage& lineage) {
  const auto before = gene.readShape();
  const bool isChanged =
      (steering.restByPast && changeShapeByPast(steering, id, gene, source)) || gene.mutateShape(source);
  if (learns() && before) lineage.values.push_back({id, before->chosen, gene.readShape()->chosen});
  return isChanged;
}

void HyperMutation::changeLeaf(gene::Gene& gene, gene::Leaf& leaf, GeneId id, const Steering& steering,
                               gene::Source& source, Lineage& lineage) {
  if (!learns()) return gene.mutate(source);
  Datum before = datumOf(leaf);
  if (!steering.restByPast || !changeByPast(steering, id, leaf, source)) gene.mutate(source);
  // Mutation may have exchanged the leaf: a suggestion has become a general value.
  if (const gene::Leaf* now = gene.asLeaf()) lineage.values.push_back({id, std::move(before), datumOf(*now)});
}

}  // namespace covolve::search
