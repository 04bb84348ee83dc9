// What is known of the mutants, and which tests and expectations are needed to
// notice what all of them notice: greedy choices among sets of mutants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace covolve::unit {

using MutantIds = std::set<uint64_t>;

/// What tests were seen to do until now.
struct MutantFates {
  MutantIds reached;
  MutantIds killed;

  /// Of these, what is not killed.
  MutantIds survivorsAmong(const MutantIds& mutants) const;
  MutantIds survivors() const { return survivorsAmong(reached); }
};

/// Of tests by what they kill, the simplest first: indices of those without which something would live, in
/// their order. The last of those that could go are the first to go.
std::vector<size_t> neededTests(const std::vector<MutantIds>& kills);

/// Steps so that each kill is shown by one of them; a kill is the steps that show it. Few, and where there is
/// a choice early ones.
std::set<uint32_t> fewestSteps(const std::vector<std::set<uint32_t>>& kills);

}  // namespace covolve::unit
