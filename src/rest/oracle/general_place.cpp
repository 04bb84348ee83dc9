#include "rest/oracle/general_place.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/json_pointer.h"

namespace covolve::rest {

namespace {

/// All schemas that speak about one value. Only membership counts, so the order of addresses is none's
/// business.
using SchemaSet = std::set<const Schema*>;

void addWithParts(const Schema* schema, SchemaSet& all) {
  if (schema == nullptr || !all.insert(schema).second) return;
  for (const auto* parts : {&schema->allOf, &schema->anyOf, &schema->oneOf}) {
    for (const Schema* part : *parts) addWithParts(part, all);
  }
  for (const Schema* part : {schema->if_, schema->then_, schema->else_}) addWithParts(part, all);
  for (const auto& [name, part] : schema->dependentSchemas) addWithParts(part, all);
  if (schema->discriminator) {
    for (const auto& [name, part] : schema->discriminator->mapping) addWithParts(part, all);
  }
}

SchemaSet elementSchemas(const SchemaSet& schemas) {
  SchemaSet elements;
  for (const Schema* schema : schemas) {
    addWithParts(schema->items, elements);
    addWithParts(schema->unevaluatedItems, elements);
    addWithParts(schema->contains, elements);
    for (const Schema* element : schema->prefixItems) addWithParts(element, elements);
  }
  return elements;
}

bool declares(const Schema& schema, const std::string& name) {
  if (schema.property(name) != nullptr || schema.requires_(name)) return true;
  return std::ranges::any_of(schema.dependentRequired, [&](const auto& dependency) {
    return dependency.first == name || std::ranges::find(dependency.second, name) != dependency.second.end();
  });
}

SchemaSet propertySchemas(const SchemaSet& schemas, const std::string& name) {
  SchemaSet properties;
  for (const Schema* schema : schemas) addWithParts(schema->property(name), properties);
  return properties;
}

SchemaSet entrySchemas(const SchemaSet& schemas) {
  SchemaSet entries;
  for (const Schema* schema : schemas) {
    addWithParts(schema->additionalProperties, entries);
    addWithParts(schema->unevaluatedProperties, entries);
    for (const auto& [pattern, entry] : schema->patternProperties) addWithParts(entry, entries);
  }
  return entries;
}

}  // namespace

std::string generalPlace(std::string_view pointer, const Json& value, const Schema& schema) {
  std::string place;
  SchemaSet schemas;
  addWithParts(&schema, schemas);
  const Json* here = &value;
  for (const std::string& token : pointerTokens(pointer)) {
    if (here != nullptr && here->is_array()) {
      place += "/*";
      schemas = elementSchemas(schemas);
    } else if (std::ranges::any_of(schemas, [&](const Schema* one) { return declares(*one, token); })) {
      place = pointerTo(std::move(place), token);
      schemas = propertySchemas(schemas, token);
    } else {
      place += "/*";
      schemas = entrySchemas(schemas);
    }
    here = here == nullptr ? nullptr : childOf(*here, token);
  }
  return place;
}

}  // namespace covolve::rest
