#include "rest/problem/format_free_schema.h"

#include <unordered_map>
#include <unordered_set>

#include "rest/problem/schema_walk.h"

namespace covolve::rest {

FormatFreeSchema::FormatFreeSchema(const Schema& original) {
  std::unordered_map<const Schema*, const Schema*> copies;
  std::vector<const Schema*> open;  // originals, in the order of their copies
  const auto copyOf = [&](const Schema* schema) -> const Schema* {
    if (schema == nullptr) return nullptr;
    const auto [found, isNew] = copies.try_emplace(schema, nullptr);
    if (isNew) {
      found->second = &schemas_.emplace_back();
      open.push_back(schema);
    }
    return found->second;
  };
  copyOf(&original);
  for (size_t i = 0; i < open.size(); ++i) {
    Schema copy = *open[i];
    copy.format.clear();
    copy.contentEncoding.clear();
    copy.examples.clear();
    copy.default_.reset();
    for (const Schema** one : {&copy.items, &copy.contains, &copy.additionalProperties, &copy.propertyNames,
                               &copy.unevaluatedItems, &copy.unevaluatedProperties, &copy.not_, &copy.if_,
                               &copy.then_, &copy.else_}) {
      *one = copyOf(*one);
    }
    for (auto* list : {&copy.prefixItems, &copy.allOf, &copy.anyOf, &copy.oneOf}) {
      for (const Schema*& one : *list) one = copyOf(one);
    }
    for (auto* list : {&copy.patternProperties, &copy.dependentSchemas}) {
      for (auto& [name, one] : *list) one = copyOf(one);
    }
    for (Schema::Property& property : copy.properties) property.schema = copyOf(property.schema);
    if (copy.discriminator) {
      for (auto& [name, one] : copy.discriminator->mapping) one = copyOf(one);
    }
    schemas_[i] = std::move(copy);
  }
}

FormatRole formatRoleIn(const Schema& schema) {
  constexpr size_t kMostSchemas = 2000;
  std::vector<const Schema*> open{&schema};
  std::unordered_set<const Schema*> seen;
  bool hasFormats = false;
  bool hasAlternatives = false;
  for (size_t i = 0; i < open.size(); ++i) {
    const Schema& one = *open[i];
    if (!seen.insert(&one).second) continue;
    if (seen.size() > kMostSchemas) return FormatRole::Unknown;
    hasFormats |= !one.format.empty() || !one.contentEncoding.empty();
    hasAlternatives |= !one.oneOf.empty() || !one.anyOf.empty() || one.not_ != nullptr ||
                       one.if_ != nullptr || one.contains != nullptr || !one.dependentSchemas.empty();
    appendParts(one, open);
  }
  return hasFormats && hasAlternatives ? FormatRole::Relevant : FormatRole::Irrelevant;
}

}  // namespace covolve::rest
