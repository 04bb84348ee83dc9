#include "unit/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "base/files.h"
#include "base/shell_text.h"
#include "base/version.h"
#include "format/layout.h"
#include "generate/option_values.h"
#include "report/decision_text.h"
#include "report/text_report.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

void addEarlier(const RunOutcome& outcome, const std::string& file, report::RunReport& report) {
  if (!outcome.earlier && !outcome.earlierFaults) return;
  report::EarlierReport& earlier = report.earlier.emplace();
  const auto addChanges = [&](const EarlierFile& tests) {
    earlier.changes.insert(earlier.changes.end(), tests.changes.begin(), tests.changes.end());
  };
  if (outcome.earlier) {
    const EarlierTests& tests = outcome.earlier->tests;
    earlier.kept = tests.kept.size();
    earlier.added = outcome.passing.file.tests.size();
    addChanges(tests);
    for (size_t i = 0; i < tests.kept.size(); ++i) {
      const emit::Test test = emit::named(tests.kept[i].name);
      const std::vector<search::TargetId>& covered = outcome.earlier->covered[i];
      report.tests.push_back({test.suite, test.name, file, covered.size(), covered});
    }
  }
  if (outcome.earlierFaults) {
    earlier.keptFaults = outcome.earlierFaults->kept.size();
    addChanges(*outcome.earlierFaults);
  }
}

void addTests(const RunOutcome& outcome, const std::string& file, report::RunReport& report) {
  for (const emit::Test& test : outcome.passing.file.tests) {
    const auto& covered = outcome.suite.covered[test.origin];
    report.tests.push_back({test.suite, test.name, file, covered.size(), covered});
  }
}

void addDropped(const Verified& verified, report::RunReport& report) {
  for (const DroppedTest& dropped : verified.dropped) {
    report.dropped.push_back({dropped.suite + "." + dropped.name, "", dropped.reason});
  }
  for (const DroppedExpectation& dropped : verified.droppedExpectations) {
    report.dropped.push_back({dropped.suite + "." + dropped.name, dropped.expectation, dropped.reason});
  }
}

/// Suite.Name; empty: no test shows it.
std::string testOfFault(const RunOutcome& outcome, size_t origin) {
  if (outcome.earlierFaults && outcome.earlierFaults->standIns.contains(origin))
    return outcome.earlierFaults->standIns.at(origin);
  const auto& tests = outcome.faults.file.tests;
  const auto test = std::ranges::find(tests, origin, &emit::Test::origin);
  return test != tests.end() ? test->fullName() : "";
}

/// Those that this run has not come by, but an earlier one, whose tests still show them.
void addKeptFaults(const EarlierFaults& earlier, FaultRank rank, report::RunReport& report) {
  for (const KeptFault& fault : earlier.kept) {
    const bool standsForNew = std::ranges::any_of(
        earlier.standIns, [&](const auto& standIn) { return standIn.second == fault.name; });
    const bool isTold = std::ranges::any_of(report.faults, [&](const report::FaultReport& told) {
      return causeOf(told.description) == causeOf(fault.description);
    });
    if (fault.rank != rank || standsForNew || isTold) continue;
    const std::string& what = fault.description.empty() ? fault.name : fault.description;
    report.faults.push_back({what.substr(0, what.find(" in ")), what, "", 0, "", fault.name, true,
                             fault.ending, nameOf(fault.rank), fault.rankReason});
  }
}

/// A fault that the emitted test did not show is no fault: it is among the dropped, with that reason.
void addFault(const RunOutcome& outcome, size_t origin, report::RunReport& report) {
  const Fault& fault = *outcome.suite.tests[origin].fault;
  const auto& endings = outcome.faults.faultEndings;
  const auto ending = std::ranges::find(endings, origin, &FaultEnding::origin);
  if (ending != endings.end() && !ending->reproduced) return;
  const auto& dropped = outcome.faults.dropped;
  const auto reason = std::ranges::find(dropped, origin, &DroppedTest::origin);
  const std::string unverified = reason != dropped.end() ? reason->reason : "";
  report.faults.push_back({fault.kind, fault.description, fault.file, fault.line, fault.function,
                           testOfFault(outcome, origin), ending != endings.end(),
                           ending != endings.end() ? ending->ending : unverified, nameOf(fault.rank),
                           fault.rankReason});
}

