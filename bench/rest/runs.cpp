#include "runs.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process.h"
#include "rest/http/service.h"

namespace covolve::bench {

namespace fs = std::filesystem;

namespace {

std::string startLine(const Place& place, const std::string& service) {
  return fmt::format("exec {}/rest_{} --port {{port}}", place.bin.string(), service);
}

fs::path documentOf(const Place& place, const std::string& service) {
  for (const auto& entry : fs::directory_iterator(place.subjects / service)) {
    if (entry.path().stem() == "openapi") return entry.path();
  }
  return {};
}

Result<std::string> outputOf(std::vector<std::string> arguments) {
  Command command;
  command.arguments = std::move(arguments);
  auto completed = run(command);
  if (!completed) return std::unexpected(completed.error());
  if (!completed->succeeded()) {
    return userError(fmt::format("{} failed: {}", command.arguments[0], completed->errors));
  }
  return completed->output;
}

/// Percent of the lines in the service's own sources and those under test.
Result<double> lineCoverage(const Place& place, const std::string& service, const fs::path& profiles) {
  std::vector<std::string> merge{"llvm-profdata-19", "merge", "-sparse", "-o", profiles / "all.profdata"};
  for (const auto& entry : fs::directory_iterator(profiles)) {
    if (entry.path().extension() == ".profraw") merge.push_back(entry.path());
  }
  if (auto merged = outputOf(merge); !merged) return std::unexpected(merged.error());
  auto exported = outputOf({"llvm-cov-19", "export", "-summary-only", "-ignore-filename-regex=/usr/|/common/",
                            fmt::format("-instr-profile={}", (profiles / "all.profdata").string()),
                            place.bin / ("rest_" + service)});
  if (!exported) return std::unexpected(exported.error());
  const auto json = nlohmann::json::parse(*exported, nullptr, false);
  if (json.is_discarded()) return ownError("llvm-cov gave no JSON");
  return json["data"][0]["totals"]["lines"]["percent"].get<double>();
}

}  // namespace

std::string correctStore(const Place& place) { return startLine(place, "store") + " --correct"; }

Result<RestRun> runRest(const Place& place, const std::string& service, uint64_t seed, uint64_t requests,
                        const std::vector<std::string>& more) {
  const fs::path output = place.scratch / fmt::format("{}-{}", service, seed);
  const fs::path profiles = output / "profiles";
  fs::create_directories(profiles);
  Command command;
  command.arguments = {place.bin / "covolve", "rest", "--quiet",     "--seed",
                       std::to_string(seed),  "-o",   output / "out"};
  if (std::ranges::find(more, "--start") == more.end())
    command.arguments.insert(command.arguments.end(), {"--start", startLine(place, service)});
  const fs::path configuration = place.subjects / service / "covolve.yaml";
  if (fs::exists(configuration)) {
    command.arguments.insert(command.arguments.end(), {"--config", configuration});
  } else {
    command.arguments.insert(command.arguments.end(), {"--schema", documentOf(place, service)});
  }
  if (requests > 0)
    command.arguments.insert(command.arguments.end(), {"--requests", std::to_string(requests)});
  command.arguments.insert(command.arguments.end(), more.begin(), more.end());
  command.environment["LLVM_PROFILE_FILE"] = profiles / "%p.profraw";
  auto completed = run(command);
  if (!completed) return std::unexpected(completed.error());
  if (!completed->succeeded()) return userError("covolve failed: " + completed->errors);
  const auto text = readFile(output / "out/covolve.json");
  if (!text) return std::unexpected(text.error());
  const auto report = nlohmann::json::parse(*text, nullptr, false);
  if (report.is_discarded()) return ownError("covolve.json is no JSON");
  RestRun result;
  result.requests = report.value("requests", uint64_t{0});
  if (report.contains("timing")) result.searchSeconds = report["timing"].value("searchSeconds", 0.0);
  for (const auto& fault : report["faults"]) {
    result.faults.insert(fault.value("kind", "") + " " + fault.value("operationId", ""));
  }
  if (const auto coverage = lineCoverage(place, service, profiles)) result.lineCoverage = *coverage;
  return result;
}

Result<std::set<std::string>> manifestOf(const Place& place, const std::string& service) {
  const fs::path path = place.subjects / service / "manifest.yaml";
  try {
    std::set<std::string> faults;
    const YAML::Node manifest = YAML::LoadFile(path);
    for (const auto& fault : manifest["faults"]) {
      faults.insert(fault["kind"].as<std::string>() + " " + fault["operation"].as<std::string>());
    }
    return faults;
  } catch (const YAML::Exception& error) {
    return userError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

Result<Speed> measureSpeed(const Place& place, const std::string& service, const std::string& path,
                           const std::string& example, Writing writing) {
  const bool isApart = writing == Writing::Apart;
  rest::ServiceOptions options;
  options.start = startLine(place, service) + (isApart ? " --apart" : "");
  auto running = rest::Service::start("http://127.0.0.1:{port}", options);
  if (!running) return std::unexpected(running.error());
  std::vector<std::string> wrk{"wrk", "-c", "1", "-t", "1", "-d", "5s", running->url() + example};
  if (isApart) wrk.insert(wrk.end(), {"-H", "Connection: close"});
  const auto said = outputOf(wrk);
  if (!said) return std::unexpected(said.error());
  const std::string label = "Requests/sec:";
  const size_t at = said->find(label);
  if (at == std::string::npos) return ownError("wrk did not say how many requests it made: " + *said);
  Speed speed;
  speed.wrk = std::stod(said->substr(at + label.size()));
  const auto searched =
      runRest(place, service, 1, 0, {"--include-path", path, "--budget", "5s", "--start", options.start});
  if (!searched) return std::unexpected(searched.error());
  speed.search = static_cast<double>(searched->requests) / searched->searchSeconds;
  return speed;
}

}  // namespace covolve::bench
