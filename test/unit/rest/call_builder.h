// Operations and calls by hand, for tests of what judges them:
//
//   Operation& get = world.operation("GET", "/pets/{petId}");
//   call(get, "/pets/5").answered(500)
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rest/oracle/oracle.h"

namespace covolve::rest::by_hand {

/// Owns what calls point to.
class World {
 public:
  Operation& operation(std::string method, std::string path) {
    Operation& made = operations_.emplace_back();
    made.id = method + " " + path;
    made.method = std::move(method);
    made.path = std::move(path);
    // So that what was added keeps its place.
    made.responses.reserve(kMostParts);
    made.parameters.reserve(kMostParts);
    return made;
  }

  Schema& schema(uint8_t types = Schema::AnyType) {
    Schema& made = schemas_.emplace_back();
    made.types = types;
    return made;
  }

  Schema& object(std::initializer_list<Schema::Property> properties, std::vector<std::string> required = {}) {
    Schema& made = schema(Schema::Object);
    made.properties = properties;
    made.required = std::move(required);
    return made;
  }

  Schema& arrayOf(const Schema& items) {
    Schema& made = schema(Schema::Array);
    made.items = &items;
    return made;
  }

 private:
  static constexpr size_t kMostParts = 16;
  std::deque<Operation> operations_;
  std::deque<Schema> schemas_;
};

inline MediaType mediaType(std::string name, const Schema* schema = nullptr) {
  MediaType made;
  made.name = std::move(name);
  made.schema = schema;
  return made;
}

inline ResponseDeclaration& declare(Operation& operation, std::string status,
                                    std::vector<MediaType> content = {}) {
  ResponseDeclaration& made = operation.responses.emplace_back();
  made.status = std::move(status);
  made.content = std::move(content);
  return made;
}

/// Required where it is in a path.
inline Parameter parameter(std::string name, Parameter::Place place, const Schema* schema = nullptr) {
  Parameter made;
  made.name = std::move(name);
  made.place = place;
  made.required = place == Parameter::Place::Path;
  made.style = place == Parameter::Place::Path || place == Parameter::Place::Header ? Parameter::Style::Simple
                                                                                    : Parameter::Style::Form;
  made.schema = schema;
  return made;
}

using TakenList = std::vector<std::pair<std::string, Extraction>>;

class CallBuilder {
 public:
  CallBuilder(const Operation& operation, std::string target) {
    call_.operation = &operation;
    call_.request.method = operation.method;
    call_.request.target = std::move(target);
  }

  /// A method that the path does not have.
  CallBuilder& by(std::string method) {
    call_.isUnsupportedMethod = true;
    call_.request.method = std::move(method);
    return *this;
  }

  CallBuilder& with(const Parameter& parameter, Json value, TakenList taken = {}) {
    call_.arguments.push_back({&parameter, std::move(value), std::move(taken)});
    return *this;
  }

  CallBuilder& withBody(const MediaType& type, Json value, TakenList taken = {}) {
    call_.bodyType = &type;
    call_.arguments.push_back({nullptr, std::move(value), std::move(taken)});
    return *this;
  }

  CallBuilder& withHeader(std::string name, std::string value) {
    call_.request.headers.emplace_back(std::move(name), std::move(value));
    return *this;
  }

  CallBuilder& unauthenticated() {
    call_.isAuthenticated = false;
    return *this;
  }

  /// With credentials that nobody has.
  CallBuilder& pretending(const std::string& header, const std::string& value) {
    call_.madeUp = {{header, value}};
    call_.request.headers.emplace_back(header, value);
    return unauthenticated();
  }

  CallBuilder& by(size_t user) {
    call_.user = user;
    return *this;
  }

  CallBuilder& slowerThan(std::chrono::milliseconds allowed) {
    call_.exceeded = allowed;
    return *this;
  }

  CallBuilder& violating(std::string place, std::string keyword, std::string text) {
    call_.violation = Violation{std::move(place), std::move(keyword), std::move(text)};
    return *this;
  }

  CallBuilder& answered(int status, HeaderList headers = {}, std::string body = {}) {
    HttpResponse response;
    response.status = status;
    response.headers = std::move(headers);
    response.body = std::move(body);
    call_.answer = std::move(response);
    return *this;
  }

  CallBuilder& answeredJson(int status, const Json& json, HeaderList headers = {}) {
    headers.emplace_back("Content-Type", "application/json");
    answered(status, std::move(headers), json.dump());
    call_.json = json;
    return *this;
  }

  CallBuilder& failed(HttpFailure::Kind kind) {
    call_.answer = HttpFailure{kind, "for a test"};
    return *this;
  }

  CallBuilder& truncated() {
    std::get<HttpResponse>(call_.answer).isTruncated = true;
    return *this;
  }

  operator Call() const { return call_; }  // NOLINT: so that calls can be listed

 private:
  Call call_;
};

inline CallBuilder call(const Operation& operation, std::string target) {
  return {operation, std::move(target)};
}

/// What an oracle finds wrong with the last call.
inline std::vector<Fault> faultsBy(std::string_view name, const CallList& calls) {
  std::vector<Fault> faults;
  for (const auto& oracle : oracles()) {
    if (oracle->name() != name) continue;
    oracle->judge(calls, faults);
    return faults;
  }
  ADD_FAILURE() << "there is no oracle " << name;
  return faults;
}

/// The details of these faults, in one text: "" for no fault.
inline std::string detailsBy(std::string_view name, const CallList& calls) {
  std::string details;
  for (const Fault& fault : faultsBy(name, calls)) details += (details.empty() ? "" : ", ") + fault.detail;
  return details;
}

}  // namespace covolve::rest::by_hand
