#include "search/algorithm/mosa.h"

#include <algorithm>
#include <cmath>

namespace covolve::search {

Mosa::Mosa(const Context& context, Mutator& mutator)
    : context_(context), offspring_(context, mutator), approach_(context.problem.graph()) {
  const auto rows = static_cast<uint32_t>(2 * context.parameters.population);
  for (uint32_t row = rows; row > 0; --row) freeRows_.push_back(row - 1);
}

void Mosa::breed(size_t count, std::vector<Individual>& batch) {
  const size_t size = batch.size() + count;
  while (batch.size() < size) {
    if (population_.empty()) {
      batch.push_back(context_.problem.sample(context_.openGoal(), context_.rng));
    } else if (context_.rng.chance(context_.parameters.freshShare)) {
      batch.push_back(offspring_.fresh());
    } else {
      const Goal one = parent();
      const Goal other = parent();
      offspring_.ofParents(one, other, size, batch);
    }
  }
}

/// Each objective without a place in the population has as good a chance as those with one. A parent's goal
/// is an objective that it is nearest to, or just any.
Goal Mosa::parent() {
  if (!displaced_.empty() && context_.rng.below(objectives_.size()) < displaced_.size()) {
    const TargetId target = context_.rng.pick(displaced_);
    const EvaluatedTest& nearest = context_.archive.nearestTest(target);
    if (nearest != nullptr) return {target, nearest, {0, context_.archive.nearest(target)}};
  }
  const Member& winner = tournamentWinner();
  if (objectives_.empty()) return {kNoTarget, winner.test, {}};
  const bool isNearest = winner.objective != kNone;
  const size_t objective = isNearest ? winner.objective : context_.rng.below(objectives_.size());
  const Fitness fitness = fitness_[winner.row * objectives_.size() + objective];
  if (fitness == Fitness{}) return {kNoTarget, winner.test, {}};  // nowhere near: nothing to aim at
  return {objectives_[objective], winner.test, fitness};
}

/// The best of n draws, any of those that are equally good.
const Mosa::Member& Mosa::tournamentWinner() {
  const auto behind = std::ranges::upper_bound(earlierWins_, context_.rng.unit());
  const uint32_t place = population_[static_cast<size_t>(behind - earlierWins_.begin()) - 1].place;
  const uint32_t first = placeStarts_[place];
  return population_[first + context_.rng.below(placeStarts_[place + 1] - first)];
}

void Mosa::receive(EvaluatedTest test) {
  if (test->individual.actions.empty()) return;
  newcomers_.emplace_back(std::move(test), freeRows_.back());
  freeRows_.pop_back();
  if (newcomers_.size() == context_.parameters.population) nextGeneration();
}

void Mosa::nextGeneration() {
  if (objectivesChange()) {
    fitness_.resize(objectives_.size() * 2 * context_.parameters.population);
    for (const Member& member : population_) score(member);
  }
  candidates_.clear();
  const auto add = [&](const Member& member) {
    candidates_.emplace_back(fitness_.data() + member.row * objectives_.size(), member.test->length);
  };
  // The newest first: among equals it wins, and the population drifts over plateaus.
  std::ranges::reverse(newcomers_);
  for (const Member& member : newcomers_) {
    score(member);
    add(member);
  }
  for (const Member& member : population_) add(member);

  survivors_.clear();
  placeStarts_.clear();
  survivorOf_.assign(candidates_.size(), kNone);
  for (const auto [candidate, place] :
       ranking_.select(candidates_, objectives_.size(), context_.parameters.population)) {
    Member& member =
        candidate < newcomers_.size() ? newcomers_[candidate] : population_[candidate - newcomers_.size()];
    if (place == placeStarts_.size()) placeStarts_.push_back(static_cast<uint32_t>(survivors_.size()));
    survivors_.emplace_back(std::move(member.test), member.row, place);
    survivorOf_[candidate] = static_cast<uint32_t>(survivors_.size() - 1);
  }
  placeStarts_.push_back(static_cast<uint32_t>(survivors_.size()));
  shareObjectives();
  findDisplaced();
  for (const auto* members : {&newcomers_, &population_}) {
    for (const Member& member : *members) {
      if (member.test != nullptr) freeRows_.push_back(member.row);
    }
  }
  population_.swap(survivors_);
  newcomers_.clear();
  survivors_.clear();
  if (earlierWins_.size() != population_.size()) prepareTournaments();
}

/// The smallest of n numbers in [0, 1) is below x with a chance of 1 - (1 - x)^n.
void Mosa::prepareTournaments() {
  earlierWins_.clear();
  const auto draws = static_cast<double>(context_.parameters.tournament);
  const auto size = static_cast<double>(population_.size());
  for (size_t i = 0; i < population_.size(); ++i)
    earlierWins_.push_back(1 - std::pow(1 - static_cast<double>(i) / size, draws));
}

/// Each survivor that is nearest to something gets one of these as its goal.
void Mosa::shareObjectives() {
  seen_.assign(survivors_.size(), 0);
  for (uint32_t objective = 0; objective < objectives_.size(); ++objective) {
    const auto nearest = ranking_.preferredCandidate(objective);
    if (!nearest || survivorOf_[*nearest] == kNone) continue;
    const uint32_t survivor = survivorOf_[*nearest];
    if (context_.rng.below(++seen_[survivor]) == 0) survivors_[survivor].objective = objective;
  }
}

/// As long as there are no more objectives than places, preference sorting loses no nearest test.
void Mosa::findDisplaced() {
  displaced_.clear();
  if (objectives_.size() <= context_.parameters.population) return;
  for (size_t i = 0; i < objectives_.size(); ++i) {
    const uint64_t nearest = context_.archive.nearest(objectives_[i]);
    if (nearest != kNotReached && ranking_.preferredFitness(i) > Fitness{0, nearest}) {
      displaced_.push_back(objectives_[i]);
    }
  }
}

bool Mosa::objectivesChange() {
  const Archive& archive = context_.archive;
  if (archive.coveredCount() == knownCovered_ && archive.targetCount() == knownTargets_) return false;
  knownCovered_ = archive.coveredCount();
  knownTargets_ = archive.targetCount();
  return updateObjectives(objectives_);
}

bool Mosa::updateObjectives(std::vector<TargetId>& objectives) {
  std::vector<TargetId> open;
  for (TargetId target = 0; target < context_.archive.targetCount(); ++target) {
    if (!context_.archive.isCovered(target)) open.push_back(target);
  }
  objectives.swap(open);
  return objectives != open;
}

void Mosa::score(const Member& member) {
  approach_.load(member.test->reached);
  Fitness* row = fitness_.data() + member.row * objectives_.size();
  for (const TargetId objective : objectives_) *row++ = approach_.to(objective);
}

}  // namespace covolve::search
