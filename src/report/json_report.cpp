#include "report/json_report.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/mutation_json.h"
#include "report/solving_json.h"
#include "report/summary_lines.h"

namespace covolve::report {

namespace {

using Json = nlohmann::ordered_json;

Json ratio(const Ratio& value) { return {{"covered", value.covered}, {"total", value.total}}; }

/// Of a service: one is covered or not, and stands in no file.
Json serviceTargetJson(const TargetReport& report) {
  return {{"id", fmt::format("{:016x}", report.target.id)},
          {"kind", kindName(report.target.kind)},
          {"operation", report.target.function},
          {"description", report.target.description},
          {"covered", report.covered}};
}

Json targetJson(const TargetReport& report) {
  const search::Target& target = report.target;
  Json json = {{"id", fmt::format("{:016x}", target.id)},
               {"kind", kindName(target.kind)},
               {"description", target.description},
               {"file", target.file},
               {"function", target.function},
               {"line", target.line},
               {"column", target.column},
               {"covered", report.covered}};
  const bool reached = report.bestDistance != search::kNotReached;
  json["distance"] = reached ? Json(report.bestDistance) : Json(nullptr);
  json["value"] = search::heuristicValue(report.bestDistance);
  if (!report.text.empty()) json["text"] = report.text;
  if (!report.needs.empty()) json["needs"] = report.needs;
  return json;
}

Json knownCallJson(const KnownCallReport& known) {
  return {{"call", known.call},     {"function", known.function},
          {"file", known.file},     {"line", known.line},
          {"column", known.column}, {"sides", {{"yes", known.yes}, {"no", known.no}}}};
}

Json fileCoverageJson(const FileCoverage& file) {
  Json branches = Json::array();
  for (const UncoveredBranch& branch : file.uncoveredBranches) {
    branches.push_back({{"line", branch.line}, {"column", branch.column}, {"outcome", branch.outcome}});
  }
  return {{"file", file.file},
          {"lines", ratio(file.lines)},
          {"branches", ratio(file.branches)},
          {"functions", ratio(file.functions)},
          {"uncoveredLines", file.uncoveredLines},
          {"uncoveredBranches", std::move(branches)}};
}

std::vector<search::TargetKind> kindsOf(const RunReport& report) {
  using enum search::TargetKind;
  if (report.service) return {Status, Response, Parameter, Fault};
  return {Branch, Line, Function, Return, Exception, Output, Answer};
}

Json coverageJson(const RunReport& report) {
  Json json;
  Json search = {{"targets", ratio(coveredTargets(report))}};
  for (const search::TargetKind kind : kindsOf(report)) {
    search[kindName(kind)] = ratio(coveredTargets(report, kind));
  }
  json["search"] = std::move(search);
  if (report.service) return json;
  using enum search::TargetKind;
  json["probed"] = {{"lines", ratio(targetsOfTests(report, Line))},
                    {"branches", ratio(targetsOfTests(report, Branch))},
                    {"functions", ratio(targetsOfTests(report, Function))}};
  if (!report.coverage) {
    json["emitted"] = nullptr;
    return json;
  }
  const FileCoverage total = report.coverage->total();
  Json files = Json::array();
  for (const FileCoverage& file : report.coverage->files) files.push_back(fileCoverageJson(file));
  json["emitted"] = {{"lines", ratio(total.lines)},
                     {"branches", ratio(total.branches)},
                     {"functions", ratio(total.functions)},
                     {"files", std::move(files)}};
  return json;
}

Json faultJson(const FaultReport& fault) {
  return {{"kind", fault.kind},
          {"description", fault.description},
          {"rank", fault.rank},
          {"rankReason", fault.rankReason},
          {"file", fault.file},
          {"line", fault.line},
          {"function", fault.function},
          {"test", fault.test},
          {"reproduced", fault.reproduced},
          {"ending", fault.ending}};
}

Json serviceFaultJson(const FaultReport& fault) {
  return {{"id", fault.id},
          {"cause", fault.cause},
          {"known", fault.isKnown},
          {"hint", fault.isHint},
          {"kind", fault.kind},
          {"operation", fault.function},
          {"operationId", fault.operation},
          {"detail", fault.detail},
          {"description", fault.description},
          {"test", fault.test},
          {"reproduced", fault.reproduced},
          {"commands", fault.commands},
          {"answer", fault.answer}};
}

Json operationJson(const OperationReport& operation) {
  Json statuses = Json::object();
  for (const auto& [status, count] : operation.statuses) {
    statuses[status == 0 ? "none" : std::to_string(status)] = count;
  }
  return {{"id", operation.id},
          {"method", operation.method},
          {"path", operation.path},
          {"calls", operation.calls},
          {"statuses", std::move(statuses)}};
}

template <class Items, class Function>
Json list(const Items& items, Function function) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(function(item));
  return json;
}

template <class Pairs>
Json object(const Pairs& pairs) {
  Json json = Json::object();
  for (const auto& [name, value] : pairs) json[name] = value;
  return json;
}

Json earlierJson(const EarlierReport& earlier) {
  return {{"kept", earlier.kept},
          {"keptFaults", earlier.keptFaults},
          {"added", earlier.added},
          {"updated", earlier.isUpdated},
          {"changes", list(earlier.changes, [](const BehaviourChange& change) -> Json {
             return {{"test", change.test},
                     {"how", change.how},
                     {"expected", change.expected},
                     {"found", change.found}};
           })}};
}

/// What stands in the way of most comes first.
Json reasonsJson(const std::vector<SkippedReport>& skipped) {
  ByReason byReason;
  for (const SkippedReport& one : skipped) byReason[one.reason].push_back(one.what);
  return list(mostFrequentFirst(byReason), [](const auto& reason) -> Json {
    return {{"reason", reason.first}, {"callables", reason.second.size()}};
  });
}

}  // namespace

