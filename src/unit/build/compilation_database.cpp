// Project: compile_commands.json, a CMake target or flags after `--`, and finding a
// file in it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/compile_commands.h"
#include "base/edit_distance.h"
#include "base/files.h"
#include "base/source_files.h"
#include "base/source_names.h"
#include "unit/build/build.h"
#include "unit/build/cmake_reply.h"
#include "unit/build/compile_flags.h"
#include "unit/build/header_command.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

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

/// CMake's file API does not name objects, which tell at once what a unit defines; the compilation database
/// does where there is one.
void addOutputs(Project& project) {
  const auto database = readCompileCommands(project.buildDirectory);
  if (!database) return;
  std::map<fs::path, fs::path> outputs;
  for (const CompileCommand& command : commandsForClang(database->entries))
    outputs.emplace(command.file, command.output);
  for (CompileCommand& command : project.commands) {
    if (const auto known = outputs.find(command.file); known != outputs.end()) command.output = known->second;
  }
}

}  // namespace

Result<Project> loadProject(const fs::path& buildDirectory) {
  const auto commands = readCompileCommands(buildDirectory);
  if (!commands) return std::unexpected(commands.error());
  Project project{.commands = commandsForClang(commands->entries),
                  .buildDirectory = commands->buildDirectory,
                  .linkSteps = readLinkSteps(commands->buildDirectory)};
  if (project.commands.empty())
    return userError(fmt::format("{} lists no C or C++ files", commands->file.string()));
  return project;
}

Result<TargetProject> loadTarget(const fs::path& buildDirectory, const std::string& name) {
  std::error_code failed;
  const fs::path directory = fs::absolute(buildDirectory, failed).lexically_normal();
  if (!fs::is_directory(directory, failed)) {
    return userError(fmt::format("there is no build directory {}", directory.string()));
  }
  auto reply = readCMakeReply(directory);
  const bool hasToAsk = !reply;
  if (hasToAsk) {
    auto asked = askCMake(directory);
    if (!asked) return std::unexpected(asked.error());
    reply = std::move(*asked);
  }
  // First among those that share a source, it is the one whose flags and libraries count.
  const auto found = findTarget(*reply, name);
  if (!found) return std::unexpected(found.error());
  std::swap(reply->targets.front(), reply->targets[static_cast<size_t>(*found - reply->targets.data())]);
  const CMakeTarget& target = reply->targets.front();

  std::vector<CompileEntry> entries;
  for (const CMakeTarget& each : reply->targets)
    std::ranges::copy(each.compiled, std::back_inserter(entries));
  TargetProject result{.project = {.commands = commandsForClang(entries),
                                   .buildDirectory = directory,
                                   .linkSteps = linkStepsOf(*reply)},
                       .sources = {},
                       .hasAskedCMake = hasToAsk};
  for (const CompileCommand& command : commandsForClang(target.compiled)) {
    if (!target.generated.contains(command.file)) result.sources.push_back(command.file);
  }
  if (result.sources.empty()) {
    return userError(fmt::format("the target {} compiles no C or C++ source of its own", name));
  }
  addOutputs(result.project);
  return result;
}

Project projectFromFlags(const std::vector<fs::path>& sources, const std::vector<std::string>& flags) {
  std::error_code ignored;
  const fs::path directory = fs::current_path(ignored);
  std::vector<fs::path> files;
  std::set<fs::path> folders;
  for (const fs::path& source : sources) {
    files.push_back(pathFrom(directory, source));
    folders.insert(files.back().parent_path());
  }
  for (const fs::path& folder : folders) {
    std::ranges::copy_if(sourcesIn(folder), std::back_inserter(files), [&](const fs::path& neighbour) {
      return std::ranges::find(files, neighbour) == files.end();
    });
  }
  Project project;
  for (const fs::path& file : files) {
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
