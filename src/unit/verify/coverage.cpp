#include "unit/verify/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/process.h"
#include "unit/verify/function_report.h"

namespace covolve::unit {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using report::FileCoverage;

fs::path realPath(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : result;
}

using Place = std::pair<unsigned, unsigned>;  // line, column

/// Whether a place of the file in question is asked for; column 0: somewhere in the line.
using IsAskedFor = std::function<bool(unsigned line, unsigned column)>;

void readBranches(const json& file, const IsAskedFor& isAskedFor, FileCoverage& coverage) {
  std::map<Place, std::pair<bool, bool>> outcomes;
  for (const json& branch : file.value("branches", json::array())) {
    if (!isAskedFor(branch.at(0), branch.at(1))) continue;
    auto& [whenTrue, whenFalse] = outcomes[{branch.at(0), branch.at(1)}];
    whenTrue = whenTrue || branch.at(4).get<uint64_t>() > 0;
    whenFalse = whenFalse || branch.at(5).get<uint64_t>() > 0;
  }
  for (const auto& [place, covered] : outcomes) {
    for (const bool outcome : {true, false}) {
      const bool hit = outcome ? covered.first : covered.second;
      coverage.branches += {hit ? 1u : 0u, 1};
      if (!hit) coverage.uncoveredBranches.push_back({place.first, place.second, outcome});
    }
  }
}

/// What llvm-cov itself counts.
struct Totals {
  std::optional<report::Ratio> lines;
  std::optional<report::Ratio> branches;
  std::optional<report::Ratio> functions;
};

/// Where llvm-cov counts other things than the places gathered here (branches in macros, a line of two
/// functions twice), its own totals stand, so that whoever measures the tests again finds the same figures.
/// Where it counts the same, instantiations of a template are taken together, of which it would take the best
/// one only.
void preferTotals(const Totals& totals, FileCoverage& coverage) {
  const auto compare = [&](const std::optional<report::Ratio>& own, report::Ratio& gathered) {
    if (own && own->total != gathered.total) gathered = *own;
  };
  compare(totals.lines, coverage.lines);
  compare(totals.branches, coverage.branches);
  compare(totals.functions, coverage.functions);
}

Totals totalsOf(const json& file) {
  const json summary = file.value("summary", json::object());
  const auto read = [&](const char* what) -> std::optional<report::Ratio> {
    const auto part = summary.find(what);
    if (part == summary.end()) return std::nullopt;
    return report::Ratio{part->at("covered").get<uint64_t>(), part->at("count").get<uint64_t>()};
  };
  return {read("lines"), read("branches"), read("functions")};
}

struct FunctionFacts {
  bool entered = false;
  report::Ratio lines;
  report::Ratio branches;
};
using FunctionsByPlace = std::map<Place, FunctionFacts>;

/// By file. Of several instantiations llvm-cov takes the best one.
std::map<std::string, FunctionsByPlace> readFunctions(const json& data, const FunctionReport& report) {
  const auto better = [](report::Ratio& ratio, const report::Ratio& other) {
    ratio = {std::max(ratio.covered, other.covered), std::max(ratio.total, other.total)};
  };
  std::map<std::string, FunctionsByPlace> functions;
  for (const json& function : data.value("functions", json::array())) {
    const json& regions = function.at("regions");
    const json& names = function.at("filenames");
    if (regions.empty() || names.empty()) continue;
    FunctionFacts& facts =
        functions[names.at(0).get<std::string>()][{regions.at(0).at(0), regions.at(0).at(1)}];
    facts.entered = facts.entered || function.at("count").get<uint64_t>() > 0;
    const auto known = report.find(function.value("name", ""));
    if (known == report.end()) continue;
    better(facts.lines, known->second.lines);
    better(facts.branches, known->second.branches);
  }
  return functions;
}

/// Counts functions; tells llvm-cov's own totals of the rest.
Totals addFunctions(const FunctionsByPlace& functions, const IsAskedFor& isAskedFor, FileCoverage& coverage) {
  report::Ratio lines, branches;
  for (const auto& [place, facts] : functions) {
    if (!isAskedFor(place.first, place.second)) continue;
    coverage.functions += {facts.entered ? 1u : 0u, 1};
    lines += facts.lines;
    branches += facts.branches;
  }
  return {lines, branches, std::nullopt};
}

struct LcovRecord {
  std::string file;
  std::string text;
  std::map<unsigned, bool> lines;
};

std::vector<LcovRecord> readLcov(std::string_view text) {
  std::vector<LcovRecord> records;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.starts_with("SF:")) records.push_back({std::string(line.substr(3)), {}, {}});
    if (records.empty()) continue;
    records.back().text += std::string(line) + "\n";
    if (!line.starts_with("DA:")) continue;
    unsigned number = 0;
    const char* last = line.data() + line.size();
    const auto [comma, error] = std::from_chars(line.data() + 3, last, number);
    if (error != std::errc() || comma == last) continue;
    // Counts may be too large for any integer; all that matters is whether it is zero.
    records.back().lines[number] = std::string_view(comma + 1, last) != "0";
  }
  return records;
}

