#include "rest/rest_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/hash.h"
#include "base/version.h"
#include "generate/option_values.h"
#include "rest/emit/rest_printer.h"
#include "rest/http/url.h"

namespace covolve::rest {

namespace {

using Options = generate::OptionValues;

std::string seconds(std::chrono::milliseconds duration) {
  return fmt::format("{}s", static_cast<double>(duration.count()) / 1000);
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ",")); }

template <class Words>
std::string joinedOr(const std::vector<std::string>& words, const Words& otherwise) {
  return words.empty() ? fmt::format("{}", fmt::join(otherwise, ",")) : joined(words);
}

std::vector<std::string_view> oracleNames() {
  std::vector<std::string_view> names;
  for (const auto& oracle : oracles()) names.push_back(oracle->name());
  return names;
}

/// How calls authenticate, without what they authenticate with.
std::string authenticationText(const AuthenticationOptions& authentication) {
  std::vector<std::string> ways;
  for (const auto& [name, value] : authentication.headers) ways.push_back("header " + name);
  if (authentication.basic) ways.emplace_back("basic");
  if (authentication.login) {
    ways.push_back(fmt::format("login by {} {}", authentication.login->method, authentication.login->path));
  }
  if (authentication.keepsCookies) ways.emplace_back("cookies");
  if (!authentication.others.empty())
    ways.push_back(authentication.others.size() == 1
                       ? "another user"
                       : fmt::format("{} other users", authentication.others.size()));
  return fmt::format("{}", fmt::join(ways, ", "));
}

/// The same for the same text, in every run and on every machine.
std::string idOf(const std::string& text) {
  constexpr uint64_t kTwelveDigits = 0xffff'ffff'ffff;
  return fmt::format("{:012x}", hashText(text) & kTwelveDigits);
}

void addFilter(const char* name, const OperationFilter& filter, Options& options) {
  const auto add = [&](const char* kind, const std::vector<std::string>& words) {
    if (!words.empty()) options.emplace_back(fmt::format("{}-{}", name, kind), joined(words));
  };
  add("path", filter.paths);
  add("tag", filter.tags);
  add("operation", filter.operationIds);
  add("method", filter.methods);
  add("matching", filter.expressions);
  if (filter.deprecated) options.emplace_back(fmt::format("{}-deprecated", name), "on");
}

Options optionsOf(const RestOptions& options) {
  Options all{
      {"algorithm", options.algorithm},
      {"mutation", options.parameters.mutation},
      {"format",
       options.formats.empty() ? std::string(emit::restPrinterNames().front()) : joined(options.formats)},
      {"run-emitted", options.runsEmitted ? "on" : "off"},
      {"oracles", joinedOr(options.oracles, oracleNames())},
      {"longest-test", fmt::format("{}", options.longestTest)},
      {"timeout", seconds(options.client.timeout)},
      {"body-limit", fmt::format("{}", options.client.bodyLimit >> 20)},
      {"rate", fmt::format("{}", options.client.requestsPerSecond)},
      {"insecure", options.client.verifiesCertificates ? "off" : "on"},
      // Lines for a shell may hold secrets, too.
      {"start", options.service.start.empty() ? "none" : "given"},
      {"reset", options.service.reset.empty() ? "none" : "given"},
      {"authentication", authenticationText(options.authentication)},
  };
  if (options.longestResponse) all.emplace_back("max-response-time", seconds(*options.longestResponse));
  if (options.maxFailures) all.emplace_back("max-failures", fmt::format("{}", *options.maxFailures));
  if (options.basePath) all.emplace_back("base-path", *options.basePath);
  addFilter("include", options.include, all);
  addFilter("exclude", options.exclude, all);
  generate::addSwitches(search::techniqueOptions(), options.parameters.techniques, Level::Rest, all);
  generate::addNumbers(search::parameterOptions(), options.parameters, Level::Rest, all);
  generate::dropWithoutEffect(all);
  return all;
}

}  // namespace

std::vector<report::OperationReport> operationReports(
    const Api& api, const std::map<std::string, std::map<int, uint64_t>>& statuses) {
  std::vector<report::OperationReport> operations;
  for (const Operation& operation : api.operations) {
    report::OperationReport& one = operations.emplace_back(
        report::OperationReport{.id = operation.id, .method = operation.method, .path = operation.path});
    const auto counted = statuses.find(operation.id);
    if (counted == statuses.end()) continue;
    one.statuses = counted->second;
    for (const auto& [status, count] : one.statuses) one.calls += count;
  }
  return operations;
}

report::RunReport beginReport(const RestOptions& options, const Api& api) {
  report::RunReport report;
  report.version = kVersion;
  report.options = optionsOf(options);
  report.seed = options.seed;
  report.source = options.schema.contains("://") ? withoutUser(options.schema) : options.schema;
  report.budget.requests = options.requests;
  if (!options.requests) report.budget.seconds = options.budget.count();
  report.service = report::ServiceReport{
      .title = api.title, .version = api.version, .url = withoutUser(options.url), .operations = {}};
  for (const SkippedOperation& skipped : api.skipped) {
    report.skipped.push_back({skipped.what, skipped.reason, "", 0});
  }
  report.notes = api.notes;
  return report;
}

std::string idOf(const Fault& fault) { return idOf(fault.key()); }

report::FaultReport faultReport(const Fault& fault, const RestOptions& options, const Api& api,
                                std::string test, std::vector<std::string> commands) {
  report::FaultReport report;
  report.kind = fault.kind;
  report.description = fault.message;
  report.operation = fault.operation;
  report.detail = fault.detail;
  report.isHint = fault.isHint;
  if (options.schema.find("://") == std::string::npos) report.file = options.schema;
  const auto operation = std::ranges::find(api.operations, fault.operation, &Operation::id);
  report.id = idOf(fault);
  report.cause = idOf(fault.causeKey());
  if (!fault.subject.empty()) {
    report.function = fault.subject;
  } else if (operation == api.operations.end()) {
    report.function = fault.operation;
  } else {
    report.function = fmt::format("{} {}", operation->method, operation->path);
  }
  report.test = std::move(test);
  for (const auto& oracle : oracles()) {
    if (oracle->name() == fault.kind) report.meaning = oracle->description();
  }
  report.commands = std::move(commands);
  return report;
}

}  // namespace covolve::rest
