#include "rest/suite/emitted_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/process.h"

namespace covolve::rest {

namespace {

constexpr int kMostRounds = 3;
constexpr std::string_view kNoTimeInOrder = "there was no time to run it in the order of its file";

/// "successes", "faults", "others" with their files.
std::vector<std::pair<const char*, const emit::TestFile*>> partsOf(const LoweredSuite& lowered) {
  return {{"successes", &lowered.successes}, {"faults", &lowered.faults}, {"others", &lowered.others}};
}

const char* partOf(const SuiteTest& test) {
  switch (test.group) {
    case Group::Successes:
      return "successes";
    case Group::Faults:
      return "faults";
    case Group::Others:
      return "others";
  }
  return "others";
}

/// The end of what a program printed, on one line.
std::string lastLine(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  const size_t start = text.rfind('\n');
  return std::string(start == std::string_view::npos ? text : text.substr(start + 1));
}

}  // namespace

std::vector<std::string> EmittedCheck::run(Suite& suite) {
  if (suite.tests.empty()) return {};
  if (parts_.launchers.empty())
    return {
        "The tests were not run as they are emitted: neither Python with pytest and requests nor Node is "
        "installed."};
  const bool dependsOnThis = suite.wasNeverRunInOrder;
  lacksRun_ = dependsOnThis;
  std::vector<std::string> sentences;
  size_t others = parts_.launchers.size();
  for (const Launcher* launcher : parts_.launchers) {
    if (suite.tests.empty() || parts_.stop) break;
    sentences.push_back(runIn(*launcher, --others, suite));
  }
  if (dependsOnThis && lacksRun_ && !suite.tests.empty()) sentences.push_back(runOurselves(suite));
  return sentences;
}

std::string EmittedCheck::runOurselves(Suite& suite) {
  const size_t before = suite.tests.size();
  const auto done = parts_.runInOrder(suite);
  if (done && *done) {
    suite.wasNeverRunInOrder = false;
    return fmt::format("covolve itself ran the tests in the order of their files, and dropped {} of {}.",
                       before - suite.tests.size(), before);
  }
  const std::string why = done ? "there was no time for it" : done.error().message;
  return fmt::format(
      "{}: {}.",
      suite.wasNeverRunInOrder
          ? "These tests were never run in the order of their files"
          : "Without those that were dropped these tests were never run in the order of their files",
      why);
}

bool EmittedCheck::hasTimeFor(size_t runs) const {
  const auto left = parts_.patience();
  return left.count() > 0 && left >= static_cast<double>(runs) * longest_;
}

std::string EmittedCheck::runIn(const Launcher& launcher, size_t others, Suite& suite) {
  const emit::RestPrinter& printer = *emit::findRestPrinter(launcher.format);
  size_t dropped = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    // A first run in the next language says more than one more in this.
    if (!hasTimeFor(round == 0 ? 1 : 1 + others)) {
      return round == 0 ? fmt::format("There was no time to run the tests with {}.", launcher.format)
                        : fmt::format(
                              "As they are emitted, {} ran the tests, and {} failed and were dropped; there "
                              "was no time to run "
                              "the others without them.",
                              launcher.format, dropped);
    }
    const LoweredSuite lowered = parts_.lower(suite);
    const auto start = std::chrono::steady_clock::now();
    const auto outcome = runOnce(launcher, printer, lowered);
    longest_ = std::max(longest_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start));
    if (!outcome)
      return fmt::format("The tests could not be run with {}: {}", launcher.format, outcome.error().message);
    if (parts_.runner.isServiceDead())
      return fmt::format("The service died while {} ran the tests: nothing was learned from that.",
                         launcher.format);
    const auto passed = std::ranges::count_if(outcome->results, &EmittedResult::hasPassed);
    const auto failed = std::ranges::find_if_not(outcome->results, &EmittedResult::hasPassed);
    if (outcome->results.empty() && outcome->isCutShort)
      return fmt::format("There was no time to run the tests with {}.", launcher.format);
    if (passed == 0) {
      const std::string why = failed != outcome->results.end() ? failed->message : outcome->errors;
      return fmt::format(
          "The tests could not be run with {}{}{}: none passed; they are written all the same.",
          launcher.format, why.empty() ? "" : ": ", why);
    }
    // A service that slows callers down, or falters, says nothing of the tests.
    const auto all = static_cast<ptrdiff_t>(outcome->results.size());
    if (round == 0 && 2 * passed < all) {
      return fmt::format(
          "With {} only {} of {} tests passed as they are emitted ({}): none was dropped for that.",
          launcher.format, passed, all, failed->message);
    }
    const size_t failures = dropFailed(*outcome, printer, lowered, suite);
    dropped += failures;
    const size_t missing = missingResults(*outcome, suite);
    lacksRun_ = passed < all || (lacksRun_ && missing > 0);
    suite.wasNeverRunInOrder = suite.wasNeverRunInOrder && missing > 0;
    if (outcome->isCutShort)
      return fmt::format("There was time to run {} of {} tests with {}.", outcome->results.size(),
                         lowered.names.size(), launcher.format);
    if (missing > 0)
      return fmt::format("{} ended after {} of {} tests{}{}: what it said of these is all that is known.",
                         launcher.format, outcome->results.size(), outcome->results.size() + missing,
                         outcome->errors.empty() ? "" : " with ", outcome->errors);
    if (failures > 0) continue;
    return fmt::format("As they are emitted, {} ran the tests, and {} passed{}.", launcher.format, passed,
                       dropped > 0 ? fmt::format(", {} that failed were dropped before", dropped) : "");
  }
  return fmt::format("As they are emitted, {} ran the tests, and {} failed and were dropped.",
                     launcher.format, dropped);
}

