// bench_rest: what covolve rest finds, reaches and costs on our services: seeded
// faults within 5,000 requests, line coverage within 10,000, requests a second
// beside wrk over one connection. Results are data: rest.json and rest.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/files.h"
#include "runs.h"

namespace fs = std::filesystem;
using namespace covolve;

namespace {

struct Figures {
  std::map<std::string, bench::Speed> speeds;                // by endpoint
  std::map<std::string, std::vector<double>> coverage;       // by service: percent, by seed
  std::map<std::string, std::map<std::string, int>> faults;  // by service, by fault: seeds that found it
  std::map<std::string, std::set<std::string>> unexpected;   // by service
  int seeds = 0;
};

std::string asTable(const Figures& figures) {
  std::string text =
      "## Requests a second, one connection\n\n| endpoint | wrk | search | search / wrk "
      "|\n|---|---:|---:|---:|\n";
  for (const auto& [name, speed] : figures.speeds) {
    text += fmt::format("| {} | {:.0f} | {:.0f} | {:.2f} |\n", name, speed.wrk, speed.search,
                        speed.search / speed.wrk);
  }
  text +=
      "\n## Line coverage of the services after 10,000 requests\n\n| service | mean | least | most | seeds "
      "|\n|---|---:|---:|---:|---:|\n";
  for (const auto& [name, values] : figures.coverage) {
    double sum = 0;
    for (const double value : values) sum += value;
    text += fmt::format("| {} | {:.1f} % | {:.1f} % | {:.1f} % | {} |\n", name,
                        sum / static_cast<double>(values.size()), std::ranges::min(values),
                        std::ranges::max(values), values.size());
  }
  text +=
      fmt::format("\n## Seeded faults found within 5,000 requests (rude: 500), in how many of {} seeds\n\n",
                  figures.seeds);
  text += "| service | fault | found |\n|---|---|---:|\n";
  for (const auto& [service, faults] : figures.faults) {
    for (const auto& [fault, count] : faults)
      text += fmt::format("| {} | {} | {} |\n", service, fault, count);
  }
  text += "\nReported, but not seeded: ";
  bool isNone = true;
  for (const auto& [service, faults] : figures.unexpected) {
    for (const std::string& fault : faults) {
      text += fmt::format("{}{}: {}", isNone ? "" : "; ", service, fault);
      isNone = false;
    }
  }
  return text + (isNone ? "nothing.\n" : ".\n");
}

nlohmann::json asJson(const Figures& figures) {
  nlohmann::json json{{"benchmark", "rest"}, {"seeds", figures.seeds}};
  for (const auto& [name, speed] : figures.speeds) {
    json["speed"][name] = {{"wrkPerSecond", speed.wrk}, {"searchPerSecond", speed.search}};
  }
  json["lineCoverage"] = figures.coverage;
  json["faults"] = figures.faults;
  json["unexpected"] = figures.unexpected;
  return json;
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Measures covolve rest: faults found, lines covered, requests a second.");
  fs::path subjects = "subjects";
  fs::path results = "bench/results";
  int seeds = 10;
  program.add_option("--subjects", subjects, "The repository's subjects");
  program.add_option("--results", results, "Where the results go");
  program.add_option("--seeds", seeds, "Seeds for faults and coverage");
  CLI11_PARSE(program, count, values);
  const auto scratch = ScratchDirectory::make("bench-rest");
  if (!scratch) return fmt::print(stderr, "{}\n", scratch.error().message), 2;
  const bench::Place place{fs::read_symlink("/proc/self/exe").parent_path(), fs::absolute(subjects / "rest"),
                           scratch->path()};
  const auto fail = [](const Error& error) {
    fmt::print(stderr, "{}\n", error.message);
    return 2;
  };
  Figures figures;
  figures.seeds = seeds;
  const auto speed = bench::measureSpeed(place, "ncs", "/api/triangle/**", "/api/triangle/3/4/5");
  if (!speed) return fail(speed.error());
  figures.speeds["ncs /api/triangle"] = *speed;
  fmt::print("speed: {:.2f} of wrk\n", speed->search / speed->wrk);
  const auto apart =
      bench::measureSpeed(place, "ncs", "/api/triangle/**", "/api/triangle/3/4/5", bench::Writing::Apart);
  if (!apart) return fail(apart.error());
  figures.speeds["ncs --apart, wrk with new connections"] = *apart;
  fmt::print("head and body apart: {:.2f} of wrk with new connections\n", apart->search / apart->wrk);
  for (const std::string service : {"ncs", "scs", "news"}) {
    for (int seed = 1; seed <= seeds; ++seed) {
      const auto run = bench::runRest(place, service, seed, 10'000);
      if (!run) return fail(run.error());
      figures.coverage[service].push_back(run->lineCoverage);
      figures.unexpected[service].insert(run->faults.begin(), run->faults.end());
      fmt::print("{} seed {}: {:.1f} % of lines\n", service, seed, run->lineCoverage);
    }
  }
  // What hangs costs the whole timeout each time, so the rude service gets fewer requests.
  for (const auto& [service, requests, more] :
       {std::tuple{"store", 5'000u, std::vector<std::string>{}},
        std::tuple{"rude", 500u, std::vector<std::string>{"--timeout", "300ms"}}}) {
    const auto manifest = bench::manifestOf(place, service);
    if (!manifest) return fail(manifest.error());
    for (const std::string& fault : *manifest) figures.faults[service][fault] = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const auto run = bench::runRest(place, service, seed, requests, more);
      if (!run) return fail(run.error());
      for (const std::string& fault : run->faults) {
        if (manifest->contains(fault)) {
          ++figures.faults[service][fault];
        } else {
          figures.unexpected[service].insert(fault);
        }
      }
      fmt::print("{} seed {}: {} faults\n", service, seed, run->faults.size());
    }
  }
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto run = bench::runRest(place, "store", seed, 5'000, {"--start", bench::correctStore(place)});
    if (!run) return fail(run.error());
    figures.unexpected["store --correct"].insert(run->faults.begin(), run->faults.end());
  }
  const std::string text = asTable(figures);
  fmt::print("\n{}", text);
  std::error_code ignored;
  fs::create_directories(results, ignored);
  for (const auto& [name, contents] :
       {std::pair{"rest.json", asJson(figures).dump(2) + "\n"}, std::pair{"rest.md", text}}) {
    if (const auto written = replaceFile(results / name, contents); !written) return fail(written.error());
  }
  return 0;
}
