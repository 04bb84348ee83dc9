#include "report/mutation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/version.h"
#include "report/mutation_json.h"
#include "report/summary_lines.h"

namespace covolve::report {

size_t MutationReport::count(Fate fate) const {
  return static_cast<size_t>(std::ranges::count(mutants, fate, &MutantReport::fate));
}

double MutationReport::score() const {
  if (mutants.empty()) return 100;
  if (tried() == 0) return 0;
  return 100 * static_cast<double>(count(Fate::Killed)) / static_cast<double>(tried());
}

std::string mutationLine(const MutationReport& report) {
  if (report.mutants.empty()) return "no mutants: there is nothing to change";
  if (report.tried() == 0)
    return fmt::format("none of {} was tried: the time was up",
                       counted(report.mutants.size(), "mutant", "mutants"));
  const size_t killed = report.count(Fate::Killed);
  // 99.96 % must not read as 100.
  const double shown = killed < report.tried() ? std::min(report.score(), 99.9) : report.score();
  std::string text = fmt::format("{} of {} mutants killed ({:.1f} %)", killed, report.tried(), shown);
  std::string rest;
  for (const auto& [fate, word] :
       {std::pair(Fate::Survived, "survived"), {Fate::NotReached, "not reached"}}) {
    if (const size_t count = report.count(fate); count > 0)
      rest += fmt::format("{} {} {}", rest.empty() ? ":" : ",", count, word);
  }
  text += rest;
  if (const size_t untried = report.count(Fate::NotTried); untried > 0)
    text += fmt::format("; {} not tried, {}", untried,
                        report.isSample ? "the others are a sample" : "the time was up");
  if (report.search && report.search->addedTests > 0)
    text += fmt::format("; {} added for them", counted(report.search->addedTests, "test was", "tests were"));
  return text;
}

std::string aliveLines(const MutationReport& report, size_t most) {
  std::string text;
  size_t shown = 0;
  size_t left = 0;
  const MutantReport* last = nullptr;
  for (const MutantReport& mutant : report.mutants) {
    if (mutant.fate != Fate::Survived && mutant.fate != Fate::NotReached) continue;
    if (shown == most) {
      ++left;
      continue;
    }
    ++shown;
    if (last == nullptr || last->line != mutant.line || last->file != mutant.file) {
      text += fmt::format("  {}:{}  {}\n", std::filesystem::path(mutant.file).filename().string(),
                          mutant.line, mutant.source);
    }
    last = &mutant;
    text += fmt::format("    {}{} (column {})\n", mutant.change,
                        mutant.fate == Fate::NotReached ? ": not reached" : "", mutant.column);
  }
  if (left > 0) text += fmt::format("  and {} more\n", left);
  return text;
}

nlohmann::ordered_json mutationJson(const MutationReport& report) {
  nlohmann::ordered_json json;
  json["score"] = std::round(report.score() * 10) / 10;
  json["mutants"] = report.mutants.size();
  json["killed"] = report.count(Fate::Killed);
  json["survived"] = report.count(Fate::Survived);
  json["notReached"] = report.count(Fate::NotReached);
  json["notTried"] = report.count(Fate::NotTried);
  if (report.search) {
    json["search"] = {{"killedBefore", report.search->killedBefore},
                      {"addedTests", report.search->addedTests},
                      {"addedExpectations", report.search->addedExpectations},
                      {"droppedExpectations", report.search->droppedExpectations},
                      {"runs", report.search->runs}};
  }
  nlohmann::ordered_json alive = nlohmann::ordered_json::array();
  for (const MutantReport& mutant : report.mutants) {
    if (mutant.fate != Fate::Survived && mutant.fate != Fate::NotReached) continue;
    alive.push_back({{"file", mutant.file},
                     {"line", mutant.line},
                     {"column", mutant.column},
                     {"kind", mutant.kind},
                     {"change", mutant.change},
                     {"function", mutant.function},
                     {"source", mutant.source},
                     {"reached", mutant.fate == Fate::Survived}});
  }
  json["alive"] = std::move(alive);
  return json;
}

std::string writeMutationJson(const MutationReport& report, const std::string& source,
                              const std::vector<std::string>& tests) {
  nlohmann::ordered_json json;
  json["covolve"] = kVersion;
  json["format"] = 1;
  json["source"] = source;
  json["tests"] = tests;
  json.update(mutationJson(report));
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace covolve::report
