// Arrays and objects.
#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "gene/choice/alternative_gene.h"
#include "gene/choice/value_choice_gene.h"
#include "gene/structure/array_gene.h"
#include "gene/structure/map_gene.h"
#include "gene/structure/object_gene.h"
#include "gene/structure/open_object_gene.h"
#include "rest/genes/gene_builder.h"
#include "rest/genes/text_genes.h"
#include "rest/openapi/pattern.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

namespace {

using gene::ArrayGene;
using gene::Gene;

constexpr size_t kUsualElements = 4;
/// Arrays are filled up to a declared maximum that is not above.
constexpr size_t kMostElements = 64;
constexpr size_t kMostElementsInside = 10;  // of arrays in other data
/// More would not fit into any request that is worth sending.
constexpr size_t kMostDemandedElements = 5000;
constexpr size_t kDeepestOptional = 5;
constexpr size_t kMostEntries = 3;

bool saysAnything(const Schema& schema) {
  return schema.types != Schema::AnyType || schema.values || !schema.properties.empty() ||
         !schema.allOf.empty() || !schema.oneOf.empty() || !schema.anyOf.empty() || schema.items != nullptr;
}

}  // namespace

GeneBuilder::GenePointer GeneBuilder::array(const Schema& merged, const Place& place) {
  const Place element = insideOf(place, "0", place.name, place.budget > 1 ? place.budget - 1 : 1);
  ArrayGene::Shape shape;
  shape.distinct = merged.uniqueItems;
  shape.minimum = merged.minItems.value_or(0);
  if (rules_.withoutEmptyArrays) shape.minimum = std::max<size_t>(shape.minimum, 1);
  if (shape.minimum > kMostDemandedElements) return nullptr;
  for (const Schema* first : merged.prefixItems) {
    auto gene = datum(*first, element);
    if (gene == nullptr) break;
    shape.first.push_back(std::move(gene));
  }
  const bool isWhole = shape.first.size() == merged.prefixItems.size();
  GenePointer further;
  if (isWhole && (place.budget > 1 || shape.minimum > shape.first.size())) {
    const Schema* elements = merged.items != nullptr ? merged.items : merged.unevaluatedItems;
    further = elements != nullptr ? datum(*elements, element) : anything(element);
  }
  if (merged.contains != nullptr && further != nullptr) {
    const Schema* wanted =
        merged.items != nullptr ? &merger_->merge({merged.items, merged.contains}) : merged.contains;
    if (auto gene = datum(*wanted, element)) {
      gene::GeneList both;
      both.push_back(std::move(gene));
      both.push_back(std::move(further));
      further = std::make_unique<gene::AlternativeGene>(std::move(both));
      shape.minimum = std::max<size_t>(shape.minimum, merged.minContains.value_or(1));
    }
  }
  const bool hasFurther = further != nullptr;
  shape.further = std::move(further);

  const size_t declared = merged.maxItems.value_or(SIZE_MAX);
  const size_t fillable = place.depth == 0 ? kMostElements : kMostElementsInside;
  shape.maximum =
      declared <= fillable ? declared : std::max(shape.minimum + kUsualElements, shape.first.size());
  shape.maximum = std::min(std::max(shape.maximum, shape.minimum), declared);
  if (!hasFurther) shape.maximum = std::min(shape.maximum, shape.first.size());
  shape.usual = kUsualElements;
  if (shape.minimum > shape.maximum) return nullptr;
  return std::make_unique<ArrayGene>(std::move(shape));
}

/// For the base class of others, or one that has one: the property that says which of them this is.
const Schema* GeneBuilder::namedBy(const Schema& schema, const Schema& merged, const std::string& property) {
  const Schema* declared = merged.property(property);
  const bool isNamed = merged.discriminator && merged.discriminator->property == property &&
                       merged.oneOf.empty() && merged.anyOf.empty();
  if (!isNamed || (declared != nullptr && merger_->mergeAllOf(*declared).values)) return declared;
  auto names = discriminatorNames(*merged.discriminator, schema);
  if (names.empty()) {
    for (const auto& [name, target] : merged.discriminator->mapping) names.push_back(name);
  }
  if (names.empty()) return declared;
  // Owned by the merger, as all schemas that are made here.
  return &merger_->restrictedTo(declared, std::vector<Json>(names.begin(), names.end()));
}

std::vector<GeneBuilder::Member> GeneBuilder::membersOf(const Schema& schema, const Schema& merged) {
  std::vector<Member> members;
  for (const Schema::Property& property : merged.properties) {
    const Schema* own = namedBy(schema, merged, property.name);
    if (own != nullptr && merger_->mergeAllOf(*own).readOnly) continue;
    members.push_back({property.name, own, merged.requires_(property.name), nullptr});
  }
  for (const std::string& name : merged.required) {
    if (merged.property(name) != nullptr) continue;
    const Schema* own = merged.additionalProperties;
    for (const auto& [pattern, matching] : merged.patternProperties) {
      if (matchesPattern(name, pattern)) own = matching;
    }
    if (const Schema* named = namedBy(schema, merged, name)) own = named;
    members.push_back({name, own, true, nullptr});
  }
  return members;
}

GeneBuilder::Place GeneBuilder::insideOf(const Place& place, std::string_view segment, std::string name,
                                         size_t budget) {
  Place inside;
  inside.pointer = pointerTo(place.pointer, segment);
  inside.name = std::move(name);
  inside.depth = place.depth + 1;
  inside.budget = budget;
  inside.isAddressable = place.isAddressable;
  return inside;
}

