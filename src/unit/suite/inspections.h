// What a test looks at when its calls are done: the state of its objects, as const
// methods, functions that only read, public fields and writers to a stream tell it.
// A method that returns nothing is seen by nobody otherwise.
//
// These are calls like any other, behind the last one of the test; they are run
// and observed in the worker, and written as expectations. Only what tells
// something stays: values that the calls have changed, and where nothing at all
// would be expected of a test's last call, also one that they have left as it was.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/error.h"
#include "unit/problem/unit_problem.h"

namespace covolve::unit {

/// A look at an object: by which call, at the object of which action. What else the call is given is
/// taken from a call of the test, or is the simplest value there is.
struct Look {
  static constexpr uint32_t kSimplest = ~uint32_t{0};

  program::CallableId call;
  uint32_t object;
  uint32_t lender = kSimplest;  // the action whose argument is given again
  uint32_t argument = 0;        // which of its arguments

  auto operator<=>(const Look&) const = default;
};

class Inspector {
 public:
  explicit Inspector(const CallCatalog& catalog);

  /// All that could be looked at behind the test's first `length` calls; without arguments come first.
  std::vector<Look> looksAt(const search::Individual& test, size_t length) const;
  /// Whether the test's last call is the same one, on the same object.
  bool repeatsLastCall(const search::Individual& test, const Look& look) const;
  /// It reads a field that the test's first `length` calls assigned, and nothing may have changed since.
  bool repeatsAssignment(const search::Individual& test, size_t length, const Look& look) const;
  /// The test's first calls, and these looks behind them.
  search::Individual extended(const search::Individual& test, size_t length,
                              const std::vector<Look>& looks) const;
  bool takesArgument(const Look& look) const { return getterOf(look.call)->argument.has_value(); }

 private:
  /// A call that shows something of an object.
  struct Getter {
    program::CallableId call;
    size_t object;                   // the argument that the object is
    std::optional<size_t> argument;  // another one, if it has one
  };

  std::optional<Getter> getterOf(program::CallableId id) const;
  std::vector<const Getter*> gettersOf(program::TypeId type) const;
  void addWithArguments(const search::Individual& test, size_t length, const Getter& getter, uint32_t object,
                        std::vector<Look>& looks) const;

  const CallCatalog& catalog_;
  const program::Model& model_;
  std::vector<std::vector<Getter>> getters_;  // by class
};

using Seen = std::map<Look, Value>;

/// What is worth being expected.
struct ChosenLooks {
  std::vector<Look> looks;   // what the last call has changed comes first
  bool showsEffect = false;  // it has
};
/// A test's last call, which the test is about.
struct LastCall {
  bool isSeenOtherwise = false;  // something is expected of it anyway
  uint32_t subject = 0;          // the action whose object it is called on, or itself where it makes one
};
/// `before`: what was seen in earlier states, at last before the last call.
ChosenLooks chooseLooks(const std::vector<Look>& looks, const Seen& after, const std::vector<Seen>& before,
                        const LastCall& last);

/// By test, all looks behind its last call that need no argument and tell something; as far as `goOn` lets it
/// come.
Result<std::vector<std::vector<Look>>> plainLooks(const Inspector& inspector, UnitProblem& problem,
                                                  const std::vector<search::Individual>& tests,
                                                  const std::function<bool()>& goOn);

struct Inspected {
  size_t count = 0;
  bool showsEffect = false;  // the first one shows what the call before it has changed
};

/// Appends them to the tests, as far as `goOn` lets it come; by test, what was appended.
Result<std::vector<Inspected>> appendInspections(UnitProblem& problem, std::vector<search::Individual>& tests,
                                                 const std::function<bool()>& goOn);

}  // namespace covolve::unit
