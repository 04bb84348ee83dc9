// bench_generations: what the search itself costs, without any code under test:
// time of a generation against the number of targets, and tests a second where
// there is hardly anything to decide. Results are data: generations.json and
// generations.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

#include "artificial_problems.h"
#include "base/files.h"
#include "search/loop/loop.h"

namespace fs = std::filesystem;
using namespace covolve;
using namespace covolve::search;
using artificial::ArtificialProblem;
using artificial::Numbers;
using artificial::Shape;

namespace {

constexpr int kRounds = 5;

/// No target can be covered, so that all stay objectives; each test reaches an eighth of them, and those that
/// depend on these have an approach level.
Shape openTargets(size_t targets) {
  std::vector<TargetGraph::Edge> edges;
  for (TargetId target = 1; target < targets; target += 2) edges.push_back({target - 1, target});
  return {targets,
          4,
          0,
          999'999'999,
          [targets](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            const auto first = static_cast<size_t>(numbers[0]) % 8;
            for (size_t target = first; target < targets; target += 8) {
              const auto secret = static_cast<int64_t>(target * 7'919'317 % 1'000'000'000);
              reached.push_back({static_cast<TargetId>(target),
                                 artificial::apart(numbers[target / 8 % numbers.size()], secret) + 1});
            }
          },
          TargetGraph(targets, std::move(edges))};
}

/// The same for DynaMOSA, whose objectives would be half of those: all are roots.
Shape openRoots(size_t targets) {
  Shape shape = openTargets(targets);
  shape.graph = TargetGraph(targets, {});
  return shape;
}

/// One number, and distances that never get to 0.
Shape trivial(size_t targets) {
  return {targets, 1, 0, 999'999'999,
          [targets](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            for (size_t target = 0; target < targets; ++target) {
              const auto secret = static_cast<int64_t>(target * 7'919'317 % 1'000'000'000);
              reached.push_back({static_cast<TargetId>(target), artificial::apart(numbers[0], secret) + 1});
            }
          }};
}

/// Of this process, which has one thread: other load on the machine does not count.
double processorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double secondsFor(const std::string& algorithm, const Shape& shape, uint64_t tests) {
  ArtificialProblem problem(shape);
  Archive archive(problem.targetCount());
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, tests}, interrupted);
  Rng rng(1);
  Parameters parameters;
  parameters.localSearchShare = 0;
  const double start = processorSeconds();
  const auto result = runSearch(algorithm, {problem, archive, budget, rng, parameters, nullptr});
  if (!result) return std::numeric_limits<double>::infinity();
  return processorSeconds() - start;
}

/// Of the fastest round: whatever else the machine does only slows a round down.
double fastest(const std::string& algorithm, const Shape& shape, uint64_t tests) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) best = std::min(best, secondsFor(algorithm, shape, tests));
  return best;
}

/// The exponent e of time ~ targets^e by least squares over logarithms; n log n is 1.1 to 1.2 in this range.
double growth(const std::vector<std::pair<size_t, double>>& times) {
  double sumX = 0;
  double sumY = 0;
  double sumXX = 0;
  double sumXY = 0;
  for (const auto& [targets, seconds] : times) {
    const double x = std::log(static_cast<double>(targets));
    const double y = std::log(seconds);
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  const auto n = static_cast<double>(times.size());
  return (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Measures the search without code under test.");
  fs::path results = "bench/results";
  fs::path subjects;
  std::string only;
  size_t onlyTargets = 1;
  program.add_option("--subjects", subjects, "Not used: all problems are artificial");
  program.add_option("--results", results, "Where the results go");
  program.add_option("--only", only, "Only the trivial problem, with this algorithm; writes no results");
  program.add_option("--targets", onlyTargets, "Targets of that problem");
  CLI11_PARSE(program, count, values);

  if (!only.empty()) {
    const uint64_t tests = std::clamp<uint64_t>(20'000'000 / onlyTargets, 10'000, 2'000'000);
    const double seconds = secondsFor(only, trivial(onlyTargets), tests);
    fmt::print("{:.0f} tests/s\n", static_cast<double>(tests) / seconds);
    return 0;
  }

  nlohmann::json json{{"benchmark", "generations"}};
  const size_t population = Parameters().population;
  std::string text =
      "Processor time of a generation of 50 tests, microseconds, by the number of uncovered targets; each "
      "test reaches "
      "an "
      "eighth of them.\n\n| algorithm | 10 | 100 | 1,000 | 10,000 | growth, exponent | of the last step |\n"
      "|---|---:|---:|---:|---:|---:|---:|\n";
  for (const std::string algorithm : {"mosa", "dynamosa", "mio", "monotonic", "random"}) {
    std::vector<std::pair<size_t, double>> times;
    for (const size_t targets : {10, 100, 1'000, 10'000}) {
      const size_t generations = std::clamp<size_t>(1'000'000 / targets, 100, 5'000);
      const Shape shape = algorithm == "dynamosa" ? openRoots(targets) : openTargets(targets);
      times.emplace_back(
          targets, fastest(algorithm, shape, generations * population) / static_cast<double>(generations));
      json["generations"].push_back(
          {{"algorithm", algorithm}, {"targets", targets}, {"microseconds", times.back().second * 1e6}});
    }
    const double last = std::log10(times[3].second / times[2].second);
    text += fmt::format("| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.2f} |\n", algorithm,
                        times[0].second * 1e6, times[1].second * 1e6, times[2].second * 1e6,
                        times[3].second * 1e6, growth(times), last);
    json["growth"].push_back({{"algorithm", algorithm}, {"exponent", growth(times)}, {"lastStep", last}});
  }
  text +=
      "\nTests a second of processor time on a trivial problem: one action with one integer, no distance "
      "ever 0.\n\n"
      "| algorithm | 1 target | 5 targets | 20 targets |\n|---|---:|---:|---:|\n";
  for (const AlgorithmInfo& info : algorithms()) {
    text += fmt::format("| {} |", info.name);
    for (const size_t targets : {1, 5, 20}) {
      constexpr uint64_t kTests = 500'000;
      const double rate = kTests / fastest(info.name, trivial(targets), kTests);
      text += fmt::format(" {:.0f} |", rate);
      json["trivial"].push_back({{"algorithm", info.name}, {"targets", targets}, {"testsPerSecond", rate}});
    }
    text += '\n';
  }
  fmt::print("{}", text);
  for (const auto& [name, content] :
       {std::pair{"generations.md", text}, std::pair{"generations.json", json.dump(2) + "\n"}}) {
    if (auto written = replaceFile(results / name, content); !written) {
      fmt::print(stderr, "{}\n", written.error().message);
      return 1;
    }
  }
  return 0;
}
