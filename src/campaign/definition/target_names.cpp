#include "campaign/definition/target_names.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/distinct_names.h"

namespace covolve::campaign {

namespace {

/// What a target may be called, shortest first: as its file. Of a class the class's name comes before, and
/// with each of these. Nothing after the longest.
std::optional<std::string> candidate(const FoundTarget& target, size_t place) {
  if (target.part.empty()) return fileNameCandidate(target.file, place);
  if (place == 0) return target.part;
  auto name = fileNameCandidate(target.file, place - 1);
  return name ? std::optional(*name + " " + target.part) : std::nullopt;
}

void checkGivenNames(const std::vector<FoundTarget>& targets, yaml::Mistakes& mistakes) {
  std::map<std::string, size_t> lines;
  for (const FoundTarget& found : targets) {
    if (found.target.name.empty()) continue;
    const auto [known, isNew] = lines.try_emplace(found.target.name, found.line);
    if (isNew) continue;
    mistakes.add(found.line,
                 fmt::format("there is a target {} already, in line {}", found.target.name, known->second));
  }
}

}  // namespace

void nameTargets(std::vector<FoundTarget>& targets, yaml::Mistakes& mistakes) {
  checkGivenNames(targets, mistakes);
  if (mistakes.any()) return;
  std::vector<std::optional<size_t>> places(targets.size());  // of the candidate; none: the author's name
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].target.name.empty()) continue;
    places[i] = 0;
    targets[i].target.name = candidate(targets[i], 0).value_or("");
  }
  for (bool isSettled = false; !isSettled;) {
    isSettled = true;
    std::map<std::string, std::vector<size_t>> bearers;
    for (size_t i = 0; i < targets.size(); ++i) bearers[targets[i].target.name].push_back(i);
    for (const auto& [name, indices] : bearers) {
      for (const size_t i : indices) {
        if (indices.size() < 2 || !places[i]) continue;
        isSettled = false;
        if (auto longer = candidate(targets[i], ++*places[i])) {
          targets[i].target.name = std::move(*longer);
          continue;
        }
        const size_t other = indices.front() == i ? indices.back() : indices.front();
        mistakes.add(targets[i].line, fmt::format("{} is a target twice (line {}): give one of them a name",
                                                  targets[i].file.string(), targets[other].line));
        return;
      }
    }
  }
}

}  // namespace covolve::campaign
