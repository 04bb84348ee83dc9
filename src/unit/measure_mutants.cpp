#include "unit/measure_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/source_names.h"
#include "execute/sandbox.h"
#include "generate/phases.h"
#include "program/front_end.h"
#include "unit/build/mutated_program.h"
#include "unit/build/objects.h"
#include "unit/mutants/mutation_analysis.h"
#include "unit/preparation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

Result<Project> projectOf(const MutantsOptions& options) {
  if (!options.buildDirectory.empty()) return loadProject(options.buildDirectory);
  if (options.hasCompilerFlags) return projectFromFlags({options.source}, options.compilerFlags);
  return userError(
      "how is the source compiled? Give the directory of compile_commands.json with -p, or the compiler's "
      "flags after --");
}

/// By the framework's header among what the tests include.
const emit::Framework* frameworkOf(const std::vector<fs::path>& included) {
  for (const std::string& name : emit::frameworkNames()) {
    const emit::Framework* const framework = emit::findFramework(name);
    const std::string header = "/" + framework->requirements().header;
    if (std::ranges::any_of(included, [&](const fs::path& file) { return file.string().ends_with(header); }))
      return framework;
  }
  return nullptr;
}

class Measurement {
 public:
  Measurement(const MutantsOptions& options, const generate::OnProgress& onProgress)
      : options_(options), phases_(onProgress) {}

  Result<report::MutationReport> run();

 private:
  Result<MutatedProgram> build(const fs::path& tests, size_t number);
  Result<MutatedProgram> buildFromSource(const fs::path& tests, const fs::path& executable);
  Result<MutatedProgram> buildUsers(const fs::path& tests, const fs::path& executable);
  Result<MutatedProgram> programOf(const Result<Compiled>& built, const fs::path& tests,
                                   const emit::Framework* framework) const;
  BuildOptions buildOptions() const;

  const MutantsOptions& options_;
  generate::Phases phases_;
  Installation installation_;
  Project project_;
  std::optional<ScratchDirectory> scratch_;
  CompileCommand target_;
  program::Model model_;
  unsigned jobs_ = 1;
};

BuildOptions Measurement::buildOptions() const {
  BuildOptions build{installation_, scratch_->path(), options_.linkArguments};
  build.jobs = jobs_;
  return build;
}

Result<report::MutationReport> Measurement::run() {
  phases_.enter("reading");
  jobs_ = options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  installation_ = *installation;
  auto project = projectOf(options_);
  if (!project) return std::unexpected(project.error());
  project_ = std::move(*project);
  auto command = findCommand(project_, options_.source);
  if (!command) return std::unexpected(command.error());
  target_ = std::move(*command);
  auto scratch = ScratchDirectory::make("mutants");
  if (!scratch) return std::unexpected(scratch.error());
  if (options_.keepScratch) scratch->keep();
  scratch_ = std::move(*scratch);
  auto model = program::readProgram({target_.file, target_.directory, target_.flags});
  if (!model) return std::unexpected(model.error());
  model_ = std::move(*model);

  phases_.enter("building");
  std::vector<MutatedProgram> programs;
  for (size_t i = 0; i < options_.tests.size(); ++i) {
    auto program = build(options_.tests[i], i);
    if (!program) return std::unexpected(program.error());
    programs.push_back(std::move(*program));
  }

  phases_.enter("running");
  execute::Sandbox::Options sandboxOptions;
  sandboxOptions.scratch = scratch_->path() / "run";
  sandboxOptions.enabled = options_.sandbox;
  const auto sandbox = execute::Sandbox::prepare(sandboxOptions);
  if (!sandbox) return std::unexpected(sandbox.error());
  MutationOptions mutation;
  mutation.runDirectory = sandboxOptions.scratch;
  std::error_code ignored;
  mutation.workingDirectory = options_.directory.empty() ? fs::current_path(ignored) : options_.directory;
  mutation.beforeExec = execute::sandboxedExec(*sandbox);
  mutation.jobs = jobs_;
  mutation.deadline = Deadline(Deadline::Clock::now() +
                               std::chrono::duration_cast<Deadline::Clock::duration>(options_.budget));
  mutation.onProgress = [&](size_t done, size_t total) {
    phases_.tellDetail(fmt::format("mutant {} of {}", done, total));
  };
  auto report = analyseMutants(programs, mutation);
  if (!report) return report;
  if (report->mutants.empty()) {
    return userError(
        fmt::format("the tests have no code of {} in them that could be changed", options_.source.string()));
  }
  return report;
}

Result<MutatedProgram> Measurement::build(const fs::path& tests, size_t number) {
  const fs::path executable = scratch_->path() / fmt::format("tests-{}", number);
  return isSource(tests) ? buildFromSource(tests, executable) : buildUsers(tests, executable);
}

Result<MutatedProgram> Measurement::programOf(const Result<Compiled>& built, const fs::path& tests,
                                              const emit::Framework* framework) const {
  if (!built) return std::unexpected(built.error());
  if (!built->succeeded) {
    return userError(
        fmt::format("{} cannot be built with mutants: {}", tests.string(), firstError(built->diagnostics)));
  }
  return MutatedProgram{built->executable, framework, tests.string()};
}

Result<MutatedProgram> Measurement::buildFromSource(const fs::path& tests, const fs::path& executable) {
  Builder builder(project_, buildOptions());
  LinkPlan alone;
  alone.target = target_;
  constexpr int kAnyFrameworks = 14;
  const std::vector<fs::path> included =
      includedFiles(commandOfTests(project_, alone, tests, kAnyFrameworks));
  const emit::Framework* const framework = frameworkOf(included);
  const bool includesSource = std::ranges::find(included, target_.file) != included.end();
  const auto plan = builder.plan(target_, includesSource, model_.access.definesMain);
  if (!plan) return std::unexpected(plan.error());
  TestSources sources;
  if (framework != nullptr) {
    auto prepared = prepareFramework(builder, *plan, std::string(framework->name()), scratch_->path());
    if (!prepared) return std::unexpected(prepared.error());
    sources = std::move(*prepared);
  }
  const CompileCommand command = commandOfTests(project_, *plan, tests, sources.minimumStandard);
  return programOf(
      buildMutatedTests(*plan, command, sources, model_.requestedFiles, buildOptions(), executable, {}),
      tests, framework);
}

Result<MutatedProgram> Measurement::buildUsers(const fs::path& tests, const fs::path& executable) {
  const auto program = findProgram(project_, tests);
  if (!program) return std::unexpected(program.error());
  const emit::Framework* framework = nullptr;
  for (const CompileCommand& unit : program->units) {
    if (framework == nullptr) framework = frameworkOf(includedFiles(unit));
  }
  return programOf(buildMutated(*program, target_, model_.requestedFiles, buildOptions(), executable, {}),
                   tests, framework);
}

}  // namespace

Result<report::MutationReport> measureMutants(const MutantsOptions& options,
                                              const generate::OnProgress& onProgress) {
  return Measurement(options, onProgress).run();
}

}  // namespace covolve::unit
