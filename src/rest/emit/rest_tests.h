// A file of REST tests as a tree, independent of language and framework: calls,
// what is taken from responses, what is expected. One printer a language
// (rest_printer.h) writes it down.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rest/openapi/schema.h"

namespace covolve::rest::emit {

/// Before the name of a variable: it is one of the environment.
constexpr char kEnvironmentMark = '$';

/// A text with variables in it: "/pets/" + petId + "/toys". A piece is a literal or names a variable.
struct TextPiece {
  std::string text;
  bool isVariable = false;
  bool isPercentEncoded = false;  // of a variable: its value is to be encoded for a URL

  bool operator==(const TextPiece&) const = default;
};
using TextTemplate = std::vector<TextPiece>;

/// A JSON body in which some places hold a variable's value: its JSON pointer and the variable's name.
struct JsonTemplate {
  Json value;
  std::vector<std::pair<std::string, std::string>> variables;
};

using BodyTemplate = std::variant<std::monostate, TextTemplate, JsonTemplate>;

/// const petId = response.body["id"]
struct Capture {
  enum class Kind {
    Body,             // `detail` is a JSON pointer
    Header,           // `detail` is the header's name
    LocationSegment,  // the part of the Location header in the place of {} in `detail`: "/pets/{}"
  };

  std::string variable;  // camelCase; printers adapt it to their language
  Kind kind = Kind::Body;
  std::string detail;
  /// What it was when the test was made; null: not known. Printers choose by it how the value is carried on:
  /// JavaScript's numbers, say, do not hold all integers.
  Json sample = nullptr;
};

struct BodyExpectation {
  enum class Kind {
    Equals,      // the value at `pointer` is `value`
    IsType,      // `value` is one of "object", "array", "string", "number", "boolean", "null"
    HasLength,   // the array at `pointer` has `value` elements
    IsText,      // the whole body, which is no JSON, is the text `value`
    IsEmpty,     // there is no body
    IsAbsent,    // there is nothing at `pointer`
    IsUrl,       // the text at `pointer` is the base URL and the text `value` behind it
    HasElement,  // the array at `pointer` has an object with the members of `value`, wherever it stands
  };

  Kind kind = Kind::Equals;
  std::string pointer;
  Json value;
  std::string variable = {};  // Equals: a variable's value instead of `value`; empty: none
  std::map<std::string, std::string> variables = {};  // HasElement: by member, instead of those in `value`
};

struct Step {
  std::string comment;  // above the call; may be empty
  std::string method;
  TextTemplate target;  // "/pets/5?limit=3", already percent-encoded but for variables
  std::vector<std::pair<std::string, TextTemplate>> headers;  // Content-Type among them
  BodyTemplate body;
  bool needsAuthentication = false;  // headers of the authentication are added by the file's helper

  /// No status: the service gives no answer (it dies, hangs, or talks no HTTP): the call must fail.
  std::optional<int> status;
  bool succeedsAnyhow = false;  // any status of success will do, instead of one
  bool mayRedirect = false;     // where it succeedsAnyhow: a redirect will do as well, as after many logins
  std::string mediaType;        // expected; empty: not looked at
  std::vector<std::pair<std::string, std::string>> expectedHeaders;
  std::vector<std::string> missingHeaders;  // expected not to be there
  std::vector<BodyExpectation> expectations;
  std::vector<Capture> captures;
  std::optional<std::chrono::milliseconds> slowerThan = {};  // the answer is expected to take longer
};

struct Test {
  std::string name;     // words with underscores: "post_pets_returns_201"
  std::string comment;  // above the test; may have several lines
  std::vector<Step> steps;
  /// The last call ends the service, so that later tests would fail: skipped unless RUN_CRASH_TESTS is set in
  /// the environment.
  bool endsService = false;
};

/// How emitted tests authenticate: headers that are fixed, or a login call whose answer gives one.
struct Authentication {
  struct Login {
    Step call;
    Capture token;
    std::string header;  // "Authorization"
    TextTemplate value;  // "Bearer " + token
  };
  std::vector<std::pair<std::string, TextTemplate>> headers;
  std::optional<Login> login;
  bool keepsCookies = false;
};

/// Of a service that is called through TLS.
struct Certificates {
  bool areVerified = true;
  /// An authority of its own has signed the service's: SSL_CERT_FILE in the environment says which.
  bool hasOwnAuthority = false;
  /// Calls prove with one who makes them: CLIENT_CERTIFICATE and CLIENT_KEY in the environment.
  bool hasClients = false;
};

struct TestFile {
  std::string headerComment;  // what this is, the command that made it
  std::string suite;          // "PetStore"
  std::string baseUrl;        // the default; BASE_URL in the environment overrides it
  Authentication authentication;
  std::vector<Test> tests;
  Certificates certificates = {};
  /// What the authentication, too, takes from the environment.
  std::vector<std::string> secrets = {};
  std::string part = "tests";  // which of the files this is: "successes"
};

}  // namespace covolve::rest::emit
