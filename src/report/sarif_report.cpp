#include "report/sarif_report.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

namespace covolve::report {

namespace {

using Json = nlohmann::ordered_json;

std::string ruleId(const std::string& kind) {
  std::string id;
  for (char c : kind) id += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return id.empty() ? "fault" : id;
}

std::string ruleText(const FaultReport& fault) {
  if (!fault.meaning.empty()) return fault.meaning;
  static const std::map<std::string, const char*, std::less<>> texts = {
      {"SIGSEGV", "The code accesses memory that it must not access."},
      {"SIGBUS", "The code accesses memory that does not exist."},
      {"SIGFPE", "The code divides an integer by zero, or overflows in a division."},
      {"SIGILL", "The code runs into an instruction that it must not reach."},
      {"abort", "The code aborts the program."},
      {"exit", "The code ends the program."},
      {"endless loop", "The code does not come to an end."},
      {"stack overflow", "The code calls itself until the stack is exhausted."},
      {"out of memory", "The code allocates until memory is exhausted."},
      {"heap corruption", "The code frees memory wrongly or writes beyond it."},
      {"std::terminate", "An exception leaves a function that must not throw."},
      {"out of time", "The code does not come to an end in time."},
  };
  const auto found = texts.find(fault.kind);
  return found == texts.end() ? "The code fails with " + fault.kind + "." : found->second;
}

Json resultJson(const FaultReport& fault, const std::map<std::string, size_t>& ruleIndex, bool isOfService) {
  const std::string id = ruleId(fault.kind);
  const std::string shownBy = fault.test.empty() ? "" : " (shown by " + fault.test + ")";
  Json result = {{"ruleId", id},
                 {"ruleIndex", ruleIndex.at(id)},
                 {"level", (isOfService && !fault.isHint) || fault.rank == kLikelyBug ? "error" : "note"},
                 {"message", {{"text", fault.description + shownBy}}}};
  Json location = Json::object();
  if (!fault.file.empty()) {
    Json physical = {{"artifactLocation", {{"uri", uriOf(fault.file)}}}};
    if (fault.line > 0) physical["region"] = {{"startLine", fault.line}};
    location["physicalLocation"] = std::move(physical);
  }
  if (!fault.function.empty()) {
    location["logicalLocations"] = Json::array(
        {{{"fullyQualifiedName", fault.function}, {"kind", isOfService ? "resource" : "function"}}});
  }
  if (location.empty()) return result;
  result["locations"] = Json::array({std::move(location)});
  return result;
}

}  // namespace

std::string uriOf(const std::string& path) {
  constexpr std::string_view unreserved = "-._~/+,@=";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (byte < 0x80 && std::isalnum(byte) != 0) || unreserved.find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

std::string writeSarif(const RunReport& report) {
  Json rules = Json::array();
  std::map<std::string, size_t> ruleIndex;
  for (const FaultReport& fault : report.faults) {
    const std::string id = ruleId(fault.kind);
    if (!ruleIndex.try_emplace(id, rules.size()).second) continue;
    rules.push_back({{"id", id}, {"shortDescription", {{"text", ruleText(fault)}}}});
  }
  Json results = Json::array();
  for (const FaultReport& fault : report.faults) {
    results.push_back(resultJson(fault, ruleIndex, report.service.has_value()));
  }
  const Json driver = {{"name", "covolve"}, {"version", report.version}, {"rules", std::move(rules)}};
  const Json json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", std::move(results)}}})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace covolve::report
