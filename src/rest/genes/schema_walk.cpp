#include "rest/genes/schema_walk.h"

namespace covolve::rest {

void appendParts(const Schema& schema, std::vector<const Schema*>& parts) {
  const auto add = [&](const Schema* one) {
    if (one != nullptr) parts.push_back(one);
  };
  for (const Schema::Property& property : schema.properties) add(property.schema);
  for (const auto* list : {&schema.prefixItems, &schema.allOf, &schema.anyOf, &schema.oneOf}) {
    for (const Schema* one : *list) add(one);
  }
  for (const auto* list : {&schema.patternProperties, &schema.dependentSchemas}) {
    for (const auto& [name, one] : *list) add(one);
  }
  for (const Schema* one : {schema.items, schema.contains, schema.additionalProperties, schema.propertyNames,
                            schema.unevaluatedItems, schema.unevaluatedProperties, schema.not_, schema.if_,
                            schema.then_, schema.else_}) {
    add(one);
  }
}

}  // namespace covolve::rest
