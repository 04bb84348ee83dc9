// One call of a test as it was made: which operation, with which data, and what
// came of it. Oracles judge a sequence of these, targets are derived from them,
// and emission writes them down.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "rest/http/message.h"
#include "rest/openapi/api.h"

namespace covolve::rest {

/// A rule of the schema that a call breaks on purpose, and certainly.
struct Violation {
  std::string place;    // "query parameter limit", "body /name"
  std::string keyword;  // "required", "type", "maximum"
  std::string text;     // "limit is above its maximum of 100"
};

/// Where a value of a response was taken from.
struct Extraction {
  enum class Kind {
    Body,             // `detail` is a JSON pointer
    Header,           // `detail` is its name; the value is the whole header
    LocationSegment,  // of the Location header: the part in the place of `detail`'s {}: "/pets/{}"
  };

  size_t call = 0;
  Kind kind = Kind::Body;
  std::string detail;

  bool operator==(const Extraction&) const = default;
};

/// A datum of the request. What is written on the wire follows from it and the parameter's style.
struct Argument {
  const Parameter* parameter = nullptr;  // null: the body
  Json value;
  /// Places in the value (JSON pointers; "" is the whole) that were filled with an earlier response's values.
  std::vector<std::pair<std::string, Extraction>> taken;
};

struct Call {
  const Operation* operation = nullptr;  // for an unsupported method: one of the same path
  bool isUnsupportedMethod = false;      // request.method is none that the path declares
  std::vector<Argument> arguments;       // those that were given; the body last
  const MediaType* bodyType = nullptr;   // null: no body
  std::optional<Violation> violation;
  bool isAuthenticated = true;
  size_t user = 0;         // who makes it: 0 is the first of those that are configured
  HeaderList madeUp = {};  // credentials that nobody has; they stand in the request, too
  HttpRequest request;
  HttpAnswer answer;
  std::optional<Json> json;                           // the response's body where it is JSON
  std::optional<std::chrono::milliseconds> exceeded;  // the time that was allowed, where it took longer
  bool isBeyondReading = false;  // it may well be JSON, but not for us: too deep, compressed in a foreign way

  const HttpResponse* response() const { return responseOf(answer); }
  /// 0 where no response came.
  int status() const { return response() != nullptr ? response()->status : 0; }
  bool succeeded() const { return status() >= 200 && status() < 300; }
  bool isRefused() const { return status() >= 400 && status() < 500; }
  bool isByAnother(const Call& than) const {
    return user != than.user || isAuthenticated != than.isAuthenticated;
  }
  /// The path of the request without its query: what names the resource.
  std::string resource() const { return request.target.substr(0, request.target.find('?')); }
};

using CallList = std::vector<Call>;

}  // namespace covolve::rest
