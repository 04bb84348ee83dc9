// bench_campaign_store: what a large campaign's store costs: a hundred thousand
// runs with 64 points of progress each, added one by one as a campaign does,
// then loaded as results are made from. Results are data: campaign_store.json
// and campaign_store.md.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/rng.h"
#include "campaign/store/store.h"

namespace fs = std::filesystem;
using namespace covolve;
using namespace covolve::campaign;

namespace {

constexpr size_t kTargets = 100;
constexpr size_t kConfigurations = 10;
constexpr int kRounds = 5;
constexpr size_t kAddsOnDisk = 200;
constexpr uint64_t kProgressPoints = 64;  // as many as are kept

struct Stopwatch {
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  /// Of this process, which has one thread: other load on the machine does not count.
  double processorSeconds() const {
    return static_cast<double>(std::clock() - startOfProcessor) / CLOCKS_PER_SEC;
  }
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::clock_t startOfProcessor = std::clock();
};

Definition definitionFor(size_t runs) {
  Definition definition;
  definition.name = "large";
  for (size_t i = 0; i < kTargets; ++i) {
    definition.targets.push_back({fmt::format("library/module{}/source{}", i / 10, i),
                                  "library",
                                  {fmt::format("source{}.cpp", i)},
                                  {},
                                  false});
  }
  for (size_t i = 0; i < kConfigurations; ++i) {
    definition.configurations.push_back({fmt::format("configuration {}", i), "", {"--algorithm", "mio"}});
  }
  definition.budgets = {{"30s", {"--budget", "30s"}}};
  const size_t aSeed = kTargets * kConfigurations;
  for (uint64_t seed = 1; seed <= (runs + aSeed - 1) / aSeed; ++seed) definition.seeds.push_back(seed);
  return definition;
}

/// As runs are: a command, options and a machine that most share, files, sometimes faults, a curve that
/// flattens out.
RunRecord recordOf(const Definition& definition, size_t number, Rng& rng) {
  const Target& target = definition.targets[number % kTargets];
  const Configuration& configuration = definition.configurations[number / kTargets % kConfigurations];
  RunRecord record;
  record.key = {target.name, configuration.name, "30s", number / (kTargets * kConfigurations) + 1};
  record.command = fmt::format(
      "covolve unit {} -p build/release --seed {} --algorithm mio --budget 30s --output "
      "campaigns/large/{}/{}/30s/{} -- -std=c++20 -O2 -Iinclude -Ithird_party/include",
      target.arguments[0], record.key.seed, target.name, configuration.name, record.key.seed);
  record.started = "2026-11-15T16:01:04Z";
  record.seconds = 31 + rng.unit();
  record.searchSeconds = 30;
  record.evaluations = 3'000'000 + rng.below(1'000'000);
  record.tests = 20 + rng.below(50);
  record.lines = {300 + rng.below(100), 400};
  record.branches = {500 + rng.below(300), 900};
  record.functions = {40, 41};
  record.targets = {1'000 + rng.below(200), 1'300};
  ProgressPoint point;
  for (uint64_t i = 0; i < kProgressPoints; ++i) {
    record.progress.push_back(point);
    point.milliseconds += 1 + rng.below(i * 4 + 1);
    point.evaluations += 100 + rng.below(i * 500 + 1);
    point.covered += 1 + rng.below(8);
  }
  for (size_t i = 0; i < number % 3; ++i) {
    record.faults.push_back({"crash",
                             "std::out_of_range: vector::_M_range_check: __n (which is 7) >= this->size()",
                             "library/source.cpp", static_cast<unsigned>(rng.below(1'000)), true});
  }
  for (const char* name : {"_test.cpp", "_faults_test.cpp", ".covolve.json", ".sarif"}) {
    std::string hash;
    for (int i = 0; i < 4; ++i) hash += fmt::format("{:016x}", rng.bits());
    record.files.push_back({target.arguments[0] + name, hash});
  }
  record.options =
      fmt::format(R"({{"algorithm":"mio","criteria":"branch,line","steps":"{}"}})", number % kConfigurations);
  record.inputs = fmt::format("{:064x}", number % kTargets);
  record.provenance = {"0.1.0",
                       std::string(64, 'c'),
                       "Debian clang version 19.1.7",
                       fmt::format("node{}", number % 8),
                       "x86",
                       64,
                       256'000,
                       "6.1.0"};
  return record;
}

[[noreturn]] void stop(const Error& error) {
  fmt::print(stderr, "{}\n", error.message);
  std::exit(1);
}

template <class T>
T need(Result<T> result) {
  if (!result) stop(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

double secondsToAdd(Store& store, const Definition& definition, size_t from, size_t to) {
  Rng rng(from);
  double seconds = 0;
  for (size_t number = from; number < to; ++number) {
    const RunRecord record = recordOf(definition, number, rng);
    const Stopwatch watch;
    need(store.add(record));
    seconds += watch.seconds();
  }
  return seconds;
}

/// So that the next to read the file reads it from the disk.
void forgetCached(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  close(descriptor);
}

struct LoadTime {
  double open;
  double whole;  // with opening
  double processor;
};

LoadTime timeToLoad(const fs::path& file, size_t runs) {
  const Stopwatch watch;
  const Store store = need(Store::open(file));
  const double open = watch.seconds();
  const CampaignData data = need(store.load());
  const LoadTime time{open, watch.seconds(), watch.processorSeconds()};
  if (data.runs.size() != runs || data.progress.size() != runs * kProgressPoints) {
    stop(
        {fmt::format("{} has {} runs and {} points", file.string(), data.runs.size(), data.progress.size())});
  }
  return time;
}

LoadTime medianLoad(const fs::path& file, size_t runs, bool isCached) {
  std::vector<LoadTime> times;
  for (int round = 0; round < kRounds; ++round) {
    if (!isCached) forgetCached(file);
    times.push_back(timeToLoad(file, runs));
  }
  std::ranges::sort(times, {}, &LoadTime::whole);
  return times[times.size() / 2];
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Measures the store of a large campaign.");
  fs::path results = "bench/results";
  fs::path subjects;
  fs::path memory = fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
  size_t runs = 100'000;
  std::string remark;
  program.add_option("--subjects", subjects, "Not used: all runs are made up");
  program.add_option("--results", results, "Where the results go");
  program.add_option("--runs", runs, "Runs in the store");
  program.add_option("--memory", memory, "A file system in memory, where the store is filled");
  program.add_option("--remark", remark, "Goes into the results: what else the machine did");
  CLI11_PARSE(program, count, values);

  const auto scratch = need(ScratchDirectory::make("bench"));
  const fs::path file = scratch.path() / "campaign.db";
  const fs::path inMemory = memory / fmt::format("covolve-bench-{}.db", getpid());
  // A commit waits for the disk several times; a hundred thousand of them would measure nothing else.
  double inMemorySeconds = 0;
  {
    Store store = need(Store::open(inMemory));
    const Definition definition = definitionFor(runs);
    need(store.define(definition));
    inMemorySeconds = secondsToAdd(store, definition, 0, runs);
  }
  std::error_code failed;
  fs::copy_file(inMemory, file, failed);
  fs::remove(inMemory);
  if (failed) stop({fmt::format("cannot write {}: {}", file.string(), failed.message())});

  const uintmax_t bytes = fs::file_size(file);
  const LoadTime cold = medianLoad(file, runs, false);
  const LoadTime warm = medianLoad(file, runs, true);
  double onDiskSeconds = 0;
  {
    Store store = need(Store::open(file));
    const Definition grown = definitionFor(runs + kAddsOnDisk);
    need(store.define(grown));
    onDiskSeconds = secondsToAdd(store, grown, runs, runs + kAddsOnDisk);
  }

  const double anAddInMemory = inMemorySeconds / static_cast<double>(runs);
  const double anAddOnDisk = onDiskSeconds / kAddsOnDisk;
  const std::string text = fmt::format(
      "A store of {} runs with 64 points of progress each; times to load are the median of {} "
      "rounds.{}\n\n| figure | value | aim |\n|---|---:|---:|\n"
      "| size, MB | {:.0f} | < 1000 |\n"
      "| open and load, not in the system's cache, s | {:.2f} | < 5 |\n"
      "| open and load, cached, s | {:.2f} | < 5 |\n"
      "| of that processor time, s | {:.2f} | |\n"
      "| of that opening, s | {:.3f} | |\n"
      "| add a run, on the disk, ms | {:.2f} | |\n"
      "| add a run, in memory, ms | {:.3f} | |\n",
      runs, kRounds, remark.empty() ? "" : " " + remark, static_cast<double>(bytes) / 1e6, cold.whole,
      warm.whole, warm.processor, warm.open, anAddOnDisk * 1e3, anAddInMemory * 1e3);
  const nlohmann::json json{{"benchmark", "campaign_store"},
                            {"runs", runs},
                            {"remark", remark},
                            {"bytes", bytes},
                            {"coldLoadSeconds", cold.whole},
                            {"loadSeconds", warm.whole},
                            {"loadProcessorSeconds", warm.processor},
                            {"openSeconds", warm.open},
                            {"addOnDiskSeconds", anAddOnDisk},
                            {"addInMemorySeconds", anAddInMemory}};
  fmt::print("{}", text);
  for (const auto& [name, content] :
       {std::pair{"campaign_store.md", text}, std::pair{"campaign_store.json", json.dump(2) + "\n"}}) {
    need(replaceFile(results / name, content));
  }
  return 0;
}
