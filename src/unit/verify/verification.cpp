#include "unit/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <tuple>

#include "emit/cpp_text.h"
#include "unit/build/objects.h"
#include "unit/verify/compile_messages.h"
#include "unit/verify/polluters.h"
#include "unit/verify/test_compilation.h"
#include "unit/verify/test_run.h"

namespace covolve::unit {

namespace {

constexpr const char* kDiffers = "differs between repetitions";
constexpr const char* kNoTime = "did not pass at once, and there was no time to find out why";
constexpr const char* kPollutes = "leaves something behind that other tests see, which expect it as it was";
constexpr const char* kNotEnded = "did not end in the time that was left";

std::string outsideTheSearch(const TestRunResult& run) { return endingOf(run) + " outside the search"; }

/// In the order of the recorded tests, however they were found, and by the names that the tests have in the
/// end.
void settle(Verified& verified) {
  for (DroppedExpectation& lost : verified.droppedExpectations) {
    for (const emit::Test& test : verified.file.tests) {
      if (test.origin == lost.origin) lost.name = test.name;
    }
  }
  std::ranges::sort(verified.dropped, {}, &DroppedTest::origin);
  std::ranges::sort(verified.droppedExpectations, {},
                    [](const DroppedExpectation& e) { return std::tie(e.origin, e.expectation); });
}

/// The function or method whose result an expectation looks at; empty for anything else.
std::string calledBy(const emit::Expression& actual) {
  using Kind = emit::Expression::Kind;
  return actual.kind == Kind::Call || actual.kind == Kind::MethodCall ? actual.text : std::string();
}

/// The program came to its end, and its exit status is that of its tests.
bool endedByItself(const TestRunResult& run) {
  return run.said.finished && (run.status == 0 || !run.said.failed.empty());
}

/// What all runs of one build said about a test.
struct Verdict {
  unsigned failedRuns = 0;
  std::set<unsigned> lines;
};

constexpr unsigned kFewOrders = 4;  // are always run

/// The orders in which what malloc() gives is full of something, each time of something else. In the search
/// it is all zeros, which nobody may expect of it. Only glibc does so, and not where a sanitizer has an
/// allocator of its own. Odd orders have a bare environment, and the first one tells how long a run takes.
bool fillsMemory(unsigned order) { return order == 2 || order == 4; }

/// What orders beyond the few may cost: where a suite runs long, there are more important things to do.
class Further {
 public:
  explicit Further(const Deadline& deadline) : deadline_(deadline), last_(deadline.left()) {
    constexpr int kShare = 20;  // one part of so many of what is left
    if (last_) allowed_ = *last_ / kShare;
  }

  /// After each run.
  void note(bool isFurther) {
    const auto left = deadline_.left();
    if (!left) return;
    length_ = *last_ - *left;
    if (isFurther) spent_ += length_;
    last_ = left;
  }
  /// One that is as long as the last one.
  bool isAffordable() const { return !last_ || spent_ + length_ <= allowed_; }

 private:
  const Deadline& deadline_;
  std::optional<std::chrono::milliseconds> last_;
  std::chrono::milliseconds allowed_{};
  std::chrono::milliseconds spent_{};
  std::chrono::milliseconds length_{};  // of the last run
};

class PassingVerification {
 public:
  PassingVerification(emit::TestFile file, const VerificationOptions& options) : options_(options) {
    verified_.file = std::move(file);
  }

  Result<Verified> verify() {
    for (bool goOn = true; goOn;) {
      const Result<bool> compiled = compile();
      if (!compiled) return std::unexpected(compiled.error());
      if (!*compiled) break;
      const Result<bool> pruned = runAll();
      if (!pruned) return std::unexpected(pruned.error());
      goOn = *pruned;
    }
    if (!verified_.leftOut.empty()) {
      const Result<void> printed = printAgain(verified_, options_);
      if (!printed) return std::unexpected(printed.error());
    }
    settle(verified_);
    return std::move(verified_);
  }

