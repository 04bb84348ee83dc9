#include "unit/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/changed_files.h"
#include "base/distinct_names.h"
#include "base/source_files.h"
#include "unit/build/objects.h"
#include "unit/build/users_tests.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

fs::path absoluteOf(const fs::path& path) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

/// The sources of a folder, below the folder as it was named.
Result<std::vector<fs::path>> sourcesOf(const fs::path& folder, const Project* project) {
  const fs::path whole = absoluteOf(folder);
  std::vector<fs::path> found;
  if (project == nullptr) {
    found = sourcesBelow(whole);
  } else {
    std::set<fs::path> known;
    for (const CompileCommand& command : project->commands) known.insert(command.file);
    found = filesBelow(whole, known);
  }
  if (found.empty()) {
    return userError(fmt::format("{} {} {}",
                                 project == nullptr ? "there is no C or C++ source file in"
                                                    : "the compilation database lists no C or C++ file in",
                                 folder.string(), "(headers are tested when they are named)"));
  }
  for (fs::path& file : found) {
    if (isBelow(file, whole)) file = (folder / file.lexically_relative(whole)).lexically_normal();
  }
  return found;
}

/// `project` is null where the compiler's flags are given.
Result<std::vector<SourceFile>> expand(const std::vector<fs::path>& named, const Project* project) {
  std::vector<SourceFile> sources;
  std::vector<fs::path> whole;
  std::set<fs::path> seen;
  for (const fs::path& path : named) {
    std::vector<fs::path> files{path};
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
      auto below = sourcesOf(path, project);
      if (!below) return std::unexpected(below.error());
      files = std::move(*below);
    }
    for (const fs::path& file : files) {
      if (!seen.insert(absoluteOf(file)).second) continue;
      sources.push_back({file, {}});
      whole.push_back(absoluteOf(file));
    }
  }
  const std::vector<std::string> names = distinctNames(whole);
  for (size_t i = 0; i < sources.size(); ++i) sources[i].name = names[i];
  return sources;
}

/// As people name files: from where they are.
fs::path fromHere(const fs::path& file) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  return !failed && isBelow(file, here) ? file.lexically_relative(here) : file;
}

/// Sources that differ from the revision, or include what does. What cannot be told is tested.
Result<void> keepChanged(std::vector<SourceFile>& sources, const Project& project,
                         const std::string& revision) {
  if (sources.empty()) return {};
  const auto changed = changedSince(revision, absoluteOf(sources.front().path).parent_path());
  if (!changed) return std::unexpected(changed.error());
  std::vector<char> differs(sources.size());
  inParallel(std::max(1u, std::thread::hardware_concurrency()), sources.size(), [&](size_t i) {
    differs[i] = changed->contains(sources[i].path);
    const auto command = findCommand(project, sources[i].path);
    if (differs[i] || !command) {
      differs[i] = true;
      return;
    }
    const std::vector<fs::path> included = includedFiles(*command);
    differs[i] = included.empty() ||
                 std::ranges::any_of(included, [&](const fs::path& file) { return changed->contains(file); });
  });
  size_t number = 0;
  std::erase_if(sources, [&](const SourceFile&) { return !differs[number++]; });
  return {};
}

Result<TargetProject> readBuild(const UnitOptions& options) {
  if (options.buildDirectory.empty()) {
    if (options.hasCompilerFlags) return TargetProject{};  // made when the sources are known
    return userError(
        "how is the source compiled? Give the directory of compile_commands.json with -p, or the compiler's "
        "flags after --");
  }
  if (!options.target.empty()) {
    auto loaded = loadTarget(options.buildDirectory, options.target);
    if (loaded) std::ranges::transform(loaded->sources, loaded->sources.begin(), fromHere);
    return loaded;
  }
  auto project = loadProject(options.buildDirectory);
  if (!project) return std::unexpected(project.error());
  return TargetProject{.project = std::move(*project), .sources = {}};
}

}  // namespace

Result<Session> startSession(UnitOptions options) {
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  auto build = readBuild(options);
  if (!build) return std::unexpected(build.error());
  const bool hasBuild = !options.buildDirectory.empty();
  const std::vector<fs::path>& named = options.sources.empty() ? build->sources : options.sources;
  auto sources = expand(named, hasBuild ? &build->project : nullptr);
  if (!sources) return std::unexpected(sources.error());
  if (sources->size() > 1 && !options.only.empty()) {
    return userError("--only names what to test in one source: run several sources one by one");
  }
  if (!hasBuild) {
    std::vector<fs::path> files;
    for (const SourceFile& source : *sources) files.push_back(source.path);
    build->project = projectFromFlags(files, options.compilerFlags);
  }
  std::vector<fs::path> files;
  for (const SourceFile& source : *sources) files.push_back(absoluteOf(source.path));
  auto scratch = ScratchDirectory::make("unit", files);
  if (!scratch) return std::unexpected(scratch.error());
  if (options.keepScratch) scratch->keep();
  const bool hasFolderEach = sources->size() > 1;
  std::vector<std::string> notes;
  if (!options.since.empty()) {
    const size_t all = sources->size();
    if (auto kept = keepChanged(*sources, build->project, options.since); !kept)
      return std::unexpected(kept.error());
    if (!sources->empty())
      notes.push_back(fmt::format("{} of {} differ from {}", sources->size(),
                                  all == 1 ? "1 source" : fmt::format("{} sources", all), options.since));
  }
  if (build->hasAskedCMake) {
    notes.push_back(fmt::format("ran cmake on {}, for the answer of its file API",
                                build->project.buildDirectory.string()));
  }
  return Session{std::move(options),  *installation, std::move(build->project), std::move(*scratch),
                 std::move(*sources), hasFolderEach, std::move(notes),          {}};
}

BuildOptions buildOptions(const Session& session, unsigned jobs) {
  BuildOptions build{session.installation, session.scratch.path(), session.options.linkArguments};
  build.jobs = jobs;
  build.knownCalls = session.options.parameters.techniques.testability;
  build.compilerLauncher = session.options.compilerLauncher;
  return build;
}

fs::path outputOf(const Session& session, const SourceFile& source) {
  return session.hasFolderEach ? session.options.output / source.name : session.options.output;
}

}  // namespace covolve::unit
