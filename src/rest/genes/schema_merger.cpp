#include "rest/genes/schema_merger.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "rest/openapi/pattern.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

namespace {

/// Documents that merge without end are cut here; what is lost then is only a restriction.
constexpr size_t kMostMerged = 10'000;

template <class T>
void takeLarger(std::optional<T>& merged, const std::optional<T>& part) {
  if (part && (!merged || *part > *merged)) merged = part;
}

template <class T>
void takeSmaller(std::optional<T>& merged, const std::optional<T>& part) {
  if (part && (!merged || *part < *merged)) merged = part;
}

template <class T>
void append(std::vector<T>& merged, const std::vector<T>& part) {
  merged.insert(merged.end(), part.begin(), part.end());
}

bool isWholeNumber(Number number) { return number > 0 && number < 0x1p31L && std::floor(number) == number; }

bool matchesAny(const std::vector<std::pair<std::string, const Schema*>>& patterns, const std::string& name) {
  return std::ranges::any_of(patterns, [&](const auto& one) { return matchesPattern(name, one.first); });
}

bool hasAlternatives(const Schema& schema) { return !schema.oneOf.empty() || !schema.anyOf.empty(); }

bool leavesOver(const Schema& schema) {
  return schema.unevaluatedItems != nullptr || schema.unevaluatedProperties != nullptr;
}

bool isConditional(const Schema& schema) {
  return schema.if_ != nullptr && (schema.then_ != nullptr || schema.else_ != nullptr);
}

const Schema* elementAt(const Schema& schema, size_t position) {
  return position < schema.prefixItems.size() ? schema.prefixItems[position] : schema.items;
}

void copyMembers(const Schema& from, Schema& to) {
  to.properties = from.properties;
  to.patternProperties = from.patternProperties;
  to.additionalProperties = from.additionalProperties;
}

}  // namespace

uint8_t commonTypes(uint8_t one, uint8_t other) {
  auto common = static_cast<uint8_t>(one & other);
  const bool integersOfOne = (one & Schema::AnyNumber) != 0 && (other & Schema::Integer) != 0;
  const bool integersOfOther = (other & Schema::AnyNumber) != 0 && (one & Schema::Integer) != 0;
  if (integersOfOne || integersOfOther) common |= Schema::Integer;
  return common;
}

std::vector<std::string> discriminatorNames(const Schema::Discriminator& discriminator,
                                            const Schema& schema) {
  std::vector<std::string> names;
  for (const auto& [name, target] : discriminator.mapping) {
    if (target == &schema) names.push_back(name);
  }
  if (!names.empty()) return names;
  for (const std::string_view folder : {"/schemas/", "/definitions/"}) {
    const size_t found = schema.location.rfind(folder);
    if (found == std::string::npos) continue;
    std::string name = schema.location.substr(found + folder.size());
    if (!name.empty() && name.find('/') == std::string::npos) names.push_back(std::move(name));
    break;
  }
  return names;
}

Schema& SchemaMerger::make() { return made_.emplace_back(); }

Schema& SchemaMerger::leftover(Schema& merged) {
  Schema& rest = make();
  merged.allOf.push_back(&rest);
  return rest;
}

SchemaMerger::Parts SchemaMerger::flattened(const Parts& parts) const {
  Parts flat;
  std::set<const Schema*> seen;
  const auto visit = [&](const auto& self, const Schema* part) -> void {
    if (!seen.insert(part).second) return;
    if (const auto merged = partsOf_.find(part); merged != partsOf_.end()) {
      for (const Schema* one : merged->second) self(self, one);
      return;
    }
    flat.push_back(part);
    for (const Schema* one : part->allOf) self(self, one);
  };
  for (const Schema* part : parts) visit(visit, part);
  return flat;
}

const Schema& SchemaMerger::mergeAllOf(const Schema& schema) {
  if (schema.allOf.empty() || partsOf_.contains(&schema)) return schema;
  return merge({&schema}, &schema);
}

const Schema& SchemaMerger::merge(const Parts& parts) { return merge(parts, nullptr); }

const Schema& SchemaMerger::merge(const Parts& parts, const Schema* host) {
  const bool needsHost = host != nullptr && leavesOver(*host);
  if (!needsHost) host = nullptr;
  Parts flat = flattened(parts);
  if (flat.size() == 1 && flat[0]->allOf.empty()) return *flat[0];
  const auto key = std::pair(std::move(flat), host);
  if (const auto found = known_.find(key); found != known_.end()) return *found->second;
  Schema& merged = make();
  known_.emplace(key, &merged);
  partsOf_.emplace(&merged, key.first);
  merged.location = key.first[0]->location;
  for (const Schema* part : key.first) {
    addTo(merged, *part);
    addUnevaluated(merged, *part, part == host);
  }
  return merged;
}

const Schema& SchemaMerger::restrictedTo(const Schema* schema, std::vector<Json> values) {
  Schema& restriction = make();
  restriction.values = std::move(values);
  return *both(schema, &restriction);
}

