#include "rest/resource/names_in_schema.h"

#include "rest/resource/names.h"

namespace covolve::rest {

namespace {

constexpr int kDeepest = 4;

void addNames(const Schema& schema, int depth, std::set<std::string>& names) {
  if (depth > kDeepest) return;
  for (const Schema::Property& property : schema.properties) {
    if (property.schema == nullptr) continue;
    if (property.schema->types & (Schema::String | Schema::Integer | Schema::AnyNumber)) {
      names.insert(likeName(property.name));
    }
    addNames(*property.schema, depth + 1, names);
  }
  if (schema.items != nullptr) addNames(*schema.items, depth + 1, names);
  for (const auto* parts : {&schema.allOf, &schema.anyOf, &schema.oneOf}) {
    for (const Schema* part : *parts) addNames(*part, depth + 1, names);
  }
}

}  // namespace

std::set<std::string> namesInResponses(const Operation& operation) {
  std::set<std::string> names;
  for (const ResponseDeclaration& response : operation.responses) {
    if (!response.status.starts_with('2')) continue;
    for (const MediaType& content : response.content) {
      if (content.schema != nullptr) addNames(*content.schema, 0, names);
    }
  }
  return names;
}

}  // namespace covolve::rest
