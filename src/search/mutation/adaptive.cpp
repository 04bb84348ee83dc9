#include "search/mutation/adaptive.h"

#include <cmath>

#include "distance/branch_distance.h"

namespace covolve::search {

namespace {

constexpr size_t kMostPasts = 100'000;
constexpr size_t kMostChoices = 64;

}  // namespace

void AdaptiveMutation::change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) {
  Choice choice{goal};
  if (goal.target != kNoTarget) {
    choice.byImpact = source.rng.chance(context_.parameters.adaptiveShare);
    choice.valuesByPast = source.rng.chance(context_.parameters.adaptiveShare);
  }
  HyperMutation::change(test, choice, source, lineage);
}

/// Equation 2 for the goal's target alone.
void AdaptiveMutation::weighByImpact(const Choice& choice, std::span<const GeneId> genes,
                                     std::span<double> weights) {
  for (size_t i = 0; i < genes.size(); ++i) {
    const Impact impact = impacts_.of(choice.goal.target, genes[i]);
    weights[i] = 1 + 100 * impact.weight(context_.parameters.impactEmphasis);
  }
}

AdaptiveMutation::Past& AdaptiveMutation::pastAt(TargetId target, GeneId leaf) {
  if (pasts_.size() > kMostPasts) pasts_.clear();
  return pasts_[pastOf(target, leaf)];
}

bool AdaptiveMutation::changeByPast(const Choice& choice, GeneId id, gene::Leaf& leaf, gene::Source& source) {
  const Goal& goal = choice.goal;
  if (leaf.readChoice()) return choose(goal, id, leaf, source.rng);
  Past& past = pastAt(goal.target, id);
  const auto next = [&](__int128 present, Boundary::Range domain) {
    past.domain = domain;
    const double chance = middleChance(past.number.changes(), past.number.fruitless(), focus());
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
    return value != floating->value && leaf.setFloating(value);
  }
  if (const auto text = leaf.readText()) {
    past.isUnicode = text->isUnicode;
    past.longest = text->longest;
    const std::string proposed = past.text.propose(*text, focus(), source.rng);
    return proposed != text->text && leaf.setText(proposed);
  }
  return false;
}

/// One of the others, by the impact that choosing it had.
bool AdaptiveMutation::choose(const Goal& goal, GeneId id, gene::Leaf& leaf, Rng& rng) {
  const auto choice = leaf.readChoice();
  if (choice->count < 2 || choice->count > kMostChoices) return false;
  std::vector<double> weights(choice->count);
  for (size_t i = 0; i < choice->count; ++i) {
    if (i == choice->chosen) continue;
    weights[i] =
        1 + 100 * impacts_.of(goal.target, childId(id, i)).weight(context_.parameters.impactEmphasis);
  }
  return leaf.setChoice(pickByWeight(weights, rng));
}

void AdaptiveMutation::learn(const Lineage& lineage, const Evaluated& test) {
  const Goal& goal = lineage.goal;
  if (test.individual.actions.empty() || context_.archive.isCovered(goal.target)) return;
  approach_.load(test.reached);
  const Fitness fitness = approach_.to(goal.target);
  const bool isOther = fitness != goal.fitness;
  for (const auto& [gene, share] : lineage.changes) impacts_.note(goal.target, gene, isOther, share);
  for (const ValueChange& value : lineage.values) learnValue(goal, value, isOther, fitness < goal.fitness);
}

void AdaptiveMutation::learnValue(const Goal& goal, const ValueChange& change, bool isOther, bool isBetter) {
  if (const size_t* choice = std::get_if<size_t>(&change.after)) {
    return impacts_.note(goal.target, childId(change.leaf, *choice), isOther, 1);
  }
  const auto found = pasts_.find(pastOf(goal.target, change.leaf));
  if (found == pasts_.end() || change.before.index() != change.after.index()) return;
  Past& past = found->second;
  const auto learn = [&](__int128 before, __int128 after) {
    past.number.learn(past.domain, before, after, isOther, isBetter);
  };
  if (const auto* integer = std::get_if<__int128>(&change.after)) {
    learn(std::get<__int128>(change.before), *integer);
  } else if (const auto* floating = std::get_if<double>(&change.after)) {
    learn(distance::position(std::get<double>(change.before)), distance::position(*floating));
  } else if (const auto* text = std::get_if<std::string>(&change.after)) {
    past.text.learn(std::get<std::string>(change.before), *text, past.isUnicode, past.longest, isOther,
                    isBetter);
  }
}

}  // namespace covolve::search