std::string writeJson(const RunReport& report, std::optional<bool> withTiming) {
  Json json;
  json["covolve"] = report.version;
  json["format"] = 1;
  json["source"] = report.source;
  if (!report.failure.empty()) {
    json["failure"] = report.failure;
    json["reasons"] = reasonsJson(report.skipped);
  }
  if (report.service) {
    json["service"] = {
        {"title", report.service->title}, {"version", report.service->version}, {"url", report.service->url}};
  } else {
    json["requestedFiles"] = report.requestedFiles;
  }
  json["seed"] = report.seed;
  json["options"] = object(report.options);
  Json budget = Json::object();
  if (report.budget.evaluations) budget["evaluations"] = *report.budget.evaluations;
  if (report.budget.requests) budget["requests"] = *report.budget.requests;
  if (report.budget.seconds) budget["seconds"] = *report.budget.seconds;
  json["budget"] = std::move(budget);
  json["evaluations"] = report.evaluations;
  if (report.service) json["requests"] = report.service->requests;
  json["interrupted"] = report.interrupted;
  json["search"] = {
      {"lastProgressAt", report.search.lastProgressEvaluations},
      {"refiners", list(report.search.refiners, [](const search::RefinerYield& refiner) -> Json {
         return {{"name", refiner.name}, {"tests", refiner.tests}, {"covered", refiner.covered}};
       })}};
  const bool isTimed = withTiming.value_or(!report.budget.isCounted());
  if (report.search.solving) json["search"]["dse"] = solvingJson(*report.search.solving, isTimed);
  json["progress"] = list(report.search.progress, [&](const search::ProgressPoint& point) -> Json {
    Json one = {{"evaluations", point.evaluations}, {"covered", point.covered}};
    if (isTimed) one["milliseconds"] = static_cast<uint64_t>(point.seconds * 1000);
    return one;
  });
  if (report.existing) {
    json["existing"] = {{"tests", report.existing->tests}, {"coveredTargets", report.existing->targets}};
  }
  if (report.earlier) json["earlier"] = earlierJson(*report.earlier);
  json["coverage"] = coverageJson(report);
  if (report.mutation) json["mutation"] = mutationJson(*report.mutation);
  json["tests"] = list(report.tests, [](const TestReport& test) -> Json {
    Json one = {{"suite", test.suite},
                {"name", test.name},
                {"file", test.file},
                {"coveredTargets", test.coveredTargets}};
    if (!test.covers.empty()) one["covers"] = test.covers;
    return one;
  });
  json["faults"] = list(report.faults, report.service ? serviceFaultJson : faultJson);
  if (report.vanished) json["vanishedFaults"] = *report.vanished;
  if (report.service) json["operations"] = list(report.service->operations, operationJson);
  json["dropped"] = list(report.dropped, [](const DroppedReport& dropped) -> Json {
    Json one = {{"test", dropped.test}};
    if (!dropped.expectation.empty()) one["expectation"] = dropped.expectation;
    one["reason"] = dropped.reason;
    return one;
  });
  json["skipped"] = list(report.skipped, [&](const SkippedReport& skipped) -> Json {
    Json one = {{"what", skipped.what}, {"reason", skipped.reason}};
    if (report.service) return one;
    one["file"] = skipped.file;
    one["line"] = skipped.line;
    return one;
  });
  if (!report.service) {
    json["sandbox"] = {
        {"active", report.protections},
        {"missing", list(report.missingProtections, [](const MissingProtection& missing) -> Json {
           return {{"protection", missing.name}, {"reason", missing.reason}};
         })}};
    json["executor"] = object(report.executor);
  }
  json["notes"] = report.notes;
  // They lie beside this one; where that is must not make two runs differ.
  Json files = Json::object();
  for (const auto& [role, path] : report.files) files[role] = std::filesystem::path(path).filename().string();
  json["files"] = std::move(files);
  if (isTimed) {
    json["timing"] = {{"seconds", report.timing.seconds},
                      {"searchSeconds", report.timing.searchSeconds},
                      {"testsPerSecond", report.timing.testsPerSecond},
                      {"phases", object(report.timing.phases)}};
    if (report.service) json["timing"]["requestsPerSecond"] = report.service->requestsPerSecond;
  }
  if (!report.service) json["knownCalls"] = list(report.knownCalls, knownCallJson);
  std::vector<TargetReport> targets = report.targets;
  std::erase_if(targets, [](const TargetReport& target) { return !isWorthATest(target.target.kind); });
  json["targets"] = list(targets, report.service ? serviceTargetJson : targetJson);
  // Names of files and texts of exceptions may be any bytes; JSON may not.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace covolve::report
