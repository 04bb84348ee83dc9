// A service inside of the test: HTTP by RawServer, and a store of owners and their
// pets that does what its document says. A test makes it misbehave by answering
// some requests itself:
//
//   TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
//     if (request.method == "DELETE") return TinyAnswer{500};
//     return std::nullopt;  // as the store does
//   });
#pragma once

#include <charconv>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "raw_server.h"
#include "rest/http/message.h"
#include "rest/openapi/schema.h"
#include "rest/resource/slots.h"

namespace covolve::rest::test {

struct TinyRequest {
  std::string method;
  std::string path;
  std::string query;
  std::string head;
  std::string body;

  std::vector<std::string> segments() const { return segmentsOf(path); }
  std::string text() const { return method + " " + path + query + (body.empty() ? "" : " " + body); }
};

struct TinyAnswer {
  enum class End { None, ClosesConnection, Hangs, SendsGarbage, ServiceIsGone };

  int status = 200;
  std::optional<Json> json = {};
  HeaderList headers = {};
  std::string text = {};  // without json
  End end = End::None;    // not None: there is no answer
};

/// Owners, which tell their identifiers in their bodies, and pets, which tell them in Location.
class TinyStore {
 public:
  TinyAnswer answer(const TinyRequest& request) {
    const auto path = request.segments();
    if (request.method == "POST" && request.path == "/reset") {
      *this = {};
      return {204};
    }
    if (path.empty() || path[0] != "owners" || path.size() > 4) return problem(404, "no such path");
    if (path.size() > 2 && path[2] != "pets") return problem(404, "no such path");
    const std::string allowed = path.size() == 1 ? "GET, POST" : path.size() == 3 ? "POST" : "DELETE, GET";
    if (("," + allowed + ",").find(request.method) == std::string::npos) {
      TinyAnswer refusal = problem(405, "no such method");
      refusal.headers.emplace_back("Allow", allowed);
      return refusal;
    }
    if (path.size() == 1) return request.method == "GET" ? listOwners(request) : addOwner(request);
    const auto owner = owners_.find(path[1]);
    if (owner == owners_.end()) return problem(404, "no such owner");
    if (path.size() == 2) {
      if (request.method == "GET") return {200, owner->second.json};
      owners_.erase(owner);
      return {204};
    }
    auto& pets = owner->second.pets;
    if (path.size() == 3) return addPet(path[1], pets, request);
    const auto pet = pets.find(path[3]);
    if (pet == pets.end()) return problem(404, "no such pet");
    if (request.method == "GET") return {200, pet->second};
    pets.erase(pet);
    return {204};
  }

  static TinyAnswer problem(int status, const std::string& what) { return {status, Json{{"problem", what}}}; }

 private:
  struct Owner {
    Json json;
    std::map<std::string, Json> pets;
  };

  static std::optional<long> wholeNumber(const std::string& text) {
    long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
  }

  static bool isName(const Json& value) {
    if (!value.is_string()) return false;
    size_t letters = 0;  // code points
    for (const char c : value.get_ref<const std::string&>()) letters += (c & 0xC0) != 0x80 ? 1 : 0;
    return letters >= 1 && letters <= 20;
  }

  static std::optional<Json> objectWithName(const std::string& body) {
    Json json = Json::parse(body, nullptr, false);
    if (!json.is_object() || !json.contains("name") || !isName(json["name"])) return std::nullopt;
    return json;
  }

  TinyAnswer listOwners(const TinyRequest& request) const {
    size_t most = owners_.size();
    std::string query = request.query.empty() ? "" : request.query.substr(1);
    while (!query.empty()) {
      const size_t end = std::min(query.find('&'), query.size());
      const std::string part = query.substr(0, end);
      query.erase(0, end + 1);
      const std::string name = part.substr(0, part.find('='));
      const std::string value = part.substr(std::min(name.size() + 1, part.size()));
      if (name == "limit") {
        const auto limit = wholeNumber(value);
        if (!limit || *limit < 1 || *limit > 100) return problem(400, "limit is wrong");
        most = std::min(most, static_cast<size_t>(*limit));
      } else if (name == "order" && value != "name" && value != "age") {
        return problem(400, "order is wrong");
      }
    }
    Json list = Json::array();
    for (const auto& [id, owner] : owners_) {
      if (list.size() < most) list.push_back(owner.json);
    }
    return {200, list};
  }

  TinyAnswer addOwner(const TinyRequest& request) {
    auto json = objectWithName(request.body);
    if (!json) return problem(400, "the name is wrong");
    if (const auto age = json->find("age"); age != json->end()) {
      if (!age->is_number_integer() || *age < 0 || *age > 150) return problem(400, "the age is wrong");
    }
    if (const auto kind = json->find("kind"); kind != json->end()) {
      if (*kind != "person" && *kind != "firm") return problem(400, "the kind is wrong");
    }
    const int id = ++last_;
    (*json)["id"] = id;
    owners_[std::to_string(id)] = {*json, {}};
    return {201, *json};
  }

  TinyAnswer addPet(const std::string& owner, std::map<std::string, Json>& pets, const TinyRequest& request) {
    const auto json = objectWithName(request.body);
    if (!json) return problem(400, "the name is wrong");
    const std::string id = "p" + std::to_string(++last_);
    pets[id] = Json{{"name", (*json)["name"]}};
    return {201, std::nullopt, {{"Location", "/owners/" + owner + "/pets/" + id}}};
  }

