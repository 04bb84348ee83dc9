#include "unit/mutants/mutation_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>

#include "base/files.h"
#include "base/interrupt.h"
#include "covolve/mutants.h"
#include "unit/build/objects.h"
#include "unit/mutants/mutant_table.h"
#include "unit/verify/test_run.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

using report::Fate;

/// What endless loops may pass, beside a multiple of what the tests pass without a mutant.
constexpr uint64_t kLeastSteps = 1'000'000;
constexpr uint64_t kTimesSteps = 10;
constexpr std::chrono::milliseconds kLeastTime{2'000};
constexpr int kTimesTime = 10;
/// Names of tests on a command line; the kernel's limit for one argument is above it.
constexpr size_t kLongestSelection = 100'000;

/// A directory of its own for one run, gone with it.
class RunFolder {
 public:
  explicit RunFolder(fs::path path) : path_(std::move(path)) {
    std::error_code ignored;
    fs::create_directories(path_, ignored);
  }
  ~RunFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// A test, or a whole program that cannot be divided, and what it reaches.
struct TestReach {
  std::string name;  // empty: all tests
  Reached reached;
};

class ProgramAnalysis {
 public:
  ProgramAnalysis(const TestProgram& program, const MutationOptions& options, size_t number)
      : program_(program), options_(options), number_(number) {}

  /// Runs all tests as the code is written.
  Result<void> start();
  const std::vector<Mutant>& mutants() const { return mutants_; }
  /// Nothing when the time was up before it ended.
  std::optional<Fate> tryMutant(const Mutant& mutant) const;

 private:
  struct Recorded {
    TestRunResult result;
    Reached reached;
    std::string table;
  };

  TestRun testRun(const fs::path& folder, std::vector<std::string> only) const;
  Result<Recorded> record(const std::string& label, std::vector<std::string> only) const;
  void divide(const std::vector<std::string>& names);
  std::string nameOfRun(const std::string& label) const {
    return fmt::format("mutants-{}-{}", number_, label);
  }

  const TestProgram& program_;
  const MutationOptions& options_;
  size_t number_;
  bool isDivided_ = false;
  std::vector<Mutant> mutants_;
  std::vector<TestReach> tests_;
  std::chrono::milliseconds duration_{0};
};

TestRun ProgramAnalysis::testRun(const fs::path& folder, std::vector<std::string> only) const {
  TestRun run;
  run.framework = program_.framework;
  run.executable = program_.executable;
  run.directory = folder;
  run.workingDirectory = options_.workingDirectory;
  run.selection.only = std::move(only);
  run.selection.stopsAtFailure = true;
  run.timeout = options_.timeout;
  run.beforeExec = options_.beforeExec;
  return run;
}

Result<ProgramAnalysis::Recorded> ProgramAnalysis::record(const std::string& label,
                                                          std::vector<std::string> only) const {
  const RunFolder folder(options_.runDirectory / nameOfRun(label));
  const fs::path file = folder.path() / "reached";
  const fs::path table = folder.path() / "table";
  if (auto written = replaceFile(file, std::string(mutants::kRecordBytes, '\0')); !written)
    return std::unexpected(written.error());
  TestRun run = testRun(folder.path(), std::move(only));
  run.environment = {{mutants::kRecordVariable, file.string()}, {mutants::kTableVariable, table.string()}};
  auto result = runTests(run);
  if (!result) return std::unexpected(result.error());
  return Recorded{std::move(*result), readRecord(readFile(file).value_or("")), readFile(table).value_or("")};
}

Result<void> ProgramAnalysis::start() {
  const auto before = Deadline::Clock::now();
  const auto all = record("all", {});
  if (!all) return std::unexpected(all.error());
  duration_ = std::chrono::duration_cast<std::chrono::milliseconds>(Deadline::Clock::now() - before);
  const TestRunResult& result = all->result;
  const bool passed =
      result.signal == 0 && result.status == 0 && !result.timedOut && result.said.failed.empty();
  if (!passed) {
    const std::string which = !result.said.failed.empty() ? result.said.failed.front().name + " fails"
                              : result.timedOut           ? "they do not end"
                              : !result.said.lastStarted.empty()
                                  ? result.said.lastStarted + " ends the program"
                              : result.signal != 0 ? fmt::format("signal {}", result.signal)
                                                   : fmt::format("status {}", result.status);
    return userError(
        fmt::format("the tests of {} do not pass as the code is written ({}): mutants cannot be told from "
                    "that",
                    program_.name, which));
  }
  mutants_ = readMutantTable(all->table);
  divide(result.said.ran);
  if (!isDivided_) tests_ = {{"", all->reached}};
  return {};
}

/// Runs each test alone. Where one needs others before it, the tests stay together.
void ProgramAnalysis::divide(const std::vector<std::string>& names) {
  size_t length = 0;
  for (const std::string& name : names) length += name.size() + 1;
  const std::set<std::string> distinct(names.begin(), names.end());
  if (program_.framework == nullptr || names.size() < 2 || distinct.size() < names.size() ||
      length > kLongestSelection)
    return;
  std::vector<std::optional<TestReach>> tests(names.size());
  inParallel(options_.jobs, names.size(), [&](size_t i) {
    if (options_.deadline.isOver() || interruptRequested()) return;
    const auto alone = record(std::to_string(i), {names[i]});
    if (alone && alone->result.passed() && alone->result.said.ran == std::vector{names[i]})
      tests[i] = TestReach{names[i], alone->reached};
  });
  isDivided_ = std::ranges::all_of(tests, [](const auto& test) { return test.has_value(); });
  if (!isDivided_) return;
  for (auto& test : tests) tests_.push_back(std::move(*test));
}

std::optional<Fate> ProgramAnalysis::tryMutant(const Mutant& mutant) const {
  std::vector<std::string> names;
  uint64_t steps = 0;
  bool isReached = false;
  for (const TestReach& test : tests_) {
    if (!test.reached.mutants.contains(mutant.id)) continue;
    isReached = true;
    steps += test.reached.steps;
    if (isDivided_) names.push_back(test.name);
  }
  if (!isReached) return Fate::NotReached;
  const RunFolder folder(options_.runDirectory / nameOfRun(fmt::format("{:016x}", mutant.id)));
  TestRun run = testRun(folder.path(), std::move(names));
  run.environment = {{mutants::kActiveVariable, fmt::format("{:016x}", mutant.id)},
                     {mutants::kStepsVariable, std::to_string(kTimesSteps * steps + kLeastSteps)}};
  const std::chrono::milliseconds limit = std::max(kLeastTime, kTimesTime * duration_);
  run.timeout = std::min(options_.deadline.left().value_or(limit), limit);
  const auto result = runTests(run);
  if (!result || (result->timedOut && run.timeout < limit)) return std::nullopt;
  // A program that ends before its tests do has not passed, whatever its status says.
  const bool endsEarly = program_.framework != nullptr && !result->said.finished;
  const bool isKilled = result->timedOut || result->signal != 0 || result->status != 0 ||
                        !result->said.failed.empty() || endsEarly;
  return isKilled ? Fate::Killed : Fate::Survived;
}

/// Fills in the lines of the source.
void addSource(report::MutationReport& report) {
  std::map<std::string, std::vector<std::string>> linesOf;
  for (report::MutantReport& mutant : report.mutants) {
    const auto [lines, isNew] = linesOf.try_emplace(mutant.file);
    if (isNew) {
      std::istringstream text(readFile(mutant.file).value_or(""));
      for (std::string line; std::getline(text, line);) lines->second.push_back(std::move(line));
    }
    if (mutant.line == 0 || mutant.line > lines->second.size()) continue;
    const std::string& line = lines->second[mutant.line - 1];
    const size_t start = std::min(line.find_first_not_of(" \t"), line.size());
    mutant.source = line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
  }
}

}  // namespace

Result<report::MutationReport> analyseMutants(const std::vector<TestProgram>& programs,
                                              const MutationOptions& options) {
  std::vector<ProgramAnalysis> analyses;
  std::map<uint64_t, Mutant> byId;  // an arbitrary order: what the time suffices for is a fair sample
  for (size_t i = 0; i < programs.size(); ++i) {
    ProgramAnalysis& analysis = analyses.emplace_back(programs[i], options, i);
    if (auto started = analysis.start(); !started) return std::unexpected(started.error());
    for (const Mutant& mutant : analysis.mutants()) {
      if (!options.isWanted || options.isWanted(mutant.file, mutant.line, mutant.column))
        byId.try_emplace(mutant.id, mutant);
    }
  }
  std::vector<std::pair<Mutant, Fate>> fates;
  for (auto& [id, mutant] : byId) fates.emplace_back(std::move(mutant), Fate::NotTried);

  std::mutex mutex;
  size_t done = 0;
  const size_t tried = std::min(fates.size(), options.most);
  inParallel(options.jobs, tried, [&](size_t i) {
    auto& [mutant, fate] = fates[i];
    Fate found = Fate::NotReached;
    for (const ProgramAnalysis& analysis : analyses) {
      if (options.deadline.isOver() || interruptRequested()) return;
      const std::optional<Fate> one = analysis.tryMutant(mutant);
      if (!one) return;
      if (*one != Fate::NotReached) found = *one;
      if (found == Fate::Killed) break;
    }
    fate = found;
    const std::lock_guard lock(mutex);
    if (options.onProgress) options.onProgress(++done, tried);
  });

  report::MutationReport report;
  report.isSample = tried < fates.size();
  for (auto& [mutant, fate] : fates) {
    report.mutants.push_back(
        {mutant.file, mutant.line, mutant.column, mutant.kind, mutant.change, mutant.function, fate});
  }
  std::ranges::sort(report.mutants, {}, [](const report::MutantReport& mutant) {
    return std::tie(mutant.file, mutant.line, mutant.column, mutant.kind, mutant.change);
  });
  addSource(report);
  return report;
}

}  // namespace covolve::unit
