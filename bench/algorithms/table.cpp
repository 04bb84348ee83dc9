#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace covolve::bench {

namespace {

using Runs = std::vector<const Run*>;

double feasibleShare(const Subject& subject, const Run& run) {
  // Above 1 when expected.json is wrong: that must be seen.
  const uint64_t feasible = run.branches - std::min(run.branches, subject.infeasible);
  return feasible == 0 ? 1 : static_cast<double>(run.covered) / static_cast<double>(feasible);
}

std::optional<double> mean(const Subject& subject, const Runs& runs) {
  if (runs.empty()) return std::nullopt;
  double sum = 0;
  for (const Run* run : runs) sum += feasibleShare(subject, *run);
  return sum / static_cast<double>(runs.size());
}

/// Rounded down: 99.96 must not read as 100.
std::string percent(double share) { return fmt::format("{:.1f}", static_cast<int>(share * 1000) / 10.0); }

std::string missedBy(const Runs& runs) {
  std::map<std::string, size_t> counts;
  for (const Run* run : runs) {
    for (const std::string& missed : run->missed) ++counts[missed];
  }
  std::vector<std::pair<size_t, std::string>> often;
  for (const auto& [missed, count] : counts) {
    if (2 * count >= runs.size()) often.emplace_back(count, missed);
  }
  std::ranges::sort(often, [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  std::string text;
  for (const auto& [count, missed] : often) {
    text += fmt::format("  - `{}` ({} of {} runs)\n", missed, count, runs.size());
  }
  return text;
}

uint64_t medianTests(Runs runs) {
  std::ranges::sort(runs, {}, &Run::evaluations);
  return runs[runs.size() / 2]->evaluations;
}

std::string header(const char* first, const std::vector<std::string>& algorithms) {
  std::string text = first;
  std::string rule = "|";
  for (const char c : std::string_view(first).substr(1)) rule += c == '|' ? "---|" : "";
  for (const std::string& algorithm : algorithms) {
    text += fmt::format(" {} |", algorithm);
    rule += "---:|";
  }
  return text + "\n" + rule + "\n";
}

using RunsBySubject = std::map<std::pair<std::string, std::string>, Runs>;

/// Where all cover everything, how soon they did tells them apart.
std::string testsTable(const std::vector<Subject>& subjects, const std::vector<std::string>& algorithms,
                       const RunsBySubject& runs) {
  std::string text = header("| subject |", algorithms);
  for (const Subject& subject : subjects) {
    text += fmt::format("| {} |", subject.name);
    for (const std::string& algorithm : algorithms) {
      const auto found = runs.find({subject.name, algorithm});
      text += found != runs.end() ? fmt::format(" {} |", medianTests(found->second)) : " |";
    }
    text += "\n";
  }
  return text;
}

/// Subjects on which the first algorithm covers less than random search.
std::string belowRandom(const std::vector<Subject>& subjects, const std::string& first,
                        const RunsBySubject& runs) {
  std::string names;
  size_t compared = 0;
  for (const Subject& subject : subjects) {
    const auto own = runs.find({subject.name, first});
    const auto random = runs.find({subject.name, "random"});
    if (own == runs.end() || random == runs.end()) continue;
    ++compared;
    if (*mean(subject, own->second) < *mean(subject, random->second)) names += " " + subject.name;
  }
  return fmt::format("\n{} covers less than random search on:{} (of {} subjects compared).\n", first,
                     names.empty() ? " none" : names, compared);
}

}  // namespace

std::string makeTable(const std::vector<Subject>& subjects, const std::vector<std::string>& algorithms,
                      const std::vector<Run>& runs, double wanted) {
  RunsBySubject bySubject;
  for (const Run& run : runs) bySubject[{run.subject, run.algorithm}].push_back(&run);
  std::string text = header("| subject | group | branches | infeasible |", algorithms);
  std::map<std::string, std::pair<double, size_t>> sums;
  std::string below;
  for (const Subject& subject : subjects) {
    const auto runsOf = [&](const std::string& algorithm) {
      const auto found = bySubject.find({subject.name, algorithm});
      return found != bySubject.end() ? found->second : Runs();
    };
    const Runs first = runsOf(algorithms.front());
    text += fmt::format("| {} | {} | {} | {} |", subject.name, subject.group,
                        first.empty() ? subject.branches : first.front()->branches, subject.infeasible);
    for (const std::string& algorithm : algorithms) {
      const Runs ofAlgorithm = runsOf(algorithm);
      const auto share = mean(subject, ofAlgorithm);
      text += share ? fmt::format(" {} ({}) |", percent(*share), ofAlgorithm.size()) : std::string(" |");
      if (!share) continue;
      sums[algorithm].first += *share;
      ++sums[algorithm].second;
    }
    text += "\n";
    if (const auto share = mean(subject, first); share && *share < wanted) {
      below += fmt::format("- **{}** {} %\n{}", subject.name, percent(*share), missedBy(first));
    }
  }
  text += "| mean | | | |";
  for (const std::string& algorithm : algorithms) {
    const auto& [sum, count] = sums[algorithm];
    text += count > 0 ? fmt::format(" {} |", percent(sum / static_cast<double>(count))) : std::string(" |");
  }
  text +=
      "\n\nMean share of the feasible branches that the emitted tests cover, in percent, by llvm-cov; in "
      "brackets "
      "the number of seeds.\n";
  text += "\nMedian number of tests run until all targets were covered or the time was up:\n\n" +
          testsTable(subjects, algorithms, bySubject);
  text += belowRandom(subjects, algorithms.front(), bySubject);
  if (!below.empty()) {
    text += fmt::format("\nBelow {:.0f} % with {}, and what half of the runs or more missed:\n\n{}",
                        wanted * 100, algorithms.front(), below);
  }
  return text;
}

}  // namespace covolve::bench
