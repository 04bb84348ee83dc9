#include "unit/generate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "base/files.h"
#include "base/interrupt.h"
#include "execute/executor.h"
#include "generate/search_phase.h"
#include "guidance/seeding.h"
#include "report/text_report.h"
#include "unit/concolic_search.h"
#include "unit/earlier_suite.h"
#include "unit/emission.h"
#include "unit/emitted_score.h"
#include "unit/existing_tests.h"
#include "unit/mutant_harness.h"
#include "unit/needed_state.h"
#include "unit/outcome.h"
#include "unit/preparation.h"
#include "unit/suite/suite.h"
#include "unit/verify/coverage.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

guidance::FlagFacts flagFacts(const analysis::Facts& facts, const std::optional<analysis::ObjectState>& state,
                              const search::Techniques& techniques) {
  if (!techniques.flags) return {};
  guidance::FlagFacts flags{
      .required = facts.required,
      .counters = facts.counters,
      .partial = facts.partial,
      .leaving = facts.leaving,
      .parts = {techniques.flagValues, techniques.flagCodes, techniques.flagThrows, techniques.flagEnds}};
  if (state && techniques.flagStores) flags.stored = state->storedFor();
  return flags;
}

/// One run, phase by phase; each fills in what the next and the report need.
class Run {
 public:
  Run(Session& session, const SourceFile& source, const generate::OnProgress& onProgress, fs::path scratch)
      : session_(session),
        options_(session.options),
        source_(source),
        phases_(onProgress),
        scratch_(std::move(scratch)) {}

  FileOutcome run();
  std::chrono::duration<double> searchTime() const {
    return std::chrono::duration<double>(outcome_.searchSeconds);
  }

 private:
  Result<report::RunReport> generate(const CompileCommand& command, const report::OutputDirectory& output);
  Result<void> runExisting(const CompileCommand& command);
  Result<void> replayEarlier();
  Emission::Context emissionContext() { return {session_, source_, prepared_, *sandbox_, scratch_, phases_}; }
  guidance::Criteria criteria() const;
  void coverFromOutside(const execute::SiteTable& sites, guidance::TargetMap& targets,
                        search::Archive& archive);
  std::set<search::TargetId> coveredByEarlier() const;
  Result<void> search();
  std::chrono::duration<double> harnessTime() const;
  void shareTimeLeft(double secondsBefore);
  uint64_t mostMutantRuns() const;
  void noteNulls(const NullMemory& nulls);
  Result<void> measure();
  Result<void> measureMutants();

  Session& session_;
  const UnitOptions& options_;
  const SourceFile& source_;
  generate::Phases phases_;
  fs::path scratch_;

  Prepared prepared_;
  std::vector<execute::TouchedSiteOfProgram> reachedBefore_;  // by tests that were there
  std::optional<execute::Sandbox> sandbox_;
  TimeAroundSearch time_;
  RunOutcome outcome_;
};

/// Which sites --only asks for. The harness reports the results of what is under test only.
guidance::TargetMap::Restriction siteRestriction(const program::Model& model) {
  if (!model.restriction) return {};
  return [&restriction = *model.restriction](const execute::Site& site) {
    return site.kind == abi::SiteKind::Output ||
           restriction.contains(fs::path(site.file).lexically_normal(), site.line, site.column);
  };
}

/// Of the files under test; at least one.
double thousandsOfLines(const program::Model& model) {
  std::ptrdiff_t lines = 0;
  for (const fs::path& file : model.requestedFiles)
    lines += std::ranges::count(readFile(file).value_or(""), '\n');
  return std::max(static_cast<double>(lines) / 1000, 1.0);
}

FileOutcome failed(const SourceFile& source, Error error) {
  report::FileRow row{.file = source.path.string(), .failure = error.message};
  return {.failure = std::move(error), .summary = {}, .row = std::move(row)};
}

