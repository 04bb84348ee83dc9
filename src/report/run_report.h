// Everything a run has to tell, as plain data: filled in by the problem that
// ran, written down by the functions beside this header.
//
// Easy to get wrong: everything that depends on the clock belongs into Timing
// (or, as the times of the search's progress, is left out with it), so that two runs with one seed and one
// number of evaluations give the same bytes. Vectors keep the order they are given in: give them a fixed one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/coverage_figures.h"
#include "report/mutation_report.h"
#include "search/loop/loop.h"
#include "search/target.h"

namespace covolve::report {

/// What the user allowed: one of them.
struct BudgetReport {
  std::optional<uint64_t> evaluations;
  std::optional<double> seconds;
  std::optional<uint64_t> requests = {};

  /// Then the same seed must give the same bytes.
  bool isCounted() const { return evaluations || requests; }
};

struct TimingReport {
  double seconds = 0;  // the whole run
  double searchSeconds = 0;
  double testsPerSecond = 0;                           // during the search
  std::vector<std::pair<std::string, double>> phases;  // name and seconds, in the order they came
};

struct TargetReport {
  search::Target target;
  bool covered = false;
  uint64_t bestDistance = search::kNotReached;
  std::string text = {};  // of an uncovered branch: the decision as the source has it
  std::string needs =
      {};  // of one of a unit: which state of which object, and what sets that; empty: none is known
};

/// A call of a function of the standard library that answers yes or no.
struct KnownCallReport {
  std::string call;      // "std::stoi"
  std::string function;  // that it stands in
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  bool yes = false;  // some test was given this answer
  bool no = false;
};

struct TestReport {
  std::string suite;
  std::string name;
  std::string file;
  uint64_t coveredTargets = 0;
  std::vector<search::TargetId> covers = {};  // which; of units only
};

inline constexpr std::string_view kLikelyBug = "likely bug";

struct FaultReport {
  std::string kind;         // "SIGFPE"; of a service the oracle: "server-error"
  std::string description;  // "SIGFPE in shop::ratio at order.cpp:12"
  std::string file;         // of a service: the document, where it is a file
  unsigned line = 0;        // 0: unknown
  std::string function;     // of a service: the operation
  std::string test;         // Suite.Name, empty when no test shows it
  bool reproduced = false;  // the emitted test died outside the search too
  std::string ending;       // how it ended there
  std::string rank = {};    // of a unit: "likely bug", "outside the contract", "robustness"; in this order
  std::string rankReason = {};  // one clause, where it is no likely bug
  std::string operation = {};   // of a service: the operation's identifier in the document
  std::string detail = {};      // of a service: what tells faults of one kind and operation apart
  std::string id = {};          // of a service: the same in every run
  std::string cause = {};       // of a service: the same for faults of one cause; empty: it has its own
  std::string answer = {};      // of a service: what the call at fault was answered, for people
  bool isKnown = false;         // by the baseline
  bool isHint = false;          // of a service: likely, not certain
  std::string meaning = {};     // of the kind, one sentence; empty: everybody knows
  std::vector<std::string> commands =
      {};  // for a shell: what shows it without the tests, one after the other
};

struct DroppedReport {
  std::string test;         // Suite.Name
  std::string expectation;  // empty: the whole test
  std::string reason;
};

struct SkippedReport {
  std::string what;
  std::string reason;
  std::string file;
  unsigned line = 0;
};

/// How often an operation of a service was called, and with which statuses it answered.
struct OperationReport {
  std::string id;
  std::string method;
  std::string path;
  uint64_t calls = 0;
  std::map<int, uint64_t> statuses = {};  // 0: no answer
};

/// The service that a run tested.
struct ServiceReport {
  std::string title;
  std::string version;  // of its document
  std::string url;      // as the user gave it
  uint64_t requests = 0;
  double requestsPerSecond = 0;  // during the search: the clock's
  std::vector<OperationReport> operations;
};

struct MissingProtection {
  std::string name;
  std::string reason;
};

/// Tests that were there before the run.
struct ExistingReport {
  std::vector<std::string> tests;
  size_t targets = 0;  // that they cover
};

/// A test of an earlier run that does not hold any more.
struct BehaviourChange {
  std::string test;      // Suite.Name
  std::string how;       // "fails", "does not compile", "crashes with SIGFPE"
  std::string expected;  // the statement that failed; empty where none did
  std::string found;     // in the words of the framework or the compiler
};

/// The tests that an earlier run has left where these go.
struct EarlierReport {
  size_t kept = 0;                       // they pass
  size_t keptFaults = 0;                 // they still show theirs
  std::vector<BehaviourChange> changes;  // of both
  bool isUpdated = false;                // those that changed were taken out
  size_t added = 0;                      // new ones that pass, behind them
};

struct RunReport {
  std::string version;
  std::string failure;                                       // why nothing could be tested; empty: it was
  std::vector<std::pair<std::string, std::string>> options;  // as they were in effect
  uint64_t seed = 0;
  std::string source;
  std::vector<std::string> requestedFiles;
  std::vector<std::string> only;  // the classes and functions that were asked for; none: all
  BudgetReport budget;
  uint64_t evaluations = 0;
  bool interrupted = false;
  TimingReport timing;
  search::SearchStatistics search;
  std::vector<TargetReport> targets;
  std::optional<ExistingReport> existing;
  std::optional<EarlierReport> earlier;  // absent: the tests are all of this run
  std::vector<KnownCallReport> knownCalls;
  std::optional<CoverageFigures> coverage;  // of the emitted tests; absent when there were none to measure
  std::optional<MutationReport> mutation;   // of the emitted tests; absent where it was not asked for
  std::vector<TestReport> tests;
  std::vector<FaultReport> faults;
  std::optional<std::vector<std::string>> vanished;  // of the baseline; absent: there is no baseline
  std::optional<ServiceReport> service;  // of covolve rest, which knows of no files, sandbox and executor
  std::vector<DroppedReport> dropped;
  std::vector<SkippedReport> skipped;
  std::vector<std::string> protections;  // of the sandbox, active
  std::vector<MissingProtection> missingProtections;
  std::vector<std::pair<std::string, uint64_t>> executor;  // counters that do not depend on the clock
  std::vector<std::string> notes;  // anything else the user should know, a sentence each
  std::vector<std::pair<std::string, std::string>>
      files;  // what was written: "tests" -> "out/order_test.cpp"
};

/// Targets covered by the search, for all kinds or one.
Ratio coveredTargets(const RunReport& report, std::optional<search::TargetKind> kind = std::nullopt);

/// The same for the emitted tests as the probes saw them run. llvm-cov takes what follows a call as run when
/// the call was made, even if it threw; a probe stands behind every call that may throw.
Ratio targetsOfTests(const RunReport& report, search::TargetKind kind);

std::string kindName(search::TargetKind kind);

}  // namespace covolve::report
