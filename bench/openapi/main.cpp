// bench_openapi: whether, and how fast, the largest public OpenAPI documents are
// read: operations, what is left out and why, schemas, seconds. Fails where a
// document is not read or an operation is left out without a reason. Results are
// data: openapi.json and openapi.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "documents.h"
#include "rest/openapi/api.h"

namespace fs = std::filesystem;
using namespace covolve;

namespace {

constexpr int kRounds = 3;

struct Reading {
  bench::Document document;
  std::string name;     // relative to the directory
  std::string failure;  // why it was not read; empty: it was
  size_t operations = 0;
  std::vector<rest::SkippedOperation> leftOut;
  size_t notes = 0;
  size_t schemas = 0;
  double seconds = 0;  // of the fastest round: whatever else the machine does only slows one down

  bool hasSilentLoss() const {
    return std::ranges::any_of(leftOut, [](const auto& one) { return one.reason.empty(); });
  }
};

Reading read(const bench::Document& document, const fs::path& directory) {
  Reading reading;
  reading.document = document;
  reading.name = fs::relative(document.file, directory).string();
  const auto fetchNothing = [](const std::string& url) -> Result<std::string> {
    return userError(url + " is not fetched: only documents that are complete are measured");
  };
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const auto api = rest::readApi(document.file.string(), fetchNothing);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (!api) {
      reading.failure = api.error().message;
      return reading;
    }
    reading.operations = api->operations.size();
    reading.leftOut = api->skipped;
    reading.notes = api->notes.size();
    reading.schemas = api->schemas.size();
    reading.seconds = round == 0 ? time.count() : std::min(reading.seconds, time.count());
  }
  return reading;
}

std::string asTable(const std::vector<Reading>& readings, const std::string& remark) {
  std::string text = fmt::format(
      "The {} largest documents; times are those of the fastest of {} rounds.{}\n\n"
      "| document | MB | OpenAPI | operations | left out | notes | schemas | seconds |\n"
      "|---|---:|---|---:|---:|---:|---:|---:|\n",
      readings.size(), kRounds, remark.empty() ? "" : " " + remark);
  for (const Reading& one : readings) {
    text += fmt::format("| {} | {:.1f} | {} | ", one.name, static_cast<double>(one.document.bytes) / 1e6,
                        one.document.version);
    text += one.failure.empty() ? fmt::format("{} | {} | {} | {} | {:.2f} |\n", one.operations,
                                              one.leftOut.size(), one.notes, one.schemas, one.seconds)
                                : fmt::format("not read: {} | | | | |\n", one.failure);
  }
  text += "\n## Left out\n\n";
  bool isNone = true;
  for (const Reading& one : readings) {
    for (const rest::SkippedOperation& operation : one.leftOut) {
      text += fmt::format("- {}: {}: {}\n", one.name, operation.what,
                          operation.reason.empty() ? "NO REASON" : operation.reason);
      isNone = false;
    }
  }
  return text + (isNone ? "Nothing.\n" : "");
}

nlohmann::json asJson(const std::vector<Reading>& readings, const std::string& remark) {
  nlohmann::json documents = nlohmann::json::array();
  for (const Reading& one : readings) {
    nlohmann::json leftOut = nlohmann::json::array();
    for (const auto& [what, reason] : one.leftOut) leftOut.push_back({{"what", what}, {"reason", reason}});
    nlohmann::json document{
        {"document", one.name}, {"bytes", one.document.bytes}, {"openapi", one.document.version}};
    if (one.failure.empty()) {
      document.update({{"operations", one.operations},
                       {"leftOut", leftOut},
                       {"notes", one.notes},
                       {"schemas", one.schemas},
                       {"seconds", one.seconds}});
    } else {
      document["failure"] = one.failure;
    }
    documents.push_back(std::move(document));
  }
  return {{"benchmark", "openapi"}, {"remark", remark}, {"rounds", kRounds}, {"documents", documents}};
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Measures how large OpenAPI documents are read.");
  fs::path documents;
  fs::path results = "bench/results";
  fs::path subjects;
  size_t most = 20;
  std::string remark;
  program.add_option("--documents", documents, "The directory below which the documents are")->required();
  program.add_option("--subjects", subjects, "Not used: all documents come from elsewhere");
  program.add_option("--results", results, "Where the results go");
  program.add_option("--count", most, "Documents to read: so many of the largest");
  program.add_option("--remark", remark, "Goes into the results: where the documents come from");
  CLI11_PARSE(program, count, values);

  std::vector<Reading> readings;
  for (const bench::Document& document : bench::largestDocuments(documents, most)) {
    readings.push_back(read(document, documents));
  }
  if (readings.empty()) {
    fmt::print(stderr, "there is no OpenAPI document below {}\n", documents.string());
    return 1;
  }
  const std::string text = asTable(readings, remark);
  fmt::print("{}", text);
  std::error_code ignored;
  fs::create_directories(results, ignored);
  for (const auto& [name, content] :
       {std::pair{"openapi.md", text}, std::pair{"openapi.json", asJson(readings, remark).dump(2) + "\n"}}) {
    if (const auto written = replaceFile(results / name, content); !written) {
      fmt::print(stderr, "{}\n", written.error().message);
      return 2;
    }
  }
  bool isRight = true;
  for (const Reading& one : readings) {
    if (!one.failure.empty()) fmt::print(stderr, "{} is not read: {}\n", one.name, one.failure);
    if (one.hasSilentLoss()) fmt::print(stderr, "{}: an operation is left out without a reason\n", one.name);
    isRight = isRight && one.failure.empty() && !one.hasSilentLoss();
  }
  return isRight ? 0 : 1;
}
