#include "unit/emission.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>

#include "base/interrupt.h"
#include "unit/lower/lowering.h"
#include "unit/suite/fault_rank.h"
#include "unit/suite/inspections.h"
#include "unit/verify/test_compilation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// One in so many is tried where there was no time for any.
constexpr size_t kShareOfMostValuable = 8;

SanitizedRun unjudged(const emit::TestFile& file, const Error& error) {
  SanitizedRun run;
  for (const emit::Test& test : file.tests)
    run.notJudged[test.origin] = "could not be run with sanitizers: " + error.message;
  return run;
}

/// For whom there was no time before.
void leaveOutUnverified(emit::TestFile& file, const Verified& verified) {
  std::set<size_t> unverified;
  for (const DroppedTest& test : verified.dropped) {
    if (test.reason == kNotVerified) unverified.insert(test.origin);
  }
  std::erase_if(file.tests, [&](const emit::Test& test) { return unverified.contains(test.origin); });
}

/// What giving back may do wrong: it frees what is no block, is gone, or is for another function.
bool isOfFreeing(const std::string& kind) {
  static const std::set<std::string> kinds = {"double-free", "bad-free", "alloc-dealloc-mismatch",
                                              "heap-use-after-free"};
  return kinds.contains(kind);
}

}  // namespace

VerificationOptions Emission::verificationOptions(const std::string& fileName, TestBuild build) const {
  VerificationOptions verification;
  verification.build = [this, build](const fs::path& testSource, const fs::path& executable,
                                     const Deadline& deadline) {
    TestSources sources = context_.prepared.framework;
    sources.tests = testSource;
    return context_.prepared.builder->buildTests(context_.prepared.plan, sources, executable, build,
                                                 deadline);
  };
  const bool isSanitized = build == TestBuild::Sanitized;
  verification.scratch = verificationFolder(context_.scratch, build);
  verification.runDirectory = context_.sandbox.options().scratch;
  verification.fileName = fileName;
  verification.framework = emit::findFramework(context_.session.options.framework);
  verification.beforeExec =
      execute::sandboxedExec(context_.sandbox, isSanitized ? execute::Sandbox::Program::SanitizedTest
                                                           : execute::Sandbox::Program::EmittedTest);
  if (isSanitized) verification.environment = sanitizerEnvironment();
  verification.mostValuableFirst = outcome_.suite.mostValuableFirst;
  verification.deadline = build == TestBuild::Coverage ? time_.verification : time_.sanitizing;
  verification.jobs = context_.prepared.builder->jobs();
  return verification;
}

/// The earlier tests stay in their file, with their names.
void Emission::avoidEarlierNames(emit::TestFile& file) const {
  if (!outcome_.earlier) return;
  const std::set<std::string> taken = outcome_.earlier->tests.namesThatStay(context_.session.options.update);
  std::set<std::string> all = taken;
  for (const emit::Test& test : file.tests) all.insert(test.fullName());
  for (emit::Test& test : file.tests) {
    if (!taken.contains(test.fullName())) continue;
    const std::string name = test.name;
    for (unsigned number = 2; all.contains(test.fullName()); ++number)
      test.name = fmt::format("{}{}", name, number);
    all.insert(test.fullName());
  }
}

