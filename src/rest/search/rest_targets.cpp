#include "rest/search/rest_targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "rest/request/request_writer.h"

namespace covolve::rest {

namespace {

using search::TargetDistance;
using search::TargetKind;

constexpr size_t kMostOutcomes = 24;    // of an operation with one status
constexpr size_t kLongestOutcome = 24;  // characters of a scalar that may tell outcomes apart

std::string classOf(int status) { return fmt::format("{}xx", status / 100); }

/// How far an answer is from one of the class 2xx: a request that was understood is nearer than one that was
/// not let in.
uint64_t distanceToSuccess(int status) {
  switch (status) {
    case 404:
    case 409:
    case 410:
      return 2;
    case 401:
    case 403:
      return 4;
    case 405:
      return 5;
    default:
      return status >= 500 ? 1 : 3;
  }
}

std::string kindOf(const Json& value) {
  if (value.is_array() || value.is_object()) return value.empty() ? "empty" : "filled";
  return value.type_name();
}

}  // namespace

RestTargets::RestTargets(const Api& api) {
  for (const Operation& operation : api.operations) {
    auto& statuses = statuses_[operation.id];
    idOf(TargetKind::Status, operation.id, "2xx");
    idOf(TargetKind::Status, operation.id, "4xx");
    for (const ResponseDeclaration& response : operation.responses) {
      const bool isNumber = response.status.size() == 3 && response.status[0] >= '1' &&
                            response.status[0] <= '5' &&
                            std::ranges::all_of(response.status, [](char c) { return c >= '0' && c <= '9'; });
      // A server error is nothing to strive for, even if the document admits it.
      if (!isNumber || response.status[0] == '5') continue;
      statuses.emplace_back(std::stoi(response.status),
                            idOf(TargetKind::Status, operation.id, response.status));
    }
  }
}

search::TargetId RestTargets::idOf(TargetKind kind, const std::string& operation, const std::string& what) {
  std::string key = fmt::format("{}\n{}\n{}", static_cast<int>(kind), operation, what);
  const auto [found, isNew] =
      byKey_.try_emplace(std::move(key), static_cast<search::TargetId>(targets_.size()));
  if (isNew) {
    search::Target target;
    target.id = hashText(found->first);
    target.kind = kind;
    target.description = what;
    target.function = operation;
    targets_.push_back(std::move(target));
  }
  return found->second;
}

void RestTargets::judge(const Call& call, std::vector<TargetDistance>& reached) {
  if (call.response() == nullptr || call.isUnsupportedMethod) return;
  judgeStatus(call, reached);
  judgeResponse(call, reached);
  if (call.succeeded() && !call.violation) judgeArguments(call, reached);
}

void RestTargets::judge(const Fault& fault, std::vector<TargetDistance>& reached) {
  reached.push_back({idOf(TargetKind::Fault, fault.operation, fault.kind + " " + fault.detail), 0});
}

void RestTargets::judgeStatus(const Call& call, std::vector<TargetDistance>& reached) {
  const std::string& operation = call.operation->id;
  const int status = call.status();
  reached.push_back({idOf(TargetKind::Status, operation, classOf(status)), 0});
  if (!call.succeeded()) {
    reached.push_back({idOf(TargetKind::Status, operation, "2xx"), distanceToSuccess(status)});
  }
  bool isDeclared = false;
  for (const auto& [declared, target] : statuses_[operation]) {
    isDeclared |= declared == status;
    reached.push_back({target, declared == status ? 0u : declared / 100 == status / 100 ? 1u : 2u});
  }
  if (!isDeclared && status < 500)
    reached.push_back({idOf(TargetKind::Status, operation, std::to_string(status)), 0});
}

void RestTargets::judgeArguments(const Call& call, std::vector<TargetDistance>& reached) {
  const std::string& operation = call.operation->id;
  const auto enumerated = [&](const std::string& place, const Json& value, const Schema& schema) {
    if (!schema.values || !value.is_primitive()) return;
    const std::string text = plainText(value);
    reached.push_back({idOf(TargetKind::Parameter, operation, fmt::format("{} = {}", place, text)), 0});
  };
  for (const Argument& argument : call.arguments) {
    if (argument.parameter != nullptr) {
      const std::string& name = argument.parameter->name;
      if (!argument.parameter->required) reached.push_back({idOf(TargetKind::Parameter, operation, name), 0});
      enumerated(name, argument.value, *argument.parameter->schema);
      continue;
    }
    if (call.bodyType == nullptr || call.bodyType->schema == nullptr || !argument.value.is_object()) continue;
    reached.push_back({idOf(TargetKind::Parameter, operation, "body as " + call.bodyType->name), 0});
    for (const Schema::Property& property : call.bodyType->schema->properties) {
      const auto field = argument.value.find(property.name);
      if (field == argument.value.end()) continue;
      const std::string place = "body/" + property.name;
      if (!call.bodyType->schema->requires_(property.name)) {
        reached.push_back({idOf(TargetKind::Parameter, operation, place), 0});
      }
      enumerated(place, *field, *property.schema);
    }
  }
}

void RestTargets::judgeResponse(const Call& call, std::vector<TargetDistance>& reached) {
  const std::string& operation = call.operation->id;
  const std::string status = std::to_string(call.status());
  if (const std::string type = call.response()->mediaType(); !type.empty()) {
    reached.push_back({idOf(TargetKind::Response, operation, status + " " + type), 0});
  }
  if (!call.json) return;
  size_t& outcomes = outcomes_[operation + status];
  const auto outcome = [&](const std::string& what) {
    const std::string key = status + " " + what;
    const bool isKnown =
        byKey_.contains(fmt::format("{}\n{}\n{}", static_cast<int>(TargetKind::Response), operation, key));
    if (!isKnown && outcomes++ >= kMostOutcomes) return;
    reached.push_back({idOf(TargetKind::Response, operation, key), 0});
  };
  // Another outcome is another way through the service: empty or filled, true or false, a small result.
  const auto look = [&](const std::string& place, const Json& value) {
    const std::string text = value.is_primitive() ? plainText(value) : kindOf(value);
    outcome(fmt::format("{} {}", place, text.size() <= kLongestOutcome ? text : kindOf(value)));
  };
  if (call.json->is_object()) {
    for (const auto& [name, value] : call.json->items()) {
      const bool tells = value.is_structured() || value.is_boolean() || value.is_null() ||
                         (value.is_number_integer() && call.json->size() == 1);
      if (tells) look("/" + name, value);
    }
  } else {
    look("", *call.json);
  }
}

}  // namespace covolve::rest