FileOutcome Run::run() {
  const auto command = findCommand(session_.project, source_.path);
  if (!command) return failed(source_, command.error());
  // Known to be writable before minutes are spent.
  const auto output = report::OutputDirectory::open(outputOf(session_, source_));
  if (!output) return failed(source_, output.error());
  auto report = generate(*command, *output);
  if (report) {
    generate::Summary summary{report::writeSummary(*report), !report->faults.empty()};
    return {.failure = {}, .summary = std::move(summary), .row = rowOf(*report, source_.path)};
  }
  FileOutcome outcome = failed(source_, report.error());
  const bool asksForNothing = !options_.only.empty() && !prepared_.model.restriction;  // misspelt
  if (interruptRequested() || asksForNothing) return outcome;
  outcome.hasNothingToTest = prepared_.hasNothingToTest;
  const auto written = writeFailure(*output, options_, prepared_.model, report.error().message);
  return written ? outcome : failed(source_, written.error());
}

Result<report::RunReport> Run::generate(const CompileCommand& command,
                                        const report::OutputDirectory& output) {
  const auto enter = [this](const char* phase) { phases_.enter(phase); };
  if (auto prepared = prepare(session_, source_, command, scratch_, enter, prepared_); !prepared)
    return std::unexpected(prepared.error());

  execute::Sandbox::Options sandboxOptions;
  sandboxOptions.scratch = scratch_ / "run";
  sandboxOptions.enabled = options_.sandbox;
  auto sandbox = execute::Sandbox::prepare(sandboxOptions);
  if (!sandbox) return std::unexpected(sandbox.error());
  sandbox_ = std::move(*sandbox);

  if (auto existing = runExisting(command); !existing) return std::unexpected(existing.error());
  if (auto replayed = replayEarlier(); !replayed) return std::unexpected(replayed.error());
  if (auto searched = search(); !searched) return std::unexpected(searched.error());
  phases_.enter("verifying");
  time_.beginTests();
  Emission emission(emissionContext(), time_, outcome_);
  if (auto emitted = emission.run(); !emitted) return std::unexpected(emitted.error());
  if (auto joined = joinEarlierSuite(emissionContext(), time_.end, outcome_); !joined)
    return std::unexpected(joined.error());
  // The tests stand; that they could not be measured is something to tell, not a reason to lose them.
  if (auto measured = measure(); !measured) {
    outcome_.notes.push_back("The coverage of the tests could not be measured: " + measured.error().message +
                             ".");
  }
  if (auto measured = measureMutants(); !measured) {
    outcome_.notes.push_back(
        "The mutation score of the tests could not be measured: " + measured.error().message + ".");
  }
  phases_.end();
  outcome_.phases = phases_.durations();
  outcome_.seconds = phases_.seconds();
  outcome_.interrupted = interruptRequested();
  outcome_.protections = sandbox_->protections();
  outcome_.notes.insert(outcome_.notes.end(), prepared_.notes.begin(), prepared_.notes.end());
  return writeOutcome(output, options_, prepared_.model, outcome_);
}

Result<void> Run::runExisting(const CompileCommand& command) {
  if (options_.existing.empty()) return {};
  phases_.enter("existing tests");
  // Several sources need the same objects.
  const BuildOptions build = buildOptions(session_, prepared_.builder->jobs());
  const ExistingTests tests(session_.project, command, prepared_.model, build);
  auto coverage = coverageOf(tests, options_.existing, scratch_, probes(session_.installation), *sandbox_);
  const bool mayBeOfOthers = session_.sources.size() > 1;
  if (!coverage && mayBeOfOthers) {
    outcome_.notes.push_back("What the existing tests cover here is not known: " + coverage.error().message +
                             ".");
    return {};
  }
  if (!coverage) return std::unexpected(coverage.error());
  reachedBefore_ = std::move(coverage->touched);
  outcome_.notes.insert(outcome_.notes.end(), coverage->notes.begin(), coverage->notes.end());
  return {};
}

/// What an earlier run has left where this one writes.
Result<void> Run::replayEarlier() {
  if (options_.afresh) return {};
  if (auto replayed = replayEarlierSuite(emissionContext(), outcome_); !replayed) return replayed;
  if (!criteria().empty()) return {};
  return userError(
      "of the tests of an earlier run it is known which branches, lines and functions they cover: --criteria "
      "names none of them (--afresh writes all tests anew)");
}

/// What tests that are there throw and return is not known.
guidance::Criteria Run::criteria() const {
  const bool hasOthers = outcome_.earlier || !options_.existing.empty();
  return hasOthers ? options_.criteria.toldByCode() : options_.criteria;
}