Result<EmittedCheck::Outcome> EmittedCheck::runOnce(const Launcher& launcher,
                                                    const emit::RestPrinter& printer,
                                                    const LoweredSuite& lowered) {
  parts_.tell(fmt::format("with {}", launcher.format));
  // A reset may take longer than all tests together.
  const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(parts_.patience());
  const auto scratch = ScratchDirectory::make("emitted");
  if (!scratch) return std::unexpected(scratch.error());
  Command command{.arguments = launcher.command};
  const auto write = [&](const std::string& name, std::string_view text) {
    return replaceFile(scratch->path() / name, text);
  };
  if (auto written = write(std::string(launcher.listenerFile), launcher.listener); !written)
    return std::unexpected(written.error());
  for (const auto& [part, file] : partsOf(lowered)) {
    if (file->tests.empty()) continue;
    command.arguments.push_back(printer.fileName(part));
    if (auto written = write(command.arguments.back(), printer.print(*file)); !written)
      return std::unexpected(written.error());
  }
  // As whoever runs the folder has them.
  std::ranges::sort(command.arguments.begin() + static_cast<std::ptrdiff_t>(launcher.command.size()),
                    command.arguments.end());
  if (auto reset = parts_.runner.reset(); !reset) return std::unexpected(reset.error());
  // A service that works on one connection at a time would wait for ours.
  parts_.runner.disconnect();
  command.directory = scratch->path();
  command.environment = parts_.environment;
  command.environment.insert(lowered.secrets.begin(), lowered.secrets.end());
  // What somebody has set for tests of their own would change how these are run.
  command.environment.insert({{"PYTEST_ADDOPTS", ""},
                              {"PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1"},
                              {"PYTHONDONTWRITEBYTECODE", "1"},
                              {"NODE_OPTIONS", ""}});
  command.timeout = patience;
  command.outputLimit = 4000;
  command.stop = &parts_.stop;
  const auto completed = covolve::run(command);
  if (!completed) return std::unexpected(completed.error());
  const auto lines = readFile(scratch->path() / kResultsFile);
  return Outcome{.results = readResults(lines.value_or("")),
                 .isCutShort = completed->timedOut || completed->stopped,
                 .errors = lastLine(completed->errors.empty() ? completed->output : completed->errors)};
}

size_t EmittedCheck::missingResults(const Outcome& outcome, const Suite& suite) {
  // Those that would end the service are skipped.
  const auto run = static_cast<size_t>(
      std::ranges::count_if(suite.tests, [](const SuiteTest& test) { return !test.endsService; }));
  // After failures were dropped, the suite is shorter than what was run.
  const auto passed = static_cast<size_t>(std::ranges::count_if(outcome.results, &EmittedResult::hasPassed));
  return run > passed ? run - passed : 0;
}

size_t EmittedCheck::dropFailed(const Outcome& outcome, const emit::RestPrinter& printer,
                                const LoweredSuite& lowered, Suite& suite) {
  std::map<std::pair<std::string, std::string>, const EmittedResult*> results;
  for (const EmittedResult& result : outcome.results)
    results.emplace(std::pair(result.file, result.name), &result);
  std::vector<SuiteTest> kept;
  for (size_t i = 0; i < suite.tests.size(); ++i) {
    SuiteTest& test = suite.tests[i];
    const auto result = results.find({printer.fileName(partOf(test)), printer.testName(lowered.names[i])});
    const bool isKnown = result != results.end();
    const bool isUnsure = outcome.isCutShort && suite.wasNeverRunInOrder && !test.endsService;
    if (isKnown ? result->second->hasPassed : !isUnsure) {
      kept.push_back(std::move(test));
      continue;
    }
    const std::string reason =
        isKnown ? fmt::format("as emitted for {} it fails: {}", printer.name(), result->second->message)
                : std::string(kNoTimeInOrder);
    suite.dropped.push_back({titleOf(test.runs.front()), reason});
    // That the fault is there is known from covolve's own runs.
    if (!test.faults.empty()) suite.unstable.push_back({std::move(test), reason, false});
  }
  const size_t dropped = suite.tests.size() - kept.size();
  suite.tests = std::move(kept);
  return dropped;
}

}  // namespace covolve::rest
