// Project: compile_commands.json or flags after `--`, and finding a file in it.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/command_line.h"
#include "base/files.h"
#include "unit/build/build.h"
#include "unit/build/compile_flags.h"
#include "unit/build/header_command.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

fs::path absolute(const fs::path& path, const fs::path& base) { return (base / path).lexically_normal(); }

std::string textOf(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> commandLineOf(const Json& entry) {
  const auto list = entry.find("arguments");
  if (list == entry.end() || !list->is_array()) return splitCommandLine(textOf(entry, "command"));
  std::vector<std::string> arguments;
  for (const Json& argument : *list) {
    if (argument.is_string()) arguments.push_back(argument.get<std::string>());
  }
  return arguments;
}

/// Nothing for an entry that is malformed or compiles no C or C++.
std::optional<CompileCommand> readEntry(const Json& entry, const fs::path& buildDirectory) {
  if (!entry.is_object()) return std::nullopt;
  const std::string file = textOf(entry, "file");
  const std::vector<std::string> commandLine = withoutLaunchers(commandLineOf(entry));
  if (file.empty() || commandLine.empty()) return std::nullopt;
  const fs::path directory = absolute(textOf(entry, "directory"), buildDirectory);
  auto command = commandForClang(commandLine, absolute(file, directory), directory);
  const std::string output = textOf(entry, "output");
  if (command && command->output.empty() && !output.empty()) command->output = absolute(output, directory);
  return command;
}

size_t editDistance(std::string_view left, std::string_view right) {
  std::vector<size_t> row(right.size() + 1);
  for (size_t j = 0; j <= right.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= left.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= right.size(); ++j) {
      const size_t replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[right.size()];
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
  std::error_code failed;
  fs::path directory = fs::absolute(buildDirectory, failed).lexically_normal();
  if (directory.filename() == "compile_commands.json") directory = directory.parent_path();
  const fs::path file = directory / "compile_commands.json";
  if (!fs::is_directory(directory, failed)) {
    return userError(fmt::format("there is no build directory {}", directory.string()));
  }
  if (!fs::exists(file, failed)) {
    return userError(
        fmt::format("{} has no compile_commands.json: run cmake with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                    directory.string()));
  }
  const auto text = readFile(file);
  if (!text) return std::unexpected(text.error());
  if (std::ranges::all_of(*text, [](unsigned char c) { return isspace(c) != 0; })) {
    return userError(fmt::format("{} is empty", file.string()));
  }
  Json entries;
  try {
    entries = Json::parse(*text);
  } catch (const Json::parse_error& error) {
    return userError(fmt::format("{} is not JSON (wrong at byte {})", file.string(), error.byte));
  }
  if (!entries.is_array())
    return userError(fmt::format("{} is not a list of compile commands", file.string()));
  if (entries.empty()) return userError(fmt::format("{} lists no files", file.string()));

  Project project{.commands = {}, .buildDirectory = directory};
  std::set<fs::path> seen;  // of several entries for one file the first counts
  for (const Json& entry : entries) {
    auto command = readEntry(entry, directory);
    if (command && seen.insert(command->file).second) project.commands.push_back(std::move(*command));
  }
  if (project.commands.empty()) return userError(fmt::format("{} lists no C or C++ files", file.string()));
  removeUnknownFlags(project.commands);
  return project;
}

Project projectFromFlags(const std::vector<fs::path>& sources, const std::vector<std::string>& flags) {
  std::error_code ignored;
  const fs::path directory = fs::current_path(ignored);
  Project project;
  for (const fs::path& source : sources) {
    const fs::path file = absolute(source, directory);
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
