#include "rest/openapi/reading/schema_defects.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace covolve::rest::openapi {

namespace {

/// Calls `visit` with every schema that this one consists of, and whether a value can do without it. A
/// discriminator only chooses among schemas.
template <class Visitor>
void forEachPart(const Schema& schema, const Visitor& visit) {
  const auto needed = [&](const Schema* part) {
    if (part != nullptr) visit(part, false);
  };
  for (const Schema* part : {schema.items, schema.contains, schema.additionalProperties, schema.propertyNames,
                             schema.unevaluatedProperties, schema.unevaluatedItems, schema.not_, schema.if_,
                             schema.then_, schema.else_}) {
    needed(part);
  }
  for (const auto* parts : {&schema.prefixItems, &schema.allOf, &schema.anyOf, &schema.oneOf}) {
    for (const Schema* part : *parts) needed(part);
  }
  for (const auto& [pattern, part] : schema.patternProperties) needed(part);
  for (const auto& [name, part] : schema.dependentSchemas) needed(part);
  for (const Schema::Property& property : schema.properties) {
    if (property.schema != nullptr) visit(property.schema, !schema.requires_(property.name));
  }
}

using Wholes = std::unordered_map<const Schema*, std::vector<const Schema*>>;

/// All that contain one of those already there.
void spread(const Wholes& wholes, std::vector<const Schema*> open, Defects& defects) {
  for (size_t next = 0; next < open.size(); ++next) {
    const Schema* part = open[next];
    const auto found = wholes.find(part);
    if (found == wholes.end()) continue;
    for (const Schema* whole : found->second) {
      if (defects.emplace(whole, defects.at(part)).second) open.push_back(whole);
    }
  }
}

/// True where something had to be taken back.
bool weaken(Schema& schema, const Defects& doubts) {
  const auto isDoubtful = [&](const Schema* part) { return part != nullptr && doubts.contains(part); };
  const bool leavesOver = schema.unevaluatedProperties != nullptr || schema.unevaluatedItems != nullptr;
  const auto anyDoubtful = [&](const std::vector<const Schema*>& parts) {
    return std::ranges::any_of(parts, isDoubtful);
  };
  const bool isLeftOverDoubtful =
      anyDoubtful(schema.allOf) || anyDoubtful(schema.anyOf) || anyDoubtful(schema.oneOf) ||
      anyDoubtful({schema.if_, schema.then_, schema.else_, schema.contains, schema.unevaluatedItems,
                   schema.unevaluatedProperties}) ||
      std::ranges::any_of(schema.dependentSchemas, [&](const auto& one) { return isDoubtful(one.second); });
  bool isWeakened = false;
  const auto takeBack = [&](bool isWrong, const std::function<void()>& change) {
    if (isWrong) change();
    isWeakened = isWeakened || isWrong;
  };
  takeBack(leavesOver && isLeftOverDoubtful,
           [&] { schema.unevaluatedProperties = schema.unevaluatedItems = nullptr; });
  takeBack(isDoubtful(schema.not_), [&] { schema.not_ = nullptr; });
  takeBack(isDoubtful(schema.if_), [&] { schema.if_ = schema.then_ = schema.else_ = nullptr; });
  takeBack(isDoubtful(schema.contains), [&] {
    schema.contains = nullptr;
    schema.minContains.reset();
    schema.maxContains.reset();
  });
  takeBack(anyDoubtful(schema.oneOf), [&] {
    if (schema.anyOf.empty()) schema.anyOf = schema.oneOf;
    schema.oneOf.clear();
  });
  return isWeakened;
}

}  // namespace

Defects spreadDefects(std::deque<Schema>& schemas,
                      const std::unordered_map<const Schema*, std::string>& broken) {
  Wholes wholes;
  Wholes needing;
  for (const Schema& schema : schemas) {
    forEachPart(schema, [&](const Schema* part, bool canBeLeftOut) {
      wholes[part].push_back(&schema);
      if (!canBeLeftOut) needing[part].push_back(&schema);
    });
  }
  Defects doubts;
  Defects defects;
  std::vector<const Schema*> origins;
  // In the order of the document, so that the same one is always blamed.
  for (const Schema& schema : schemas) {
    const auto found = broken.find(&schema);
    if (found == broken.end()) continue;
    doubts.emplace(&schema, &found->second);
    origins.push_back(&schema);
  }
  defects = doubts;
  spread(wholes, origins, doubts);
  for (Schema& schema : schemas) {
    if (!doubts.contains(&schema) || !weaken(schema, doubts)) continue;
    if (defects.emplace(&schema, doubts.at(&schema)).second) origins.push_back(&schema);
  }
  spread(needing, origins, defects);
  for (Schema& schema : schemas) {
    if (defects.contains(&schema)) schema.readOnly = true;
    if (!schema.discriminator) continue;
    std::erase_if(schema.discriminator->mapping,
                  [&](const auto& entry) { return defects.contains(entry.second); });
  }
  return defects;
}

}  // namespace covolve::rest::openapi
