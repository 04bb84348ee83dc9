// One outcome of a site, and what a place in a function depends on.
#pragma once

#include <compare>
#include <cstdint>
#include <set>

namespace covolve::analysis {

/// A decision's outcome. For S and D true means taken, for F and B reached: they have no other.
struct Side {
  uint64_t site = 0;
  bool outcome = false;

  auto operator<=>(const Side&) const = default;
};

/// Alternatives: a place is reached through any of them.
struct Dependence {
  bool onEntry = false;  // whenever the function is entered
  std::set<Side> sides;  // empty if onEntry: what is always reached needs no decision

  static Dependence ofEntry() { return {true, {}}; }
  void add(const Dependence& other) {
    onEntry = onEntry || other.onEntry;
    if (onEntry) {
      sides.clear();
    } else {
      sides.insert(other.sides.begin(), other.sides.end());
    }
  }
  bool empty() const { return !onEntry && sides.empty(); }
};

}  // namespace covolve::analysis