  std::map<std::string, Owner> owners_;
  int last_ = 0;  // identifiers are never used again
};

/// What the store does.
inline const char* const kTinyDocument = R"(
openapi: 3.0.3
info: {title: Tiny Store, version: '1'}
paths:
  /owners:
    get:
      operationId: listOwners
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
        - {name: order, in: query, schema: {type: string, enum: [name, age]}}
      responses:
        '200':
          description: all
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Owner'}}}}
        '400': {$ref: '#/components/responses/Problem'}
    post:
      operationId: addOwner
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}
      responses:
        '201':
          description: made
          content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}
        '400': {$ref: '#/components/responses/Problem'}
  /owners/{ownerId}:
    parameters: [{$ref: '#/components/parameters/ownerId'}]
    get:
      operationId: getOwner
      responses:
        '200':
          description: this one
          content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}
        '404': {$ref: '#/components/responses/Problem'}
    delete:
      operationId: deleteOwner
      responses:
        '204': {description: done}
        '404': {$ref: '#/components/responses/Problem'}
  /owners/{ownerId}/pets:
    parameters: [{$ref: '#/components/parameters/ownerId'}]
    post:
      operationId: addPet
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
      responses:
        '201': {description: made, headers: {Location: {required: true, schema: {type: string}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '404': {$ref: '#/components/responses/Problem'}
  /owners/{ownerId}/pets/{petId}:
    parameters:
      - {$ref: '#/components/parameters/ownerId'}
      - {name: petId, in: path, required: true, schema: {type: string}}
    get:
      operationId: getPet
      responses:
        '200':
          description: this one
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
        '404': {$ref: '#/components/responses/Problem'}
    delete:
      operationId: deletePet
      responses:
        '204': {description: done}
        '404': {$ref: '#/components/responses/Problem'}
components:
  parameters:
    ownerId: {name: ownerId, in: path, required: true, schema: {type: integer, minimum: 1}}
  responses:
    Problem:
      description: a problem
      content:
        application/json:
          schema: {type: object, required: [problem], properties: {problem: {type: string}}}
  schemas:
    Owner:
      type: object
      required: [name]
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string, minLength: 1, maxLength: 20}
        age: {type: integer, minimum: 0, maximum: 150}
        kind: {type: string, enum: [person, firm]}
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string, minLength: 1, maxLength: 20}
)";

class TinyService {
 public:
  /// Answers a request in place of the store, or not.
  using Behaviour = std::function<std::optional<TinyAnswer>(const TinyRequest&)>;

  explicit TinyService(Behaviour behaviour = {})
      : behaviour_(std::move(behaviour)), server_([this](RawConnection& connection) { serve(connection); }) {}

  std::string url() const { return server_.url(); }

  /// Requests in the order in which they came: "POST /owners {...}".
  std::vector<std::string> log() const {
    const std::lock_guard lock(mutex_);
    return log_;
  }
  /// How often something began like this.
  size_t count(const std::string& beginning) const {
    size_t found = 0;
    for (const std::string& line : log()) found += line.starts_with(beginning) ? 1 : 0;
    return found;
  }
  /// Headers of the last request, as they came.
  std::string lastHead() const {
    const std::lock_guard lock(mutex_);
    return lastHead_;
  }

 private:
  static TinyRequest parsed(const std::string& text) {
    const size_t end = text.find("\r\n\r\n");
    const size_t first = text.find(' ');
    const size_t second = text.find(' ', first + 1);
    TinyRequest request;
    request.method = text.substr(0, first);
    request.path = text.substr(first + 1, second - first - 1);
    if (const size_t question = request.path.find('?'); question != std::string::npos) {
      request.query = request.path.substr(question);
      request.path.resize(question);
    }
    request.head = text.substr(0, end);
    request.body = text.substr(end + 4);
    return request;
  }

  static std::string written(const TinyAnswer& answer) {
    const std::string body = answer.json ? answer.json->dump() : answer.text;
    std::string text = "HTTP/1.1 " + std::to_string(answer.status) + " Status\r\n";
    if (answer.json) text += "Content-Type: application/json\r\n";
    for (const auto& [name, value] : answer.headers) text += name + ": " + value + "\r\n";
    if (answer.status != 204) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return text + "\r\n" + body;
  }

  void serve(RawConnection& connection) {
    for (std::string text = connection.readRequest(); !text.empty(); text = connection.readRequest()) {
      const TinyRequest request = parsed(text);
      TinyAnswer answer;
      {
        const std::lock_guard lock(mutex_);
        log_.push_back(request.text());
        lastHead_ = request.head;
        auto own = behaviour_ ? behaviour_(request) : std::nullopt;
        answer = own ? std::move(*own) : store_.answer(request);
      }
      if (answer.end == TinyAnswer::End::ServiceIsGone) connection.stopListening();
      if (answer.end == TinyAnswer::End::Hangs) connection.hangUntilClientCloses();
      if (answer.end == TinyAnswer::End::SendsGarbage) connection.send("this is no HTTP\r\n\r\n");
      if (answer.end != TinyAnswer::End::None || !connection.send(written(answer))) return;
    }
  }

  mutable std::mutex mutex_;  // of what follows, and of the behaviour
  Behaviour behaviour_;
  TinyStore store_;
  std::vector<std::string> log_;
  std::string lastHead_;
  RawServer server_;  // last: it uses all the others
};

}  // namespace covolve::rest::test
