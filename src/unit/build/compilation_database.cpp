// Project: compile_commands.json or flags after `--`, and finding a file in it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/compile_commands.h"
#include "base/edit_distance.h"
#include "base/files.h"
#include "base/source_names.h"
#include "unit/build/build.h"
#include "unit/build/compile_flags.h"
#include "unit/build/header_command.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// Nothing for an entry that compiles no C or C++.
std::optional<CompileCommand> commandOf(const CompileEntry& entry) {
  const std::vector<std::string> commandLine = withoutLaunchers(entry.commandLine);
  if (commandLine.empty()) return std::nullopt;
  auto command = commandForClang(commandLine, entry.file, entry.directory);
  if (command && command->output.empty() && !entry.output.empty()) {
    command->output = pathFrom(entry.directory, entry.output);
  }
  return command;
}

/// The file of the project whose name is most like the one asked for; null when none is like it.
const CompileCommand* nearest(const Project& project, const fs::path& source) {
  const auto difference = [&](const CompileCommand& command) {
    return 2 * editDistance(command.file.stem().string(), source.stem().string()) +
           (command.file.extension() == source.extension() ? 0 : 1);
  };
  const auto best = std::ranges::min_element(project.commands, {}, difference);
  const bool isAlike = best != project.commands.end() && difference(*best) <= source.stem().string().size();
  return isAlike ? &*best : nullptr;
}

}  // namespace

Result<Project> loadProject(const fs::path& buildDirectory) {
  const auto commands = readCompileCommands(buildDirectory);
  if (!commands) return std::unexpected(commands.error());
  Project project{.commands = {}, .buildDirectory = commands->buildDirectory};
  std::set<fs::path> seen;  // of several entries for one file the first counts
  for (const CompileEntry& entry : commands->entries) {
    auto command = commandOf(entry);
    if (command && seen.insert(command->file).second) project.commands.push_back(std::move(*command));
  }
  if (project.commands.empty())
    return userError(fmt::format("{} lists no C or C++ files", commands->file.string()));
  removeUnknownFlags(project.commands);
  return project;
}

Project projectFromFlags(const std::vector<fs::path>& sources, const std::vector<std::string>& flags) {
  std::error_code ignored;
  const fs::path directory = fs::current_path(ignored);
  Project project;
  for (const fs::path& source : sources) {
    const fs::path file = pathFrom(directory, source);
    std::vector<std::string> commandLine{file.extension() == ".c" ? "clang" : "clang++"};
    commandLine.insert(commandLine.end(), flags.begin(), flags.end());
    if (isHeader(file) && std::ranges::find(flags, "-x") == flags.end()) {
      commandLine.insert(commandLine.end(), {"-x", "c++"});
    }
    if (auto command = commandForClang(commandLine, file, directory))
      project.commands.push_back(std::move(*command));
  }
  removeUnknownFlags(project.commands);
  return project;
}

Result<CompileCommand> findCommand(const Project& project, const fs::path& source) {
  std::error_code failed;
  const fs::path file = fs::absolute(source, failed).lexically_normal();
  if (!fs::exists(file, failed)) return userError(fmt::format("there is no file {}", source.string()));
  if (fs::is_directory(file, failed)) {
    return userError(fmt::format("{} is a directory: name a source file", source.string()));
  }
  const auto same = std::ranges::find(project.commands, file, &CompileCommand::file);
  if (same != project.commands.end()) return *same;
  for (const CompileCommand& command : project.commands) {  // reached through a symbolic link
    if (command.file.filename() == file.filename() && fs::equivalent(command.file, file, failed))
      return command;
  }
  if (isHeader(file)) {
    if (auto command = commandForHeader(project, file)) return std::move(*command);
  }
  if (project.buildDirectory.empty())
    return userError(fmt::format("{} is no C or C++ source file", source.string()));
  const CompileCommand* alike = nearest(project, file);
  return userError(fmt::format(
      "{} is not in {}{}", source.string(), (project.buildDirectory / "compile_commands.json").string(),
      alike != nullptr ? fmt::format("; did you mean {}?", alike->file.string()) : ""));
}

}  // namespace covolve::unit
