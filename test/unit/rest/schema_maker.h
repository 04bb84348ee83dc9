// Schemas for tests that are about what a schema says, not about how a document
// says it.
#pragma once

#include <optional>
#include <string>

#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

template <class Change>
Schema makeSchema(const Change& change) {
  Schema schema;
  change(schema);
  return schema;
}

inline Schema schemaOfType(int types) {
  return makeSchema([&](Schema& schema) { schema.types = static_cast<uint8_t>(types); });
}

inline bool accepts(const Schema& schema, const Json& value, Direction direction = Direction::Response) {
  return !validate(value, schema, direction).has_value();
}

/// "keyword: message" of what is wrong; empty where nothing is.
inline std::string complaint(const Schema& schema, const Json& value,
                             Direction direction = Direction::Response) {
  const auto mismatch = validate(value, schema, direction);
  return mismatch ? mismatch->keyword + ": " + mismatch->message : "";
}

}  // namespace covolve::rest