Result<void> Emission::run() {
  LoweredTests lowered =
      lowerTests(context_.prepared.model, outcome_.suite.tests,
                 headerComment(context_.source.path, context_.prepared.model, context_.session.options),
                 {context_.source.name, context_.session.suites});
  avoidEarlierNames(lowered.passing);
  const bool hasFaults = !lowered.faults.tests.empty();
  const bool sanitizes = context_.session.options.sanitize;
  const unsigned jobs = context_.prepared.builder->jobs();
  const VerificationOptions ofFaults =
      verificationOptions(faultsFileName(context_.source.path), TestBuild::Plain);
  const VerificationOptions ofSanitized =
      verificationOptions(testFileName(context_.source.path), TestBuild::Sanitized);
  const auto launch = jobs > 1 ? std::launch::async : std::launch::deferred;
  emit::TestFile recorded = lowered.passing;
  std::shared_future<Result<SanitizedRun>> sanitizedLater = std::async(launch, [&]() -> Result<SanitizedRun> {
    if (!sanitizes) return SanitizedRun{};
    return runSanitized(recorded, ofSanitized, context_.prepared.model.requestedFiles);
  });
  // Side by side: faults that hang are waited for. They come last where there are not processors enough,
  // since no test passes of which sanitizers have not been asked.
  constexpr unsigned kEnoughForAll = 3;
  auto faultsLater = std::async(launch, [&, sanitizedLater] {
    if (jobs < kEnoughForAll) sanitizedLater.wait();
    return verifyFaults(std::move(lowered.faults), ofFaults);
  });
  VerificationOptions ofPassing =
      verificationOptions(testFileName(context_.source.path), TestBuild::Coverage);
  ofPassing.onStep = [this](const std::string& step) { context_.phases.tellDetail(step); };
  auto passing = verifyPassing(lowered.passing, ofPassing);
  const bool lostAll = passing && passing->ranOutOfTime && passing->file.tests.empty();
  if (lostAll && !interruptRequested()) passing = verifyMostValuable(std::move(lowered.passing), ofPassing);
  if (sanitizes) context_.phases.tellDetail("sanitizers");
  if (jobs < 2 && passing) leaveOutUnverified(recorded, *passing);
  auto sanitized = sanitizedLater.get();
  if (hasFaults) context_.phases.tellDetail("faults");
  auto faults = faultsLater.get();
  if (!passing) return std::unexpected(passing.error());
  if (!faults) return std::unexpected(faults.error());
  if (sanitized && !sanitized->findings.empty() && passing->file.tests.empty() && !interruptRequested())
    passing = verifyWithoutRefused(std::move(*passing), recorded, *sanitized);
  if (!passing) return std::unexpected(passing.error());
  outcome_.passing = std::move(*passing);
  outcome_.faults = std::move(*faults);
  if (!sanitized) sanitized = unjudged(recorded, sanitized.error());
  // The others stand, whatever becomes of this.
  if (auto applied = applySanitizers(std::move(*sanitized), std::move(recorded)); !applied)
    outcome_.notes.push_back(
        "The tests could not be verified without what sanitizers refuse: " + applied.error().message + ".");
  if (outcome_.passing.ranOutOfTime || outcome_.faults.ranOutOfTime) {
    outcome_.notes.emplace_back(
        "The time for verifying was up: of the tests, the most valuable first, those that had passed until "
        "then were kept, and the others are among the dropped. A longer --budget gives more time.");
  }
  for (const Verified* verified : {&outcome_.passing, &outcome_.faults}) {
    for (const emit::Test& test : verified->file.tests) context_.session.suites.insert(test.suite);
  }
  return {};
}

/// A search without tests is worth nothing: where compilers were too slow for all of them, a few get the same
/// time again.
Result<Verified> Emission::verifyMostValuable(emit::TestFile file, VerificationOptions options) {
  time_.beginAgain();
  options.deadline = time_.verification;
  Verified few;
  few.file = std::move(file);
  keepMostValuable(few, options, few.file.tests.size() / kShareOfMostValuable + 1);
  const std::vector<DroppedTest> others = std::move(few.dropped);
  auto verified = verifyPassing(std::move(few.file), options);
  if (!verified) return verified;
  verified->ranOutOfTime = true;
  verified->dropped.insert(verified->dropped.begin(), others.begin(), others.end());
  std::ranges::sort(verified->dropped, {}, &DroppedTest::origin);
  return verified;
}

/// Memory that one test corrupts ends the program in another one, or by chance: when no test could be blamed,
/// none could be relied on. Without those that sanitizers refuse the others may stand.
Result<Verified> Emission::verifyWithoutRefused(Verified lost, emit::TestFile file,
                                                const SanitizedRun& sanitized) {
  const auto isRefused = [&](size_t origin) {
    return std::ranges::find(sanitized.findings, origin, &SanitizerFinding::origin) !=
           sanitized.findings.end();
  };
  std::erase_if(file.tests, [&](const emit::Test& test) { return isRefused(test.origin); });
  if (file.tests.empty()) return lost;
  VerificationOptions options = verificationOptions(testFileName(context_.source.path), TestBuild::Coverage);
  options.onStep = [this](const std::string& step) { context_.phases.tellDetail(step); };
  auto verified = verifyPassing(std::move(file), options);
  if (!verified) return verified;
  std::erase_if(lost.dropped, [&](const DroppedTest& test) { return !isRefused(test.origin); });
  std::ranges::move(lost.dropped, std::back_inserter(verified->dropped));
  std::ranges::sort(verified->dropped, {}, &DroppedTest::origin);
  verified->ranOutOfTime |= lost.ranOutOfTime;
  return verified;
}

