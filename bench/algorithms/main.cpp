// bench_algorithms: what each search algorithm covers on the subjects, over
// several seeds. Results are data: algorithms.jsonl (a line a run) and
// algorithms.md. Runs that are there already are not repeated.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "runs.h"
#include "search/algorithm.h"
#include "table.h"

namespace fs = std::filesystem;
using namespace covolve;

namespace {

int fail(const Error& error) {
  fmt::print(stderr, "bench_algorithms: {}\n", error.message);
  return error.blame == Error::Blame::User ? 1 : 2;
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Measures what each search algorithm covers on the subjects.");
  fs::path subjectFolder = "subjects";
  fs::path results = "bench/results";
  std::vector<std::string> algorithms = search::algorithmNames();
  std::vector<std::string> groups{"numeric", "strings", "roops"};
  std::vector<std::string> only;
  uint64_t seeds = 10;
  std::string budget = "30s";
  bool tableOnly = false;
  program.add_option("--subjects", subjectFolder, "The repository's subjects")->capture_default_str();
  program.add_option("--results", results, "Where the results go")->capture_default_str();
  program.add_option("--algorithms", algorithms, "Which, the one to look at first")->delimiter(',');
  program.add_option("--groups", groups, "Groups of subjects")->delimiter(',')->capture_default_str();
  program.add_option("--only", only, "Only the subjects of these names")->delimiter(',');
  program.add_option("--seeds", seeds, "Seeds 1 to N")->capture_default_str();
  program.add_option("--budget", budget, "Time for each search")->capture_default_str();
  program.add_flag("--table-only", tableOnly, "Run nothing, write the table of what is there");
  CLI11_PARSE(program, count, values);

  auto subjects = bench::readSubjects(subjectFolder / "expected.json", groups);
  if (!subjects) return fail(subjects.error());
  if (!only.empty()) {
    std::erase_if(*subjects, [&](const bench::Subject& subject) {
      return std::ranges::find(only, subject.name) == only.end();
    });
  }
  std::error_code ignored;
  fs::create_directories(results, ignored);
  auto store = bench::RunStore::open(results / "algorithms.jsonl");
  if (!store) return fail(store.error());
  const auto scratch = ScratchDirectory::make("bench");
  if (!scratch) return fail(scratch.error());
  const auto writeTable = [&] {
    std::vector<bench::Run> runs = store->all();
    std::erase_if(runs, [&](const bench::Run& run) { return run.budget != budget; });
    return replaceFile(results / "algorithms.md", bench::makeTable(*subjects, algorithms, runs, 0.9));
  };
  // Seed by seed, so that an interrupted benchmark has something to say about every subject.
  for (uint64_t seed = 1; seed <= seeds && !tableOnly; ++seed) {
    for (const std::string& algorithm : algorithms) {
      for (const bench::Subject& subject : *subjects) {
        if (store->has({subject.name, algorithm, seed, budget, 0, 0, 0, 0, 0, {}})) continue;
        auto run = bench::runOnce(subject, algorithm, seed, budget, scratch->path());
        if (!run) return fail(run.error());
        fmt::print("{:28} {:10} seed {:2}  {:4}/{:<4} branches  {:5.1f} s\n", subject.name, algorithm, seed,
                   run->covered, run->branches, run->searchSeconds);
        std::fflush(stdout);
        if (auto added = store->add(*run); !added) return fail(added.error());
      }
    }
    if (auto written = writeTable(); !written) return fail(written.error());
  }
  if (auto written = writeTable(); !written) return fail(written.error());
  return 0;
}
