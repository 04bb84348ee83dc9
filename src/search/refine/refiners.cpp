#include "search/refine/refiners.h"

#include <algorithm>

#include "search/refine/climbing.h"
#include "search/refine/input_to_state.h"
#include "search/refine/repairing.h"
#include "search/refine/solving.h"

namespace covolve::search {

namespace {

template <class R>
std::unique_ptr<Refiner> make(const Context& context) {
  return std::make_unique<R>(context);
}

template <bool Techniques::* technique>
bool isSwitchedOn(const Context& context) {
  return context.parameters.techniques.*technique;
}

/// Where tests cannot be run concolically it would only take its share from the others.
bool isDseOn(const Context& context) {
  return context.parameters.dse != "off" && context.problem.concolicRuns() != nullptr;
}

}  // namespace

const std::vector<RefinerInfo>& refiners() {
  static const std::vector<RefinerInfo> all{
      {"input-to-state", isSwitchedOn<&Techniques::inputToState>, make<InputToState>},
      {"climbing", isSwitchedOn<&Techniques::climbing>, make<Climbing>},
      {"repairing", isSwitchedOn<&Techniques::repairing>, make<Repairing>},
      {"dse", isDseOn, make<Solving>},
  };
  return all;
}

RefinerList::RefinerList(const Context& context)
    : parameters_(context.parameters), share_(context.parameters.localSearchShare) {
  for (const RefinerInfo& info : refiners()) {
    if (!info.isOn(context)) continue;
    std::unique_ptr<Refiner> refiner = info.make(context);
    const bool needsShare = !refiner->goesFirst();
    if (needsShare && parameters_.localSearchShare <= 0) continue;
    isShared_ |= needsShare;
    members_.push_back({std::move(refiner), {info.name}, {}, 0});
  }
}

void RefinerList::propose(size_t count, std::vector<Individual>& batch) {
  // Each keeps a chance to show what it is worth.
  constexpr double kLeast = 0.001;
  size_t left = count;
  double sum = 0;
  for (Member& member : members_) {
    if (member.refiner->goesFirst()) {
      left -= take(member, left, batch);
    } else {
      sum += member.progress.rate() + kLeast;
    }
  }
  const auto shared = static_cast<double>(left);
  for (Member& member : members_) {
    if (member.refiner->goesFirst()) continue;
    // Parts of a test are kept, or small batches would never have one of the lesser ones.
    member.owed += (member.progress.rate() + kLeast) / sum * shared;
    const size_t taken = take(member, std::min(left, static_cast<size_t>(member.owed)), batch);
    member.owed = std::min(member.owed - static_cast<double>(taken), 1.0);
    left -= taken;
  }
  for (Member& member : members_) {
    if (!member.refiner->goesFirst()) left -= take(member, left, batch);
  }
}

size_t RefinerList::take(Member& member, size_t count, std::vector<Individual>& batch) {
  const size_t before = batch.size();
  if (count > 0) member.refiner->propose(count, batch);
  const size_t taken = batch.size() - before;
  member.yield.tests += taken;
  underWay_.insert(underWay_.end(), taken, static_cast<size_t>(&member - members_.data()));
  return taken;
}

void RefinerList::receive(const Refiner::Observation& observation, size_t covered) {
  Member& member = members_[underWay_.front()];
  underWay_.pop_front();
  member.yield.covered += covered;
  member.progress.count(observation.isBetter);
  // What does not wait for its share does not change that of the others either.
  if (!member.refiner->goesFirst()) own_.count(observation.isBetter);
  adaptShare();
  observeAll(observation);
  member.refiner->receive(observation);
}

void RefinerList::observe(const Refiner::Observation& observation) {
  others_.count(observation.isBetter);
  adaptShare();
  observeAll(observation);
}

void RefinerList::observeAll(const Refiner::Observation& observation) {
  for (Member& member : members_) member.refiner->observe(observation);
}

void RefinerList::adaptShare() {
  share_ *= own_.isFasterThan(others_) ? 1.001 : 0.999;
  // The share that was asked for is never out of bounds.
  share_ = std::clamp(share_, std::min(parameters_.localSearchLeast, parameters_.localSearchShare),
                      std::max(parameters_.localSearchMost, parameters_.localSearchShare));
}

std::vector<RefinerYield> RefinerList::yields() const {
  std::vector<RefinerYield> yields;
  for (const Member& member : members_) yields.push_back(member.yield);
  return yields;
}

std::optional<SolvingStatistics> RefinerList::solving() const {
  for (const Member& member : members_) {
    if (const SolvingStatistics* const solving = member.refiner->solving()) return *solving;
  }
  return std::nullopt;
}

void RefinerList::Progress::count(bool isBetter) {
  constexpr double kForgetting = 0.999;
  tests = tests * kForgetting + 1;
  better = better * kForgetting + (isBetter ? 1 : 0);
  // A processor needs many times as long for the smallest numbers there are, where this would end up.
  constexpr double kNothing = 1e-100;
  if (better < kNothing) better = 0;
}

}  // namespace covolve::search