void addFaults(const RunOutcome& outcome, report::RunReport& report) {
  for (const FaultRank rank : kFaultRanks) {
    for (size_t i = 0; i < outcome.suite.tests.size(); ++i) {
      const auto& fault = outcome.suite.tests[i].fault;
      if (fault && fault->rank == rank) addFault(outcome, i, report);
    }
    if (outcome.earlierFaults) addKeptFaults(*outcome.earlierFaults, rank, report);
  }
}

std::string endingName(abi::Ending ending) {
  static const char* const kNames[] = {"other",          "signal",         "exit",          "terminate",
                                       "out of steps",   "out of time",    "out of memory", "beyond memory",
                                       "stack overflow", "heap corruption"};
  const auto index = static_cast<size_t>(ending);
  return index < std::size(kNames) ? kNames[index] : kNames[0];
}

std::string criteriaText(const guidance::Criteria& criteria) {
  std::string text;
  for (const guidance::CriterionInfo& info : guidance::kCriteria) {
    if (criteria.has(info.criterion)) text += fmt::format("{}{}", text.empty() ? "" : ",", info.name);
  }
  return text;
}

void addOptions(const UnitOptions& options, report::RunReport& report) {
  report.options = {
      {"framework", options.framework},
      {"algorithm", options.algorithm},
      {"mutation", options.parameters.mutation},
      {"dse", options.parameters.dse},
      {"criteria", criteriaText(options.criteria)},
      {"steps", fmt::format("{}", options.stepsPerTest)},
      {"test-timeout", fmt::format("{}s", options.testTimeout.count())},
      {"memory", fmt::format("{}", options.memoryLimitMegabytes)},
      {"sandbox", options.sandbox ? "on" : "off"},
      {"sanitize", options.sanitize ? "on" : "off"},
      {"mutants", options.mutants ? "on" : "off"},
  };
  generate::addSwitches(search::techniqueOptions(), options.parameters.techniques, Level::Unit,
                        report.options);
  if (!report.only.empty()) {
    report.options.emplace_back("only", fmt::format("{}", fmt::join(report.only, ",")));
  }
  generate::addNumbers(search::parameterOptions(), options.parameters, Level::Unit, report.options);
  generate::addNumbers(sequenceOptions(), options.sequences, Level::Unit, report.options);
  generate::dropWithoutEffect(report.options);
}

/// So that a user sees what was not reached without opening the file.
void addDecisionTexts(report::RunReport& report) {
  std::map<std::string, std::vector<std::string>> linesOf;
  for (report::TargetReport& target : report.targets) {
    if (target.covered || target.target.kind != search::TargetKind::Branch) continue;
    const auto [lines, isNew] = linesOf.try_emplace(target.target.file);
    if (isNew) {
      std::istringstream text(readFile(target.target.file).value_or(""));
      for (std::string line; std::getline(text, line);) lines->second.push_back(std::move(line));
    }
    if (target.target.line == 0 || target.target.line > lines->second.size()) continue;
    target.text = report::decisionText(lines->second[target.target.line - 1], target.target.column);
  }
}

}  // namespace

std::string testFileName(const fs::path& source) { return source.stem().string() + "_test.cpp"; }
std::string faultsFileName(const fs::path& source) { return source.stem().string() + "_faults_test.cpp"; }

std::string headerComment(const fs::path& source, const program::Model& model, const UnitOptions& options) {
  const std::string what =
      model.restriction ? fmt::format("{} of ", fmt::join(model.restriction->names, ", ")) : std::string();
  // As others would type it where they have the project.
  std::error_code ignored;
  const fs::path near = fs::proximate(source, ignored);
  const bool isWithin = !near.empty() && *near.begin() != "..";
  const std::string command =
      options.commandOptions.empty()
          ? "."
          : fmt::format(":\n  covolve unit {} {}", shellWord((isWithin ? near : source.filename()).string()),
                        options.commandOptions);
  return fmt::format("Tests for {}{}, generated by covolve {}{}", what, source.filename().string(), kVersion,
                     command);
}