void Run::coverFromOutside(const execute::SiteTable& sites, guidance::TargetMap& targets,
                           search::Archive& archive) {
  if (options_.existing.empty() && !outcome_.earlier) return;
  const TargetsOfPrograms targetsOf(sites, targets);
  if (!options_.existing.empty()) {
    for (const search::TargetId target : targetsOf.reached(reachedBefore_)) archive.coverFromOutside(target);
    outcome_.existing.emplace();
    for (const fs::path& tests : options_.existing) outcome_.existing->tests.push_back(tests.string());
    outcome_.existing->targets = archive.coveredCount();
  }
  if (outcome_.earlier)
    coverByEarlierTests(targetsOf, targets.targets(), archive, options_.update, *outcome_.earlier);
}

std::set<search::TargetId> Run::coveredByEarlier() const {
  std::set<search::TargetId> all;
  if (!outcome_.earlier) return all;
  const auto add = [&](const std::vector<search::TargetId>& targets) {
    all.insert(targets.begin(), targets.end());
  };
  std::ranges::for_each(outcome_.earlier->covered, add);
  add(outcome_.earlier->coveredByChanged);
  return all;
}

Result<void> Run::search() {
  const double beforeSearch = phases_.seconds();
  phases_.enter("searching");
  execute::ExecutorOptions executorOptions;
  executorOptions.stepsPerTest = options_.stepsPerTest;
  executorOptions.hangLimit = std::chrono::duration_cast<std::chrono::milliseconds>(options_.testTimeout);
  executorOptions.heapLimit = options_.memoryLimitMegabytes << 20;
  auto executor = execute::Executor::start(prepared_.harness, *sandbox_, executorOptions);
  if (!executor) return std::unexpected(executor.error());

  const CallCatalog catalog(prepared_.model);
  if (catalog.calls().empty()) {
    prepared_.hasNothingToTest = true;
    return userError(
        fmt::format("nothing in {} can be tested: no value can be made for any call", source_.path.string()));
  }
  guidance::TargetMap targets(executor->sites(), prepared_.model.requestedFiles, criteria(),
                              siteRestriction(prepared_.model));
  if (catalog.underTest().empty() && !targets.hasSites()) {
    prepared_.hasNothingToTest = true;
    return userError(nothingToTest(prepared_.model));
  }
  Rng rng(options_.seed);
  const search::Techniques& techniques = options_.parameters.techniques;
  gene::Constants constants;
  if (techniques.staticConstants) constants = guidance::seedConstants(prepared_.facts.constants, rng);
  std::optional<ConcolicSearch> concolic;
  if (options_.parameters.dse != "off")
    concolic.emplace(session_, prepared_, *sandbox_, executorOptions, targets, scratch_, harnessTime());
  std::optional<MutantHarness> mutantHarness;
  // What tests notice that are there already must be known.
  const bool isNoticedKnown = options_.existing.empty() && (!outcome_.earlier || outcome_.earlier->mutants);
  if (options_.mutants && isNoticedKnown) mutantHarness.emplace(session_, prepared_, scratch_);
  UnitProblem problem(
      {catalog, constants, *executor, targets,
       targets.graph(techniques.controlDependence ? prepared_.facts.dependsOn : guidance::Dependences()),
       options_.sequences, flagFacts(prepared_.facts, prepared_.objects, techniques),
       options_.sequences.objectSeeds > 0 ? std::move(prepared_.objects) : std::nullopt,
       techniques.seenConstants, options_.stepsPerTest, options_.evaluations.has_value(),
       concolic ? &concolic->tests() : nullptr});
  if (concolic) concolic->limitSteps([&problem] { return problem.stepLimit(); });
  search::Archive archive(problem.targetCount());
  coverFromOutside(executor->sites(), targets, archive);
  search::Limits limits{options_.budget, options_.evaluations, session_.spareTime};
  if (options_.evaluations) limits.time.reset();
  const auto searched = generate::performSearch({.problem = problem,
                                                 .archive = archive,
                                                 .algorithm = options_.algorithm,
                                                 .parameters = options_.parameters,
                                                 .limits = std::move(limits),
                                                 .rng = rng,
                                                 .unit = "tests",
                                                 .count = {},
                                                 .faults = [&] { return problem.faults().size(); }},
                                                phases_, outcome_);
  if (concolic) {
    concolic->end();
    if (outcome_.search.solving) {
      outcome_.search.solving->preparation = concolic->preparation();
      outcome_.search.solving->preparationSeconds = concolic->buildSeconds();
    }
  }
  if (!searched) return std::unexpected(searched.error());
  if (concolic) {
    if (const auto complaint = concolic->complaint()) outcome_.notes.push_back(*complaint);
  }

  phases_.enter("minimising");
  problem.watch({});
  if (auto settled = problem.settleDoubts(); !settled) return settled;
  shareTimeLeft(beforeSearch);
  const auto until = [](const Deadline& end) {
    return [end] { return !interruptRequested() && !end.isOver(); };
  };
  if (!problem.faults().empty()) expectFaults(session_, source_, scratch_, prepared_);
  std::optional<MutantProgram> mutantProgram;
  std::optional<MutantSearch> mutantSearch;
  if (mutantHarness && !interruptRequested()) {
    phases_.tellDetail("mutants");
    auto started = mutantHarness->start(*sandbox_, executorOptions, time_.killing);
    shareTimeLeft(beforeSearch);  // tests are as simple as without mutants
    if (started) {
      mutantProgram = std::move(*started);
      MutantIds killedByOthers;
      if (outcome_.earlier)
        killedByOthers = killedByEarlierTests(*outcome_.earlier, mutantProgram->mutants());
      mutantSearch.emplace(MutantSearch::Parts{.problem = problem,
                                               .program = *mutantProgram,
                                               .targets = targets.targets(),
                                               .archive = archive,
                                               .parameters = options_.parameters,
                                               .seed = options_.seed,
                                               .mostRuns = mostMutantRuns(),
                                               .killedByOthers = std::move(killedByOthers),
                                               .goOn = until(time_.killing)});
    } else {
      outcome_.notes.push_back("No tests were looked for that notice mutants: " + started.error().message +
                               ".");
    }
  }
  auto suite = SuiteMaker{.model = prepared_.model,
                          .problem = problem,
                          .archive = archive,
                          .sites = executor->sites(),
                          .harness = prepared_.harness,
                          .maySimplify = until(time_.simplifying),
                          .mayLook = until(time_.looking),
                          .maySimplifyFaults = until(time_.simplifyingFaults),
                          .mutants = mutantSearch ? &*mutantSearch : nullptr,
                          .coveredByOthers = coveredByEarlier()}
                   .make();
  if (!suite) return std::unexpected(suite.error());
  outcome_.suite = std::move(*suite);
  if (outcome_.suite.mutants && outcome_.suite.mutants->isCutShort) {
    outcome_.notes.emplace_back(
        "The time was up before all tests had been run against the mutants: some that survive were not "
        "looked at. A longer --budget gives more time.");
  }
  generate::addTargets(targets.targets(), archive, outcome_);
  for (const search::TargetId id : coveredByEarlier()) outcome_.targets[id].covered = true;
  if (const analysis::ObjectState* const objects = problem.objects())
    describeNeeds(prepared_.model, *objects, targets, outcome_.targets);
  for (const guidance::KnownCallAnswers& known : targets.knownCalls()) {
    const execute::Site& site = known.site;
    outcome_.knownCalls.push_back(
        {site.callee, site.function, site.file, site.line, site.column, known.yes, known.no});
  }
  outcome_.executor = executor->statistics();
  noteNulls(problem.nulls());
  return {};
}

