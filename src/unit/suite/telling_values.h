// Simplified tests are full of zeros, and zeros hide what the code does with them:
// push(0) and pop() == 0 would pass if push kept nothing. So numbers that are 0 or 1
// and matter for what is observed become small numbers that differ: push(2),
// pop() == 2. What matters for nothing stays as simple as it was.
// A buffer without room hides as much: parse(text, errbuf, 0) says that there is a
// mistake and not which. It gets room where something is written there then.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <vector>

#include "base/error.h"
#include "unit/problem/unit_problem.h"

namespace covolve::unit {

/// The tests, by the targets that each must go on covering. `goOn` is asked between rounds.
Result<void> chooseTellingValues(UnitProblem& problem, std::vector<search::Individual>& tests,
                                 std::span<const std::set<search::TargetId>> targets,
                                 const std::function<bool()>& goOn);

}  // namespace covolve::unit
