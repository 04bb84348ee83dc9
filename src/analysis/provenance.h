// Where a value comes from, in terms of what its function is given.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "analysis/object_state.h"

namespace covolve::analysis {

using Paths = std::set<AccessPath>;

constexpr size_t kLongestPath = 6;  // fields
constexpr size_t kMostPaths = 24;   // that one value comes from

void addNeed(StateNeeds& needs, const AccessPath& path, const Comparing& comparing);
void addNeeds(StateNeeds& needs, const StateNeeds& others);

/// What the value is a part of, and what else decides what it is.
struct Provenance {
  Paths derived;
  Paths counted;  // of these: it is the number of their elements
  StateNeeds relevant;
  std::optional<int64_t> constant = {};  // an argument that is one

  /// Whether anything was new.
  bool add(const Provenance& other);
  /// It decides something about a value, but is no part of it.
  void addRelevant(const Provenance& other, const Comparing& comparing = {});
};

}  // namespace covolve::analysis