std::chrono::duration<double> Run::harnessTime() const {
  double seconds = 0;
  for (const auto& [phase, duration] : phases_.durations()) seconds += phase == "building" ? duration : 0;
  return std::chrono::duration<double>(seconds);
}

/// With a budget of time, all that is done around the search may take as long again (for sources of more than
/// a thousand lines, whose tests take longer to compile, so many times as long). A short search does not
/// shorten it below what building tests takes. With evaluations nothing may depend on the clock.
void Run::shareTimeLeft(double secondsBefore) {
  if (options_.evaluations) return;
  // How long somebody's tests take says nothing of how long ours take to build.
  for (const auto& [phase, seconds] : phases_.durations())
    secondsBefore -= phase == "earlier tests" ? seconds : 0;
  constexpr double kLeast = 20;  // or a short search would never be verified
  constexpr double kBuilds = 5;  // of tests, that compilers get on a machine which has other work to do
  // What was built before has grown with the source already.
  const double forItsSize = std::max(options_.budget.count(), kLeast) * thousandsOfLines(prepared_.model);
  const double around = std::max(forItsSize, kBuilds * secondsBefore);
  const std::chrono::duration<double> left(std::max(around - secondsBefore, around / 2));
  time_.begin(std::chrono::duration<double>(around), left);
}