const Schema* SchemaMerger::both(const Schema* one, const Schema* other) {
  if (one == nullptr || one == other) return other;
  if (other == nullptr || made_.size() > kMostMerged) return one;
  return &merge({one, other});
}

void SchemaMerger::addTo(Schema& merged, const Schema& part) {
  merged.acceptsNothing |= part.acceptsNothing;
  merged.types = commonTypes(merged.types, part.types);
  if (merged.types == 0) merged.acceptsNothing = true;
  if (part.values) {
    if (merged.values) {
      std::erase_if(*merged.values, [&](const Json& value) {
        return std::ranges::find(*part.values, value) == part.values->end();
      });
    } else {
      merged.values = part.values;
    }
  }
  addAnnotations(merged, part);
  addScalarKeywords(merged, part);
  addArrayKeywords(merged, part);
  addObjectKeywords(merged, part);
  addCombinations(merged, part);
}

void SchemaMerger::addAnnotations(Schema& merged, const Schema& part) const {
  merged.readOnly |= part.readOnly;
  merged.writeOnly |= part.writeOnly;
  if (!merged.default_) merged.default_ = part.default_;
  append(merged.examples, part.examples);
}

void SchemaMerger::addScalarKeywords(Schema& merged, const Schema& part) {
  takeLarger(merged.minimum, part.minimum);
  takeLarger(merged.exclusiveMinimum, part.exclusiveMinimum);
  takeSmaller(merged.maximum, part.maximum);
  takeSmaller(merged.exclusiveMaximum, part.exclusiveMaximum);
  if (!merged.multipleOf) {
    merged.multipleOf = part.multipleOf;
  } else if (part.multipleOf && *part.multipleOf != *merged.multipleOf) {
    if (isWholeNumber(*merged.multipleOf) && isWholeNumber(*part.multipleOf)) {
      merged.multipleOf = static_cast<Number>(
          std::lcm(static_cast<int64_t>(*merged.multipleOf), static_cast<int64_t>(*part.multipleOf)));
    } else {
      leftover(merged).multipleOf = part.multipleOf;
    }
  }
  takeLarger(merged.minLength, part.minLength);
  takeSmaller(merged.maxLength, part.maxLength);
  if (!merged.pattern) {
    merged.pattern = part.pattern;
  } else if (part.pattern && *part.pattern != *merged.pattern) {
    leftover(merged).pattern = part.pattern;
  }
  if (merged.format.empty()) {
    merged.format = part.format;
  } else if (!part.format.empty() && part.format != merged.format) {
    leftover(merged).format = part.format;
  }
  if (merged.contentEncoding.empty()) merged.contentEncoding = part.contentEncoding;
}

void SchemaMerger::addArrayKeywords(Schema& merged, const Schema& part) {
  takeLarger(merged.minItems, part.minItems);
  takeSmaller(merged.maxItems, part.maxItems);
  merged.uniqueItems |= part.uniqueItems;
  if (part.contains != nullptr) {
    Schema& holder = merged.contains == nullptr ? merged : leftover(merged);
    holder.contains = part.contains;
    holder.minContains = part.minContains;
    holder.maxContains = part.maxContains;
  }
  const size_t first = std::max(merged.prefixItems.size(), part.prefixItems.size());
  Parts prefix;
  for (size_t i = 0; i < first; ++i) {
    const Schema* element = both(elementAt(merged, i), elementAt(part, i));
    prefix.push_back(element != nullptr ? element : &make());
  }
  const Schema* items = both(merged.items, part.items);
  merged.prefixItems = std::move(prefix);
  merged.items = items;
}

void SchemaMerger::addObjectKeywords(Schema& merged, const Schema& part) {
  takeLarger(merged.minProperties, part.minProperties);
  takeSmaller(merged.maxProperties, part.maxProperties);
  for (const std::string& name : part.required) {
    if (!merged.requires_(name)) merged.required.push_back(name);
  }
  append(merged.dependentRequired, part.dependentRequired);
  append(merged.dependentSchemas, part.dependentSchemas);
  merged.propertyNames = both(merged.propertyNames, part.propertyNames);

  // What counts as additional depends on the schema that says so.
  if (merged.additionalProperties != nullptr && !part.patternProperties.empty()) {
    Schema former;
    copyMembers(merged, former);
    copyMembers(former, leftover(merged));
  }
  if (part.additionalProperties != nullptr && !merged.patternProperties.empty()) {
    copyMembers(part, leftover(merged));
  }
  const Schema* additionalOfMerged = merged.additionalProperties;
  const auto patternsOfMerged = merged.patternProperties;
  std::vector<Schema::Property> properties = merged.properties;
  for (Schema::Property& property : properties) {
    const Schema* other = part.property(property.name);
    if (other == nullptr && !matchesAny(part.patternProperties, property.name)) {
      other = part.additionalProperties;
    }
    property.schema = both(property.schema, other);
  }
  for (const Schema::Property& property : part.properties) {
    if (merged.property(property.name) != nullptr) continue;
    const bool isAdditional = !matchesAny(patternsOfMerged, property.name);
    properties.push_back({property.name, both(property.schema, isAdditional ? additionalOfMerged : nullptr)});
  }
  merged.properties = std::move(properties);
  append(merged.patternProperties, part.patternProperties);
  merged.additionalProperties = both(additionalOfMerged, part.additionalProperties);
}

