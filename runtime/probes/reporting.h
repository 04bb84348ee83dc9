// What all probes do with distances: the smallest of the running test, and the
// list of touched sites. No allocation, no lock, no library call.
#pragma once

#include "distance/branch_distance.h"
#include "mapping.h"

namespace covolve::runtime {

/// The first touch decides, among threads too, who enters the site into the list. Kept out of line: the
/// probes then end in a jump and need no frame of their own.
void recordFirst(uint32_t site, uint64_t toTrue, uint64_t toFalse);

/// Also false for all sites before the first registration, and for those of modules that did not fit.
inline bool isRegistered(uint32_t site) { return site < __covolve_shared->siteCount; }

/// Every execution in its order, the last of them.
void noteInTrail(uint32_t site, uint64_t toTrue, uint64_t toFalse);

inline bool isTrailed(uint32_t site) {
  return __builtin_expect((watched()[site] & abi::kWatchTrail) != 0, 0);
}

inline void update(uint32_t site, distance::Pair distances) {
  if (isTrailed(site)) noteInTrail(site, distances.toTrue, distances.toFalse);
  abi::SiteState& state = states()[site];
  if (__builtin_expect(state.toTrue == abi::kNever, 0)) {
    return recordFirst(site, distances.toTrue, distances.toFalse);
  }
  if (distances.toTrue < state.toTrue) state.toTrue = distances.toTrue;
  if (distances.toFalse < state.toFalse) state.toFalse = distances.toFalse;
}

/// See __covolve_seed_of_notes.
inline uint64_t seedOfNotes() { return __covolve_seed_of_notes != nullptr ? __covolve_seed_of_notes() : 0; }

inline bool isWatched(uint32_t site) { return __builtin_expect(watched()[site] != 0, 0); }

/// Nothing that comes now can be nearer in this test, and nobody wants to know each answer.
inline bool hasBothAnswers(uint32_t site) {
  const abi::SiteState& state = states()[site];
  return state.toTrue == 0 && state.toFalse == 0 && !isWatched(site);
}

}  // namespace covolve::runtime