Result<std::string> runTool(std::vector<std::string> arguments, const Deadline& deadline) {
  Command command;
  command.arguments = std::move(arguments);
  command.deadline = deadline;
  const Result<Completed> completed = run(command);
  if (!completed) return std::unexpected(completed.error());
  if (completed->timedOut) return ownError("there was no time left");
  if (!completed->succeeded()) {
    return ownError(fmt::format("{} failed: {}", command.arguments[0],
                                completed->errors.substr(0, completed->errors.find('\n'))));
  }
  return completed->output;
}

}  // namespace

Result<CoverageMeasured> readCoverage(const CoverageTexts& texts, const std::vector<fs::path>& files,
                                      const std::optional<program::Restriction>& restriction) {
  const json exported = json::parse(texts.json, nullptr, false);
  if (!exported.is_object() || exported.value("data", json::array()).empty()) {
    return ownError("llvm-cov's export is not the JSON it should be");
  }
  const json& data = exported["data"][0];
  const std::vector<LcovRecord> records = readLcov(texts.lcov);
  CoverageMeasured measured;
  try {
    const auto functions = readFunctions(data, readFunctionReport(texts.functions));
    for (const fs::path& requested : files) {
      FileCoverage coverage;
      coverage.file = requested.string();
      const fs::path wanted = realPath(requested);
      const IsAskedFor isAskedFor = [&](unsigned line, unsigned column) {
        return !restriction || restriction->contains(requested, line, column);
      };
      for (const LcovRecord& record : records) {
        if (realPath(record.file) != wanted) continue;
        measured.lcov += record.text;
        for (const auto& [line, hit] : record.lines) {
          if (!isAskedFor(line, 0)) continue;
          coverage.lines += {hit ? 1u : 0u, 1};
          if (!hit) coverage.uncoveredLines.push_back(line);
        }
      }
      for (const json& file : data.value("files", json::array())) {
        const std::string name = file.at("filename");
        if (realPath(name) != wanted) continue;
        readBranches(file, isAskedFor, coverage);
        Totals totals;
        if (const auto found = functions.find(name); found != functions.end()) {
          totals = addFunctions(found->second, isAskedFor, coverage);
        }
        preferTotals(restriction ? totals : totalsOf(file), coverage);
      }
      measured.figures.files.push_back(std::move(coverage));
    }
  } catch (const json::exception& error) {
    return ownError(fmt::format("llvm-cov's export is not as expected: {}", error.what()));
  }
  return measured;
}

Result<CoverageMeasured> measureCoverage(const CoverageRequest& request) {
  const fs::path raw = request.directory / "covolve_coverage.profraw";
  const fs::path merged = request.directory / "covolve_coverage.profdata";
  std::error_code ignored;
  fs::remove(raw, ignored);

  Command tests;
  tests.arguments = {request.executable.string()};
  tests.arguments.insert(tests.arguments.end(), request.flags.begin(), request.flags.end());
  tests.directory = request.directory;
  tests.environment["LLVM_PROFILE_FILE"] = raw.string();
  tests.timeout = std::min(request.timeout, request.deadline.left().value_or(request.timeout));
  tests.outputLimit = size_t{1} << 20;
  tests.beforeExec = request.beforeExec;
  const Result<Completed> ran = run(tests);
  if (!ran) return std::unexpected(ran.error());
  if (ran->timedOut) return ownError("the tests did not come to their end in the time that was left");
  const uintmax_t size = fs::file_size(raw, ignored);
  if (!fs::exists(raw) || size == 0) return ownError("the emitted tests left no coverage profile");

  const Result<std::string> mergedProfile = runTool(
      {"llvm-profdata-19", "merge", "-sparse", raw.string(), "-o", merged.string()}, request.deadline);
  if (!mergedProfile) return std::unexpected(mergedProfile.error());
  const std::string profile = "-instr-profile=" + merged.string();
  const auto askTool = [&](std::vector<std::string> question) {
    question.insert(question.begin(), "llvm-cov-19");
    question.insert(question.end(), {request.executable.string(), profile});
    if (question[1] == "report") {
      for (const fs::path& file : request.files) question.push_back(file.string());
    }
    return runTool(std::move(question), request.deadline);
  };
  auto lcovLater = std::async(std::launch::async, [&] { return askTool({"export", "-format=lcov"}); });
  const auto exported = askTool({"export", "-format=text"});
  const auto lcov = lcovLater.get();
  if (!exported) return std::unexpected(exported.error());
  if (!lcov) return std::unexpected(lcov.error());
  CoverageTexts texts{*exported, *lcov, ""};
  if (request.restriction) {
    const auto functions = askTool({"report", "-show-functions"});
    if (!functions) return std::unexpected(functions.error());
    texts.functions = *functions;
  }
  fs::remove(raw, ignored);
  fs::remove(merged, ignored);
  return readCoverage(texts, request.files, request.restriction);
}

}  // namespace covolve::unit
