#include "search/refine/repairing.h"

#include <algorithm>
#include <utility>

#include "search/refine/input_to_state.h"

namespace covolve::search {

namespace {

constexpr size_t kMostChanges = 6;  // of one test at a time
constexpr size_t kMostTries = 8;    // of more changes it is up to chance which are made

}  // namespace

Repairing::Repairing(const Context& context)
    : context_(context),
      approach_(context.problem.graph()),
      climbs_(context),
      targets_(context.archive, kMostTries) {}

void Repairing::propose(size_t count, std::vector<Individual>& batch) {
  while (count > 0) {
    if (proposeOne(batch)) {
      --count;
    } else if (!start()) {
      return;
    }
  }
}

bool Repairing::proposeOne(std::vector<Individual>& batch) {
  if (climbs_.propose(batch)) {
    underWay_.push_back({{}, Stage::Climb});
    return true;
  }
  if (candidates_.empty()) return false;
  batch.push_back(candidates_.front().individual);
  underWay_.push_back(std::move(candidates_.front()));
  candidates_.pop_front();
  return true;
}

/// With the next target, when all that was begun for the last one has come to its end.
bool Repairing::start() {
  if (!underWay_.empty()) return false;
  const auto target = targets_.next();
  if (!target) return false;
  const EvaluatedTest& nearest = context_.archive.nearestTest(*target);
  candidates_.push_back({nearest->individual, Stage::Again, *target, nearest});
  return true;
}

void Repairing::receive(const Observation& observation) {
  Candidate candidate = std::move(underWay_.front());
  underWay_.pop_front();
  if (candidate.stage == Stage::Climb) return climbs_.receive(observation.test);
  const bool hasResult = !observation.test->individual.actions.empty();
  if (!hasResult || context_.archive.isCovered(candidate.target)) return;
  if (candidate.stage == Stage::Again) {
    change(candidate, observation);
  } else {
    mend(std::move(candidate), observation.test);
  }
}

void Repairing::change(const Candidate& again, const Observation& observation) {
  chosen_.clear();
  const std::span<const Comparison> comparisons = observation.evaluation.comparisons.read();
  const auto choose = [&](TargetId target) {
    std::ranges::copy_if(comparisons, std::back_inserter(chosen_),
                         [&](const Comparison& comparison) { return comparison.target == target; });
  };
  choose(again.target);
  if (chosen_.empty()) choose(kNoTarget);  // which decision a text was compared for is not always known
  std::vector<Individual> changes = matchOperands(again.origin->individual, chosen_, kMostChanges,
                                                  context_.rng, {}, context_.problem.constants().rows);
  if (changes.size() < kMostChanges) targets_.giveUp(again.target);  // these are all, and once is enough
  for (Individual& changed : changes) {
    candidates_.push_back({std::move(changed), Stage::Changed, again.target, again.origin});
  }
}

/// Where the change was one for the worse: on the way to the target something else does not hold any more.
void Repairing::mend(Candidate changed, const EvaluatedTest& test) {
  approach_.load(test->reached);
  const Fitness fitness = approach_.to(changed.target);
  const bool cameThere = fitness.level == 0 && fitness.distance < kBehindAnEnd;
  if (cameThere || fitness == Fitness{}) return;
  std::vector<KeptPart> kept = changedParts(changed.origin->individual, changed.individual);
  const Length length = changed.individual.length();
  // As it was made: of a test that was stopped the problem returns only what was executed.
  auto start = std::make_shared<const Evaluated>(std::move(changed.individual), length, test->reached);
  climbs_.start(Climb(std::move(start), changed.target, fitness, std::move(kept)));
}

}  // namespace covolve::search