report::RunReport makeReport(const UnitOptions& options, const program::Model& model,
                             const RunOutcome& outcome) {
  report::RunReport report;
  report.version = kVersion;
  if (model.restriction) report.only = model.restriction->names;
  addOptions(options, report);
  report.seed = options.seed;
  report.source = model.source.string();
  for (const auto& file : model.requestedFiles) report.requestedFiles.push_back(file.string());
  report.budget.evaluations = options.evaluations;
  if (!options.evaluations) report.budget.seconds = options.budget.count();
  generate::reportSearch(outcome, report);
  report.timing.phases = outcome.phases;
  addDecisionTexts(report);
  if (outcome.coverage) report.coverage = outcome.coverage->figures;
  report.mutation = outcome.mutation;
  report.existing = outcome.existing;
  addEarlier(outcome, testFileName(model.source), report);
  if (report.earlier) report.earlier->isUpdated = options.update;
  addTests(outcome, testFileName(model.source), report);
  addFaults(outcome, report);
  addDropped(outcome.passing, report);
  addDropped(outcome.faults, report);
  for (const LeftOutTest& test : outcome.suite.leftOut) {
    report.dropped.push_back({"a test that ends with " + test.lastCall, "", test.reason});
  }
  for (const program::Skipped& skipped : model.skipped) {
    report.skipped.push_back({skipped.what, skipped.reason, skipped.file.string(), skipped.line});
  }
  for (const execute::Protection& protection : outcome.protections) {
    if (protection.active) {
      report.protections.push_back(protection.name);
    } else {
      report.missingProtections.push_back({protection.name, protection.sentence});
    }
  }
  report.executor = {{"tests", outcome.executor.tests},
                     {"deaths", outcome.executor.deaths},
                     {"unstable", outcome.executor.unstable}};
  for (const auto& [ending, count] : outcome.executor.deathsBy)
    report.executor.emplace_back("deaths: " + endingName(ending), count);
  report.notes = outcome.notes;
  if (outcome.executor.processPerTest) {
    report.notes.emplace_back(
        "The code under test spoils its process; each test got a process of its own, which is slower.");
  }
  return report;
}

Result<report::RunReport> writeOutcome(const report::OutputDirectory& output, const UnitOptions& options,
                                       const program::Model& model, const RunOutcome& outcome) {
  report::RunReport report = makeReport(options, model, outcome);
  const auto textOf = [&](const Verified& verified) {
    return verified.file.tests.empty() ? std::string() : format::laidOut(verified.text, model.source);
  };
  const std::string faults = outcome.earlierFaults ? outcome.earlierFaults->joined : textOf(outcome.faults);
  const std::string tests = outcome.earlier ? outcome.earlier->joined.text : textOf(outcome.passing);
  std::optional<std::string> testsBefore;
  if (outcome.earlier) testsBefore = outcome.earlier->tests.text;
  std::optional<std::string> faultsBefore;
  if (outcome.earlierFaults) faultsBefore = outcome.earlierFaults->text;
  const auto written =
      output.write(report, {{"tests", testFileName(model.source), tests, testsBefore},
                            {"faults", faultsFileName(model.source), faults, faultsBefore},
                            {"coverage", "coverage.lcov", outcome.coverage ? outcome.coverage->lcov : ""}});
  if (!written) return std::unexpected(written.error());
  return report;
}

Result<void> writeFailure(const report::OutputDirectory& output, const UnitOptions& options,
                          const program::Model& model, const std::string& failure) {
  report::RunReport report = makeReport(options, model, {});
  report.failure = failure;
  return output.write(report, {});
}

}  // namespace covolve::unit
