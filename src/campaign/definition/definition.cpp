#include "campaign/definition/definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/edit_distance.h"
#include "base/files.h"
#include "base/path_search.h"
#include "base/utf8.h"
#include "campaign/definition/option_list.h"
#include "campaign/definition/quantities.h"
#include "campaign/definition/target_list.h"
#include "yaml/reader.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

/// A peer of covolve: a path from the definition's folder if there is a slash in it, else a name.
std::string readProgram(const yaml::Reader& program, const fs::path& folder) {
  const std::string text = program.text();
  if (text.find('/') == std::string::npos) {
    if (!findProgram(text)) program.mistake(fmt::format("there is no program {} in PATH", text));
    return text;
  }
  const fs::path file = pathFrom(folder, text);
  if (!findProgram(file.string())) program.mistake(fmt::format("there is no program {}", file.string()));
  return file.string();
}

std::vector<Configuration> readConfigurations(const yaml::Reader& configurations, const fs::path& folder) {
  std::vector<Configuration> all;
  std::map<std::string, size_t> lines;
  for (const yaml::Reader& entry : configurations.list()) {
    const yaml::Mapping keys = entry.as("a configuration").mapping({"name", "program", "options"});
    Configuration configuration;
    if (const auto name = keys.need("name")) configuration.name = name->text();
    if (const auto program = keys.find("program")) configuration.program = readProgram(*program, folder);
    if (const auto options = keys.find("options")) configuration.options = readOptions(*options);
    const auto [known, isNew] = lines.try_emplace(configuration.name, entry.line());
    if (!isNew) {
      entry.mistake(
          fmt::format("there is a configuration {} already, in line {}", configuration.name, known->second));
    }
    all.push_back(std::move(configuration));
  }
  return all;
}

std::string readBaseline(const yaml::Reader& baseline, const std::vector<Configuration>& configurations) {
  const std::string name = baseline.text();
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations) names.push_back(configuration.name);
  if (std::ranges::find(names, name) == names.end()) {
    const std::string* nearest = nearestName(names, name);
    baseline.mistake(fmt::format("baseline: there is no configuration {}{}", name,
                                 nearest != nullptr ? fmt::format("; did you mean {}?", *nearest) : ""));
  }
  return name;
}

Keep readKeep(const yaml::Reader& keep) {
  const std::string word = keep.oneOf({"nothing", "tests", "everything"});
  return word == "nothing" ? Keep::Nothing : word == "everything" ? Keep::Everything : Keep::Tests;
}

std::vector<std::string> readSlurmOptions(const yaml::Reader& slurm) {
  std::vector<std::string> options = slurm.words();
  if (options.empty()) {
    slurm.mistake("slurm is an empty list");
  } else if (!options.front().starts_with('-')) {
    slurm.mistake(
        fmt::format("slurm takes options of sbatch, such as --partition=short, not {}", options.front()));
  }
  return options;
}

/// Multiplied step by step: the product may be larger than any number.
bool hasTooManyRuns(const Definition& definition) {
  uint64_t runs = 1;
  for (const size_t count : {definition.targets.size(), definition.configurations.size(),
                             definition.budgets.size(), definition.seeds.size()}) {
    if (count > 0 && runs > kMostRuns / count) return true;
    runs *= count;
  }
  return false;
}

Result<Definition> parse(const std::string& text, const fs::path& folder, const std::string& document,
                         const std::string& defaultName) {
  const auto tree = yaml::parse(text, document);
  if (!tree) return std::unexpected(tree.error());
  yaml::Mistakes mistakes(document);
  const yaml::Mapping keys = yaml::Reader(*tree, "a campaign", mistakes)
                                 .mapping({"name", "command", "seeds", "budgets", "targets", "configurations",
                                           "baseline", "keep", "run", "slurm"});
  if (mistakes.any()) return mistakes.asError();

  Definition definition;
  definition.name = keys.textOr("name", defaultName);
  if (const auto command = keys.find("command")) definition.command = command->oneOf({"unit", "rest"});
  if (const auto keep = keys.find("keep")) definition.keep = readKeep(*keep);
  if (const auto run = keys.find("run")) definition.needs = readNeeds(*run);
  if (const auto slurm = keys.find("slurm")) definition.slurmOptions = readSlurmOptions(*slurm);
  if (const auto seeds = keys.need("seeds")) definition.seeds = readSeeds(*seeds);
  if (const auto budgets = keys.need("budgets")) {
    definition.budgets = readBudgets(*budgets, definition.command, definition.needs);
  }
  if (const auto configurations = keys.need("configurations")) {
    definition.configurations = readConfigurations(*configurations, folder);
  }
  if (const auto baseline = keys.find("baseline")) {
    definition.baseline = readBaseline(*baseline, definition.configurations);
  } else if (!definition.configurations.empty()) {
    definition.baseline = definition.configurations.front().name;
  }
  const auto targets = keys.need("targets");
  if (mistakes.any()) return mistakes.asError();  // before files are searched for
  definition.targets = readTargets(*targets, definition.command, folder, mistakes);
  if (!mistakes.any() && hasTooManyRuns(definition)) {
    keys.mistake("this campaign has more than a million runs");
  }
  if (mistakes.any()) return mistakes.asError();
  return definition;
}

}  // namespace

Result<Definition> parseDefinition(const std::string& text, const fs::path& folder) {
  std::error_code ignored;
  return parse(text, fs::absolute(folder, ignored).lexically_normal(), "", "campaign");
}

Result<Definition> readDefinition(const fs::path& file) {
  const auto text = yaml::readDocument(file);
  if (!text) return std::unexpected(text.error());
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).lexically_normal().parent_path();
  // Whatever is written of a run, most of it JSON, has paths in it.
  if (!isUtf8(folder.string())) return userError("the path of the campaign's folder is not UTF-8");
  const std::string stem = file.stem().string();
  return parse(*text, folder, file.string(),
               isUtf8(stem) && !yaml::hasControlCharacters(stem) ? stem : "campaign");
}

}  // namespace covolve::campaign
