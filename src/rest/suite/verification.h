// Runs the tests of a suite several times, in different orders and, where possible,
// on a service in its first state. What differs between these runs is not
// asserted, and a test whose statuses differ is dropped.
//
// Easy to get wrong: what is verified is what is emitted. The last runs are in the
// order of the files, and where they cost a test its place, the others are run
// again without it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rest/suite/suite.h"

namespace covolve::rest {

class Verification {
 public:
  struct Plan {
    int passes = 0;          // kLeastPasses to kPasses; fewer where each test has runs already
    size_t earlierRuns = 0;  // that each test has
    double costOfPass = 0;   // of one run of all tests
    double costOfReset = 0;
  };

  Verification(const SuiteMaker::Parts& parts, Suite& suite, const Plan& plan)
      : parts_(parts), suite_(suite), plan_(plan), passes_(plan.earlierRuns) {}

  Result<void> run();

  /// How often every test is run at least, and how often the service is reset for that.
  static constexpr int kPasses = 5;
  /// The same for a service that takes long to reset.
  static constexpr int kLeastPasses = 2;

 private:
  enum class Order { Forward, Backward, Alone, Mixed, LastFileFirst };

  /// Of tests that have some already: as they are emitted, again while that costs some of them their place.
  Result<void> completeRuns();
  std::vector<size_t> inOrder(Order order) const;
  Result<void> runAll(Order order);
  bool canAffordToRunAlone() const;
  void dropUnstableTests();
  bool isAlwaysShown(const Fault& fault, const SuiteTest& test) const;
  /// One of several faults of a call may come and go; the others still have their test.
  void dropFaultsThatComeAndGo(SuiteTest& test);
  /// Why a test cannot be kept; empty where it can.
  std::string instabilityOf(const SuiteTest& test) const;
  /// Says of its faults what the run that is written down shows.
  void describeFaults(SuiteTest& test);
  /// Two faults may be shown by the same calls.
  void mergeEqualTests();

  const SuiteMaker::Parts& parts_;
  Suite& suite_;
  Plan plan_;
  size_t passes_;
};

/// As they are emitted: by group, within a group as the document has the operations, and by status.
void sortTests(std::vector<SuiteTest>& tests);

/// Whether the last call got no answer.
bool endsWithoutAnswer(const CallList& calls);

}  // namespace covolve::rest