 private:
  /// False when there is nothing to run: no test is left, or only those that have passed before, because
  /// there is no time for the others.
  Result<bool> compile() {
    if (!passed_) {
      const Result<void> compiled = compileInTime(verified_, options_);
      if (!compiled) return std::unexpected(compiled.error());
    } else {
      const Result<bool> compiled = compileOrPrune(verified_, options_);
      if (!compiled) return std::unexpected(compiled.error());
      if (!*compiled) {
        verified_ = std::move(*passed_);
        verified_.ranOutOfTime = true;
        return false;
      }
    }
    return !verified_.file.tests.empty();
  }

  /// Runs the build in several orders and prunes what fails. True when something was, so that it must be
  /// built and run again.
  Result<bool> runAll() {
    verdicts_.clear();
    excluded_.clear();
    const unsigned all = options_.orders + 2;
    const unsigned wanted = std::min(options_.orders, kFewOrders) + 2;
    Further further(options_.deadline);
    unsigned runs = 0;
    for (; runs < all; ++runs) {
      if (runs >= wanted && !further.isAffordable()) break;
      options_.tell(fmt::format("run {} of {}", runs + 1, all));
      const Result<bool> finished = runOrder(orderOf(runs, wanted));
      if (!finished) return std::unexpected(finished.error());
      if (!*finished) break;
      further.note(runs >= wanted);
    }
    const bool clean = verdicts_.empty() && excluded_.empty();
    if (runs < wanted || (!clean && options_.isTimeUp())) {
      if (runs == 0 && passed_) {
        verified_ = std::move(*passed_);
      } else {
        dropDoubtful(verified_);
        if (runs == 0) dropAll();
      }
      verified_.ranOutOfTime = true;
      return false;
    }
    if (clean) return false;
    passed_ = verified_;
    dropDoubtful(*passed_);
    if (excludePolluters(runs)) verdicts_.clear();  // what differs without them shows in the next build
    prune(runs);
    return true;
  }

  /// Of the run: the one that runs all twice comes before the orders that are not always run.
  unsigned orderOf(unsigned run, unsigned wanted) const {
    if (run + 1 < wanted) return run;
    return run + 1 == wanted ? options_.orders + 1 : run - 1;
  }

  /// Excludes the tests that others are better off without; true: there are some.
  bool excludePolluters(unsigned runs) {
    std::vector<std::string> tests;
    std::vector<std::string> victims;
    for (const emit::Test& test : verified_.file.tests) {
      const std::string name = test.fullName();
      if (excluded_.contains(name)) continue;
      tests.push_back(name);
      if (verdicts_.contains(name)) victims.push_back(name);
    }
    // What fails in all orders may still be the doing of one that each order has near its beginning.
    if (victims.size() >= kManyVictims) dropFailingAlone(victims, runs);
    const auto polluters = findPolluters(
        tests, std::move(victims), [&](const auto& names) { return failingOf(names); },
        [&] { return options_.isTimeUp(); });
    if (!polluters) return false;  // then each loses what differs, as without the search
    for (const std::string& name : *polluters) excluded_[name] = kPollutes;
    return !polluters->empty();
  }

  void dropFailingAlone(std::vector<std::string>& victims, unsigned runs) {
    constexpr size_t kMost = 32;  // of more, those that are left tell enough
    size_t tried = 0;
    std::erase_if(victims, [&](const std::string& victim) {
      if (verdicts_.at(victim).failedRuns < runs || options_.isTimeUp()) return false;
      if (++tried > kMost) return true;
      const auto failed = failingOf({victim});
      return !failed || !failed->empty();
    });
  }

  /// All twice, so that each runs behind each other one. Of a program that does not come to its end none
  /// passes.
  Result<std::set<std::string>> failingOf(const std::vector<std::string>& names) {
    emit::Selection selection;
    selection.only = names;
    selection.twice = true;
    const Result<TestRunResult> result = run(std::move(selection), 0);
    if (!result) return std::unexpected(result.error());
    if (!endedByItself(*result)) return std::set(names.begin(), names.end());
    std::set<std::string> failed;
    for (const emit::FailedTest& test : result->said.failed) failed.insert(test.name);
    return failed;
  }

  /// 0: as in the file; then shuffled; the last one twice in one process, to meet the state that a first time
  /// left.
  emit::Selection selectionOf(unsigned order) const {
    emit::Selection selection;
    selection.seed = order;
    selection.twice = order > options_.orders;
    return selection;
  }

