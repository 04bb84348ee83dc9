#include "runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"
#include "base/hash.h"
#include "base/installation.h"
#include "base/process.h"

namespace covolve::bench {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

json toJson(const Run& run) {
  return {{"program", run.program},   {"subject", run.subject},       {"algorithm", run.algorithm},
          {"seed", run.seed},         {"budget", run.budget},         {"covered", run.covered},
          {"branches", run.branches}, {"seconds", run.searchSeconds}, {"evaluations", run.evaluations},
          {"tests", run.tests},       {"missed", run.missed}};
}

Run fromJson(const json& line) {
  Run run;
  run.program = line.at("program");
  run.subject = line.at("subject");
  run.algorithm = line.at("algorithm");
  run.seed = line.at("seed");
  run.budget = line.at("budget");
  run.covered = line.at("covered");
  run.branches = line.at("branches");
  run.searchSeconds = line.at("seconds");
  run.evaluations = line.at("evaluations");
  run.tests = line.at("tests");
  run.missed = line.at("missed");
  return run;
}

}  // namespace

Result<std::string> programId() {
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  uint64_t hash = hashText("");
  for (const fs::path& part : {installation->root / "bin/covolve", installation->pass(),
                               installation->runtime(), installation->worker()}) {
    const auto bytes = readFile(part);
    if (!bytes) return std::unexpected(bytes.error());
    hash = hashText(*bytes, hash);
  }
  return fmt::format("{:016x}", hash);
}

Result<std::vector<Subject>> readSubjects(const fs::path& file, const std::vector<std::string>& groups) {
  const auto text = readFile(file);
  if (!text) return std::unexpected(text.error());
  const json list = json::parse(*text, nullptr, false);
  if (!list.is_array()) return userError(fmt::format("{} is no list of subjects", file.string()));
  std::vector<Subject> subjects;
  for (const json& one : list) {
    Subject subject{one.value("name", ""), one.value("group", ""),
                    file.parent_path().parent_path() / one.value("source", ""),
                    one.value("branches", uint64_t{0}), one.value("infeasible", uint64_t{0})};
    if (!fs::exists(subject.source)) {
      return userError(
          fmt::format("{} names {}, which does not exist", file.string(), subject.source.string()));
    }
    if (groups.empty() || std::ranges::find(groups, subject.group) != groups.end()) {
      subjects.push_back(std::move(subject));
    }
  }
  return subjects;
}

Result<Run> runOnce(const Subject& subject, const std::string& algorithm, uint64_t seed,
                    const std::string& budget, const fs::path& scratch) {
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  const fs::path output = scratch / fmt::format("{}-{}-{}", subject.name, algorithm, seed);
  const auto completed = covolve::run(
      {.arguments = {(installation->root / "bin/covolve").string(), "unit", subject.source.string(),
                     "--algorithm", algorithm, "--seed", std::to_string(seed), "--budget", budget, "--output",
                     output.string(), "--quiet", "--", "-std=c++20"}});
  if (!completed) return std::unexpected(completed.error());
  if (!completed->succeeded()) {
    return ownError(fmt::format("covolve unit failed on {}: {}", subject.name, completed->errors));
  }
  const auto text = readFile(output / "covolve.json");
  if (!text) return std::unexpected(text.error());
  const json report = json::parse(*text, nullptr, false);
  if (!report.is_object()) return ownError("covolve.json is no JSON");
  Run run{"", subject.name, algorithm, seed, budget, 0, subject.branches, 0, 0, 0, {}};
  run.evaluations = report.at("evaluations");
  run.searchSeconds = report.at("/timing/searchSeconds"_json_pointer);
  run.tests = report.at("tests").size();
  if (const json& emitted = report.at("/coverage/emitted"_json_pointer); !emitted.is_null()) {
    run.covered = emitted.at("branches").at("covered");
    run.branches = emitted.at("branches").at("total");
  }
  for (const json& target : report.at("targets")) {
    if (target.at("covered") || target.at("kind") != "branch") continue;
    run.missed.push_back(fmt::format("{}: {} {}", target.at("line").get<unsigned>(), target.value("text", ""),
                                     target.at("description").get<std::string>()));
  }
  std::error_code ignored;
  fs::remove_all(output, ignored);
  return run;
}

Result<RunStore> RunStore::open(fs::path file) {
  RunStore store(std::move(file));
  std::error_code ignored;
  if (!fs::exists(store.file_, ignored)) return store;
  const auto text = readFile(store.file_);
  if (!text) return std::unexpected(text.error());
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const json one = json::parse(line, nullptr, false);
    if (one.is_discarded() && lines.peek() == EOF) break;
    if (!one.is_object()) return userError(fmt::format("{} is no file of runs", store.file_.string()));
    Run run = fromJson(one);
    store.runs_.insert_or_assign(run.key(), std::move(run));
  }
  return store;
}

Result<void> RunStore::add(const Run& run) {
  runs_.insert_or_assign(run.key(), run);
  // Sorted and whole: a repeated benchmark gives a file that can be compared.
  std::string text;
  for (const auto& [key, one] : runs_) text += toJson(one).dump() + "\n";
  return replaceFile(file_, text);
}

std::vector<Run> RunStore::all() const {
  std::vector<Run> runs;
  for (const auto& [key, run] : runs_) runs.push_back(run);
  return runs;
}

}  // namespace covolve::bench
