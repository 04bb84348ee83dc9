#include "search/mutation/adaptive.h"

#include <algorithm>
#include <cmath>

#include "distance/branch_distance.h"

namespace covolve::search {

namespace {

constexpr size_t kMostPasts = 20'000;
constexpr size_t kMostChoices = 64;

}  // namespace

bool AdaptiveMutation::change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) {
  Steering steering{goal};
  if (goal.target != kNoTarget) {
    steering.rootsByImpact = source.rng.chance(context_.parameters.adaptiveShare);
    steering.restByPast = source.rng.chance(context_.parameters.adaptiveShare);
  }
  return HyperMutation::change(test, steering, source, lineage);
}

/// Equation 2 for the goal's target alone.
void AdaptiveMutation::weighByImpact(const Steering& steering, std::span<const GeneId> genes,
                                     std::span<double> weights) {
  for (size_t i = 0; i < genes.size(); ++i) {
    const Impact impact = impacts_.of(steering.goal.target, genes[i]);
    weights[i] = 1 + 100 * impact.weight(context_.parameters.impactEmphasis);
  }
}

AdaptiveMutation::Past& AdaptiveMutation::pastAt(TargetId target, GeneId leaf) {
  if (pasts_.size() > kMostPasts) pasts_.clear();
  return pasts_[keyOf(target, leaf)];
}

bool AdaptiveMutation::changeByPast(const Steering& steering, GeneId id, gene::Leaf& leaf,
                                    gene::Source& source) {
  const Goal& goal = steering.goal;
  if (const auto choice = leaf.readChoice()) {
    const auto picked = pickAnother(goal, id, *choice, source.rng);
    return picked && leaf.setChoice(*picked);
  }
  Past& past = pastAt(goal.target, id);
  const auto next = [&](__int128 present, Boundary::Range domain) {
    past.domain = domain;
    // Until then a number's own mutation knows better steps. (A text's own does not.)
    if (!past.number.isTrusted()) return present;
    const double chance = middleChance(past.number.changes(), past.number.withoutImprovement(), focus());
    return past.number.propose(domain, present, chance, source.rng);
  };
  if (const auto integer = leaf.readInteger()) {
    const __int128 value = next(integer->value, {integer->low, integer->high});
    return value != integer->value && leaf.setInteger(value);
  }
  if (const auto floating = leaf.readFloating()) {
    if (std::isnan(floating->value)) return false;
    using distance::position;
    const double value = distance::atPosition(static_cast<int64_t>(
        next(position(floating->value), {position(floating->low), position(floating->high)})));
    // A float has fewer positions: what is set may be the same again.
    return leaf.setFloating(value) && leaf.readFloating()->value != floating->value;
  }
  if (const auto text = leaf.readText()) {
    past.isUnicode = text->isUnicode;
    past.longest = text->longest;
    const std::string proposed = past.text.propose(*text, focus(), source.rng);
    return proposed != text->text && leaf.setText(proposed);
  }
  return false;
}

bool AdaptiveMutation::changeShapeByPast(const Steering& steering, GeneId id, gene::Gene& gene,
                                         gene::Source& source) {
  const auto shape = gene.readShape();
  if (!shape) return false;
  const auto picked = pickAnother(steering.goal, id, *shape, source.rng);
  return picked && gene.chooseShape(*picked, source);
}

/// By the impact that choosing it had.
std::optional<size_t> AdaptiveMutation::pickAnother(const Goal& goal, GeneId id,
                                                    const gene::Leaf::Choice& choice, Rng& rng) {
  if (choice.count < 2 || choice.count > kMostChoices) return std::nullopt;
  std::vector<double> weights(choice.count);
  for (size_t i = 0; i < choice.count; ++i) {
    if (i == choice.chosen) continue;
    weights[i] =
        1 + 100 * impacts_.of(goal.target, childId(id, i)).weight(context_.parameters.impactEmphasis);
  }
  return pickByWeight(weights, rng);
}

void AdaptiveMutation::learn(const Lineage& lineage, const Evaluated& test) {
  if (test.individual.actions.empty()) return;
  constexpr size_t kMostOthers = 4;
  const Goal& goal = lineage.goal;
  approach_.load(test.reached);
  const auto& started = goal.start->reached;
  for (size_t i = 0; i < std::min(kMostOthers, started.size()); ++i) {
    const auto& [target, distance] = started[next_++ % started.size()];
    if (target != goal.target) learnImpact(lineage, target, {0, distance});
  }
  if (context_.archive.isCovered(goal.target)) return;
  const Fitness fitness = approach_.to(goal.target);
  learnImpact(lineage, goal.target, goal.fitness);
  const bool fitnessChanged = fitness != goal.fitness;
  for (const ValueChange& value : lineage.values) {
    learnValue(goal, value, fitnessChanged, fitness < goal.fitness);
  }
}

/// Algorithm 2. Nothing is learned where the target is out of reach before and after.
void AdaptiveMutation::learnImpact(const Lineage& lineage, TargetId target, Fitness before) {
  if (context_.archive.isCovered(target)) return;
  const Fitness after = approach_.to(target);
  if (before == Fitness{} && after == Fitness{}) return;
  for (const auto& [gene, share] : lineage.changes) impacts_.note(target, gene, after != before, share);
}

void AdaptiveMutation::learnValue(const Goal& goal, const ValueChange& change, bool fitnessChanged,
                                  bool isBetter) {
  if (const size_t* choice = std::get_if<size_t>(&change.after)) {
    return impacts_.note(goal.target, childId(change.leaf, *choice), fitnessChanged, 1);
  }
  const auto found = pasts_.find(keyOf(goal.target, change.leaf));
  if (found == pasts_.end() || change.before.index() != change.after.index()) return;
  Past& past = found->second;
  const auto learn = [&](__int128 before, __int128 after) {
    past.number.learn(past.domain, before, after, fitnessChanged, isBetter);
  };
  if (const auto* integer = std::get_if<__int128>(&change.after)) {
    learn(std::get<__int128>(change.before), *integer);
  } else if (const auto* floating = std::get_if<double>(&change.after)) {
    learn(distance::position(std::get<double>(change.before)), distance::position(*floating));
  } else if (const auto* text = std::get_if<std::string>(&change.after)) {
    past.text.learn(std::get<std::string>(change.before), *text, past.isUnicode, past.longest, fitnessChanged,
                    isBetter);
  }
}

}  // namespace covolve::search
