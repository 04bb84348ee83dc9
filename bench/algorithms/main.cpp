// bench_algorithms: what each search algorithm covers on the subjects, over
// several seeds. Results are data: algorithms.jsonl (a line a run) and
// algorithms.md. Runs that are there already are not repeated.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <mutex>
#include <thread>

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

struct Wanted {
  const bench::Subject* subject;
  std::string algorithm;
  uint64_t seed;
};

/// `jobs` at a time; the first error ends it, what is done is kept.
Result<void> runAll(const std::vector<Wanted>& wanted, unsigned jobs, const std::string& build,
                    const std::string& budget, const fs::path& scratch, bench::RunStore& store) {
  std::mutex mutex;
  size_t next = 0;
  Result<void> outcome;
  const auto work = [&] {
    for (;;) {
      std::unique_lock lock(mutex);
      if (!outcome || next == wanted.size()) return;
      const Wanted& one = wanted[next++];
      lock.unlock();
      auto run = bench::runOnce(*one.subject, one.algorithm, one.seed, budget, scratch);
      lock.lock();
      if (!run) {
        outcome = std::unexpected(run.error());
        return;
      }
      run->program = build;
      fmt::print("{:28} {:10} seed {:2}  {:4}/{:<4} branches  {:5.1f} s\n", run->subject, run->algorithm,
                 run->seed, run->covered, run->branches, run->searchSeconds);
      std::fflush(stdout);
      if (auto added = store.add(*run); !added) outcome = std::unexpected(added.error());
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < jobs; ++i) threads.emplace_back(work);
  threads.clear();
  return outcome;
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
  unsigned jobs = 1;
  bool tableOnly = false;
  program.add_option("--subjects", subjectFolder, "The repository's subjects")->capture_default_str();
  program.add_option("--results", results, "Where the results go")->capture_default_str();
  program.add_option("--algorithms", algorithms, "Which, the one to look at first")->delimiter(',');
  program.add_option("--groups", groups, "Groups of subjects")->delimiter(',')->capture_default_str();
  program.add_option("--only", only, "Only the subjects of these names")->delimiter(',');
  program.add_option("--seeds", seeds, "Seeds 1 to N")->capture_default_str();
  program.add_option("--budget", budget, "Time for each search")->capture_default_str();
  program.add_option("--jobs", jobs, "Runs at a time; each wants two cores")->capture_default_str();
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
  const auto build = bench::programId();
  if (!build) return fail(build.error());
  const auto scratch = ScratchDirectory::make("bench");
  if (!scratch) return fail(scratch.error());
  const auto writeTable = [&] {
    std::vector<bench::Run> runs = store->all();
    std::erase_if(runs, [&](const bench::Run& run) { return run.budget != budget || run.program != *build; });
    return replaceFile(results / "algorithms.md", bench::makeTable(*subjects, algorithms, runs, 0.9));
  };
  // Seed by seed, so that an interrupted benchmark has something to say about every subject.
  std::vector<Wanted> wanted;
  for (uint64_t seed = 1; seed <= seeds && !tableOnly; ++seed) {
    for (const std::string& algorithm : algorithms) {
      for (const bench::Subject& subject : *subjects) {
        if (store->has({*build, subject.name, algorithm, seed, budget})) continue;
        wanted.push_back({&subject, algorithm, seed});
      }
    }
  }
  if (const auto done = runAll(wanted, jobs, *build, budget, scratch->path(), *store); !done)
    return fail(done.error());
  if (auto written = writeTable(); !written) return fail(written.error());
  return 0;
}
