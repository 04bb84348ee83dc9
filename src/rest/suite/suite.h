// The tests that are worth keeping: for every operation one that succeeds, for
// every fault the shortest sequence that shows it, for every other target one that
// reaches it. They are added in this order, so that what matters most is there
// when time is short.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rest/oracle/fault_book.h"
#include "rest/search/rest_problem.h"
#include "rest/suite/allowance.h"
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

/// Why a test is dropped that may well hold.
constexpr std::string_view kNoTimeToRepeat = "there was no time to repeat it";

/// A test of a fault that did not hold when it was repeated.
struct UnstableTest {
  SuiteTest test;
  std::string reason;
  bool isDoubtful = true;  // whether its faults are there at all
};

/// What there was no time for.
struct LeftOut {
  size_t faults = 0;  // that no test was made for
  size_t others = 0;  // other targets that no test was made for

  bool any() const { return faults + others > 0; }
};

struct Suite {
  std::vector<SuiteTest> tests;  // successes, then others, then faults; those that end the service last
  std::vector<DroppedTest> dropped;
  std::vector<Fault> faults;           // all, also those whose tests were dropped
  std::vector<UnstableTest> unstable;  // dropped, but all there is to show a fault
  LeftOut leftOut;
};

/// Of running the tests as they are emitted, beside their calls.
struct CostOfEmitted {
  double start = 0;
  double perTest = 0;
  double languages = 1;  // in so many
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
    Allowance allowance;
    /// Nothing can be run any more: the tests are written down as they ran during the search.
    std::function<bool()> isOver = [] { return false; };
    /// What running the emitted tests afterwards will cost beside their calls.
    std::optional<CostOfEmitted> emitted = std::nullopt;
    /// Between the runs of the tests: what tells the time is to differ.
    std::function<void()> letTimePass = waitForTheNextSecond;
    /// What is being done: "test 3 of 40".
    std::function<void(const std::string&)> tell = [](const std::string&) {};
  };

  explicit SuiteMaker(Parts parts) : parts_(std::move(parts)) {}

  Result<Suite> make();
  /// What is left of it afterwards.
  const Allowance& allowance() const { return parts_.allowance; }

 private:
  Result<void> addVerified();
  /// As many runs of the tests as the service can be reset for.
  void planPasses();
  void addEvidence();
  /// What running the suite will cost once it is emitted.
  double costOfEmitted() const;
  /// Whether there is time to verify one more test.
  bool hasRoom() const;
  /// Whether a test is so slow that many others could be verified instead: it has to wait for these.
  bool hasToWait(const search::Individual& test) const;
  void add(SuiteTest test, double cost);
  /// Of faults that have one cause, the first; or all the others.
  Result<void> addFaults(bool isFirstOfCause);
  Result<void> addFault(const FaultBook::Entry& entry);
  Result<void> resetIfCheap();
  void addSuccesses();
  void addOthers();
  /// What had to wait.
  Result<void> addSlow();
  /// Faults that no test shows are told by calls that did show them: of a run, or of the search.
  void tellAsSeen();
  std::optional<Fault> faultIn(const CallList& calls, const std::string& key) const;
  /// The fault is told as it is here.
  void describe(const Fault& fault);
  /// Where one of the candidates reaches the target without a fault.
  void addCovering(search::TargetId target, std::vector<const search::Individual*> candidates);
  bool addCovering(search::TargetId target, const search::Individual& candidate, bool& isRepeatable);
  /// The test with identifiers that no other test gives to what it makes, where it shows the fault with them.
  search::Individual farther(const search::Individual& test, const Fault& fault);
  /// A shorter or simpler test that still shows the fault.
  search::Individual minimised(const search::Individual& test, const Fault& fault);
  bool shows(const search::Individual& test, const Fault& fault, CallList* calls = nullptr);
  /// The calls of the test up to that which reaches the target; none where it does not.
  std::optional<CallList> reaching(const search::Individual& test, search::TargetId target);
  /// Makes a test that reaches the target shorter; returns its calls.
  CallList shortened(search::Individual& test, CallList calls, search::TargetId target);
  CallList run(const search::Individual& test);

  Parts parts_;
  Suite suite_;
  std::set<search::TargetId> covered_;  // by tests of the suite
  double costOfLastRun_ = 0;
  int passes_ = 0;  // of all tests, which verify them
  double costOfReset_ = 0;
  double costOfPass_ = 0;  // a run of all tests of the suite
  /// Slow tests, with the targets and faults that they are for.
  std::vector<search::TargetId> slowTargets_;
  std::vector<const FaultBook::Entry*> slowFaults_;
  bool isTurnOfSlow_ = false;
  std::set<std::string> untriedFaults_;  // by Fault::key()
};

}  // namespace covolve::rest
