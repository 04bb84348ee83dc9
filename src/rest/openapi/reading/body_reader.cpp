#include "rest/openapi/reading/body_reader.h"

#include <fmt/format.h>

#include "rest/openapi/reading/content_reader.h"
#include "rest/openapi/reading/swagger2.h"

namespace covolve::rest::openapi {

namespace {

Result<std::optional<RequestBody>> readWritten(const Site& operation, const std::string& name,
                                               Reading& reading) {
  const std::optional<Site> written = operation.given("requestBody");
  if (!written) return std::nullopt;
  const Result<Site> site = reading.references.resolve(*written);
  if (!site) return userError("the request body " + site.error().message);
  if (!site->node->is_object()) {
    return userError(fmt::format("the request body is {}, not an object", kindOf(*site->node)));
  }
  RequestBody body;
  body.required = isTrue(memberOf(*site->node, "required"));
  if (const std::optional<Site> content = reading.partOrNote(*site, "content")) {
    Result<std::vector<MediaType>> types =
        readContent(*content, fmt::format("{}: the request body", name), reading);
    if (!types) return std::unexpected(types.error());
    body.content = std::move(*types);
  }
  if (!body.content.empty()) return body;
  if (body.required) return userError("the request body is required, but no media type is declared");
  reading.notes.add(fmt::format("{}: the request body has no media type; it is left out", name));
  return std::nullopt;
}

}  // namespace

Result<std::optional<RequestBody>> readBody(const Site& operation, const std::string& method,
                                            const std::string& name,
                                            const std::vector<DeclaredParameter>& declared,
                                            Reading& reading) {
  Result<std::optional<RequestBody>> body = reading.version == Version::V2
                                                ? readSwagger2Body(declared, operation, name, reading)
                                                : readWritten(operation, name, reading);
  if (!body || !*body) return body;
  // HTTP gives a body of these no meaning, and clients and servers may refuse it.
  const bool isOdd = method == "TRACE" || ((method == "GET" || method == "HEAD") && !(*body)->required);
  if (isOdd) {
    reading.notes.add(fmt::format("{} requests have no body; those that are declared are left out", method));
    return std::nullopt;
  }
  return body;
}

}  // namespace covolve::rest::openapi
