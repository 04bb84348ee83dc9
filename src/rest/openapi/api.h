// An API as the search sees it: the operations of an OpenAPI document, whatever
// its version, with all references followed.
//
// A broken part costs only its operation, which is then listed as skipped with
// the reason; a broken response costs only what could be checked about it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/openapi/schema.h"

namespace covolve::rest {

struct Parameter {
  enum class Place { Path, Query, Header, Cookie };
  enum class Style { Simple, Label, Matrix, Form, SpaceDelimited, PipeDelimited, TabDelimited, DeepObject };

  std::string name;
  Place place = Place::Query;
  Style style = Style::Form;
  bool explode = true;
  bool required = false;
  bool allowReserved = false;
  std::string contentType;  // serialised as that (`content` instead of `schema`); empty: by style
  const Schema* schema = nullptr;
  bool isDescribed = true;     // by the document; otherwise the schema is a guess
  std::vector<Json> examples;  // of the parameter itself
};

/// How one property of a form or multipart body is written.
struct Encoding {
  std::string contentType;  // empty: by the property's type
  Parameter::Style style = Parameter::Style::Form;
  bool explode = true;
};

struct MediaType {
  std::string name;                // "application/json"; may be a range in responses: "text/*"
  const Schema* schema = nullptr;  // null: not said
  std::map<std::string, Encoding> encoding;
  std::vector<Json> examples;
};

struct RequestBody {
  bool required = false;
  std::vector<MediaType> content;  // at least one
};

struct ResponseHeader {
  std::string name;
  bool required = false;
  const Schema* schema = nullptr;
};

/// What of a response can be put into another operation's parameters.
struct Link {
  std::string name;
  size_t operation = 0;  // index in Api::operations
  std::vector<std::pair<std::string, std::string>>
      parameters;  // name -> "$response.body#/id"; name may be "path.id"
};

struct ResponseDeclaration {
  std::string status;              // "200", "4XX" (capital), "default"
  std::vector<MediaType> content;  // none: no body is declared
  std::vector<ResponseHeader> headers;
  std::vector<Link> links;
};

struct SecurityScheme {
  enum class Kind { Basic, Bearer, ApiKey, Other };

  std::string name;
  Kind kind = Kind::Other;
  std::string parameter;  // ApiKey: its name
  Parameter::Place place = Parameter::Place::Header;
};

struct Operation {
  std::string id;      // operationId, or "GET /pets/{petId}"; unique
  std::string method;  // capital letters
  std::string path;    // "/pets/{petId}", with the server's path in front ("/v2/pets/{petId}")
  std::vector<std::string> tags;
  bool deprecated = false;
  std::vector<Parameter> parameters;  // path parameters in the order of the path
  std::optional<RequestBody> body;
  std::vector<ResponseDeclaration> responses;
  /// One of these sets of schemes is needed; none: open to all; an empty set: may be called without.
  std::vector<std::vector<std::string>> security;

  /// Statuses that any operation of the document declares; null: not known.
  std::shared_ptr<const std::set<std::string>> declaredSomewhere = nullptr;

  /// The declaration that a status falls under: exact, then range, then default; null: undeclared.
  const ResponseDeclaration* response(int status) const;
  /// Whether the document has it for no operation at all.
  bool isDeclaredNowhere(int status) const;
  bool needsAuthentication() const;
};

struct SkippedOperation {
  std::string what;  // "POST /pets"
  std::string reason;
};

struct Api {
  std::string title;
  std::string version;                // of the API
  std::vector<std::string> servers;   // as written; may be relative or empty
  std::string serverPath;             // of the first: what operations have in front, most of them
  std::vector<Operation> operations;  // in the document's order
  std::vector<SkippedOperation> skipped;
  std::vector<std::string> notes;  // odd things that cost no operation, a sentence each
  std::vector<SecurityScheme> securitySchemes;
  std::deque<Schema> schemas;  // owned; addresses stay
};

/// Gives the text at a URL; for documents that are not files.
using FetchText = std::function<Result<std::string>(const std::string& url)>;

/// `location` is a file or an http(s) URL; JSON or YAML. A user Error where it is no OpenAPI document at all.
Result<Api> readApi(const std::string& location, const FetchText& fetch);

/// The same of a text; `location` is what relative references are relative to.
Result<Api> parseApi(const std::string& text, const std::string& location, const FetchText& fetch);

}  // namespace covolve::rest
