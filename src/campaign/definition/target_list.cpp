#include "campaign/definition/target_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/files.h"
#include "base/utf8.h"
#include "campaign/definition/option_list.h"
#include "campaign/definition/target_finder.h"
#include "campaign/definition/target_names.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string>& knownKeys() {
  static const std::vector<std::string> kKeys{"file",     "directory", "cmake",  "rest",    "class",
                                              "function", "build",     "flags",  "exclude", "name",
                                              "group",    "options",   "schema", "url",     "config"};
  return kKeys;
}

/// Paths among the compiler's flags start in the definition's folder, wherever the campaign is started.
std::vector<std::string> withAbsolutePaths(std::vector<std::string> flags, const fs::path& folder) {
  const auto absolute = [&](const std::string& path) { return pathFrom(folder, path).string(); };
  // Of these the compiler also looks for the file in the include directories.
  const auto isSearched = [](const std::string& flag) { return flag == "-include" || flag == "-imacros"; };
  for (size_t i = 0; i < flags.size(); ++i) {
    for (const std::string flag :
         {"-I", "-L", "-F", "-isystem", "-iquote", "-idirafter", "-isysroot", "-include", "-imacros"}) {
      if (flags[i] == flag && i + 1 < flags.size()) {
        std::error_code ignored;
        const std::string path = absolute(flags[++i]);
        if (!isSearched(flag) || fs::exists(path, ignored)) flags[i] = path;
        break;
      }
      if (flags[i].starts_with(flag) && flags[i].size() > flag.size() && !isSearched(flag)) {
        if (flags[i][flag.size()] != '=') flags[i] = flag + absolute(flags[i].substr(flag.size()));
        break;
      }
    }
  }
  return flags;
}

class TargetReader {
 public:
  TargetReader(const std::string& command, const fs::path& folder, yaml::Mistakes& mistakes)
      : command_(command), folder_(folder), finder_(folder), mistakes_(mistakes) {}

  std::vector<FoundTarget> read(const yaml::Reader& entry) {
    const yaml::Mapping keys = entry.mapping(knownKeys());
    const std::string kind = kindOf(keys);
    if (kind.empty() || mistakes_.any()) return {};
    if ((kind == "rest") != (command_ == "rest")) {
      keys.mistake(fmt::format("a target with {} does not go with command: {}", kind, command_));
      return {};
    }
    FoundTarget shared;
    shared.line = keys.line();
    shared.target.group = keys.textOr("group", "");
    return kind == "rest" ? readService(keys, std::move(shared)) : readSources(keys, kind, std::move(shared));
  }

 private:
  static std::string kindOf(const yaml::Mapping& keys) {
    std::string kind;
    for (const char* each : {"file", "directory", "cmake", "rest"}) {
      if (!keys.has(each)) continue;
      if (!kind.empty()) keys.mistake(fmt::format("a target has one of {} and {}, not both", kind, each));
      kind = each;
    }
    if (kind.empty()) keys.mistake("a target needs one of file, directory, cmake and rest");
    return kind;
  }

  static void refuse(const yaml::Mapping& keys, std::initializer_list<const char*> unwanted,
                     const std::string& kind) {
    for (const char* key : unwanted) {
      if (const auto found = keys.find(key)) {
        found->mistake(fmt::format("{} does not go with {}", key, kind));
      }
    }
  }

  std::vector<FoundTarget> readService(const yaml::Mapping& keys, FoundTarget service) const {
    refuse(keys, {"class", "function", "build", "flags", "exclude", "name"}, "rest");
    Target& target = service.target;
    target.name = keys.textOr("rest", "");
    if (!keys.has("schema") && !keys.has("url") && !keys.has("config")) {
      keys.mistake(fmt::format("the service {} needs schema, url or config", target.name));
    }
    const auto append = [&](const char* option, const std::string& value) {
      target.arguments.insert(target.arguments.end(), {option, value});
    };
    const auto appendFile = [&](const char* option, const yaml::Reader& key) {
      const std::string file = existing(key);
      append(option, file);
      target.files.emplace_back(file);
    };
    if (const auto schema = keys.find("schema")) {
      const std::string where = schema->text();
      if (where.find("://") != std::string::npos) {
        append("--schema", where);
      } else {
        appendFile("--schema", *schema);
      }
    }
    if (const auto url = keys.find("url")) append("--url", url->text());
    if (const auto config = keys.find("config")) appendFile("--config", *config);
    appendOptions(keys, target);
    return {service};
  }

