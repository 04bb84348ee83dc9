#include "unit/preparation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "program/front_end.h"
#include "unit/harness/harness.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using program::CallableId;

namespace {

Result<Project> readProject(const UnitOptions& options) {
  if (!options.buildDirectory.empty()) return loadProject(options.buildDirectory);
  if (options.hasCompilerFlags) return projectFromFlags(options.sources, options.compilerFlags);
  return userError(
      "how is the source compiled? Give the directory of compile_commands.json with -p, or the compiler's "
      "flags after --");
}

Result<void> requireTestable(const program::Model& model) {
  if (std::ranges::any_of(model.callables, &program::Callable::underTest)) return {};
  // What cannot be called itself may be reached through its callers.
  const bool mayBeReached = model.restriction && !model.restriction->extents.empty() &&
                            std::ranges::any_of(model.callables, &program::Callable::supports);
  if (mayBeReached) return {};
  return std::unexpected(nothingToTest(model));
}

/// A callable that cannot be compiled into the harness is neither called nor used to make values.
void withhold(program::Model& model, const std::set<CallableId>& withheld) {
  for (const CallableId id : withheld) {
    program::Callable& callable = model.callables[id];
    if (callable.underTest) {
      model.skipped.push_back(
          {callable.display, "a call to it does not compile", callable.file, callable.line});
    }
    callable.underTest = callable.supports = false;
  }
  for (program::Type& type : model.types) {
    std::erase_if(type.makers, [&](CallableId maker) { return withheld.contains(maker); });
  }
}

/// Compiles the harness; thunks that the compiler refuses are withheld and the rest is tried again.
Result<Compiled> buildHarness(Builder& builder, const LinkPlan& plan, program::Model& model,
                              const fs::path& file) {
  constexpr int kMostAttempts = 8;
  std::set<CallableId> withheld;
  for (int attempt = 1;; ++attempt) {
    const std::string text = generateHarness(model, withheld);
    if (auto written = replaceFile(file, text); !written) return std::unexpected(written.error());
    auto compiled = builder.tryHarness(plan, file);
    if (!compiled) return std::unexpected(compiled.error());
    if (compiled->succeeded) {
      withhold(model, withheld);
      return compiled;
    }
    const size_t before = withheld.size();
    withheld.merge(blamedThunks(compiled->diagnostics, text, file));
    if (withheld.size() == before || attempt == kMostAttempts) {
      return std::unexpected(Builder::harnessError(plan, *compiled));
    }
  }
}

/// The search can do without, only with less guidance.
void analyseObjects(const std::vector<fs::path>& objects, Prepared& prepared) {
  auto facts = analysis::analyse(objects);
  if (facts) {
    prepared.facts = std::move(*facts);
  } else {
    prepared.notes.push_back("The search had no control dependences to go by: " + facts.error().message +
                             ".");
  }
}

}  // namespace

Error nothingToTest(const program::Model& model) {
  const std::string what =
      model.restriction
          ? fmt::format("{} of {}", fmt::join(model.restriction->names, ", "), model.source.string())
          : model.source.string();
  if (model.skipped.empty())
    return {fmt::format("{} has no function or class to test", what), Error::Blame::User};
  const program::Skipped& first = model.skipped.front();
  const std::string more =
      model.skipped.size() > 1 ? fmt::format(", and {} more", model.skipped.size() - 1) : "";
  return {
      fmt::format("nothing in {} can be tested: {} was skipped ({}){}", what, first.what, first.reason, more),
      Error::Blame::User};
}

Result<Prepared> prepare(const UnitOptions& options, const fs::path& source, const fs::path& scratch,
                         const std::function<void(const char*)>& phase) {
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  auto project = readProject(options);
  if (!project) return std::unexpected(project.error());
  Prepared prepared;
  prepared.project = std::make_unique<Project>(std::move(*project));
  const auto command = findCommand(*prepared.project, source);
  if (!command) return std::unexpected(command.error());

  phase("reading");
  auto model = program::readProgram({command->file, command->directory, command->flags}, options.only);
  if (!model) return std::unexpected(model.error());
  prepared.model = std::move(*model);
  if (auto testable = requireTestable(prepared.model); !testable) return std::unexpected(testable.error());

  phase("building");
  BuildOptions build{*installation, scratch, options.linkArguments};
  build.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  prepared.builder = std::make_unique<Builder>(*prepared.project, std::move(build));
  auto plan = prepared.builder->plan(*command, prepared.model.access.includeSource,
                                     prepared.model.access.definesMain);
  if (!plan) return std::unexpected(plan.error());
  prepared.plan = std::move(*plan);
  auto harness =
      buildHarness(*prepared.builder, prepared.plan, prepared.model, scratch / "covolve_harness.cpp");
  if (!harness) return std::unexpected(harness.error());
  prepared.harness = std::move(harness->executable);
  if (!interruptRequested()) {
    phase("analysing");
    analyseObjects(harness->objects, prepared);
  }
  if (interruptRequested()) return userError("interrupted before the search began");
  if (auto testable = requireTestable(prepared.model); !testable) return std::unexpected(testable.error());
  return prepared;
}

}  // namespace covolve::unit
