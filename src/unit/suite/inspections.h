// What a test looks at when its calls are done: the state of its objects, as their
// const methods without arguments tell it. A method that returns nothing is seen by
// nobody otherwise.
//
// These are calls like any other, behind the last one of the test; they are run
// and observed in the worker, and written as expectations. Only what tells
// something stays: values that the calls have changed, and where nothing at all
// would be expected of a test's last call, also one that they have left as it was.
#pragma once

#include <map>
#include <vector>

#include "base/error.h"
#include "unit/problem/unit_problem.h"

namespace covolve::unit {

/// A look at an object: by which method, at the object of which action.
struct Look {
  program::CallableId method;
  uint32_t object;

  auto operator<=>(const Look&) const = default;
};

class Inspector {
 public:
  explicit Inspector(const program::Model& model);

  /// All that could be looked at behind the test's first `length` calls.
  std::vector<Look> looksAt(const search::Individual& test, size_t length) const;
  /// The test's first calls, and these looks behind them.
  search::Individual extended(const search::Individual& test, size_t length,
                              const std::vector<Look>& looks) const;

 private:
  const program::Model& model_;
  std::vector<std::vector<program::CallableId>> methods_;  // by class
};

using Seen = std::map<Look, Value>;

/// What is worth being expected.
struct ChosenLooks {
  std::vector<Look> looks;   // what the last call has changed comes first
  bool showsEffect = false;  // it has
};
/// `before`: what was seen in earlier states, at last before the test's last call. `isSeenOtherwise`:
/// something is expected of that call anyway.
ChosenLooks chooseLooks(const std::vector<Look>& looks, const Seen& after, const std::vector<Seen>& before,
                        bool isSeenOtherwise);

struct Inspected {
  size_t count = 0;
  bool showsEffect = false;  // the first one shows what the call before it has changed
};

/// Appends them to the tests; by test, what was appended.
Result<std::vector<Inspected>> appendInspections(const program::Model& model, UnitProblem& problem,
                                                 std::vector<search::Individual>& tests);

}  // namespace covolve::unit
