#include "rest/openapi/reading/schema_keywords.h"

#include <algorithm>

#include "rest/openapi/reading/discriminator.h"
#include "rest/openapi/reading/keyword_reader.h"

namespace covolve::rest::openapi {

namespace {

uint8_t typeOf(std::string_view name) {
  if (name == "null") return Schema::Null;
  if (name == "boolean") return Schema::Boolean;
  if (name == "integer") return Schema::Integer;
  if (name == "number") return Schema::AnyNumber;
  if (name == "string" || name == "file") return Schema::String;
  if (name == "array") return Schema::Array;
  if (name == "object") return Schema::Object;
  return name == "any" ? Schema::AnyType : 0;
}

void readTypes(KeywordReader& keywords, Schema& schema) {
  const Node* type = keywords.find("type");
  if (type == nullptr) return;
  uint8_t types = 0;
  const auto add = [&](const Node& one) {
    const std::string name = one.is_null() ? "null" : textOr(&one, "");
    if (typeOf(name) == 0) keywords.isNo("type", "type that JSON has");
    types |= typeOf(name);
    if (name == "file") schema.format = "binary";
  };
  if (type->is_array()) {
    for (const Node& one : type->get_ref<const Node::array_t&>()) add(one);
  } else {
    add(*type);
  }
  if (types != 0) schema.types = types;
}

/// Where only texts are allowed, 1 and true mean "1" and "true": YAML makes that easy to overlook.
Json fitted(const Node& node, uint8_t types) {
  const bool wantsText = (types & ~Schema::Null) == Schema::String;
  if (wantsText && (node.is_number() || node.is_boolean())) return scalarText(node);
  return plainJson(node);
}

bool fits(const Json& value, uint8_t types) {
  if (value.is_null()) return (types & Schema::Null) != 0;
  if (value.is_boolean()) return (types & Schema::Boolean) != 0;
  if (value.is_number()) return (types & (Schema::Integer | Schema::AnyNumber)) != 0;
  if (value.is_string()) return (types & Schema::String) != 0;
  return (types & (value.is_array() ? Schema::Array : Schema::Object)) != 0;
}

void readValues(KeywordReader& keywords, Schema& schema) {
  const Node* values = keywords.find("enum");
  if (values != nullptr && !values->is_array()) {
    keywords.isNo("enum", "list");
  } else if (values != nullptr) {
    schema.values.emplace();
    for (const Node& value : values->get_ref<const Node::array_t&>()) {
      schema.values->push_back(fitted(value, schema.types));
    }
    const auto fitsType = [&](const Json& value) { return fits(value, schema.types); };
    if (std::ranges::none_of(*schema.values, fitsType)) {
      keywords.isNo("enum", "list of values that its type allows");
      schema.values.reset();
    }
  }
  const Node* constant = memberOf(*keywords.site().node, "const");  // null is a value
  if (constant != nullptr) schema.values = std::vector<Json>{plainJson(*constant)};
}

void readNumbers(KeywordReader& keywords, Schema& schema) {
  schema.minimum = keywords.number("minimum");
  schema.maximum = keywords.number("maximum");
  const auto exclusive = [&](std::string_view keyword, std::optional<Number>& inclusive) {
    const Node* node = keywords.find(keyword);
    if (node == nullptr || !node->is_boolean()) return keywords.number(keyword);
    return isTrue(node) ? std::exchange(inclusive, std::nullopt) : std::nullopt;
  };
  schema.exclusiveMinimum = exclusive("exclusiveMinimum", schema.minimum);
  schema.exclusiveMaximum = exclusive("exclusiveMaximum", schema.maximum);
  schema.multipleOf = keywords.number("multipleOf");
  if (schema.multipleOf && *schema.multipleOf <= 0) {
    keywords.isNo("multipleOf", "number above 0");
    schema.multipleOf.reset();
  }
}

void readTexts(KeywordReader& keywords, Schema& schema) {
  schema.minLength = keywords.count("minLength");
  schema.maxLength = keywords.count("maxLength");
  if (keywords.find("pattern") != nullptr) {
    const std::string pattern = keywords.text("pattern");
    if (!pattern.empty()) schema.pattern = pattern;
  }
  if (schema.format.empty()) schema.format = keywords.text("format");
  schema.contentEncoding = keywords.text("contentEncoding");
}

/// What is left over by other keywords of this very schema is the same as what is left over at all, as long
/// as no other schema speaks about the same value.
bool hasInPlaceParts(const KeywordReader& keywords) {
  for (const std::string_view keyword : {"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf",
                                         "if", "dependentSchemas", "dependencies", "contains"}) {
    if (keywords.find(keyword) != nullptr) return true;
  }
  return false;
}

void readLists(KeywordReader& keywords, Schema& schema) {
  const Node* items = keywords.find("items");
  if (items != nullptr && items->is_array()) {  // until 2019-09
    schema.prefixItems = keywords.schemas("items");
    schema.items = keywords.schema("additionalItems");
  } else {
    schema.items = keywords.schema("items");
    schema.prefixItems = keywords.schemas("prefixItems");
  }
  if (schema.items == nullptr) {
    (hasInPlaceParts(keywords) ? schema.unevaluatedItems : schema.items) =
        keywords.schema("unevaluatedItems");
  }
  schema.contains = keywords.schema("contains");
  schema.minContains = keywords.count("minContains");
  schema.maxContains = keywords.count("maxContains");
  schema.minItems = keywords.count("minItems");
  schema.maxItems = keywords.count("maxItems");
  schema.uniqueItems = keywords.flag("uniqueItems");
}

/// Until draft 7: names of properties, or a schema.
void readDependencies(KeywordReader& keywords, Schema& schema, SchemaReader& reader) {
  const std::optional<Site> dependencies = keywords.site().given("dependencies");
  if (!dependencies) return;
  if (!dependencies->node->is_object()) return keywords.isNo("dependencies", "object");
  KeywordReader byName(*dependencies, reader);
  for (const auto& [name, dependency] : dependencies->node->get_ref<const Node::object_t&>()) {
    if (dependency.is_array()) {
      schema.dependentRequired.emplace_back(name, byName.texts(name));
    } else if (dependency.is_string()) {
      schema.dependentRequired.emplace_back(name, std::vector{dependency.get<std::string>()});
    } else if (const Schema* part = byName.schema(name)) {
      schema.dependentSchemas.emplace_back(name, part);
    }
  }
}

void readObjects(KeywordReader& keywords, Schema& schema, SchemaReader& reader) {
  for (auto& [name, part] : keywords.namedSchemas("properties")) {
    schema.properties.push_back({std::move(name), part});
  }
  const Node* required = keywords.find("required");
  // A truth value is a parameter's, or draft 3's.
  if (required != nullptr && !required->is_boolean()) schema.required = keywords.texts("required");
  schema.patternProperties = keywords.namedSchemas("patternProperties");
  schema.additionalProperties = keywords.schema("additionalProperties");
  if (schema.additionalProperties == nullptr) {
    (hasInPlaceParts(keywords) ? schema.unevaluatedProperties : schema.additionalProperties) =
        keywords.schema("unevaluatedProperties");
  }
  schema.propertyNames = keywords.schema("propertyNames");
  schema.minProperties = keywords.count("minProperties");
  schema.maxProperties = keywords.count("maxProperties");
  schema.dependentSchemas = keywords.namedSchemas("dependentSchemas");
  if (const auto dependent = keywords.site().given("dependentRequired")) {
    if (!dependent->node->is_object()) keywords.isNo("dependentRequired", "object");
    KeywordReader byName(*dependent, reader);
    if (dependent->node->is_object()) {
      for (const auto& [name, names] : dependent->node->get_ref<const Node::object_t&>()) {
        schema.dependentRequired.emplace_back(name, byName.texts(name));
      }
    }
  }
  readDependencies(keywords, schema, reader);
}

void readCombinations(KeywordReader& keywords, Schema& schema, SchemaReader& reader) {
  schema.allOf = keywords.schemas("allOf");
  schema.anyOf = keywords.schemas("anyOf");
  schema.oneOf = keywords.schemas("oneOf");
  schema.not_ = keywords.schema("not");
  schema.if_ = keywords.schema("if");
  schema.then_ = keywords.schema("then");
  schema.else_ = keywords.schema("else");
  // A $ref is read here only where its siblings count.
  for (const std::string_view keyword : {"$ref", "$dynamicRef", "$recursiveRef"}) {
    const Node* reference = keywords.find(keyword);
    if (reference == nullptr) continue;
    if (reference->is_string()) {
      schema.allOf.push_back(reader.referred(keywords.site(), reference->get<std::string>()));
    } else {
      keywords.isNo(keyword, "text");
    }
  }
}

void readExamples(KeywordReader& keywords, Schema& schema) {
  const Node& node = *keywords.site().node;
  if (const Node* value = memberOf(node, "default")) schema.default_ = fitted(*value, schema.types);
  for (const std::string_view keyword : {"example", "x-example"}) {
    if (const Node* value = memberOf(node, keyword)) schema.examples.push_back(fitted(*value, schema.types));
  }
  const Node* examples = keywords.find("examples");
  if (examples == nullptr) return;
  if (examples->is_array()) {
    for (const Node& value : examples->get_ref<const Node::array_t&>()) {
      schema.examples.push_back(fitted(value, schema.types));
    }
  } else if (examples->is_object()) {  // as parameters have them
    for (const auto& [name, example] : examples->get_ref<const Node::object_t&>()) {
      const Node* value = memberOf(example, "value");
      if (value != nullptr) schema.examples.push_back(fitted(*value, schema.types));
    }
  }
}

/// The same, or null. Where other schemas have a say (allOf of a $ref is how OpenAPI 3.0 writes a nullable
/// reference), they would refuse null, so that all of it becomes an alternative.
void allowNull(Schema& schema, SchemaReader& reader) {
  const bool hasOthers =
      !schema.allOf.empty() || !schema.anyOf.empty() || !schema.oneOf.empty() || schema.not_ || schema.if_;
  if (!hasOthers) {
    schema.types |= Schema::Null;
    if (schema.values && std::ranges::find(*schema.values, Json()) == schema.values->end()) {
      schema.values->emplace_back(nullptr);
    }
    return;
  }
  Schema* inner = reader.make(schema.location);
  *inner = std::move(schema);
  schema = Schema{};
  schema.location = inner->location;
  schema.anyOf = {inner, reader.null()};
  schema.readOnly = inner->readOnly;
  schema.writeOnly = inner->writeOnly;
  schema.default_ = inner->default_;
  schema.examples = inner->examples;
}

}  // namespace

void readKeywords(const Site& site, Schema& schema, SchemaReader& reader) {
  KeywordReader keywords(site, reader);
  readTypes(keywords, schema);
  readValues(keywords, schema);
  readNumbers(keywords, schema);
  readTexts(keywords, schema);
  readLists(keywords, schema);
  readObjects(keywords, schema, reader);
  readCombinations(keywords, schema, reader);
  readDiscriminator(site, schema, reader);
  schema.readOnly = keywords.flag("readOnly");
  schema.writeOnly = keywords.flag("writeOnly");
  readExamples(keywords, schema);
  if (keywords.flag("nullable") || keywords.flag("x-nullable")) allowNull(schema, reader);
}

}  // namespace covolve::rest::openapi