  std::string existing(const yaml::Reader& key) const {
    const fs::path file = finder_.resolve(key.text());
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) key.mistake(fmt::format("there is no file {}", file.string()));
    return file.string();
  }

  std::vector<FoundTarget> readSources(const yaml::Mapping& keys, const std::string& kind,
                                       FoundTarget shared) {
    refuse(keys, {"schema", "url", "config"}, kind);
    if (kind != "file") refuse(keys, {"class", "function"}, kind);
    if (keys.has("class")) refuse(keys, {"function"}, "class");
    shared.part = keys.textOr("class", keys.textOr("function", ""));
    const fs::path build = readHowCompiled(keys, kind, shared.target);
    std::vector<std::string> exclude;
    if (const auto patterns = keys.find("exclude")) {
      for (const yaml::Reader& pattern : patterns->oneOrMore()) exclude.push_back(pattern.text());
    }
    const std::string where = keys.textOr(kind, "");
    const std::string name = keys.textOr("name", "");
    if (mistakes_.any()) return {};  // nothing is searched for in vain

    const auto files = kind == "file"        ? finder_.file(where, build, exclude)
                       : kind == "directory" ? finder_.directory(where, build, exclude)
                                             : finder_.cmakeTarget(where, build, exclude);
    if (!files) {
      keys.find(kind)->mistake(files.error().message);
      return {};
    }
    if (files->size() > 1 && (!name.empty() || !shared.part.empty())) {
      keys.mistake(
          fmt::format("{} stands for {} files: name, class and function are for one", where, files->size()));
      return {};
    }
    shared.target.name = name;
    return targetsFor(*files, build, keys, shared);
  }

  /// From where the flags come: the build folder, or flags in the target.
  fs::path readHowCompiled(const yaml::Mapping& keys, const std::string& kind, Target& target) {
    const auto build = keys.find("build");
    const auto flags = keys.find("flags");
    if (build && flags) flags->mistake("a target has build or flags, not both");
    if (kind == "cmake" && !build) keys.mistake("a target with cmake needs build");
    if (!build && !flags) {
      keys.mistake(
          "how is this compiled? Give build (the folder of compile_commands.json) or flags (flags: [] if it "
          "needs none)");
    }
    if (flags) {
      target.flags = withAbsolutePaths(flags->words(), folder_);
      target.hasFlags = true;
    }
    if (!build || mistakes_.any()) return {};
    fs::path folder = finder_.resolve(build->text());
    const auto usable = finder_.checkBuild(folder);
    if (!usable) build->mistake(usable.error().message);
    return folder;
  }

  std::vector<FoundTarget> targetsFor(const TargetFinder::Files& files, const fs::path& build,
                                      const yaml::Mapping& keys, const FoundTarget& shared) const {
    std::vector<FoundTarget> targets;
    for (const fs::path& file : files) {
      if (!isUtf8(file.string()) || yaml::hasControlCharacters(file.string())) {
        keys.mistake("the name of a file has a character that reports cannot show: " +
                     file.parent_path().string());
        return {};
      }
      FoundTarget found = shared;
      found.file = file;
      std::vector<std::string>& arguments = found.target.arguments;
      arguments.push_back(file.string());
      found.target.files = {file};
      if (!build.empty()) arguments.insert(arguments.end(), {"-p", build.string()});
      if (!found.part.empty()) arguments.insert(arguments.end(), {"--only", found.part});
      appendOptions(keys, found.target);
      targets.push_back(std::move(found));
    }
    return targets;
  }

  static void appendOptions(const yaml::Mapping& keys, Target& target) {
    const auto options = keys.find("options");
    if (options) std::ranges::move(readOptions(*options), std::back_inserter(target.arguments));
  }

  const std::string& command_;
  const fs::path& folder_;
  TargetFinder finder_;
  yaml::Mistakes& mistakes_;
};

}  // namespace

std::vector<Target> readTargets(const yaml::Reader& targets, const std::string& command,
                                const fs::path& folder, yaml::Mistakes& mistakes) {
  TargetReader reader(command, folder, mistakes);
  std::vector<FoundTarget> all;
  for (const yaml::Reader& entry : targets.list()) {
    std::ranges::move(reader.read(entry.as("a target")), std::back_inserter(all));
    if (mistakes.any()) return {};
  }
  nameTargets(all, mistakes);
  std::vector<Target> named;
  for (FoundTarget& found : all) named.push_back(std::move(found.target));
  return named;
}

}  // namespace covolve::campaign
