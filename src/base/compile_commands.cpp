#include "base/compile_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/command_line.h"
#include "base/files.h"

namespace covolve {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

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

/// Nothing for an entry that is malformed.
std::optional<CompileEntry> readEntry(const Json& entry, const fs::path& buildDirectory) {
  if (!entry.is_object()) return std::nullopt;
  const std::string file = textOf(entry, "file");
  std::vector<std::string> commandLine = commandLineOf(entry);
  if (file.empty() || commandLine.empty()) return std::nullopt;
  const fs::path directory = pathFrom(buildDirectory, textOf(entry, "directory"));
  return CompileEntry{.file = pathFrom(directory, file),
                      .directory = directory,
                      .commandLine = std::move(commandLine),
                      .output = textOf(entry, "output")};
}

}  // namespace

Result<CompileCommands> readCompileCommands(const fs::path& buildDirectory) {
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
  Json json;
  try {
    json = Json::parse(*text);
  } catch (const Json::parse_error& error) {
    return userError(fmt::format("{} is not JSON (wrong at byte {})", file.string(), error.byte));
  } catch (const Json::exception&) {  // a number that no double can hold
    return userError(fmt::format("{} is not JSON", file.string()));
  }
  if (!json.is_array()) return userError(fmt::format("{} is not a list of compile commands", file.string()));
  if (json.empty()) return userError(fmt::format("{} lists no files", file.string()));

  CompileCommands commands{.buildDirectory = directory, .file = file, .entries = {}};
  for (const Json& each : json) {
    if (auto entry = readEntry(each, directory)) commands.entries.push_back(std::move(*entry));
  }
  return commands;
}

}  // namespace covolve
