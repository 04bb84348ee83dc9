// A JSON Schema as the generator and the validator use it: one meaning for
// OpenAPI 2.0, 3.0 and 3.1 (draft 2020-12), with all references followed.
//
// Schemas may be recursive, so they are owned by their Api (api.h) and point to
// each other. A keyword that is not given does not restrict anything.
//
// Easy to get wrong: a keyword only speaks about values of its type. Without
// "type", `minimum: 3` accepts every text.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rest/openapi/pattern.h"

namespace covolve::rest {

using Json = nlohmann::json;

/// Holds every 64-bit integer exactly (x86-64), and every double.
using Number = long double;

struct Schema {
  enum Type : uint8_t {
    Null = 1,
    Boolean = 2,
    Integer = 4,    // 3.0 is one too
    AnyNumber = 8,  // integers included
    String = 16,
    Array = 32,
    Object = 64,
    AnyType = 127,
  };

  struct Property {
    std::string name;
    const Schema* schema = nullptr;
  };
  struct Discriminator {
    std::string property;
    std::map<std::string, const Schema*> mapping;
  };

  /// Where it stands: "#/components/schemas/Pet"; for messages, and to tell resources apart.
  std::string location;

  bool acceptsNothing = false;  // the schema `false`
  uint8_t types = AnyType;      // nullable: with Null
  /// enum, or const as the only one.
  std::optional<std::vector<Json>> values;

  std::optional<Number> minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf;

  std::optional<uint64_t> minLength, maxLength;  // in code points
  std::optional<std::string> pattern;            // ECMA 262, searched for
  std::string format;                            // empty: none
  std::string contentEncoding;                   // base64; empty: none

  const Schema* items = nullptr;  // of those behind prefixItems; null: anything
  std::vector<const Schema*> prefixItems;
  const Schema* contains = nullptr;
  std::optional<uint64_t> minContains, maxContains;
  std::optional<uint64_t> minItems, maxItems;
  bool uniqueItems = false;

  std::vector<Property> properties;  // in the document's order
  std::vector<std::string> required;
  std::vector<std::pair<std::string, const Schema*>> patternProperties;
  const Schema* additionalProperties = nullptr;  // null: anything
  const Schema* propertyNames = nullptr;
  std::optional<uint64_t> minProperties, maxProperties;
  std::vector<std::pair<std::string, std::vector<std::string>>> dependentRequired;
  std::vector<std::pair<std::string, const Schema*>> dependentSchemas;

  /// Of what no other keyword speaks about, here or in schemas for the same value; null: anything.
  const Schema* unevaluatedProperties = nullptr;
  const Schema* unevaluatedItems = nullptr;

  std::vector<const Schema*> allOf, anyOf, oneOf;
  const Schema* not_ = nullptr;
  const Schema* if_ = nullptr;
  const Schema* then_ = nullptr;
  const Schema* else_ = nullptr;
  std::optional<Discriminator> discriminator;

  bool readOnly = false;   // in responses only
  bool writeOnly = false;  // in requests only
  std::optional<Json> default_;
  std::vector<Json> examples;  // example, examples

  LazyPatterns compiledPatterns;  // of pattern and patternProperties; the validator's own

  bool allows(Type type) const { return (types & type) != 0; }
  const Schema* property(const std::string& name) const {
    for (const Property& one : properties) {
      if (one.name == name) return one.schema;
    }
    return nullptr;
  }
  bool requires_(const std::string& name) const {
    for (const std::string& one : required) {
      if (one == name) return true;
    }
    return false;
  }
};

}  // namespace covolve::rest