/// False where one that is required cannot be built.
bool GeneBuilder::buildMembers(std::vector<Member>& members, const Place& place) {
  size_t budget = place.budget > 1 ? place.budget - 1 : 0;
  for (const bool isRequired : {true, false}) {
    auto left = static_cast<size_t>(std::ranges::count(members, isRequired, &Member::required));
    for (Member& member : members) {
      if (member.required != isRequired) continue;
      const size_t share = std::max<size_t>(budget / std::max<size_t>(left--, 1), 1);
      if (!isRequired && (budget == 0 || place.depth >= kDeepestOptional)) continue;
      const Place inside = insideOf(place, member.name, member.name, share);
      const size_t before = made_;
      member.gene = member.schema != nullptr ? datum(*member.schema, inside) : anything(inside);
      if (member.gene == nullptr && isRequired) return false;
      budget -= std::min(budget, made_ - before);
    }
  }
  return true;
}

GeneBuilder::GenePointer GeneBuilder::object(const Schema& schema, const Schema& merged, const Place& place) {
  auto members = membersOf(schema, merged);
  if (!buildMembers(members, place)) return nullptr;
  auto further = entries(merged, members, place);
  std::erase_if(members, [](const Member& member) { return member.gene == nullptr; });

  const auto required = static_cast<size_t>(std::ranges::count(members, true, &Member::required));
  const size_t optional = members.size() - required;
  const size_t most = merged.maxProperties.value_or(SIZE_MAX);
  if (required > most) return nullptr;
  // With all of the optional ones there would be too many, or with a few of them too few.
  const bool needsAll = merged.minProperties.value_or(0) >= members.size() && members.size() <= most;
  double presence = 0.7;
  if (members.size() > most) {
    presence *= static_cast<double>(most - required) / static_cast<double>(optional);
  }
  std::vector<gene::ObjectGene::Field> fields;
  for (Member& member : members) {
    fields.push_back({std::move(member.name), std::move(member.gene), member.required || needsAll, presence});
  }
  if (further == nullptr) return std::make_unique<gene::ObjectGene>(std::move(fields));
  if (fields.empty()) return further;
  return std::make_unique<gene::OpenObjectGene>(
      std::make_unique<gene::ObjectGene>(std::move(fields)),
      std::unique_ptr<gene::MapGene>(static_cast<gene::MapGene*>(further.release())));
}

/// What entries with undeclared names hold; null where there is no reason to make some.
const Schema* GeneBuilder::entrySchema(const Schema& merged, bool isAlone) const {
  const Schema* additional = merged.additionalProperties;
  if (additional != nullptr && additional->acceptsNothing) additional = nullptr;
  if (additional != nullptr && (saysAnything(*additional) || isAlone)) return additional;
  return merged.patternProperties.empty() ? nullptr : merged.patternProperties.front().second;
}

/// Entries with names that are not declared, few: a MapGene, or null where there are none.
GeneBuilder::GenePointer GeneBuilder::entries(const Schema& merged, const std::vector<Member>& members,
                                              const Place& place) {
  const size_t most = merged.maxProperties.value_or(SIZE_MAX);
  const size_t least = merged.minProperties.value_or(0);
  const auto isForbidden = [](const Schema* schema) { return schema != nullptr && schema->acceptsNothing; };
  const bool isClosed =
      (isForbidden(merged.additionalProperties) || isForbidden(merged.unevaluatedProperties)) &&
      merged.patternProperties.empty();
  const bool needsMore = least > members.size();
  const Schema* held = entrySchema(merged, members.empty());
  if (isClosed || most <= members.size() || place.budget < 2) return nullptr;
  if (held == nullptr && !needsMore) return nullptr;
  if (place.depth >= kDeepestOptional && !needsMore) return nullptr;
  Place inside = insideOf(place, "*", "", place.budget / 2);
  inside.isAddressable = false;  // its name is not known before
  auto value = held != nullptr ? datum(*held, inside) : anything(inside);
  auto name = value != nullptr ? entryName(merged, members) : nullptr;
  if (name == nullptr) return nullptr;
  const size_t count = std::min(most - members.size(), std::max(kMostEntries, needsMore ? least + 2 : 0));
  const size_t fewest = needsMore ? std::min(least - members.size(), count) : 0;
  return std::make_unique<gene::MapGene>(std::move(name), std::move(value), count, gene::MapGene::Form::Names,
                                         fewest);
}

GeneBuilder::GenePointer GeneBuilder::entryName(const Schema& merged,
                                                const std::vector<Member>& members) const {
  const bool isByPattern = !merged.patternProperties.empty() && (merged.additionalProperties == nullptr ||
                                                                 merged.additionalProperties->acceptsNothing);
  if (merged.propertyNames != nullptr || isByPattern) {
    Schema name = merged.propertyNames != nullptr ? merger_->mergeAllOf(*merged.propertyNames) : Schema();
    if (name.values) {
      auto values = conforming(*name.values, name);
      if (values.empty()) return nullptr;
      return std::make_unique<gene::ValueChoiceGene>(values);
    }
    if (isByPattern && !name.pattern) name.pattern = merged.patternProperties.front().first;
    return makeTextGene(name, DataRules{});
  }
  constexpr std::array<const char*, 8> kNames{"key", "other", "x1", "name", "value", "a", "b", "extra"};
  std::vector<Value> names;
  for (const char* name : kNames) {
    const bool isTaken = std::ranges::find(members, name, &Member::name) != members.end() ||
                         merged.property(name) != nullptr ||
                         std::ranges::any_of(merged.patternProperties, [&](const auto& one) {
                           return matchesPattern(name, one.first);
                         });
    if (!isTaken) names.push_back(Value::string(name));
  }
  if (names.size() > merged.minProperties.value_or(0)) return std::make_unique<gene::ValueChoiceGene>(names);
  Schema name;
  name.minLength = 2;
  name.maxLength = 10;
  return makeTextGene(name, DataRules{});
}

}  // namespace covolve::rest
