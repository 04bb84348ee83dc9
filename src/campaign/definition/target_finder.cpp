#include "campaign/definition/target_finder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/edit_distance.h"
#include "base/files.h"
#include "base/source_files.h"
#include "base/source_names.h"
#include "campaign/definition/glob.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

/// The object file that a command makes: CMake says so in "output" since 3.20, in the command before.
fs::path objectOf(const CompileEntry& entry) {
  if (!entry.output.empty()) return entry.output;
  const auto option = std::ranges::find(entry.commandLine, "-o");
  const bool hasValue = option != entry.commandLine.end() && option + 1 != entry.commandLine.end();
  return hasValue ? fs::path(*(option + 1)) : fs::path();
}

/// orderlib of src/CMakeFiles/orderlib.dir/order.cpp.o; empty for what CMake did not make.
std::string cmakeTargetOf(const fs::path& object) {
  constexpr std::string_view kEnding = ".dir";
  bool follows = false;
  for (const fs::path& part : object) {
    const std::string name = part.string();
    if (follows && name.ends_with(kEnding)) return name.substr(0, name.size() - kEnding.size());
    follows = name == "CMakeFiles";
  }
  return {};
}

bool isPrecompiledHeader(const fs::path& file) { return file.filename().string().starts_with("cmake_pch."); }

/// "a, b, c and 14 more"
std::string listOf(const std::vector<std::string>& names) {
  constexpr size_t kShown = 20;
  const size_t shown = std::min(names.size(), kShown);
  const std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

/// Without those that are excluded; they must be there. `where` is what patterns are relative to.
Result<TargetFinder::Files> chosen(TargetFinder::Files files, const std::vector<std::string>& exclude,
                                   const fs::path& where, const std::string& what) {
  std::erase_if(files, [&](const fs::path& file) {
    return isExcluded(isBelow(file, where) ? file.lexically_relative(where) : file.relative_path(), exclude);
  });
  if (files.empty()) return userError(fmt::format("exclude leaves nothing of {}", what));
  for (const fs::path& file : files) {
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) continue;
    return userError(
        fmt::format("{} is to be compiled but is not there: build it, or exclude it", file.string()));
  }
  return files;
}

}  // namespace

fs::path TargetFinder::resolve(const std::string& path) const {
  fs::path whole = pathFrom(folder_, path);
  return whole.has_filename() ? whole : whole.parent_path();
}

bool TargetFinder::Database::contains(const fs::path& source) const {
  if (sources.contains(source)) return true;
  const fs::path real = withoutLinks(source);
  return std::ranges::any_of(sources, [&](const fs::path& known) {
    return known.filename() == source.filename() && withoutLinks(known) == real;
  });
}

Result<const TargetFinder::Database*> TargetFinder::database(const fs::path& build) {
  if (const auto known = databases_.find(build); known != databases_.end()) return &known->second;
  const auto commands = readCompileCommands(build);
  if (!commands) return std::unexpected(commands.error());
  Database database;
  database.file = commands->file;
  for (const CompileEntry& entry : commands->entries) {
    if (!isSource(entry.file) || isPrecompiledHeader(entry.file)) continue;
    database.sources.insert(entry.file);
    const std::string target = cmakeTargetOf(objectOf(entry));
    if (!target.empty()) database.byCMakeTarget[target].insert(entry.file);
  }
  if (database.sources.empty()) {
    return userError(fmt::format("{} lists no C or C++ files", database.file.string()));
  }
  return &databases_.emplace(build, std::move(database)).first->second;
}

Result<void> TargetFinder::checkBuild(const fs::path& build) {
  const auto known = database(build);
  if (!known) return std::unexpected(known.error());
  return {};
}

Result<TargetFinder::Files> TargetFinder::file(const std::string& pattern, const fs::path& build,
                                               const std::vector<std::string>& exclude) {
  const fs::path literal = resolve(pattern);
  std::error_code ignored;
  if (fs::is_directory(literal, ignored)) {
    return userError(fmt::format("{} is a directory: write directory instead of file", literal.string()));
  }
  Files files{literal};
  if (!fs::is_regular_file(literal, ignored)) {
    if (!hasWildcards(pattern)) return userError(fmt::format("there is no file {}", literal.string()));
    auto found = expandGlob(pattern, folder_);
    if (!found) return std::unexpected(found.error());
    if (found->empty()) return userError(fmt::format("no file matches {}", literal.string()));
    files = std::move(*found);
  }
  auto kept = chosen(std::move(files), exclude, folder_, pattern);
  if (!kept) return kept;
  for (const fs::path& file : *kept) {
    if (!isSource(file) && !isHeader(file)) {
      return userError(fmt::format("{} is no C or C++ file", file.string()));
    }
    if (build.empty() || isHeader(file)) continue;  // headers are compiled as the sources around them
    const auto known = database(build);
    if (!known) return std::unexpected(known.error());
    if (!(*known)->contains(file)) {
      return userError(fmt::format("{} is not in {}", file.string(), (*known)->file.string()));
    }
  }
  return kept;
}

Result<TargetFinder::Files> TargetFinder::sourcesBelow(const fs::path& directory, const fs::path& build) {
  if (build.empty()) {
    Files sources = covolve::sourcesBelow(directory);
    if (sources.empty()) {
      return userError(fmt::format("there is no C or C++ source file in {}", directory.string()));
    }
    return sources;
  }
  const auto known = database(build);
  if (!known) return std::unexpected(known.error());
  Files sources = filesBelow(directory, (*known)->sources);
  if (sources.empty()) {
    return userError(
        fmt::format("{} lists no C or C++ file in {}", (*known)->file.string(), directory.string()));
  }
  return sources;
}

Result<TargetFinder::Files> TargetFinder::directory(const std::string& name, const fs::path& build,
                                                    const std::vector<std::string>& exclude) {
  const fs::path directory = resolve(name);
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    return userError(fmt::format("there is no directory {}", directory.string()));
  }
  auto sources = sourcesBelow(directory, build);
  if (!sources) return sources;
  return chosen(std::move(*sources), exclude, directory, name);
}

Result<TargetFinder::Files> TargetFinder::cmakeTarget(const std::string& name, const fs::path& build,
                                                      const std::vector<std::string>& exclude) {
  const auto known = database(build);
  if (!known) return std::unexpected(known.error());
  const auto& targets = (*known)->byCMakeTarget;
  if (const auto found = targets.find(name); found != targets.end()) {
    return chosen({found->second.begin(), found->second.end()}, exclude, folder_, name);
  }
  if (targets.empty()) {
    return userError(
        fmt::format("{} names no CMake targets: it is not of CMake's making", (*known)->file.string()));
  }
  std::vector<std::string> names;
  for (const auto& [target, files] : targets) names.push_back(target);
  const std::string* nearest = nearestName(names, name);
  return userError(fmt::format("{} has no CMake target {}{} (it has {})", (*known)->file.string(), name,
                               nearest != nullptr ? fmt::format("; did you mean {}?", *nearest) : "",
                               listOf(names)));
}

}  // namespace covolve::campaign
