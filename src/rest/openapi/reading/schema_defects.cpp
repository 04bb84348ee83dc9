#include "rest/openapi/reading/schema_defects.h"

#include <algorithm>
#include <vector>

namespace covolve::rest::openapi {

namespace {

using Defects = std::unordered_map<const Schema*, const std::string*>;

/// Every schema that this one consists of. A discriminator only chooses among schemas.
template <class Visitor>
void forEachPart(const Schema& schema, const Visitor& visit) {
  const auto one = [&](const Schema* part) {
    if (part != nullptr) visit(part);
  };
  for (const Schema* part : {schema.items, schema.contains, schema.additionalProperties, schema.propertyNames,
                             schema.unevaluatedProperties, schema.unevaluatedItems, schema.not_, schema.if_,
                             schema.then_, schema.else_}) {
    one(part);
  }
  for (const auto* parts : {&schema.prefixItems, &schema.allOf, &schema.anyOf, &schema.oneOf}) {
    for (const Schema* part : *parts) one(part);
  }
  for (const Schema::Property& property : schema.properties) one(property.schema);
  for (const auto& [pattern, part] : schema.patternProperties) one(part);
  for (const auto& [name, part] : schema.dependentSchemas) one(part);
}

void weaken(Schema& schema, const Defects& defects) {
  const auto isDefect = [&](const Schema* part) { return part != nullptr && defects.contains(part); };
  if (defects.contains(&schema)) schema.unevaluatedProperties = schema.unevaluatedItems = nullptr;
  if (isDefect(schema.not_)) schema.not_ = nullptr;
  if (isDefect(schema.if_)) schema.if_ = schema.then_ = schema.else_ = nullptr;
  if (isDefect(schema.contains)) {
    schema.contains = nullptr;
    schema.minContains.reset();
    schema.maxContains.reset();
  }
  if (std::ranges::any_of(schema.oneOf, isDefect)) {
    if (schema.anyOf.empty()) schema.anyOf = schema.oneOf;
    schema.oneOf.clear();
  }
  if (schema.discriminator) {
    std::erase_if(schema.discriminator->mapping, [&](const auto& entry) { return isDefect(entry.second); });
  }
}

}  // namespace

Defects spreadDefects(std::deque<Schema>& schemas,
                      const std::unordered_map<const Schema*, std::string>& broken) {
  std::unordered_map<const Schema*, std::vector<const Schema*>> wholes;
  for (const Schema& schema : schemas) {
    forEachPart(schema, [&](const Schema* part) { wholes[part].push_back(&schema); });
  }
  Defects defects;
  std::vector<const Schema*> open;
  // In the order of the document, so that the same one is always blamed.
  for (const Schema& schema : schemas) {
    const auto found = broken.find(&schema);
    if (found == broken.end()) continue;
    defects.emplace(&schema, &found->second);
    open.push_back(&schema);
  }
  for (size_t next = 0; next < open.size(); ++next) {
    const Schema* part = open[next];
    for (const Schema* whole : wholes[part]) {
      if (defects.emplace(whole, defects.at(part)).second) open.push_back(whole);
    }
  }
  // Also those without a defect of their own may choose one by their discriminator.
  for (Schema& schema : schemas) weaken(schema, defects);
  return defects;
}

}  // namespace covolve::rest::openapi