void SchemaMerger::addCombinations(Schema& merged, const Schema& part) {
  if (hasAlternatives(part)) {
    const bool isFree = !hasAlternatives(merged) && !merged.discriminator;
    Schema& holder = isFree ? merged : leftover(merged);
    holder.oneOf = part.oneOf;
    holder.anyOf = part.anyOf;
    holder.discriminator = part.discriminator;
  } else if (part.discriminator && !merged.discriminator && !hasAlternatives(merged)) {
    merged.discriminator = part.discriminator;
  }
  if (part.not_ != nullptr) {
    Schema& holder = merged.not_ == nullptr ? merged : leftover(merged);
    holder.not_ = part.not_;
  }
  if (isConditional(part)) {
    Schema& holder = merged.if_ == nullptr ? merged : leftover(merged);
    holder.if_ = part.if_;
    holder.then_ = part.then_;
    holder.else_ = part.else_;
  }
}

/// What is left over for "unevaluated" is what the part itself leaves over, not the whole.
void SchemaMerger::addUnevaluated(Schema& merged, const Schema& part, bool isHost) {
  if (!leavesOver(part)) return;
  if (isHost) {
    merged.unevaluatedItems = part.unevaluatedItems;
    merged.unevaluatedProperties = part.unevaluatedProperties;
  } else {
    leftover(merged).allOf.push_back(&part);
  }
}

std::vector<SchemaMerger::Parts> SchemaMerger::choices(const Schema& merged) {
  std::vector<Parts> lists;
  const auto addOf = [&](const Schema& schema) {
    if (!schema.oneOf.empty()) lists.push_back(schema.oneOf);
    if (!schema.anyOf.empty()) lists.push_back(schema.anyOf);
    if (!isConditional(schema)) return;
    const Schema*& met = ways_[{&schema, 0}];
    const Schema*& unmet = ways_[{&schema, 1}];
    if (met == nullptr) {
      met = both(schema.if_, schema.then_);
      unmet = schema.else_ != nullptr ? schema.else_ : &make();
    }
    lists.push_back({met, unmet});
  };
  addOf(merged);
  for (const Schema* rest : merged.allOf) addOf(*rest);
  return lists;
}

const Schema& SchemaMerger::withChoices(const Schema& merged, const Parts& chosen) {
  const Schema*& bare = bare_[&merged];
  const auto withoutChoices = [](Schema schema) {
    if (hasAlternatives(schema)) schema.discriminator.reset();
    schema.oneOf.clear();
    schema.anyOf.clear();
    if (isConditional(schema)) schema.if_ = schema.then_ = schema.else_ = nullptr;
    return schema;
  };
  if (bare == nullptr) {
    Schema& copy = make();
    copy = withoutChoices(merged);
    copy.examples.clear();  // of the whole; they are known already
    copy.default_.reset();
    std::erase_if(copy.allOf,
                  [](const Schema* rest) { return hasAlternatives(*rest) || isConditional(*rest); });
    bare = &copy;
  }
  Parts parts{bare};
  append(parts, chosen);
  std::vector<const Schema*> holders{&merged};
  append(holders, merged.allOf);
  for (const Schema* holder : holders) {
    if (!holder->discriminator) continue;
    for (const Schema* alternative : chosen) {
      const bool isIts = std::ranges::find(holder->oneOf, alternative) != holder->oneOf.end() ||
                         std::ranges::find(holder->anyOf, alternative) != holder->anyOf.end();
      if (const Schema* one = isIts ? selector(*holder, *alternative) : nullptr) parts.push_back(one);
    }
  }
  return merge(parts, bare);
}

const Schema* SchemaMerger::selector(const Schema& parent, const Schema& alternative) {
  const auto [found, isNew] = selectors_.try_emplace({&parent, &alternative}, nullptr);
  if (!isNew) return found->second;
  const Schema::Discriminator& discriminator = *parent.discriminator;
  auto names = discriminatorNames(discriminator, alternative);
  if (const Schema* property = mergeAllOf(alternative).property(discriminator.property)) {
    if (const auto& values = mergeAllOf(*property).values) {
      std::erase_if(names, [&](const std::string& name) {
        return std::ranges::find(*values, Json(name)) == values->end();
      });
    }
  }
  if (names.empty()) return nullptr;
  Schema& value = make();
  value.values = std::vector<Json>(names.begin(), names.end());
  Schema& object = make();
  object.properties.push_back({discriminator.property, &value});
  object.required.push_back(discriminator.property);
  return selectors_[{&parent, &alternative}] = &object;
}

}  // namespace covolve::rest
