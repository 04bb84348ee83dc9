// bench_throughput: how fast covolve runs tests, beside native calls and
// libFuzzer, on this machine in one run. Results are data: throughput.json and
// throughput.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/files.h"
#include "measure.h"

namespace fs = std::filesystem;
using namespace covolve;
using bench::Case;
using bench::Rates;

namespace {

std::string table(const std::vector<std::pair<Case, Rates>>& results) {
  std::string text =
      "| case | native calls/s | libFuzzer runs/s | worker tests/s | search tests/s | worker / libFuzzer "
      "| search / libFuzzer | concolic tests/s | worker / concolic |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto& [which, rates] : results) {
    text += fmt::format("| {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.2f} | {:.2f} | {:.0f} | {:.1f} |\n",
                        which.name, rates.native, rates.libFuzzer, rates.worker, rates.search,
                        rates.worker / rates.libFuzzer, rates.search / rates.libFuzzer, rates.concolic,
                        rates.worker / rates.concolic);
  }
  return text;
}

nlohmann::json asJson(const std::vector<std::pair<Case, Rates>>& results) {
  nlohmann::json json{{"benchmark", "throughput"}, {"cores", std::thread::hardware_concurrency()}};
  for (const auto& [which, rates] : results) {
    json["cases"].push_back({{"name", which.name},
                             {"callsPerTest", which.callsPerTest},
                             {"nativePerSecond", rates.native},
                             {"libFuzzerPerSecond", rates.libFuzzer},
                             {"workerPerSecond", rates.worker},
                             {"concolicPerSecond", rates.concolic},
                             {"searchPerSecond", rates.search}});
  }
  return json;
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Measures tests a second: native, libFuzzer, covolve's worker, covolve's search.");
  fs::path subjects = "subjects";
  fs::path results = "bench/results";
  fs::path cases = "bench/throughput/cases";
  double scale = 1;
  bool peersOnly = false;
  std::string only;
  program.add_option("--subjects", subjects, "The repository's subjects");
  program.add_option("--cases", cases, "The benchmark's own sources");
  program.add_option("--results", results, "Where the results go");
  program.add_option("--scale", scale, "Factor for the number of tests");
  program.add_option("--only", only, "Only the case of this name; writes no results");
  program.add_flag("--peers-only", peersOnly, "Only native calls and libFuzzer; writes no results");
  CLI11_PARSE(program, count, values);

  const auto scratch = ScratchDirectory::make("bench");
  if (!scratch) return fmt::print(stderr, "{}\n", scratch.error().message), 2;
  const bench::Amounts amounts;
  const auto scaled = [&](uint64_t amount) {
    return std::max<uint64_t>(static_cast<uint64_t>(static_cast<double>(amount) * scale), 1);
  };
  std::vector<std::pair<Case, Rates>> measured;
  for (const Case& which : {Case{"integer", fs::absolute(cases / "integer/target.cpp"), cases / "integer", 1},
                            Case{"text", fs::absolute(cases / "text/target.cpp"), cases / "text", 1},
                            Case{"sequence", fs::absolute(subjects / "bounded_stack/bounded_stack.cpp"),
                                 cases / "sequence", 5}}) {
    if (!only.empty() && which.name != only) continue;
    Rates rates;
    const auto measure = [&](const char* name, double& rate, auto function, uint64_t amount) {
      const auto result = function(which, scaled(amount), scratch->path());
      if (!result) {
        fmt::print(stderr, "{}: {}: {}\n", which.name, name, result.error().message);
        return false;
      }
      rate = *result;
      fmt::print("{:10} {:10} {:14.0f} /s\n", which.name, name, rate);
      std::fflush(stdout);
      return true;
    };
    bool succeeded = measure("native", rates.native, bench::nativeRate, amounts.native) &&
                     measure("libFuzzer", rates.libFuzzer, bench::libFuzzerRate, amounts.libFuzzer);
    if (!peersOnly) {
      succeeded = succeeded && measure("worker", rates.worker, bench::workerRate, amounts.worker) &&
                  measure("concolic", rates.concolic, bench::concolicRate, amounts.concolic) &&
                  measure("search", rates.search, bench::searchRate, amounts.searchSeconds);
    }
    if (!succeeded) return 2;
    measured.emplace_back(which, rates);
  }
  if (peersOnly || !only.empty()) return 0;
  std::error_code ignored;
  fs::create_directories(results, ignored);
  const std::string text = table(measured);
  fmt::print("\n{}", text);
  for (const auto& [name, contents] :
       {std::pair{"throughput.json", asJson(measured).dump(2) + "\n"}, std::pair{"throughput.md", text}}) {
    const auto written = replaceFile(results / name, contents);
    if (!written) return fmt::print(stderr, "{}\n", written.error().message), 1;
  }
  return 0;
}
