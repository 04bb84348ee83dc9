#include "unit/measure_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/files.h"
#include "execute/sandbox.h"
#include "generate/phases.h"
#include "program/front_end.h"
#include "unit/existing_tests.h"

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

class Measurement {
 public:
  Measurement(const MutantsOptions& options, const generate::OnProgress& onProgress)
      : options_(options), phases_(onProgress) {}

  Result<report::MutationReport> run();

 private:
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
  build.compilerLauncher = options_.compilerLauncher;
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
  auto scratch = ScratchDirectory::make("mutants", {options_.source});
  if (!scratch) return std::unexpected(scratch.error());
  if (options_.keepScratch) scratch->keep();
  scratch_ = std::move(*scratch);
  auto model = program::readProgram({target_.file, target_.directory, target_.flags});
  if (!model) return std::unexpected(model.error());
  model_ = std::move(*model);

  phases_.enter("building");
  const BuildOptions build = buildOptions();
  const ExistingTests existing(project_, target_, model_, build);
  const Addition mutants = mutantsOf(model_.requestedFiles, installation_);
  std::vector<TestProgram> programs;
  for (size_t i = 0; i < options_.tests.size(); ++i) {
    auto program =
        existing.build(options_.tests[i], scratch_->path() / fmt::format("tests-{}", i), mutants, "mutants");
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

}  // namespace

Result<report::MutationReport> measureMutants(const MutantsOptions& options,
                                              const generate::OnProgress& onProgress) {
  return Measurement(options, onProgress).run();
}

}  // namespace covolve::unit
