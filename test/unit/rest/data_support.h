// Short ways to schemas, operations and drawn data, for the tests of requests'
// data.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"
#include "gene/source.h"
#include "rest/genes/gene_factory.h"
#include "rest/openapi/api.h"

namespace covolve::rest::data {

inline Api parsed(const std::string& document) {
  const auto fetchNothing = [](const std::string& url) -> Result<std::string> {
    return userError("nobody answers at " + url);
  };
  auto api = parseApi(document, "openapi.json", fetchNothing);
  if (!api) ADD_FAILURE() << api.error().message;
  return api ? std::move(*api) : Api{};
}

/// The schema of a JSON body; its document owns it.
struct BodySchema {
  Api api;
  const Schema* schema = nullptr;

  const Schema& operator*() const { return *schema; }
};

/// `components` are named schemas, a JSON object, that "#/components/schemas/..." refers to.
inline BodySchema bodySchema(const std::string& schema, const std::string& components = "{}") {
  BodySchema body;
  body.api = parsed(R"({"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
      "paths": {"/x": {"post": {"responses": {"200": {"description": "d"}},
        "requestBody": {"content": {"application/json": {"schema": )" +
                    schema + R"(}}}}}},
      "components": {"schemas": )" +
                    components + "}}");
  static const Schema kNone;
  body.schema = &kNone;
  if (body.api.operations.empty() || !body.api.operations[0].body) {
    ADD_FAILURE() << "no body was read: " << (body.api.skipped.empty() ? schema : body.api.skipped[0].reason);
    return body;
  }
  body.schema = body.api.operations[0].body->content[0].schema;
  return body;
}

/// The first operation of a document with these paths, a JSON object.
inline Api apiWithPaths(const std::string& paths) {
  Api api = parsed(R"({"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": )" + paths + "}");
  if (api.operations.empty()) {
    ADD_FAILURE() << "no operation was read: " << (api.skipped.empty() ? "" : api.skipped[0].reason);
    api.operations.emplace_back();
  }
  return api;
}

struct Drawing {
  explicit Drawing(uint64_t seed) : rng(seed), source(rng, constants) {}

  Rng rng;
  gene::Constants constants;
  gene::Source source;
};

inline Json plainJson(const gene::Gene& gene) { return jsonOf(gene, {}); }

}  // namespace covolve::rest::data