/// Where tests are counted, so are these: a test that is tried is run against several mutants.
uint64_t Run::mostMutantRuns() const {
  constexpr uint64_t kForEach = 10;
  return options_.evaluations ? kForEach * *options_.evaluations : MutantSearch::kWithoutLimit;
}

void Run::noteNulls(const NullMemory& nulls) {
  constexpr size_t kMost = 3;
  auto learned = nulls.learned();
  // An empty optional is learned like null, but is none.
  std::erase_if(learned, [&](const NullMemory::Precondition& one) {
    const program::Callable& callable = prepared_.model.callables[one.callable];
    const program::Parameter& parameter = callable.parameters[one.argument - argumentIndex(callable, 0)];
    return prepared_.model.types[parameter.type].kind == program::TypeKind::Optional;
  });
  if (learned.empty()) return;
  std::vector<std::string> names;
  for (const NullMemory::Precondition& one : learned) {
    if (names.size() == kMost) break;
    const program::Callable& callable = prepared_.model.callables[one.callable];
    const std::string& name = callable.parameters[one.argument - argumentIndex(callable, 0)].name;
    names.push_back((name.empty() ? "a parameter" : name) + " of " + callable.display);
  }
  const std::string others =
      learned.size() > kMost ? fmt::format(" and {} more", learned.size() - kMost) : std::string();
  outcome_.notes.push_back(fmt::format("No call survived null for {}{}: it was passed seldom from then on.",
                                       fmt::join(names, "; "), others));
}

Result<void> Run::measure() {
  phases_.enter("measuring");
  const fs::path& executable =
      outcome_.earlier ? outcome_.earlier->joined.executable : outcome_.passing.executable;
  if (executable.empty()) return {};
  CoverageRequest request;
  request.executable = executable;
  request.directory = sandbox_->options().scratch;
  request.files = prepared_.model.requestedFiles;
  request.restriction = prepared_.model.restriction;
  request.deadline = time_.end;
  if (!outcome_.earlier && !outcome_.passing.leftOut.empty()) {
    request.flags = emit::findFramework(options_.framework)
                        ->arguments({.except = outcome_.passing.leftOut}, request.directory / "report");
  }
  request.beforeExec = execute::sandboxedExec(*sandbox_);
  auto measured = measureCoverage(request);
  if (!measured) return std::unexpected(measured.error());
  outcome_.coverage = std::move(*measured);
  return {};
}

/// In what is left of the time, on what the user will get.
Result<void> Run::measureMutants() {
  const fs::path& executable =
      outcome_.earlier ? outcome_.earlier->joined.executable : outcome_.passing.executable;
  if (!options_.mutants || executable.empty() || interruptRequested()) return {};
  phases_.enter("mutating");
  const fs::path& tests = outcome_.earlier ? outcome_.earlier->joined.source : outcome_.passing.source;
  auto report = scoreOfEmitted(tests, session_, prepared_, *sandbox_, scratch_, time_.end, phases_);
  if (!report) return std::unexpected(report.error());
  if (const auto& search = outcome_.suite.mutants) {
    report->search = {search->killedBefore, search->addedTests, search->addedLooks, search->droppedLooks,
                      search->runs};
  }
  outcome_.mutation = std::move(*report);
  return {};
}

}  // namespace

FileOutcome generateTests(Session& session, size_t number, const generate::OnProgress& onProgress) {
  const SourceFile& source = session.sources[number];
  const fs::path scratch = session.scratch.path() / fmt::format("source-{}", number + 1);
  std::error_code failure;
  fs::create_directories(scratch, failure);
  if (failure) {
    return failed(source, {fmt::format("cannot make {}: {}", scratch.string(), failure.message())});
  }
  FileOutcome outcome;
  {
    Run run(session, source, onProgress, scratch);  // its compilers end with it, before their files go
    outcome = run.run();
    if (!session.options.evaluations) session.spareTime += session.options.budget - run.searchTime();
  }
  if (!session.options.keepScratch) fs::remove_all(scratch, failure);
  return outcome;
}

}  // namespace covolve::unit
