#include "unit/problem/fault_list.h"

#include <algorithm>
#include <utility>

#include "unit/scenario/encoding.h"

namespace covolve::unit {

using abi::Ending;

namespace {

/// Ended by a limit in a loop; which of the limits is chance.
bool isEndlessLoop(Ending ending) { return ending == Ending::OutOfSteps || ending == Ending::OutOfMemory; }

/// The clock strikes anywhere, and no loop was found: only the call is known.
bool isToldByCall(const execute::Death& death) {
  return death.ending == Ending::OutOfTime ||
         (isEndlessLoop(death.ending) && death.lastBlock == abi::kNoSite);
}

bool haveCommon(const std::vector<uint64_t>& sorted, const std::vector<uint64_t>& other) {
  return std::ranges::any_of(sorted, [&](uint64_t one) { return std::ranges::binary_search(other, one); });
}

}  // namespace

std::optional<program::CallableId> FaultyTest::lastCall() const {
  if (individual.actions.empty()) return std::nullopt;
  return individual.actions.back().kind;
}

bool isHang(Ending ending) { return isEndlessLoop(ending) || ending == Ending::OutOfTime; }

bool isSameFault(const FaultyTest& one, const FaultyTest& other) {
  const execute::Death& a = one.death;
  const execute::Death& b = other.death;
  if (isHang(a.ending) && isHang(b.ending)) {
    if (isToldByCall(a) != isToldByCall(b)) return false;
    return isToldByCall(a) ? one.lastCall() == other.lastCall() : a.lastBlock == b.lastBlock;
  }
  if (a.ending != b.ending) return false;
  if (a.ending == Ending::StackOverflow && !a.recursion.empty() && !b.recursion.empty()) {
    return haveCommon(a.recursion, b.recursion);
  }
  return a.signal == b.signal && a.lastBlock == b.lastBlock;
}

size_t FaultList::indexOf(const FaultyTest& test) {
  const auto isSame = [&](const FaultyTest& other) { return isSameFault(test, other); };
  return static_cast<size_t>(std::ranges::find_if(faults_, isSame) - faults_.begin());
}

/// Deaths are common: of a fault whose test leaves much to be desired, so many are looked at.
bool FaultList::mayBeBetter(Known& known, const search::Individual& individual) const {
  constexpr unsigned kMostLooks = 1000;
  const FaultyTest& fault = faults_[known.fault];
  if (fault.doubts.none()) return individual.length() < fault.individual.length();
  return ++known.looks <= kMostLooks;
}

void FaultList::add(const search::Individual& individual, const execute::Death& death, const Thrown& thrown) {
  const program::CallableId call = individual.actions.empty() ? 0 : individual.actions.back().kind;
  const Key key{death.ending, death.signal, death.lastBlock, isToldByCall(death) ? call : 0};
  const auto known = known_.find(key);
  // Most leave here without a copy of anything.
  if (known != known_.end() && !mayBeBetter(known->second, individual)) return;
  const ContractDoubts doubts = doubtsAbout(stepsOf(individual), model_);
  const auto isBetterThan = [&](const FaultyTest& other) {
    return std::pair(doubts.count(), individual.length()) <
           std::pair(other.doubts.count(), other.individual.length());
  };
  if (known != known_.end() && !isBetterThan(faults_[known->second.fault])) return;
  FaultyTest test{individual, death, thrown ? thrown() : std::vector<ThrownType>(), doubts};
  test.individual.lineage = nullptr;  // it would keep all ancestors
  const size_t index = known != known_.end() ? known->second.fault : indexOf(test);
  known_.emplace(key, Known{index});
  if (index == faults_.size()) {
    faults_.push_back(std::move(test));
  } else if (isBetterThan(faults_[index])) {
    faults_[index] = std::move(test);
  }
}

}  // namespace covolve::unit
