#include "search/ranking.h"

#include <algorithm>
#include <numeric>

namespace covolve::search {

std::span<const Ranking::Chosen> Ranking::select(std::span<const Candidate> candidates, size_t objectives,
                                                 size_t count) {
  candidates_ = candidates;
  objectives_ = objectives;
  chosen_.clear();
  crowding_.assign(candidates.size(), 0);
  isChosen_.assign(candidates.size(), 0);
  count = std::min(count, candidates.size());
  if (count == 0) return {};

  preferNearest();
  addFront(preferredFront_, Members::Differ, count);
  if (chosen_.size() < count) sortIntoFronts(count - chosen_.size());
  for (size_t front = 0; chosen_.size() < count; ++front) {
    addFront(fronts_[front], leaders_[front].size() == 1 ? Members::AllEqual : Members::Differ, count);
  }
  return chosen_;
}

inline void Ranking::prefer(uint32_t candidate, size_t objective) {
  Preferred& preferred = preferred_[objective];
  const Fitness fitness = candidates_[candidate].fitness[objective];
  if (fitness == preferred.fitness) {
    if (candidates_[candidate].length < candidates_[preferred.candidate].length) {
      preferred.candidate = candidate;
    }
    return;
  }
  preferred.varies = true;
  if (fitness < preferred.fitness) {
    preferred.fitness = fitness;
    preferred.candidate = candidate;
  }
}

/// In blocks of objectives that stay in the cache: with 10,000 of them the rows do not.
void Ranking::preferNearest() {
  preferred_.resize(objectives_);
  for (size_t begin = 0; begin < objectives_; begin += kBlock) {
    const size_t end = std::min(begin + kBlock, objectives_);
    for (size_t objective = begin; objective < end; ++objective) {
      preferred_[objective] = {candidates_[0].fitness[objective], 0, false};
    }
    for (uint32_t candidate = 1; candidate < candidates_.size(); ++candidate) {
      for (size_t objective = begin; objective < end; ++objective) prefer(candidate, objective);
    }
  }
  varying_.clear();
  preferredFront_.clear();
  isPreferred_.assign(candidates_.size(), 0);
  for (size_t objective = 0; objective < objectives_; ++objective) {
    const Preferred& preferred = preferred_[objective];
    if (preferred.varies) varying_.push_back(static_cast<uint32_t>(objective));
    const bool isAnywhereNear = preferred.fitness != Fitness{};
    if (!isAnywhereNear || isPreferred_[preferred.candidate] != 0) continue;
    isPreferred_[preferred.candidate] = 1;
    preferredFront_.push_back(preferred.candidate);
  }
  std::ranges::sort(preferredFront_);
}

Fitness Ranking::preferredFitness(size_t objective) const {
  const Preferred& preferred = preferred_[objective];
  return isChosen_[preferred.candidate] != 0 ? preferred.fitness : Fitness{};
}

Ranking::SortKey Ranking::sortKey(uint32_t candidate) const {
  if (varying_.empty()) return candidate;
  const Fitness& fitness = candidates_[candidate].fitness[varying_[0]];
  return (SortKey{fitness.level} << 96) | (SortKey{fitness.distance} << 32) | candidate;
}

/// Sorted by their objectives one after the other, no test can be dominated by a later one. At least the
/// first `count` of them.
void Ranking::sortIntoFronts(size_t count) {
  sorted_.clear();
  for (uint32_t candidate = 0; candidate < candidates_.size(); ++candidate) {
    if (isPreferred_[candidate] == 0) sorted_.push_back(sortKey(candidate));
  }
  if (varying_.size() > 1) {
    std::ranges::sort(sorted_, [this](SortKey one, SortKey other) {
      return (one >> 32) != (other >> 32) ? one < other : isBefore(candidateOf(one), candidateOf(other));
    });
  } else {
    if (count < sorted_.size()) {  // fronts do not reach over each other then
      std::ranges::nth_element(sorted_, sorted_.begin() + static_cast<std::ptrdiff_t>(count));
      sorted_.resize(count);
    }
    std::ranges::sort(sorted_);
  }
  frontCount_ = 0;
  size_t front = 0;
  for (size_t i = 0; i < sorted_.size(); ++i) {
    const uint32_t candidate = candidateOf(sorted_[i]);
    if (i == 0 || !isEqual(candidateOf(sorted_[i - 1]), candidate)) {
      front = frontFor(candidate);
      if (front == frontCount_) newFront();
      leaders_[front].push_back(candidate);
    }
    fronts_[front].push_back(candidate);
  }
}

/// What no member of a front dominates, no member of a later front does: those are dominated themselves.
size_t Ranking::frontFor(uint32_t candidate) const {
  size_t low = 0;
  size_t high = frontCount_;
  size_t witness = 0;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    // The last added are the most alike, and so the likeliest to dominate.
    const bool isDominated =
        std::any_of(leaders_[middle].rbegin(), leaders_[middle].rend(),
                    [&](uint32_t leader) { return dominates(leader, candidate, witness); });
    if (isDominated) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Ranking::Front& Ranking::newFront() {
  if (frontCount_ == fronts_.size()) {
    fronts_.emplace_back();
    leaders_.emplace_back();
  }
  fronts_[frontCount_].clear();
  leaders_[frontCount_].clear();
  return fronts_[frontCount_++];
}

/// Members that are all equal are sorted already, and none stands alone.
void Ranking::addFront(Front& front, Members members, size_t count) {
  if (front.empty()) return;
  if (front.size() > 1 && members == Members::Differ) {
    crowd(front);
    std::ranges::sort(front, [this](uint32_t one, uint32_t other) {
      return crowding_[one] != crowding_[other] ? crowding_[one] > crowding_[other] : one < other;
    });
  }
  uint32_t place = chosen_.empty() ? 0 : chosen_.back().place + 1;
  for (size_t i = 0; i < front.size() && chosen_.size() < count; ++i) {
    if (i > 0 && crowding_[front[i]] != crowding_[front[i - 1]]) ++place;
    chosen_.emplace_back(front[i], place);
    isChosen_[front[i]] = 1;
  }
}

void Ranking::crowd(const Front& front) {
  fewest_.assign(front.size(), static_cast<uint32_t>(front.size()));
  // Once every member is alone at the best of something, further objectives change nothing.
  const auto isAlone = [](uint32_t fewest) { return fewest == 1; };
  for (size_t begin = 0; begin < varying_.size() && !std::ranges::all_of(fewest_, isAlone); begin += kBlock) {
    crowdIn(std::span(varying_).subspan(begin, std::min(kBlock, varying_.size() - begin)), front);
  }
  const auto size = static_cast<double>(front.size());
  for (size_t i = 0; i < front.size(); ++i) crowding_[front[i]] = (size - fewest_[i]) / size;
}

void Ranking::crowdIn(std::span<const uint32_t> objectives, const Front& front) {
  niches_.assign(objectives.size(), {});
  for (size_t i = 0; i < front.size(); ++i) {
    const Fitness* row = candidates_[front[i]].fitness;
    for (size_t which = 0; which < objectives.size(); ++which) {
      Niche& niche = niches_[which];
      const Fitness value = row[objectives[which]];
      if (i == 0 || value < niche.nearest) {
        niche = {value, 1, i > 0};
      } else if (value == niche.nearest) {
        ++niche.count;
      } else {
        niche.varies = true;
      }
    }
  }
  for (size_t i = 0; i < front.size(); ++i) {
    const Fitness* row = candidates_[front[i]].fitness;
    for (size_t which = 0; which < objectives.size() && fewest_[i] > 1; ++which) {
      const Niche& niche = niches_[which];
      if (niche.varies && niche.count < fewest_[i] && row[objectives[which]] == niche.nearest) {
        fewest_[i] = niche.count;
      }
    }
  }
}

bool Ranking::isBefore(uint32_t one, uint32_t other) const {
  const Fitness* left = candidates_[one].fitness;
  const Fitness* right = candidates_[other].fitness;
  for (const uint32_t objective : varying_) {
    if (left[objective] != right[objective]) return left[objective] < right[objective];
  }
  return one < other;
}

bool Ranking::isEqual(uint32_t one, uint32_t other) const {
  return std::ranges::all_of(varying_, [&](uint32_t objective) {
    return candidates_[one].fitness[objective] == candidates_[other].fitness[objective];
  });
}

/// The earlier one differs from the later and is before it, so it is better in something. What the later one
/// was better in than another is looked at first: it is often good enough again.
bool Ranking::dominates(uint32_t earlier, uint32_t later, size_t& witness) const {
  const Fitness* left = candidates_[earlier].fitness;
  const Fitness* right = candidates_[later].fitness;
  const auto isBetter = [&](size_t which) { return right[varying_[which]] < left[varying_[which]]; };
  if (isBetter(witness)) return false;
  for (size_t which = 0; which < varying_.size(); ++which) {
    if (!isBetter(which)) continue;
    witness = which;
    return false;
  }
  return true;
}

}  // namespace covolve::search