/// Looks, and giving back, are our own additions: a test that is refused tries without them before it counts
/// as a finding. Sanitizers have the last word on what is left of it, and of tests of which they know
/// nothing.
Result<void> Emission::applySanitizers(SanitizedRun sanitized, emit::TestFile judged) {
  Verified& passing = outcome_.passing;
  Refused refused;
  std::set<size_t> allChanged;
  for (bool isFirst = true;; isFirst = false) {
    const std::set<size_t> changed = refuse(sanitized, judged, refused);
    std::set<size_t> next = changed;
    if (isFirst) {  // now it is known which tests are wanted, and which the others must not see
      for (const emit::Test& test : passing.file.tests) {
        if (sanitized.notJudged.contains(test.origin)) next.insert(test.origin);
      }
    } else {
      dropUnjudged(sanitized);
    }
    if (next.empty()) break;
    allChanged.insert(changed.begin(), changed.end());
    judged = passing.file;
    std::erase_if(judged.tests, [&](const emit::Test& test) { return !next.contains(test.origin); });
    sanitized = judge(judged);
  }
  // A fault is not lost.
  std::erase_if(passing.dropped,
                [&](const DroppedTest& test) { return refused.faults.contains(test.origin); });
  std::ranges::sort(passing.dropped, {}, &DroppedTest::origin);
  for (const std::string& cause : refused.causesOfLooks)
    outcome_.notes.push_back("Looking at what tests have done was refused by a sanitizer: " + cause + ".");
  if (!allChanged.empty()) {
    if (auto verified = verifyPassingAgain(allChanged); !verified) return verified;
  } else if (!passing.leftOut.empty()) {
    const auto printed =
        printAgain(passing, verificationOptions(testFileName(context_.source.path), TestBuild::Coverage));
    if (!printed) return printed;
  }
  return addSanitizerFaults(refused.faults);
}

/// Once more. Where they know nothing of any test the most valuable ones get the same time again.
SanitizedRun Emission::judge(emit::TestFile& tests) {
  const auto run = [&] {
    auto sanitized =
        runSanitized(tests, verificationOptions(testFileName(context_.source.path), TestBuild::Sanitized),
                     context_.prepared.model.requestedFiles);
    return sanitized ? std::move(*sanitized) : unjudged(tests, sanitized.error());
  };
  SanitizedRun sanitized = run();
  const bool knowsNothing = sanitized.notJudged.size() == outcome_.passing.file.tests.size();
  if (!knowsNothing || !sanitized.ranOutOfTime || interruptRequested()) return sanitized;
  time_.beginAgain();
  Verified few;
  few.file = tests;
  const VerificationOptions options =
      verificationOptions(testFileName(context_.source.path), TestBuild::Sanitized);
  keepMostValuable(few, options, tests.tests.size() / kShareOfMostValuable + 1);
  tests = std::move(few.file);
  const std::map<size_t, std::string> others = std::move(sanitized.notJudged);
  sanitized = run();
  for (const DroppedTest& other : few.dropped) sanitized.notJudged.insert(*others.find(other.origin));
  return sanitized;
}

/// With --sanitize no test passes of which sanitizers know nothing.
void Emission::dropUnjudged(const SanitizedRun& sanitized) {
  Verified& passing = outcome_.passing;
  size_t count = 0;
  for (size_t i = passing.file.tests.size(); i-- > 0;) {
    const auto reason = sanitized.notJudged.find(passing.file.tests[i].origin);
    if (reason == sanitized.notJudged.end()) continue;
    drop(passing, i, reason->second);
    ++count;
  }
  if (count == 0) return;
  outcome_.notes.push_back(fmt::format(
      "{} among the dropped, of which it is not known what sanitizers say{}. --sanitize off keeps "
      "such tests.",
      count == 1 ? "One test is" : fmt::format("{} tests are", count),
      sanitized.ranOutOfTime ? ": the time was up (a longer --budget gives more)" : ""));
}

/// Of tests with the same cause the first becomes a fault; none of them passes. Returns the origins of those
/// that were changed instead.
std::set<size_t> Emission::refuse(const SanitizedRun& sanitized, const emit::TestFile& judged,
                                  Refused& refused) {
  Verified& passing = outcome_.passing;
  std::set<size_t> changed;
  for (const SanitizerFinding& finding : sanitized.findings) {
    const std::string& cause = finding.fault.description;
    const std::string reason = finding.isInTest ? "does what sanitizers refuse: " + cause : cause;
    const auto test = std::ranges::find(passing.file.tests, finding.origin, &emit::Test::origin);
    const auto dropped = std::ranges::find(passing.dropped, finding.origin, &DroppedTest::origin);
    if (test != passing.file.tests.end()) {
      const bool mayChange = !time_.sanitizing.isOver();
      const bool isFreeOfLook = mayChange && finding.isInLook && leaveOutLooks(passing, *test, reason);
      if (isFreeOfLook) refused.causesOfLooks.insert(reason);
      const bool isFreeOfDisposal =
          mayChange && isOfFreeing(finding.fault.kind) && leaveOutDisposals(passing, *test, reason);
      // Verification may have taken out meanwhile what the sanitizer refuses.
      const auto before = std::ranges::find(judged.tests, finding.origin, &emit::Test::origin);
      const bool isAnother =
          mayChange && before != judged.tests.end() && before->statements != test->statements;
      if (isFreeOfLook || isFreeOfDisposal || isAnother) {
        changed.insert(finding.origin);
        continue;
      }
      drop(passing, static_cast<size_t>(test - passing.file.tests.begin()), reason);
    } else if (dropped != passing.dropped.end() && !finding.isInLook) {
      dropped->reason = reason;  // why it did not pass outside the search
    } else {
      continue;
    }
    if (finding.isInTest || !refused.causes.insert(cause).second) continue;
    RecordedTest& shown = outcome_.suite.tests[finding.origin];
    // Looks come behind what was refused, and nobody expects anything of them any more.
    if (!finding.isInLook) shown = withoutInspections(std::move(shown));
    shown.fault = finding.fault;
    const FaultJudgement judgement =
        judgeFinding(doubtsAbout(withoutInspections(shown).steps, context_.prepared.model));
    shown.fault->rank = judgement.rank;
    shown.fault->rankReason = judgement.reason;
    refused.faults.insert(finding.origin);
  }
  return changed;
}

