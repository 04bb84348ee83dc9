#include "compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/version.h"
#include "dictionary.h"
#include "execute/sandbox.h"
#include "replay.h"
#include "report/json_report.h"
#include "unit/preparation.h"

namespace covolve::peers {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class PeerRun {
 public:
  PeerRun(const Options& options, const fs::path& source, fs::path scratch, std::unique_ptr<Tool> tool)
      : options_(options), source_(source), scratch_(std::move(scratch)), tool_(std::move(tool)) {}

  Result<report::RunReport> run();

 private:
  Result<fs::path> chooseSeed(const Replay& replay) const;
  Result<fs::path> writeDictionary() const;
  void describe(report::RunReport& report) const;
  template <class Phase>
  auto timed(const char* name, Phase phase);

  const Options& options_;
  const fs::path& source_;
  fs::path scratch_;
  std::unique_ptr<Tool> tool_;
  unit::Prepared prepared_;
  std::vector<std::pair<std::string, double>> phases_;
};

template <class Phase>
auto PeerRun::timed(const char* name, Phase phase) {
  const auto start = Clock::now();
  auto result = phase();
  phases_.emplace_back(name, secondsSince(start));
  return result;
}

Result<report::RunReport> PeerRun::run() {
  const auto start = Clock::now();
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  const auto session = unit::startSession(options_.unit);
  if (!session) return std::unexpected(session.error());
  const auto command = unit::findCommand(session->project, source_);
  if (!command) return std::unexpected(command.error());
  const auto prepared = timed("preparing", [&] {
    return unit::prepare(
        *session, session->sources.front(), *command, scratch_, [](const char*) {}, prepared_);
  });
  if (!prepared) return std::unexpected(prepared.error());

  // A fuzzer starts children and keeps a corpus; what else holds for a harness of covolve holds for it too.
  execute::Sandbox::Options sandboxOptions;
  sandboxOptions.scratch = scratch_ / "run";
  sandboxOptions.enabled = options_.unit.sandbox;
  const auto sandbox = execute::Sandbox::prepare(sandboxOptions);
  if (!sandbox) return std::unexpected(sandbox.error());
  const auto enter = [&sandbox] { sandbox->enterForExec(execute::Sandbox::Program::Harness); };

  const unsigned jobs =
      options_.unit.jobs != 0 ? options_.unit.jobs : std::max(1u, std::thread::hardware_concurrency());
  const Builder builder(prepared_, *installation, scratch_, jobs);
  const auto replay =
      timed("building", [&] { return Replay::build(builder, sandboxOptions.scratch, enter); });
  if (!replay) return std::unexpected(replay.error());
  const auto seed = chooseSeed(*replay);
  if (!seed) return std::unexpected(seed.error());

  const auto dictionary = writeDictionary();
  if (!dictionary) return std::unexpected(dictionary.error());

  const Order order{builder,     sandboxOptions.scratch, *seed,
                    *dictionary, options_.unit.seed,     {options_.unit.budget, options_.unit.evaluations},
                    enter};
  if (auto ready = timed("instrumenting", [&] { return tool_->prepare(order); }); !ready)
    return std::unexpected(ready.error());
  const auto found = timed("searching", [&] { return tool_->fuzz(order); });
  if (!found) return std::unexpected(found.error());
  if (interruptRequested()) return userError("interrupted");

  std::vector<fs::path> inputs = found->corpus;
  inputs.insert(inputs.end(), found->deaths.begin(), found->deaths.end());
  auto replayed = timed("measuring", [&] { return replay->run(inputs, prepared_.model.requestedFiles); });
  if (!replayed) return std::unexpected(replayed.error());

  report::RunReport report;
  describe(report);
  report.evaluations = found->executions;
  report.coverage = std::move(replayed->coverage.figures);
  report.faults = std::move(replayed->faults);
  for (const fs::path& input : found->corpus)
    report.tests.push_back({options_.tool, input.filename().string(), "", 0});
  report.notes = found->notes;
  report.notes.insert(report.notes.end(), prepared_.notes.begin(), prepared_.notes.end());
  for (const execute::Protection& protection : sandbox->protections()) {
    if (protection.active)
      report.protections.push_back(protection.name);
    else
      report.missingProtections.push_back({protection.name, protection.sentence});
  }
  report.timing = {secondsSince(start), found->seconds,
                   found->seconds > 0 ? static_cast<double>(found->executions) / found->seconds : 0, phases_};
  return report;
}

void PeerRun::describe(report::RunReport& report) const {
  report.version = kVersion;
  report.options = {{"tool", options_.tool}, {"sandbox", options_.unit.sandbox ? "on" : "off"}};
  report.seed = options_.unit.seed;
  report.source = prepared_.model.source.string();
  for (const auto& file : prepared_.model.requestedFiles) report.requestedFiles.push_back(file.string());
  report.budget.evaluations = options_.unit.evaluations;
  if (!options_.unit.evaluations) report.budget.seconds = options_.unit.budget.count();
  for (const program::Skipped& skipped : prepared_.model.skipped)
    report.skipped.push_back({skipped.what, skipped.reason, skipped.file.string(), skipped.line});
}

/// Neither fuzzer can start from an input that ends the program. One byte is too little for any call that
/// needs an argument, and nothing is called without a byte.
Result<fs::path> PeerRun::chooseSeed(const Replay& replay) const {
  const fs::path file = scratch_ / "run" / "seed";
  for (const std::string_view text : {std::string_view("0123456789abcdef"), std::string_view("0")}) {
    if (auto written = replaceFile(file, text); !written) return std::unexpected(written.error());
    const auto tried = replay.run({file}, {});
    if (!tried) return std::unexpected(tried.error());
    if (tried->faults.empty()) return file;
  }
  if (auto written = replaceFile(file, ""); !written) return std::unexpected(written.error());
  return file;
}

/// "" when there is nothing to put in: AFL++ refuses an empty one.
Result<fs::path> PeerRun::writeDictionary() const {
  const std::string text = dictionaryText(prepared_.facts.constants);
  if (text.empty()) return fs::path();
  const fs::path file = scratch_ / "run" / "dictionary";
  if (auto written = replaceFile(file, text); !written) return std::unexpected(written.error());
  return file;
}

}  // namespace

Result<std::string> runPeer(const Options& options, const fs::path& source) {
  auto tool = makeTool(options.tool);
  if (!tool) return userError(fmt::format("there is no tool {}", options.tool));
  std::error_code failed;
  fs::create_directories(options.unit.output, failed);
  if (failed)
    return userError(fmt::format("cannot make the output directory {}", options.unit.output.string()));
  auto scratch = ScratchDirectory::make("peers");
  if (!scratch) return std::unexpected(scratch.error());
  if (options.unit.keepScratch) scratch->keep();
  auto report = PeerRun(options, source, scratch->path(), std::move(tool)).run();
  if (!report) return std::unexpected(report.error());
  report->files = {{"report", "covolve.json"}};
  if (auto written = replaceFile(options.unit.output / "covolve.json", report::writeJson(*report, true));
      !written)
    return std::unexpected(written.error());
  const report::FileCoverage total = report->coverage->total();
  std::string line = fmt::format(
      "{}: {} of {} branches, {} of {} functions, {} inputs, {} faults, {} executions, {:.1f} s\n",
      options.tool, total.branches.covered, total.branches.total, total.functions.covered,
      total.functions.total, report->tests.size(), report->faults.size(), report->evaluations,
      report->timing.searchSeconds);
  if (options.unit.keepScratch) line += fmt::format("scratch directory: {}\n", scratch->path().string());
  return line;
}

}  // namespace covolve::peers
