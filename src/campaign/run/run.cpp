#include "campaign/run/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "base/hash.h"
#include "base/shell_text.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

/// A folder's name for a name of any kind, the same whatever else the definition has. A hash tells apart
/// names that differ only in what a folder cannot have.
std::string folderName(const std::string& name) {
  constexpr size_t kLongest = 100;
  std::string folder;
  bool isFaithful = !name.empty() && name.front() != '.' && name.front() != '-';
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool fits = std::isalnum(byte) != 0 || (byte >= 0x80 && name.size() <= kLongest) ||
                      std::string_view("._-=@,").contains(c);
    folder += fits ? c : c == '/' ? '+' : '_';
    isFaithful &= fits || c == '/';
  }
  if (isFaithful && folder.size() <= kLongest) return folder;
  if (folder.size() > kLongest) folder.resize(kLongest);
  const uint64_t hash = hashText(name);
  const size_t start = folder.find_first_not_of(".-");
  return fmt::format("{}{:08x}", start == std::string::npos ? "" : folder.substr(start) + "-",
                     static_cast<uint32_t>(hash ^ (hash >> 32)));
}

/// One folder for every name.
std::map<std::string, std::string> foldersFor(const std::vector<std::string>& names) {
  std::map<std::string, std::string> folders;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    std::string folder = folderName(name);
    while (!taken.insert(folder).second) folder += '_';  // a name that looks like another one's hash
    folders[name] = folder;
  }
  return folders;
}

/// Budgets are made by us: a duration, or a number of evaluations.
std::string budgetFolder(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return folderName(name);
}

template <class Named>
std::vector<std::string> namesOf(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& each : all) names.push_back(each.name);
  return names;
}

std::vector<std::string> commandOf(const Definition& definition, const std::string& covolve,
                                   const Target& target, const Configuration& configuration,
                                   const Budget& budget, uint64_t seed) {
  std::vector<std::string> command{configuration.program.empty() ? covolve : configuration.program,
                                   definition.command};
  const auto append = [&](const std::vector<std::string>& arguments) {
    command.insert(command.end(), arguments.begin(), arguments.end());
  };
  append(target.arguments);
  append(configuration.options);
  append({"--seed", std::to_string(seed)});
  append(budget.arguments);
  if (std::ranges::find(command, "--quiet") == command.end()) append({"--quiet"});
  if (target.hasFlags) append({"--"});
  if (target.hasFlags) append(target.flags);
  return command;
}

}  // namespace

std::string describe(const RunKey& key) {
  return fmt::format("{}, {}, {}, seed {}", key.target, key.configuration, key.budget, key.seed);
}

std::vector<PlannedRun> planRuns(const Definition& definition, const fs::path& covolve,
                                 const fs::path& folder) {
  std::error_code ignored;
  const bool isFile = covolve.has_parent_path();  // else a name to be found in PATH
  const std::string program = isFile ? fs::absolute(covolve, ignored).string() : covolve.string();
  const fs::path directory = fs::current_path(ignored);
  const fs::path tests = (fs::absolute(folder, ignored) / "tests").lexically_normal();
  const auto targetFolders = foldersFor(namesOf(definition.targets));
  const auto configurationFolders = foldersFor(namesOf(definition.configurations));

  std::vector<PlannedRun> runs;
  runs.reserve(definition.seeds.size() * definition.budgets.size() * definition.targets.size() *
               definition.configurations.size());
  for (const uint64_t seed : definition.seeds) {
    for (const Budget& budget : definition.budgets) {
      for (const Target& target : definition.targets) {
        for (const Configuration& configuration : definition.configurations) {
          runs.push_back({.key = {target.name, configuration.name, budget.name, seed},
                          .command = commandOf(definition, program, target, configuration, budget, seed),
                          .directory = directory,
                          .output = tests / targetFolders.at(target.name) /
                                    configurationFolders.at(configuration.name) / budgetFolder(budget.name) /
                                    fmt::format("seed-{}", seed),
                          .keep = definition.keep,
                          .needs = definition.needs,
                          .inputs = target.files});
        }
      }
    }
  }
  return runs;
}

std::string shellText(const PlannedRun& run) {
  std::vector<std::string> command = run.command;
  const std::string output =
      fmt::format("repeat-{}-{}-{}-{}", folderName(run.key.target), folderName(run.key.configuration),
                  budgetFolder(run.key.budget), run.key.seed);
  const auto flags = std::ranges::find(command, "--");
  command.insert(flags, {"--output", output});
  std::vector<std::string> words;
  std::ranges::transform(command, std::back_inserter(words), shellWord);
  const std::string place =
      run.directory.empty() ? "" : fmt::format("cd {} && ", shellWord(run.directory.string()));
  return fmt::format("{}{}", place, fmt::join(words, " "));
}

}  // namespace covolve::campaign
