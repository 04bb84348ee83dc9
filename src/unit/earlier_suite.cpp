#include "unit/earlier_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/files.h"
#include "unit/emitted_score.h"
#include "unit/verify/test_compilation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// For what an earlier test shows that one stands; others have names that the file has not.
Result<void> leaveOutKnownFaults(const Emission::Context& context, RunOutcome& outcome) {
  EarlierFaults& earlier = *outcome.earlierFaults;
  std::vector<emit::Test>& tests = outcome.faults.file.tests;
  std::erase_if(tests, [&](const emit::Test& test) {
    const KeptFault* const known = earlier.find(*outcome.suite.tests[test.origin].fault);
    if (known != nullptr) earlier.standIns[test.origin] = known->name;
    return known != nullptr;
  });
  std::set<std::string> names = earlier.namesThatStay(context.session.options.update);
  for (emit::Test& test : tests) {
    const std::string name = test.name;
    for (unsigned number = 2; !names.insert(test.fullName()).second; ++number)
      test.name = fmt::format("{}{}", name, number);
  }
  VerificationOptions options;
  options.framework = emit::findFramework(context.session.options.framework);
  if (!outcome.faults.source.empty()) {
    if (auto printed = printAgain(outcome.faults, options); !printed) return printed;
  }
  earlier.joined = joinedFaults(earlier, outcome.faults, context.session, context.prepared.model.source);
  return {};
}

/// A share of the time, where there is an end to it.
Result<void> runAgainstMutants(const Emission::Context& context, EarlierOutcome& earlier) {
  const fs::path folder = context.scratch / "earlier-kept";
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const fs::path source = folder / earlier.tests.file.filename();
  if (auto written = replaceFile(source, format::blanked(earlier.tests.text, earlier.tests.changed()));
      !written)
    return written;
  Deadline deadline;
  if (!context.session.options.evaluations) {
    constexpr std::chrono::duration<double> kLeast{10};
    const auto share = std::max(context.session.options.budget / 4, kLeast);
    deadline =
        Deadline(Deadline::Clock::now() + std::chrono::duration_cast<Deadline::Clock::duration>(share));
  }
  auto report = scoreOfEmitted(source, context.session, context.prepared, context.sandbox, context.scratch,
                               deadline, context.phases);
  if (!report) return std::unexpected(report.error());
  earlier.mutants = std::move(*report);
  return {};
}

}  // namespace

Result<void> replayEarlierSuite(const Emission::Context& context, RunOutcome& outcome) {
  const fs::path folder = outputOf(context.session, context.source);
  const fs::path tests = folder / testFileName(context.source.path);
  const fs::path faults = folder / faultsFileName(context.source.path);
  std::error_code ignored;
  const bool hasTests = fs::exists(tests, ignored);
  const bool hasFaults = fs::exists(faults, ignored);
  if (hasTests || hasFaults) context.phases.enter("earlier tests");
  if (hasTests) {
    auto replayed =
        replayEarlierTests(tests, context.session, context.prepared, context.sandbox, context.scratch);
    if (!replayed) return std::unexpected(replayed.error());
    outcome.earlier.emplace(std::move(*replayed));
    // What the user's own tests notice beside them is not known.
    const UnitOptions& options = context.session.options;
    if (options.mutants && options.existing.empty() && !outcome.earlier->tests.kept.empty()) {
      if (auto run = runAgainstMutants(context, *outcome.earlier); !run)
        outcome.notes.push_back("No tests were looked for that notice mutants: " + run.error().message + ".");
    }
  }
  if (hasFaults) {
    auto replayed =
        replayEarlierFaults(faults, context.session, context.prepared, context.sandbox, context.scratch);
    if (!replayed) return std::unexpected(replayed.error());
    outcome.earlierFaults.emplace(std::move(*replayed));
  }
  return {};
}

void coverByEarlierTests(const TargetsOfPrograms& targetsOf, std::span<const search::Target> targets,
                         search::Archive& archive, bool update, EarlierOutcome& earlier) {
  std::set<std::pair<std::string, unsigned>> linesWithSurvivors;
  if (earlier.mutants) {
    for (const report::MutantReport& mutant : earlier.mutants->mutants) {
      if (mutant.fate == report::Fate::Survived) linesWithSurvivors.emplace(mutant.file, mutant.line);
    }
  }
  for (const KeptTest& test : earlier.tests.kept) {
    earlier.covered.push_back(targetsOf.reached(test.touched));
    for (const search::TargetId id : earlier.covered.back()) {
      if (!linesWithSurvivors.contains({targets[id].file, targets[id].line})) archive.coverFromOutside(id);
    }
  }
  if (update) return;
  earlier.coveredByChanged = targetsOf.reached(earlier.tests.touchedByChanged);
  for (const search::TargetId id : earlier.coveredByChanged) archive.coverFromOutside(id);
}

MutantIds killedByEarlierTests(const EarlierOutcome& earlier, std::span<const Mutant> mutants) {
  if (!earlier.mutants) return {};
  const auto keyOf = [](const auto& mutant) {
    return std::tuple(mutant.file, mutant.line, mutant.column, mutant.kind, mutant.change, mutant.function);
  };
  std::set<decltype(keyOf(Mutant()))> killed;
  for (const report::MutantReport& mutant : earlier.mutants->mutants) {
    const bool isAlive = mutant.fate == report::Fate::Survived || mutant.fate == report::Fate::NotReached;
    if (!isAlive) killed.insert(keyOf(mutant));
  }
  MutantIds ids;
  for (const Mutant& mutant : mutants) {
    if (killed.contains(keyOf(mutant))) ids.insert(mutant.id);
  }
  return ids;
}

Result<void> joinEarlierSuite(const Emission::Context& context, const Deadline& deadline,
                              RunOutcome& outcome) {
  if (outcome.earlier) {
    context.phases.tellDetail("beside the earlier tests");
    auto joined = joinSuites(outcome.earlier->tests, outcome.passing, context.session, context.prepared,
                             context.sandbox, context.scratch, deadline);
    if (!joined) return std::unexpected(joined.error());
    outcome.earlier->joined = std::move(*joined);
    for (const std::string& name : outcome.earlier->tests.namesThatStay(context.session.options.update))
      context.session.suites.insert(emit::named(name).suite);
  }
  return outcome.earlierFaults ? leaveOutKnownFaults(context, outcome) : Result<void>();
}

}  // namespace covolve::unit
