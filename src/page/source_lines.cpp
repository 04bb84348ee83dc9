#include "page/source_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "search/target.h"

namespace covolve::page {

namespace {

bool isTrue(const Json& object, std::string_view member) {
  const Json& value = memberOf(object, member);
  return value.is_boolean() && value.get<bool>();
}

/// Of a side of a decision that no test took.
std::string missingSide(const Json& target) {
  const std::string decision = textOf(target, "text");
  const Json& distance = memberOf(target, "distance");
  const uint64_t far = distance.is_number_unsigned() ? distance.get<uint64_t>() : 0;
  const std::string nearest = far == 0                              ? "never reached"
                              : far <= search::kLargestToldDistance ? fmt::format("nearest: {}", far)
                                                                    : "not near yet";
  return fmt::format("{} is never {} ({})", decision.empty() ? "this" : decision,
                     textOf(target, "description"), nearest);
}

void addTarget(const Json& target, SourceLine& line) {
  const std::string kind = textOf(target, "kind");
  const bool isCovered = isTrue(target, "covered");
  if (kind == "line" || kind == "function") {
    line.hasCode = true;
    line.isCovered |= isCovered;
  } else if (kind == "branch" && !isCovered) {
    line.missing.push_back(missingSide(target));
  }
}

void addTests(const Json& report, std::map<std::string, FileLines>& files) {
  const Json& targets = listOf(report, "targets");
  const Json& tests = listOf(report, "tests");
  for (size_t i = 0; i < tests.size(); ++i) {
    for (const Json& covered : listOf(tests[i], "covers")) {
      if (!covered.is_number_unsigned() || covered.get<size_t>() >= targets.size()) continue;
      const Json& target = targets[covered.get<size_t>()];
      const auto line = static_cast<unsigned>(countOf(target, "line"));
      if (line == 0) continue;
      std::vector<size_t>& there = files[textOf(target, "file")][line].tests;
      if (there.empty() || there.back() != i) there.push_back(i);
    }
  }
}

void addSurvivors(const Json& report, std::map<std::string, FileLines>& files) {
  for (const Json& mutant : listOf(memberOf(report, "mutation"), "alive")) {
    const auto line = static_cast<unsigned>(countOf(mutant, "line"));
    if (line == 0 || !isTrue(mutant, "reached")) continue;
    files[textOf(mutant, "file")][line].survivors.push_back(textOf(mutant, "change"));
  }
}

/// Which answers the calls of known functions gave tests.
void addAnswers(const Json& report, std::map<std::string, FileLines>& files) {
  for (const Json& known : listOf(report, "knownCalls")) {
    const auto line = static_cast<unsigned>(countOf(known, "line"));
    if (line == 0) continue;
    const Json& sides = memberOf(known, "sides");
    const bool yes = isTrue(sides, "yes");
    const bool no = isTrue(sides, "no");
    const char* const answers = yes && no ? "yes and no"
                                : yes     ? "yes, never no"
                                : no      ? "no, never yes"
                                          : "never asked";
    files[textOf(known, "file")][line].answers.push_back(
        fmt::format("{}: {}", textOf(known, "call"), answers));
  }
}

}  // namespace

std::map<std::string, FileLines> linesOf(const Json& report) {
  std::map<std::string, FileLines> files;
  for (const Json& target : listOf(report, "targets")) {
    const auto line = static_cast<unsigned>(countOf(target, "line"));
    if (line > 0) addTarget(target, files[textOf(target, "file")][line]);
  }
  addTests(report, files);
  addSurvivors(report, files);
  addAnswers(report, files);
  for (auto& [file, lines] : files) {
    for (auto& [number, line] : lines) {
      std::ranges::sort(line.missing);
      const auto rest = std::ranges::unique(line.missing);
      line.missing.erase(rest.begin(), rest.end());
    }
  }
  return files;
}

}  // namespace covolve::page
