// The tests that are worth keeping: for every target one that reaches it, for every
// fault the shortest sequence that shows it. Each is run several times, in different
// orders and, where possible, on a service in its first state; what differs between
// these runs is not asserted, and a test whose statuses differ is dropped.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/oracle/fault_book.h"
#include "rest/search/rest_problem.h"
#include "search/archive.h"

namespace covolve::rest {

enum class Group { Successes, Others, Faults };

struct SuiteTest {
  search::Individual individual;
  Group group = Group::Others;
  std::vector<Fault> faults;   // those it is kept for
  std::vector<CallList> runs;  // all alike in their statuses; the first is the one to write down
  size_t coveredTargets = 0;
  std::string reached;  // the target that it is kept for, where it is not a fault
  /// The last call ends the service.
  bool endsService = false;
};

struct DroppedTest {
  std::string what;  // the call it was about
  std::string reason;
};

/// A test of a fault that did not hold when it was repeated.
struct UnstableTest {
  SuiteTest test;
  std::string reason;
};

struct Suite {
  std::vector<SuiteTest> tests;  // successes, then others, then faults; those that end the service last
  std::vector<DroppedTest> dropped;
  std::vector<Fault> faults;           // all, also those whose tests were dropped
  std::vector<UnstableTest> unstable;  // dropped, but all there is to show a fault
};

/// Until clocks that tell seconds tell another one.
void waitForTheNextSecond();

class SuiteMaker {
 public:
  struct Parts {
    RestProblem& problem;
    const search::Archive& archive;
    TestRunner& runner;
    std::vector<const Oracle*> oracles;
    /// False when time is up: what is not done then stays as it is.
    std::function<bool()> goOn;
    /// Nothing can be run any more: the tests are written down as they ran during the search.
    std::function<bool()> isOver = [] { return false; };
    /// Between the runs of the tests: what tells the time is to differ.
    std::function<void()> letTimePass = waitForTheNextSecond;
  };

  explicit SuiteMaker(Parts parts) : parts_(std::move(parts)) {}

  Result<Suite> make();

 private:
  Result<void> addVerified();
  void sortTests();
  void addEvidence();
  Result<void> addFaults();
  void addCovering();
  /// The test with identifiers that no other test gives to what it makes, where it shows the fault with them.
  search::Individual farther(const search::Individual& test, const Fault& fault);
  /// A shorter or simpler test that still shows the fault.
  search::Individual minimised(const search::Individual& test, const Fault& fault);
  bool shows(const search::Individual& test, const Fault& fault, CallList* calls = nullptr);
  /// The calls of the test up to that which reaches the target; none where it does not.
  std::optional<CallList> reaching(const search::Individual& test, search::TargetId target);
  /// Makes a test that reaches the target shorter; returns its calls.
  CallList shortened(search::Individual& test, CallList calls, search::TargetId target);
  Result<void> verify();
  void dropUnstableTests();
  enum class Order { Forward, Backward, Alone, LastFileFirst };
  std::vector<size_t> inOrder(Order order) const;
  Result<void> runAll(Order order);
  bool isAlwaysShown(const Fault& fault, const SuiteTest& test) const;
  /// One of several faults of a call may come and go; the others still have their test.
  void dropFaultsThatComeAndGo(SuiteTest& test);
  /// Why a test cannot be kept; empty where it can.
  std::string instabilityOf(const SuiteTest& test) const;
  /// Says of its faults what the run that is written down shows.
  void describeFaults(SuiteTest& test);
  /// Two faults may be shown by the same calls.
  void mergeEqualTests();

  Parts parts_;
  Suite suite_;
};

}  // namespace covolve::rest
