// Keywords about objects.
#include <fmt/format.h>

#include <algorithm>

#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

namespace {

/// Looks for a property of a name that is given in one direction only, in all schemas that may apply to the
/// same value. `steps` bounds the search, as schemas may be recursive.
class OneSidedSearch {
 public:
  OneSidedSearch(const std::string& name, Direction direction) : name_(name), direction_(direction) {}

  bool finds(const Schema& schema) {
    if (steps_ == 0) return false;
    --steps_;
    const Schema* const property = schema.property(name_);
    if (property != nullptr && isOneSided(*property)) return true;
    for (const auto* list : {&schema.allOf, &schema.anyOf, &schema.oneOf}) {
      if (std::ranges::any_of(*list, [&](const Schema* one) { return finds(*one); })) return true;
    }
    for (const Schema* one : {schema.if_, schema.then_, schema.else_}) {
      if (one != nullptr && finds(*one)) return true;
    }
    return false;
  }

 private:
  bool isOneSided(const Schema& property) {
    if (direction_ == Direction::Request ? property.readOnly : property.writeOnly) return true;
    if (steps_ == 0) return false;
    --steps_;
    return std::ranges::any_of(property.allOf, [&](const Schema* one) { return isOneSided(*one); });
  }

  const std::string& name_;
  Direction direction_;
  size_t steps_ = 500;
};

const Json::object_t& membersOf(const Json& value) { return value.get_ref<const Json::object_t&>(); }

}  // namespace

Answer Validation::checkObject(const Subject& subject) {
  const Schema& schema = subject.schema;
  const uint64_t count = subject.value.size();
  const auto refuse = [&](std::string_view keyword, std::string_view relation, uint64_t bound) {
    return reject(subject.place, keyword, [&] {
      return fmt::format("has {}, {} its {} of {}", countText(count, "property", "properties"), relation,
                         keyword, bound);
    });
  };
  if (checkRequired(subject) == Answer::No) return Answer::No;
  if (schema.minProperties && count < *schema.minProperties)
    return refuse("minProperties", "fewer than", *schema.minProperties);
  if (schema.maxProperties && count > *schema.maxProperties)
    return refuse("maxProperties", "more than", *schema.maxProperties);
  Answer all = checkProperties(subject);
  if (all == Answer::No || !meets(all, checkOtherProperties(subject))) return Answer::No;
  if (!meets(all, checkPropertyNames(subject))) return Answer::No;
  return std::min(all, checkDependent(subject));
}

Answer Validation::checkRequired(const Subject& subject) {
  const Json::object_t& members = membersOf(subject.value);
  for (const std::string& name : subject.schema.required) {
    if (members.contains(name) || mayBeMissing(subject, name)) continue;
    return reject({&subject.place, &name}, "required", [] { return "is missing"; });
  }
  return Answer::Yes;
}

/// A property may be required by one part of allOf and declared readOnly by another.
bool Validation::mayBeMissing(const Subject& subject, const std::string& name) const {
  const Scope* outermost = &subject.scope;
  while (outermost->around != nullptr) outermost = outermost->around;
  return OneSidedSearch(name, direction_).finds(*outermost->schema);
}

Answer Validation::checkProperties(const Subject& subject) {
  const Json::object_t& members = membersOf(subject.value);
  Answer all = Answer::Yes;
  for (const Schema::Property& property : subject.schema.properties) {
    const auto member = members.find(property.name);
    if (member == members.end() || property.schema == nullptr) continue;
    if (!meets(all, judge(member->second, *property.schema, {&subject.place, &property.name}))) break;
  }
  return all;
}

Answer Validation::checkOtherProperties(const Subject& subject) {
  const Schema& schema = subject.schema;
  if (schema.patternProperties.empty() && schema.additionalProperties == nullptr) return Answer::Yes;
  Answer all = Answer::Yes;
  for (const auto& [name, value] : membersOf(subject.value)) {
    const Place place{&subject.place, &name};
    Answer isAdditional = schema.property(name) != nullptr ? Answer::No : Answer::Yes;
    for (const auto& [pattern, inner] : schema.patternProperties) {
      const Answer isNamed = schema.compiledPatterns.of(pattern).isFoundIn(name);
      if (isNamed == Answer::No) continue;
      if (isNamed == Answer::Yes) {
        isAdditional = Answer::No;
        if (!meets(all, judge(value, *inner, place))) return Answer::No;
      } else {
        isAdditional = std::min(isAdditional, Answer::Perhaps);
        all = Answer::Perhaps;
      }
    }
    if (isAdditional != Answer::Yes || schema.additionalProperties == nullptr) continue;
    if (schema.additionalProperties->acceptsNothing) {
      return reject(place, "additionalProperties",
                    [] { return "is not declared, and additional properties are not allowed"; });
    }
    if (!meets(all, judge(value, *schema.additionalProperties, place))) return Answer::No;
  }
  return all;
}

Answer Validation::checkPropertyNames(const Subject& subject) {
  if (subject.schema.propertyNames == nullptr) return Answer::Yes;
  Answer all = Answer::Yes;
  for (const auto& member : membersOf(subject.value)) {
    const Place place{&subject.place, &member.first};
    if (meets(all, judgeQuietly(Json(member.first), *subject.schema.propertyNames, place))) continue;
    return reject(place, "propertyNames", [] { return "has a name that propertyNames does not allow"; });
  }
  return all;
}

Answer Validation::checkDependent(const Subject& subject) {
  const Json::object_t& members = membersOf(subject.value);
  for (const auto& [given, needed] : subject.schema.dependentRequired) {
    if (!members.contains(given)) continue;
    for (const std::string& name : needed) {
      if (members.contains(name) || mayBeMissing(subject, name)) continue;
      return reject({&subject.place, &name}, "dependentRequired", [&] {
        return fmt::format("is missing, though {} is given", Place{&subject.place, &given}.pointer());
      });
    }
  }
  Answer all = Answer::Yes;
  for (const auto& [given, schema] : subject.schema.dependentSchemas) {
    if (members.contains(given) && !meets(all, judgeInPlace(subject, *schema))) break;
  }
  return all;
}

}  // namespace covolve::rest