  /// Every other order runs in other surroundings.
  Result<TestRunResult> run(emit::Selection selection, unsigned order) {
    TestRun wanted;
    wanted.framework = options_.framework;
    wanted.executable = verified_.executable;
    wanted.directory = options_.runDirectory;
    wanted.selection = std::move(selection);
    const bool fills = fillsMemory(order) && !isFillingSlow_;
    timeout_ = options_.timeoutOfRun();
    wanted.timeout = fills ? std::min(timeout_, mostWhenFilled()) : timeout_;
    wanted.beforeExec = options_.beforeExec;
    wanted.environment = options_.environment;
    wanted.elsewhere = order % 2 == 1;
    if (fills) wanted.environment["MALLOC_PERTURB_"] = std::to_string(85 + order);
    const auto begin = std::chrono::steady_clock::now();
    Result<TestRunResult> result = runTests(wanted);
    if (fills && result && result->timedOut) {
      isFillingSlow_ = true;
      return run(std::move(wanted.selection), order);
    }
    if (!fills)
      plainRun_ = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    return result;
  }

  /// Memory that nobody touches costs nothing until it is filled: a table of a gigabyte does then.
  std::chrono::milliseconds mostWhenFilled() const {
    constexpr int kSeveral = 3;
    constexpr std::chrono::milliseconds kStart{1'000};
    return kStart + kSeveral * plainRun_;
  }

  /// Repeats the order without those that end the program, until it comes to its end. False when the time is
  /// up before.
  Result<bool> runOrder(unsigned order) {
    while (excluded_.size() < verified_.file.tests.size()) {
      if (options_.isTimeUp()) return false;
      emit::Selection selection = selectionOf(order);
      selection.except = verified_.leftOut;
      for (const auto& [name, reason] : excluded_) selection.except.push_back(name);
      const Result<TestRunResult> result = run(std::move(selection), order);
      if (!result) return std::unexpected(result.error());
      if (endedByItself(*result)) {
        for (const emit::FailedTest& failed : result->said.failed) {
          Verdict& verdict = verdicts_[failed.name];
          ++verdict.failedRuns;
          verdict.lines.insert(failed.lines.begin(), failed.lines.end());
        }
        return true;
      }
      // It has run to its end before: there is nothing to hold against the test that happened to run.
      if (isCut(*result) && order > 0) return false;
      if (isCandidate(result->said.lastStarted)) {
        excluded_[result->said.lastStarted] = isCut(*result) ? kNotEnded : outsideTheSearch(*result);
        continue;
      }
      if (isCut(*result)) return false;
      if (const Result<void> found = findBreaker(order); !found) return std::unexpected(found.error());
    }
    return true;
  }

  /// By the deadline, not by its own length.
  bool isCut(const TestRunResult& result) const { return result.timedOut && timeout_ < options_.timeout; }

  bool isCandidate(const std::string& name) const {
    return !excluded_.contains(name) &&
           std::ranges::any_of(verified_.file.tests,
                               [&](const emit::Test& test) { return test.fullName() == name; });
  }

  /// The output did not tell which test ends the program: adds one test after the other until it does.
  Result<void> findBreaker(unsigned order) {
    emit::Selection selection = selectionOf(order);
    for (const emit::Test& test : verified_.file.tests) {
      const std::string name = test.fullName();
      if (excluded_.contains(name)) continue;
      if (options_.isTimeUp()) return {};
      selection.only.push_back(name);
      const Result<TestRunResult> result = run(selection, order);
      if (!result) return std::unexpected(result.error());
      if (endedByItself(*result)) continue;
      if (isCut(*result)) return {};
      excluded_[name] = result->said.finished ? kDiffers : outsideTheSearch(*result);
      return {};
    }
    // It came to its end this time: nothing to hold against any one of them, and nothing to rely on.
    for (const emit::Test& test : verified_.file.tests) {
      excluded_.try_emplace(test.fullName(), kDiffers);
    }
    return {};
  }

  /// Without the time to find out which expectations would hold.
  void dropDoubtful(Verified& verified) const {
    for (size_t i = verified.file.tests.size(); i-- > 0;) {
      const std::string name = verified.file.tests[i].fullName();
      if (excluded_.contains(name) || verdicts_.contains(name)) drop(verified, i, kNoTime);
    }
  }

  void dropAll() {
    for (size_t i = verified_.file.tests.size(); i-- > 0;) drop(verified_, i, kNotVerified);
  }

  void prune(unsigned runs) {
    const std::map<std::string, size_t> expecting = testsByCall();
    const emit::Printed printed = options_.framework->print(verified_.file);
    for (size_t i = verified_.file.tests.size(); i-- > 0;) {
      emit::Test& test = verified_.file.tests[i];
      const std::string name = test.fullName();
      if (const auto excluded = excluded_.find(name); excluded != excluded_.end()) {
        const bool pollutes = excluded->second == kPollutes;
        if (pollutes || !leaveOutDisposals(verified_, test, excluded->second)) {
          drop(verified_, i, excluded->second);
        }
        continue;
      }
      const auto verdict = verdicts_.find(name);
      if (verdict == verdicts_.end()) continue;
      const bool always = verdict->second.failedRuns >= runs;
      if (weakenAll(test, printed.tests[i], verdict->second, always)) {
        renameIfWeak(verified_.file, i);
      } else {
        const std::string reason = reasonOf(test, printed.tests[i], verdict->second, always);
        if (!leaveOutDisposals(verified_, test, reason)) drop(verified_, i, reason);
      }
    }
    distrust(expecting);
  }

  /// How many tests expect something of what each function or method returns.
  std::map<std::string, size_t> testsByCall() const {
    std::map<std::string, size_t> tests;
    for (const emit::Test& test : verified_.file.tests) {
      std::set<std::string> called;
      for (const emit::Statement& statement : test.statements) {
        if (const auto* expectation = std::get_if<emit::Expectation>(&statement))
          called.insert(calledBy(expectation->actual));
      }
      for (const std::string& name : called) ++tests[name];
    }
    return tests;
  }

  /// What one call returned differently another call may have returned alike only by chance; unless it is the
  /// few that differ, by what their tests do.
  void distrust(const std::map<std::string, size_t>& expecting) {
    constexpr size_t kFew = 3;  // one in so many
    std::set<std::string> unreliable;
    for (const auto& [name, tests] : differing_) {
      const auto all = expecting.find(name);
      if (all == expecting.end() || kFew * tests.size() >= all->second) unreliable.insert(name);
    }
    for (size_t i = verified_.file.tests.size(); i-- > 0;) {
      emit::Test& test = verified_.file.tests[i];
      for (size_t at = test.statements.size(); at-- > 0;) {
        if (at >= test.statements.size()) continue;  // more than one went
        const auto* const expectation = std::get_if<emit::Expectation>(&test.statements[at]);
        if (expectation == nullptr || calledBy(expectation->actual).empty()) continue;
        if (!unreliable.contains(calledBy(expectation->actual))) continue;
        const std::string text = emit::printExpression(expectation->actual);
        if (!weaken(test, at)) continue;
        verified_.droppedExpectations.push_back({test.suite, test.name, test.origin, text, kDiffers});
        renameIfWeak(verified_.file, i);
      }
    }
  }

  /// Only the expectations that failed go, unless something else went wrong too.
  bool weakenAll(emit::Test& test, const emit::TestLines& lines, const Verdict& verdict, bool always) {
    emit::Test weaker = test;
    std::vector<DroppedExpectation> lost;
    for (auto line = verdict.lines.rbegin(); line != verdict.lines.rend(); ++line) {
      const std::optional<size_t> statement = statementAt(lines, *line);
      if (!statement) return false;
      const auto* const expectation = std::get_if<emit::Expectation>(&test.statements[*statement]);
      // A value that differs is a different one in every report: only what was looked at is told.
      const std::string text = always || expectation == nullptr
                                   ? options_.framework->printStatement(test.statements[*statement])
                                   : emit::printExpression(expectation->actual);
      if (!weaken(weaker, *statement)) return false;
      if (!always && expectation != nullptr) differing_[calledBy(expectation->actual)].insert(test.origin);
      lost.push_back(
          {test.suite, test.name, test.origin, text, always ? "does not hold outside the search" : kDiffers});
    }
    test = std::move(weaker);
    verified_.droppedExpectations.insert(verified_.droppedExpectations.end(), lost.rbegin(), lost.rend());
    return true;
  }

  std::string reasonOf(const emit::Test& test, const emit::TestLines& lines, const Verdict& verdict,
                       bool always) const {
    if (!always) return kDiffers;
    for (unsigned line : verdict.lines) {
      if (const std::optional<size_t> statement = statementAt(lines, line)) {
        return "does not pass: " + options_.framework->printStatement(test.statements[*statement]);
      }
    }
    return "does not pass: an exception leaves it";
  }

  const VerificationOptions& options_;
  Verified verified_;
  std::optional<Verified> passed_;        // of an earlier build, what is known to be good
  std::chrono::milliseconds timeout_{};   // of the last run
  std::chrono::milliseconds plainRun_{};  // how long the last one took whose memory was not filled
  bool isFillingSlow_ = false;
  std::map<std::string, Verdict> verdicts_;
  std::map<std::string, std::string> excluded_;        // tests that end the program, and how
  std::map<std::string, std::set<size_t>> differing_;  // by function or method: tests that saw it differ
};

}  // namespace

namespace {

/// Nothing where the time is up before it ends.
std::optional<Result<FaultEnding>> runFault(const Verified& verified, const emit::Test& test,
                                            const VerificationOptions& options) {
  if (options.isTimeUp()) return std::nullopt;
  TestRun wanted;
  wanted.framework = options.framework;
  wanted.executable = verified.executable;
  // Several at a time: each has a directory of its own.
  wanted.directory = options.runDirectory / fmt::format("fault-{}", test.origin);
  std::error_code ignored;
  std::filesystem::create_directories(wanted.directory, ignored);
  wanted.selection.only = {test.fullName()};
  wanted.timeout = std::min(options.deadline.left().value_or(options.hangTimeout), options.hangTimeout);
  wanted.beforeExec = options.beforeExec;
  wanted.environment = options.environment;
  const Result<TestRunResult> result = runTests(wanted);
  if (!result) return Result<FaultEnding>(std::unexpected(result.error()));
  if (result->timedOut && wanted.timeout < options.hangTimeout) return std::nullopt;
  // Where covolve's limit ended it, the machine's own limit may show as an exception (std::bad_alloc).
  const std::string ending = !result->said.finished        ? endingOf(*result)
                             : result->said.failed.empty() ? "passes"
                                                           : "ends with an exception";
  return FaultEnding{test.origin, !result->passed(), ending};
}

/// By test.
std::vector<std::optional<Result<FaultEnding>>> runFaults(const Verified& verified,
                                                          const VerificationOptions& options) {
  const std::vector<emit::Test>& tests = verified.file.tests;
  std::vector<std::optional<Result<FaultEnding>>> endings(tests.size());
  const std::vector<size_t> order = valueOrder(verified, options);
  inParallel(options.jobs, order.size(),
             [&](size_t i) { endings[order[i]] = runFault(verified, tests[order[i]], options); });
  return endings;
}

}  // namespace

Result<Verified> verifyPassing(emit::TestFile file, const VerificationOptions& options) {
  return PassingVerification(std::move(file), options).verify();
}

Result<Verified> verifyFaults(emit::TestFile file, const VerificationOptions& options) {
  Verified verified;
  verified.file = std::move(file);
  if (const Result<void> compiled = compileInTime(verified, options); !compiled) {
    return std::unexpected(compiled.error());
  }
  const auto endings = runFaults(verified, options);
  std::vector<std::pair<size_t, const char*>> left;
  for (size_t i = 0; i < endings.size(); ++i) {
    if (!endings[i]) {
      verified.ranOutOfTime = true;
      left.emplace_back(i, kNotVerified);
      continue;
    }
    const Result<FaultEnding>& ending = *endings[i];
    if (!ending) return std::unexpected(ending.error());
    verified.faultEndings.push_back(*ending);
    if (!ending->reproduced) left.emplace_back(i, "did not crash outside covolve");
  }
  for (const auto& [test, reason] : left | std::views::reverse) drop(verified, test, reason);
  if (!verified.leftOut.empty()) {
    const Result<void> printed = printAgain(verified, options);
    if (!printed) return std::unexpected(printed.error());
  }
  settle(verified);
  return verified;
}

}  // namespace covolve::unit