/// Where tests were changed after they had passed. Without the time for it the others stay as they were.
Result<void> Emission::verifyPassingAgain(const std::set<size_t>& changed) {
  Verified& passing = outcome_.passing;
  VerificationOptions options = verificationOptions(testFileName(context_.source.path), TestBuild::Coverage);
  options.deadline = time_.sanitizing;
  options.scratch /= "again";  // the program that was built before may still be wanted
  std::error_code ignored;
  std::filesystem::create_directories(options.scratch, ignored);
  auto again = verifyPassing(passing.file, options);
  if (!again) return std::unexpected(again.error());
  Verified before = passing;
  for (size_t i = before.file.tests.size(); i-- > 0;) {
    if (changed.contains(before.file.tests[i].origin)) drop(before, i, kNotVerified);
  }
  if (again->ranOutOfTime && again->file.tests.size() < before.file.tests.size()) {
    passing = std::move(before);
    passing.ranOutOfTime = true;
    std::ranges::sort(passing.dropped, {}, &DroppedTest::origin);
    return printAgain(passing, verificationOptions(testFileName(context_.source.path), TestBuild::Coverage));
  }
  again->dropped.insert(again->dropped.begin(), passing.dropped.begin(), passing.dropped.end());
  std::ranges::sort(again->dropped, {}, &DroppedTest::origin);
  again->droppedExpectations.insert(again->droppedExpectations.begin(), passing.droppedExpectations.begin(),
                                    passing.droppedExpectations.end());
  again->ranOutOfTime |= passing.ranOutOfTime;
  passing = std::move(*again);
  return {};
}

/// Beside those of the search, once they have been seen to fail as they are written.
Result<void> Emission::addSanitizerFaults(const std::set<size_t>& origins) {
  if (origins.empty()) return {};
  emit::TestFile file =
      lowerTests(context_.prepared.model, outcome_.suite.tests,
                 headerComment(context_.source.path, context_.prepared.model, context_.session.options),
                 {context_.source.name, context_.session.suites})
          .faults;
  std::erase_if(file.tests, [&](const emit::Test& test) { return !origins.contains(test.origin); });
  Verified& all = outcome_.faults;
  std::set<std::string> names;
  for (const emit::Test& test : all.file.tests) names.insert(test.fullName());
  for (emit::Test& test : file.tests) {
    test.comment += "\n(seen with -fsanitize=address,undefined)";
    const std::string name = test.name;
    for (unsigned number = 2; !names.insert(test.fullName()).second; ++number)
      test.name = fmt::format("{}{}", name, number);
  }
  const VerificationOptions options =
      verificationOptions(faultsFileName(context_.source.path), TestBuild::Sanitized);
  auto verified = verifyFaults(std::move(file), options);
  if (!verified) return std::unexpected(verified.error());
  const auto append = [](auto& to, auto& from) { std::ranges::move(from, std::back_inserter(to)); };
  if (all.file.tests.empty()) {
    std::vector<emit::Test> none;
    all.file = verified->file;
    all.file.tests.swap(none);
    all.source = options.scratch / options.fileName;
  }
  append(all.file.tests, verified->file.tests);
  append(all.dropped, verified->dropped);
  append(all.faultEndings, verified->faultEndings);
  all.file.callsDeprecated |= verified->file.callsDeprecated;
  all.file.frameworkFirst |= verified->file.frameworkFirst;
  all.includes.merge(verified->includes);
  all.ranOutOfTime |= verified->ranOutOfTime;
  return printAgain(all, options);
}

}  // namespace covolve::unit
