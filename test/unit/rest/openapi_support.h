// Short ways to documents for the tests of reading them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rest/openapi/api.h"

namespace covolve::rest::openapi {

inline Result<std::string> fetchNothing(const std::string& url) {
  return userError("nobody answers at " + url);
}

inline Result<Api> tryParse(const std::string& text) { return parseApi(text, "openapi.yaml", fetchNothing); }

/// Fails the test where it is no document at all.
inline Api parseOrFail(const std::string& text) {
  Result<Api> api = tryParse(text);
  if (!api) ADD_FAILURE() << api.error().message;
  return api ? std::move(*api) : Api{};
}

/// A 3.0 document: what follows `paths:`, indented by two, and more top-level keys.
inline std::string version30(const std::string& paths, const std::string& more = "") {
  return "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths:\n" + paths + more;
}

inline std::string version31(const std::string& paths, const std::string& more = "") {
  return "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n" + paths + more;
}

inline std::string version2(const std::string& paths, const std::string& more = "") {
  return "swagger: '2.0'\ninfo: {title: t, version: '1'}\npaths:\n" + paths + more;
}

/// The schema of the parameter "value" of a document that has just that.
struct OneSchema {
  Api api;
  const Schema* schema = nullptr;

  const Schema& operator*() const { return *schema; }
  const Schema* operator->() const { return schema; }
};

inline OneSchema schemaOf(const std::string& document) {
  OneSchema one{parseOrFail(document)};
  static const Schema kNone{};
  one.schema = &kNone;
  if (one.api.operations.empty() || one.api.operations[0].parameters.empty()) {
    ADD_FAILURE() << "there is no parameter: " << (one.api.skipped.empty() ? "" : one.api.skipped[0].reason);
    return one;
  }
  one.schema = one.api.operations[0].parameters[0].schema;
  return one;
}

inline std::string parameterWith(const std::string& flowSchema) {
  return "  /x:\n    get:\n      parameters:\n        - {name: value, in: query, schema: " + flowSchema +
         "}\n      responses: {'200': {description: d}}\n";
}

inline OneSchema schema30(const std::string& flowSchema, const std::string& more = "") {
  return schemaOf(version30(parameterWith(flowSchema), more));
}

inline OneSchema schema31(const std::string& flowSchema, const std::string& more = "") {
  return schemaOf(version31(parameterWith(flowSchema), more));
}

inline bool hasNote(const Api& api, const std::string& part) {
  return std::ranges::any_of(api.notes,
                             [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

}  // namespace covolve::rest::openapi
