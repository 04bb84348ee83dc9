#include "rest/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "base/utf8.h"
#include "rest/http/header_list.h"
#include "rest/login_reader.h"
#include "rest/variables.h"
#include "yaml/reader.h"

namespace covolve::rest {

namespace fs = std::filesystem;

namespace {

/// "include: {paths: ...}" for --include-path ...
struct FilterKey {
  const char* key;
  const char* option;
};
constexpr FilterKey kFilterKeys[] = {{"paths", "path"},
                                     {"tags", "tag"},
                                     {"operations", "operation"},
                                     {"methods", "method"},
                                     {"matching", "matching"}};

class ConfigurationReader {
 public:
  ConfigurationReader(const std::vector<KnownOption>& known, const fs::path& folder, Configuration& into)
      : known_(known), folder_(folder), configuration_(into) {}

  void read(const yaml::Reader& document) {
    std::vector<std::string> keys{"headers", "login", "oauth2", "users", "include", "exclude"};
    for (const KnownOption& option : known_) keys.push_back(option.name);
    for (const yaml::Reader& entry : document.mapping(keys).entries()) {
      const std::string& key = entry.name();
      if (key == "headers") {
        readHeaders(entry);
      } else if (key == "login") {
        readToken(entry, readLogin);
      } else if (key == "oauth2") {
        readToken(entry, readOauth2);
      } else if (key == "users") {
        configuration_.users = readUsers(entry);
      } else if (key == "include" || key == "exclude") {
        readFilter(entry);
      } else if (key == "basic" && entry.isMapping()) {
        add("basic", readBasic(entry), entry.line());
      } else if (const auto option = std::ranges::find(known_, key, &KnownOption::name);
                 option != known_.end()) {
        for (const yaml::Reader& value : entry.oneOrMore()) {
          add(key, valueOf(value.as(key), option->kind), entry.line());
        }
      }
    }
    addStartDirectory();
    if (configuration_.users && (configuration_.login || has("basic") || has("bearer")))
      document.mistake("with users, login, oauth2, basic and bearer belong to one of them");
  }

 private:
  void readToken(const yaml::Reader& entry, AuthenticationOptions::Login (*read)(const yaml::Reader&)) {
    if (configuration_.login) entry.mistake("a token comes from login or from oauth2, not from both");
    configuration_.login = read(entry);
  }

  void add(const std::string& name, std::string value, size_t line) {
    const auto given = std::ranges::find(configuration_.options, name, &ConfiguredOption::name);
    if (given != configuration_.options.end()) {
      given->values.push_back(std::move(value));
    } else {
      configuration_.options.push_back({name, {std::move(value)}, line});
    }
  }

  bool has(std::string_view name) const {
    return std::ranges::find(configuration_.options, name, &ConfiguredOption::name) !=
           configuration_.options.end();
  }

  std::string valueOf(const yaml::Reader& value, KnownOption::Kind kind) const {
    if (kind == KnownOption::Kind::Command && value.isText()) {
      std::string text = value.value().text;
      while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
      if (!text.empty()) return text;
    }
    std::string text = value.text();
    if (kind != KnownOption::Kind::Path || text.empty() || text.find("://") != std::string::npos) return text;
    return pathFrom(folder_, text).string();
  }

  void readHeaders(const yaml::Reader& headers) {
    for (const yaml::Reader& header : headers.mapping().entries()) {
      if (!isHeaderName(header.name())) {
        header.mistake(fmt::format("{} cannot be the name of a header", header.name()));
      }
      add("header", fmt::format("{}: {}", header.name(), header.text()), header.line());
    }
  }

  void readFilter(const yaml::Reader& filter) {
    std::vector<std::string> names;
    for (const FilterKey& each : kFilterKeys) names.emplace_back(each.key);
    const yaml::Mapping keys = filter.mapping(names);
    for (const FilterKey& each : kFilterKeys) {
      const auto words = keys.find(each.key);
      if (!words) continue;
      for (const yaml::Reader& word : words->oneOrMore()) {
        add(fmt::format("{}-{}", filter.name(), each.option), word.text(), word.line());
      }
    }
  }

  void addStartDirectory() {
    if ((has("start") || has("reset")) && !has("start-directory")) {
      configuration_.options.push_back({"start-directory", {folder_.string()}, 1});
    }
  }

  const std::vector<KnownOption>& known_;
  const fs::path& folder_;
  Configuration& configuration_;
};

}  // namespace

std::optional<std::string> environmentVariable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

Result<Configuration> parseConfiguration(const std::string& text, const std::string& document,
                                         const fs::path& folder, const std::vector<KnownOption>& known,
                                         const Environment& environment) {
  auto tree = yaml::parse(text, document);
  if (!tree) return std::unexpected(tree.error());
  yaml::Mistakes mistakes(document);
  Configuration configuration;
  const Environment remembering = [&](const std::string& name) {
    auto value = environment(name);
    if (value) configuration.variables.emplace_back(name, *value);
    return value;
  };
  replaceVariables(*tree, remembering, mistakes);
  configuration.document = document;
  ConfigurationReader(known, folder, configuration).read(yaml::Reader(*tree, "a configuration", mistakes));
  if (mistakes.any()) return mistakes.asError();
  return configuration;
}

Result<Configuration> readConfiguration(const fs::path& file, const std::vector<KnownOption>& known,
                                        const Environment& environment) {
  const auto text = yaml::readDocument(file);
  if (!text) return std::unexpected(text.error());
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).lexically_normal().parent_path();
  // Whatever is written of a run, most of it JSON, has paths in it.
  if (!isUtf8(folder.string())) return userError("the path of the configuration's folder is not UTF-8");
  return parseConfiguration(*text, file.string(), folder, known, environment);
}

}  // namespace covolve::rest
