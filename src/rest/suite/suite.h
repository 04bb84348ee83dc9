// The tests that are worth keeping: for every operation one that succeeds, for
// every fault the shortest sequence that shows it, for every other target one that
// reaches it. They are added in this order, so that what matters most is there
// when time is short.
#pragma once

#include <chrono>
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
  /// The last call succeeds, but its answer is not as it should be: that is for the test of that fault.
  bool hasFaultyAnswer = false;
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

constexpr std::string_view kComesAndGoes = "it does not always show its fault";

/// "GET /pets/{petId}": what a test with these calls is about.
std::string titleOf(const CallList& calls);

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
  /// No run was in the order of the files: the first by a framework is.
  bool wasNeverRunInOrder = false;
  /// Some were dropped after the last run, and there was no time to run the others without them.
  bool lacksLastRun = false;
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
  /// Runs what was made in the order of the files, where no framework could, and drops what does not hold.
  /// False where there is no time for it: `time` or what is left of the allowance.
  Result<bool> runInOrder(Suite& suite, std::chrono::duration<double> time);
  /// What is left of it afterwards.
  const Allowance& allowance() const { return parts_.allowance; }

 private:
  Result<void> addVerified();
  /// As many runs of the tests as the service can be reset for.
  void planPasses();
  /// The same for a service that takes so long to reset that every reset counts.
  void planSeenRuns(double own);
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
  void addTarget(search::TargetId target);
  /// What had to wait.
  Result<void> addSlow();
  /// Faults that no test shows are told by calls that did show them: of a run, or of the search.
  void tellAsSeen();
  std::optional<Fault> faultIn(const CallList& calls, const std::string& key) const;
  /// The fault is told as it is here.
  void describe(const Fault& fault);
  /// Where one of the candidates reaches the target without a fault.
  void addCovering(search::TargetId target, const std::vector<const search::Individual*>& candidates);
  /// What a run that reaches the target at its end is good for. Faults have tests of their own; a success
  /// whose answer alone is not as it should be is better than none.
  enum class Worth { Full, FaultyAnswer, None };
  Worth worthOf(search::TargetId target, const CallList& calls) const;
  void addCovering(search::TargetId target, SuiteTest test, const CallList& calls);
  void noteUnrepeatable(search::TargetId target);
  /// What the search saw of the target; none where it did not keep that.
  std::optional<SeenRun> seenRunOf(search::TargetId target);
  size_t operationOf(search::TargetId target) const;
  /// Whether a run ends with what a test is about.
  using Check = std::function<bool(const CallList& calls)>;
  /// The shortest part of a test of the search that holds once more, with both runs; none where nothing does.
  std::optional<SuiteTest> repeated(const SeenRun& seen, const Check& holds);
  /// The same of tests of which no run was kept: each has to hold twice.
  std::optional<SuiteTest> repeated(const std::vector<const search::Individual*>& candidates,
                                    const Check& holds);
  /// Tests that reach the target, the likeliest first.
  std::vector<const search::Individual*> candidatesFor(search::TargetId target) const;
  Check reachesAtItsEnd(search::TargetId target);
  Check showsAtItsEnd(const Fault& fault) const;
  void addFaultAsSeen(const FaultBook::Entry& entry);
  /// A test is for all the faults that the ends of both its runs show.
  void noteFaults(SuiteTest& test);
  void addSeen(search::TargetId target, const SeenRun& seen);
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
  /// What the search saw is one run of each test, and choosing it the other.
  bool keepsSeenRuns_ = false;
  double languages_ = 0;  // that there is to be time for
  double languagesForRest_ = 0;
  std::set<std::string> shown_;  // faults of tests with such runs, by Fault::key()
  double costOfReset_ = 0;
  double costOfPass_ = 0;  // a run of all tests of the suite
  /// Slow tests, with the targets and faults that they are for.
  std::vector<search::TargetId> slowTargets_;
  std::vector<const FaultBook::Entry*> slowFaults_;
  bool isTurnOfSlow_ = false;
  std::set<std::string> untriedFaults_;  // by Fault::key()
};

}  // namespace covolve::rest
