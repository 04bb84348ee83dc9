#include "unit/build/cmake_reply.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/command_line.h"
#include "base/edit_distance.h"
#include "base/files.h"
#include "base/process.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr const char* kQuery = "query/client-covolve/codemodel-v2";

fs::path folderOf(const fs::path& buildDirectory) { return buildDirectory / ".cmake/api/v1"; }

const Json& at(const Json& json, const char* key) {
  static const Json nothing;
  if (!json.is_object()) return nothing;
  const auto found = json.find(key);
  return found != json.end() ? *found : nothing;
}

std::string textOf(const Json& json, const char* key) {
  const Json& text = at(json, key);
  return text.is_string() ? text.get<std::string>() : std::string();
}

std::optional<size_t> indexOf(const Json& json, const char* key) {
  const Json& index = at(json, key);
  return index.is_number_unsigned() ? std::optional(index.get<size_t>()) : std::nullopt;
}

Json readJson(const fs::path& file) {
  return Json::parse(readFile(file).value_or(""), nullptr, false);  // what is no JSON has no members
}

void appendWords(const Json& fragments, const char* key, std::vector<std::string>& words) {
  for (const Json& fragment : fragments.is_array() ? fragments : Json::array()) {
    std::ranges::move(splitCommandLine(textOf(fragment, key)), std::back_inserter(words));
  }
}

/// A compiler's command line for the sources of a group, without the source.
std::vector<std::string> commandLineOf(const Json& group) {
  std::vector<std::string> words{textOf(group, "language") == "C" ? "cc" : "c++"};
  appendWords(at(group, "compileCommandFragments"), "fragment", words);
  for (const Json& define : at(group, "defines")) words.push_back("-D" + textOf(define, "define"));
  for (const Json& include : at(group, "includes")) {
    const Json& isSystem = at(include, "isSystem");
    words.emplace_back(isSystem.is_boolean() && isSystem.get<bool>() ? "-isystem" : "-I");
    words.push_back(textOf(include, "path"));
  }
  if (const std::string root = textOf(at(group, "sysroot"), "path"); !root.empty())
    words.push_back("--sysroot=" + root);
  return words;
}

CMakeTarget targetOf(const Json& json, const fs::path& sourceDirectory, const fs::path& buildDirectory) {
  CMakeTarget target{.id = textOf(json, "id"), .name = textOf(json, "name"), .type = textOf(json, "type")};
  if (const Json& artifacts = at(json, "artifacts"); artifacts.is_array() && !artifacts.empty())
    target.artifact = pathFrom(buildDirectory, textOf(artifacts[0], "path"));
  const Json& groups = at(json, "compileGroups");
  for (const Json& source : at(json, "sources")) {
    const auto group = indexOf(source, "compileGroupIndex");
    if (!group || !groups.is_array() || *group >= groups.size()) continue;
    const std::string language = textOf(groups[*group], "language");
    if (language != "C" && language != "CXX") continue;
    const fs::path file = pathFrom(sourceDirectory, textOf(source, "path"));
    if (at(source, "isGenerated") == true) target.generated.insert(file);
    CompileEntry entry{.file = file,
                       .directory = buildDirectory,
                       .commandLine = commandLineOf(groups[*group]),
                       .output = {}};
    entry.commandLine.insert(entry.commandLine.end(), {"-c", file.string()});
    target.compiled.push_back(std::move(entry));
  }
  appendWords(at(at(json, "link"), "commandFragments"), "fragment", target.linkWords);
  for (const Json& dependency : at(json, "dependencies"))
    target.dependencies.push_back(textOf(dependency, "id"));
  return target;
}

/// CMake's messages have several lines; an Error has one sentence.
std::string beginningOf(const std::string& messages) {
  constexpr size_t kLongest = 300;
  std::istringstream words(messages);
  std::string text;
  for (std::string word; words >> word && text.size() < kLongest;) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The newest index is the last one by name.
fs::path indexFile(const fs::path& replyFolder) {
  fs::path last;
  std::error_code failed;
  for (fs::directory_iterator entry(replyFolder, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("index-") && name.ends_with(".json")) last = std::max(last, entry->path());
  }
  return last;
}

}  // namespace

std::optional<CMakeReply> readCMakeReply(const fs::path& buildDirectory) {
  const fs::path folder = folderOf(buildDirectory) / "reply";
  const fs::path index = indexFile(folder);
  if (index.empty()) return std::nullopt;
  const Json indexJson = readJson(index);
  for (const Json& object : at(indexJson, "objects")) {
    const Json& major = at(at(object, "version"), "major");
    if (textOf(object, "kind") != "codemodel" || major != 2) continue;
    const Json model = readJson(folder / textOf(object, "jsonFile"));
    const Json& configurations = at(model, "configurations");
    if (!configurations.is_array() || configurations.empty()) continue;
    CMakeReply reply{.buildDirectory = textOf(at(model, "paths"), "build"), .targets = {}};
    const fs::path sourceDirectory = textOf(at(model, "paths"), "source");
    for (const Json& target : at(configurations[0], "targets")) {
      const std::string file = textOf(target, "jsonFile");
      if (!file.empty())
        reply.targets.push_back(targetOf(readJson(folder / file), sourceDirectory, reply.buildDirectory));
    }
    return reply;
  }
  return std::nullopt;
}

Result<CMakeReply> askCMake(const fs::path& buildDirectory) {
  std::error_code failed;
  if (!fs::exists(buildDirectory / "CMakeCache.txt", failed)) {
    return userError(fmt::format("{} is no build directory of CMake", buildDirectory.string()));
  }
  const fs::path query = folderOf(buildDirectory) / kQuery;
  fs::create_directories(query.parent_path(), failed);
  if (auto written = replaceFile(query, ""); !written) return std::unexpected(written.error());
  const auto cmake = run({.arguments = {"cmake", buildDirectory.string()}});
  if (!cmake) return std::unexpected(cmake.error());
  if (!cmake->succeeded()) {
    return userError(fmt::format("cmake {} fails: {}", buildDirectory.string(), beginningOf(cmake->errors)));
  }
  if (auto reply = readCMakeReply(buildDirectory)) return std::move(*reply);
  return userError(
      fmt::format("cmake says nothing about {}: version 3.14 or newer is needed", buildDirectory.string()));
}

Result<const CMakeTarget*> findTarget(const CMakeReply& reply, const std::string& name) {
  const auto found = std::ranges::find(reply.targets, name, &CMakeTarget::name);
  if (found != reply.targets.end()) return &*found;
  std::vector<std::string> names;
  for (const CMakeTarget& target : reply.targets) {
    if (!target.compiled.empty()) names.push_back(target.name);
  }
  std::ranges::sort(names, {},
                    [&](const std::string& known) { return std::pair(editDistance(known, name), known); });
  constexpr size_t kNamed = 5;
  const size_t shown = std::min(names.size(), kNamed);
  const std::string nearest = names.empty()
                                  ? "no target that compiles C or C++"
                                  : fmt::format("{}{}", fmt::join(names.begin(), names.begin() + shown, ", "),
                                                names.size() > shown ? " and others" : "");
  return userError(
      fmt::format("{} has no target {}; it has {}", reply.buildDirectory.string(), name, nearest));
}

}  // namespace covolve::unit
