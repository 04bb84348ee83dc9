#include "rest/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_pointer.h"
#include "rest/suite/call_lowering.h"

namespace covolve::rest {

namespace {

using Place = Parameter::Place;
using FromKind = Extraction::Kind;

constexpr std::pair<Place, const char*> kPlaces[] = {
    {Place::Path, "path"}, {Place::Query, "query"}, {Place::Header, "header"}, {Place::Cookie, "cookie"}};
constexpr std::pair<FromKind, const char*> kSources[] = {
    {FromKind::Body, "body"}, {FromKind::Header, "header"}, {FromKind::LocationSegment, "location"}};

template <class Kind, size_t kCount>
const char* nameOfKind(const std::pair<Kind, const char*> (&names)[kCount], Kind kind) {
  return std::ranges::find(names, kind, &std::pair<Kind, const char*>::first)->second;
}

template <class Kind, size_t kCount>
std::optional<Kind> kindNamed(const std::pair<Kind, const char*> (&names)[kCount], const std::string& name) {
  for (const auto& [kind, known] : names) {
    if (name == known) return kind;
  }
  return std::nullopt;
}

Json recordedArgument(const Argument& argument, const Call& call, const Variables& variables) {
  Json json{{"value", argument.value}};
  if (argument.parameter != nullptr) {
    json["in"] = nameOfKind(kPlaces, argument.parameter->place);
    json["name"] = argument.parameter->name;
  } else {
    json["in"] = "body";
    json["type"] = call.bodyType != nullptr ? call.bodyType->name : "";
  }
  for (const auto& [pointer, from] : argument.taken) {
    // A violation may have put something else there.
    const Json* present = findPointer(argument.value, pointer);
    const auto taken = variables.valueOf(from);
    if (present == nullptr || !taken || *present != *taken) continue;
    json["taken"].push_back({{"at", pointer},
                             {"call", from.call},
                             {"from", nameOfKind(kSources, from.kind)},
                             {"detail", from.detail}});
  }
  return json;
}

/// What is wrong with a file that nobody should have edited.
struct Unreadable {};

Argument argumentOf(const Json& json, const Operation& operation, Call& call) {
  Argument argument;
  argument.value = json.at("value");
  const auto in = json.at("in").get<std::string>();
  if (in == "body") {
    const auto type = json.at("type").get<std::string>();
    if (!operation.body) throw Unreadable{};
    const auto found = std::ranges::find(operation.body->content, type, &MediaType::name);
    if (found == operation.body->content.end()) throw Unreadable{};
    call.bodyType = &*found;
  } else {
    const auto place = kindNamed(kPlaces, in);
    const auto name = json.at("name").get<std::string>();
    const auto found = std::ranges::find_if(operation.parameters, [&](const Parameter& parameter) {
      return parameter.place == place && parameter.name == name;
    });
    if (found == operation.parameters.end()) throw Unreadable{};
    argument.parameter = &*found;
  }
  for (const Json& taken : json.value("taken", Json::array())) {
    const auto kind = kindNamed(kSources, taken.at("from").get<std::string>());
    if (!kind) throw Unreadable{};
    argument.taken.emplace_back(
        taken.at("at").get<std::string>(),
        Extraction{taken.at("call").get<size_t>(), *kind, taken.at("detail").get<std::string>()});
  }
  return argument;
}

RecordedCall callOf(const Json& json, const Operation& operation) {
  RecordedCall recorded;
  Call& call = recorded.call;
  call.operation = &operation;
  call.request.method = json.at("method").get<std::string>();
  call.isUnsupportedMethod = call.request.method != operation.method;
  call.user = json.value("user", size_t{0});
  call.isAuthenticated = json.value("authenticated", true);
  if (json.value("pretends", false)) call.madeUp.emplace_back();  // filled in when it is made
  for (const Json& argument : json.at("arguments"))
    call.arguments.push_back(argumentOf(argument, operation, call));
  if (const auto violation = json.find("violation"); violation != json.end()) {
    call.violation = {violation->at("place").get<std::string>(), violation->at("keyword").get<std::string>(),
                      violation->at("text").get<std::string>()};
  }
  recorded.status = json.at("status").get<int>();
  return recorded;
}

}  // namespace

Json jsonOf(const CallList& calls) {
  const Variables variables(calls);
  Json all = Json::array();
  for (const Call& call : calls) {
    Json json{{"operation", call.operation->id},
              {"method", call.request.method},
              {"authenticated", call.isAuthenticated},
              {"arguments", Json::array()},
              {"status", call.status()}};
    if (call.user > 0) json["user"] = call.user;
    if (!call.madeUp.empty()) json["pretends"] = true;
    for (const Argument& argument : call.arguments)
      json["arguments"].push_back(recordedArgument(argument, call, variables));
    if (call.violation) {
      json["violation"] = {{"place", call.violation->place},
                           {"keyword", call.violation->keyword},
                           {"text", call.violation->text}};
    }
    all.push_back(std::move(json));
  }
  return all;
}

Result<std::vector<RecordedCall>> readCalls(const Json& calls, const Api& api) {
  std::vector<RecordedCall> read;
  for (const Json& json : calls) {
    const auto named = json.is_object() ? json.find("operation") : json.end();
    if (!json.is_object() || named == json.end() || !named->is_string())
      return userError("the fault's calls cannot be read");
    const auto id = named->get<std::string>();
    const auto operation = std::ranges::find(api.operations, id, &Operation::id);
    if (operation == api.operations.end())
      return userError(fmt::format("the fault needs the operation {}, which is not among those tested", id));
    try {
      read.push_back(callOf(json, *operation));
    } catch (const Json::exception&) {
      return userError(fmt::format("the fault's call of {} cannot be read", id));
    } catch (const Unreadable&) {
      return userError(fmt::format("the document has changed: {} has other parameters or bodies now", id));
    }
    for (const Argument& argument : read.back().call.arguments) {
      const auto isLater = [&](const auto& taken) { return taken.second.call + 1 >= read.size(); };
      if (std::ranges::any_of(argument.taken, isLater))
        return userError(fmt::format("the fault's call of {} cannot be read", id));
    }
  }
  return read;
}

std::string writeRecordings(const std::vector<RecordedFault>& faults) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RecordedFault& fault : faults) {
    list.push_back({{"id", fault.id},
                    {"number", fault.number},
                    {"kind", fault.kind},
                    {"operation", fault.operation},
                    {"detail", fault.detail},
                    {"description", fault.description},
                    {"calls", nlohmann::ordered_json(fault.calls)}});
  }
  return nlohmann::ordered_json{{"faults", std::move(list)}}.dump(
             1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

Result<RecordedFault> findRecording(const std::string& text, const std::string& name,
                                    const std::string& which) {
  const Json json = Json::parse(text, nullptr, false);
  const auto unreadable = [&] { return userError(fmt::format("{} is no list of faults", name)); };
  if (!json.is_object() || !json.contains("faults") || !json["faults"].is_array()) return unreadable();
  try {
    for (const Json& entry : json["faults"]) {
      RecordedFault fault{.id = entry.at("id").get<std::string>(),
                          .number = entry.at("number").get<size_t>(),
                          .kind = entry.at("kind").get<std::string>(),
                          .operation = entry.at("operation").get<std::string>(),
                          .detail = entry.at("detail").get<std::string>(),
                          .description = entry.at("description").get<std::string>(),
                          .calls = entry.at("calls")};
      if (fault.id != which && std::to_string(fault.number) != which) continue;
      if (fault.calls.empty())
        return userError(fmt::format("the calls of fault {} are not known: no test was made for it", which));
      return fault;
    }
  } catch (const Json::exception&) {
    return unreadable();
  }
  return userError(
      fmt::format("{} has no fault {}: faults.md beside it has their numbers and identifiers", name, which));
}

}  // namespace covolve::rest
