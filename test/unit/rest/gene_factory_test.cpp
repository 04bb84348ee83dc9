// Whatever is drawn from the gene of a schema conforms to the schema.
#include "rest/genes/gene_factory.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/utf8.h"
#include "data_support.h"
#include "gene/choice/alternative_gene.h"
#include "gene/reference_gene.h"
#include "rest/genes/pattern_gene.h"
#include "rest/openapi/validation/validator.h"
#include "rest/request/request_writer.h"

namespace covolve::rest::data {
namespace {

struct Case {
  const char* name;
  const char* schema;
  /// How many different values are expected of 300 draws: all there are, where they are few.
  size_t values = 40;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.schema; }

/// A name that is not used twice, and what it is about.
constexpr Case kSchemas[] = {
    {"Anything", R"({})"},
    {"Integer", R"({"type": "integer"})"},
    {"Int32", R"({"type": "integer", "format": "int32"})"},
    {"Int64", R"({"type": "integer", "format": "int64", "minimum": 0})"},
    {"SmallRange", R"({"type": "integer", "minimum": 3, "maximum": 5})", 3},
    {"ExclusiveRange", R"({"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 6})", 2},
    {"FractionalRange", R"({"type": "integer", "minimum": 2.5, "maximum": 3.5})", 1},
    {"FarRange", R"({"type": "integer", "minimum": 9223372036854775000, "maximum": 9223372036854775807})"},
    {"Multiples", R"({"type": "integer", "multipleOf": 7, "minimum": -50, "maximum": 100})", 22},
    {"MultiplesOfTwoAndAHalf", R"({"type": "integer", "multipleOf": 2.5})"},
    {"Number", R"({"type": "number"})"},
    {"Float", R"({"type": "number", "format": "float"})"},
    {"Price", R"({"type": "number", "multipleOf": 0.01, "minimum": 0, "maximum": 9.99})"},
    {"PositiveNumber", R"({"type": "number", "exclusiveMinimum": 0})"},
    {"ExclusiveNumbers", R"({"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 1.5})"},
    {"WholeMultiples", R"({"type": "number", "multipleOf": 3})"},
    {"OddMultiples", R"({"type": "number", "multipleOf": 0.125, "minimum": -3})"},
    {"Boolean", R"({"type": "boolean"})", 2},
    {"Null", R"({"type": "null"})", 1},
    {"Text", R"({"type": "string"})"},
    {"TextWithBounds", R"({"type": "string", "minLength": 2, "maxLength": 5})"},
    {"EmptyText", R"({"type": "string", "maxLength": 0})", 1},
    {"LongText", R"({"type": "string", "minLength": 300})"},
    {"HugeLimit", R"({"type": "string", "maxLength": 2147483647})"},
    {"Pattern", R"({"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"})"},
    {"PatternWithin", R"({"type": "string", "pattern": "[0-9]{3}"})"},
    {"PatternWithBounds",
     R"({"type": "string", "pattern": "^[a-z0-9_]+$", "minLength": 12, "maxLength": 20})"},
    {"PatternWithMinimum", R"({"type": "string", "pattern": "^v[0-9.]*$", "minLength": 8})"},
    {"PatternWithMaximum", R"({"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$", "maxLength": 3})"},
    {"PatternOfNamedGroups",
     R"({"type": "string", "pattern": "^(?<year>[0-9]{2})-\\k<year>[a-z]*$", "minLength": 9, "maxLength": 12})"},
    {"PatternOfGroups",
     R"({"type": "string", "pattern": "^([a-f0-9]{2})+$", "minLength": 16, "maxLength": 16})"},
    {"Date", R"({"type": "string", "format": "date"})"},
    {"DateTime", R"({"type": "string", "format": "date-time"})"},
    {"Time", R"({"type": "string", "format": "time"})"},
    {"Uuid", R"({"type": "string", "format": "uuid"})"},
    {"Uri", R"({"type": "string", "format": "uri"})"},
    {"UriReference", R"({"type": "string", "format": "uri-reference"})"},
    {"Email", R"({"type": "string", "format": "email"})"},
    {"ShortEmail", R"({"type": "string", "format": "email", "maxLength": 12})"},
    {"Hostname", R"({"type": "string", "format": "hostname"})"},
    {"Ipv4", R"({"type": "string", "format": "ipv4"})"},
    {"Ipv6", R"({"type": "string", "format": "ipv6"})"},
    {"Byte", R"({"type": "string", "format": "byte"})"},
    {"Duration", R"({"type": "string", "format": "duration"})"},
    {"JsonPointer", R"({"type": "string", "format": "json-pointer"})"},
    {"RelativeJsonPointer", R"({"type": "string", "format": "relative-json-pointer"})"},
    {"UriTemplate", R"({"type": "string", "format": "uri-template"})"},
    {"RegexFormat", R"({"type": "string", "format": "regex"})"},
    {"Password", R"({"type": "string", "format": "password", "minLength": 8})"},
    {"UnknownFormat", R"({"type": "string", "format": "shoe-size"})"},
    {"NumberInText", R"({"type": "string", "format": "int64"})"},
    {"Enumeration", R"({"type": "string", "enum": ["cat", "dog", "cat"]})", 2},
    {"MixedEnumeration", R"({"enum": ["cat", 3, null, {"a": 1}, [2]]})", 5},
    {"EnumerationOfWrongTypes", R"({"type": "integer", "enum": [1, "2", 3.5, 4]})", 2},
    {"Constant", R"({"const": 42})", 1},
    {"NullableText", R"({"type": ["string", "null"], "minLength": 1})"},
    {"TextOrNumber", R"({"type": ["string", "integer"], "minimum": 5, "maxLength": 3})"},
    {"List", R"({"type": "array", "items": {"type": "integer"}})"},
    {"ListWithBounds", R"({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 3})"},
    {"ListOfAnything", R"({"type": "array"})"},
    {"LongList", R"({"type": "array", "items": {"type": "boolean"}, "minItems": 30})"},
    {"EmptyList", R"({"type": "array", "maxItems": 0})", 1},
    {"DifferentElements",
     R"({"type": "array", "items": {"enum": [1, 2, 3, 4]}, "uniqueItems": true, "minItems": 4})", 24},
    {"DifferentNumbers",
     R"({"type": "array", "items": {"type": ["integer", "number"], "minimum": 0, "maximum": 2},
       "uniqueItems": true, "maxItems": 3})"},
    {"Tuple", R"({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false,
       "minItems": 2})"},
    {"OpenTuple", R"({"type": "array", "prefixItems": [{"const": "x"}], "items": {"type": "boolean"}})", 10},
    {"Contains", R"({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9},
       "contains": {"minimum": 7}, "minContains": 2})"},
    {"ContainsFew",
     R"({"type": "array", "items": {"enum": [1, 2]}, "contains": {"const": 1}, "maxContains": 1})", 10},
    {"Object", R"({"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
       "required": ["id"]})"},
    {"ObjectWithoutType", R"({"properties": {"a": {"type": "integer"}}, "required": ["a", "b"]})"},
    {"ClosedObject", R"({"type": "object", "properties": {"a": {}}, "additionalProperties": false})"},
    {"Dictionary", R"({"type": "object", "additionalProperties": {"type": "integer", "minimum": 5}})"},
    {"OpenObject", R"({"type": "object", "properties": {"key": {"type": "string"}},
       "additionalProperties": {"type": "boolean"}, "minProperties": 2})"},
    {"FewProperties",
     R"({"type": "object", "maxProperties": 1, "properties": {"a": {}, "b": {}, "c": {}, "d": {},
       "e": {}, "f": {}, "g": {}, "h": {}}})"},
    {"ManyProperties",
     R"({"type": "object", "minProperties": 12, "additionalProperties": {"type": "integer"}})"},
    {"AllProperties", R"({"type": "object", "minProperties": 3, "additionalProperties": false,
       "properties": {"a": {}, "b": {}, "c": {}}})"},
    {"PatternProperties", R"({"type": "object", "patternProperties": {"^x-[a-z]+$": {"type": "integer"}},
       "additionalProperties": false, "minProperties": 1})"},
    {"PropertyNames", R"({"type": "object", "propertyNames": {"pattern": "^[a-z]{3}$"},
       "additionalProperties": {"type": "string"}, "minProperties": 1})"},
    {"DependentRequired",
     R"({"type": "object", "properties": {"card": {"type": "string"}, "address": {"type": "string"}},
       "dependentRequired": {"card": ["address"]}})"},
    {"DependentSchemas",
     R"({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
       "dependentSchemas": {"a": {"required": ["b"], "properties": {"b": {"minimum": 10}}}}})"},
    {"AllOf",
     R"({"allOf": [{"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}}, "required": ["a"]},
       {"properties": {"a": {"maximum": 5}, "b": {"type": "string"}}, "required": ["b"]}]})"},
    {"AllOfClosed",
     R"({"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false},
       {"properties": {"b": {"type": "string"}}}]})"},
    {"AllOfScalars", R"({"allOf": [{"type": "number", "multipleOf": 4}, {"type": "integer", "multipleOf": 6},
       {"minimum": 10, "maximum": 100}]})",
     8},
    {"AllOfEnumerations", R"({"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["c", "b", "d"]}]})", 2},
    {"AllOfPatterns",
     R"({"type": "string", "allOf": [{"pattern": "^[a-z0-9]{4}$"}, {"pattern": "^[a-z]"}]})"},
    {"AllOfChoices", R"({"allOf": [{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
       {"oneOf": [{"required": ["c"]}, {"required": ["d"]}]}], "type": "object",
       "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"},
       "d": {"type": "integer"}}})"},
    {"OneOf", R"({"oneOf": [{"type": "integer", "minimum": 5}, {"type": "integer", "maximum": 10}]})"},
    {"OneOfWithSiblings",
     R"({"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"],
       "oneOf": [{"properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}, "required": ["x"]},
       {"properties": {"kind": {"const": "b"}, "y": {"type": "boolean"}}, "required": ["y"]}]})"},
    {"AnyOf", R"({"anyOf": [{"type": "string", "maxLength": 2}, {"type": "boolean"}, {"type": "null"}]})"},
    {"Not", R"({"type": "integer", "minimum": 0, "maximum": 9, "not": {"enum": [0, 3, 5]}})", 7},
    {"NotThisObject",
     R"({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
       "not": {"required": ["a", "b"]}})"},
    {"Condition",
     R"({"type": "object", "properties": {"country": {"enum": ["US", "DE"]}, "zip": {"type": "string"}},
       "required": ["country", "zip"],
       "if": {"properties": {"country": {"const": "US"}}}, "then": {"properties": {"zip": {"pattern": "^[0-9]{5}$"}}},
       "else": {"properties": {"zip": {"pattern": "^D-[0-9]{4}$"}}}})"},
    {"NothingUnevaluated", R"({"type": "object", "allOf": [{"properties": {"a": {"type": "integer"}}}],
       "properties": {"b": {"type": "integer"}}, "oneOf": [{"required": ["c"], "properties": {"c": {}}},
       {"required": ["d"], "properties": {"d": {}}}], "unevaluatedProperties": false})"},
    {"Nested", R"({"type": "object", "required": ["owner"], "properties": {
       "owner": {"type": "object", "required": ["name", "tags"], "properties": {
         "name": {"type": "string", "pattern": "^\\w{1,8}$"},
         "tags": {"type": "array", "items": {"type": "string", "minLength": 1}, "uniqueItems": true}}}}})"},
};

class EverySchema : public testing::TestWithParam<Case> {};

void expectConforming(const gene::Gene& gene, const Schema& schema) {
  const Json value = plainJson(gene);
  const auto mismatch = validate(value, schema, Direction::Request);
  ASSERT_FALSE(mismatch) << mismatch->message << " in " << value.dump();
}

TEST_P(EverySchema, GivesConformingSamplesAndMutants) {
  const BodySchema body = bodySchema(GetParam().schema);
  const auto pattern = makeGene(*body, "", {});
  expectConforming(*pattern, *body);
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Drawing drawing(seed);
    addConstants(*body, drawing.constants);
    for (const char* text : {"", "hello", "2020-01-01", "x/y", "\xFF"})
      drawing.constants.texts.addFixed(text);
    for (const int number : {0, -1, 7, 1000}) drawing.constants.integers.addFixed(number);
    const auto gene = pattern->copy();
    for (int i = 0; i < 300 && !HasFatalFailure(); ++i) {
      if (i % 3 == 0) {
        gene->sample(drawing.source);
      } else {
        gene->mutate(drawing.source);
      }
      expectConforming(*gene, *body);
    }
  }
}

TEST_P(EverySchema, GivesDifferentSamplesAndMutants) {
  const BodySchema body = bodySchema(GetParam().schema);
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(4);
  std::set<std::string> samples;
  std::set<std::string> mutants;
  int changes = 0;
  for (int i = 0; i < 300; ++i) {
    gene->sample(drawing.source);
    const std::string before = plainJson(*gene).dump();
    samples.insert(before);
    gene->mutate(drawing.source);
    const std::string after = plainJson(*gene).dump();
    mutants.insert(after);
    changes += after != before ? 1 : 0;
  }
  const size_t wanted = GetParam().values;
  EXPECT_GE(samples.size(), wanted);
  EXPECT_GE(mutants.size(), wanted);
  if (wanted > 1) EXPECT_GE(changes, 270);
}

TEST_P(EverySchema, ShrinksWithinTheSchema) {
  const BodySchema body = bodySchema(GetParam().schema);
  auto gene = makeGene(*body, "", {});
  Drawing drawing(4);
  for (int i = 0; i < 10; ++i) {
    gene->sample(drawing.source);
    auto smaller = gene->copy();
    for (int steps = 0; steps < 50; ++steps) {
      auto candidates = smaller->simpler();
      if (candidates.empty()) break;
      smaller = std::move(candidates[drawing.rng.below(candidates.size())]);
      expectConforming(*smaller, *body);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(GeneFactory, EverySchema, testing::ValuesIn(kSchemas),
                         [](const auto& info) { return std::string(info.param.name); });

/// A schema that something conforms to, by construction.
Json randomSchema(Rng& rng, int depth) {
  const auto number = [&](int64_t low, int64_t high) { return rng.between(low, high); };
  Json schema = Json::object();
  const uint64_t kind = rng.below(depth > 0 ? 10 : 5);
  switch (kind) {
    case 0: {
      const int64_t low = number(-50, 50);
      schema["type"] = "integer";
      if (rng.below(2) == 0) schema["minimum"] = low;
      if (rng.below(2) == 0) schema["maximum"] = low + number(10, 40);
      if (rng.below(4) == 0) schema["multipleOf"] = number(1, 5);
      break;
    }
    case 1:
      schema["type"] = "number";
      if (rng.below(2) == 0) schema["exclusiveMinimum"] = static_cast<double>(number(-20, 20)) / 4;
      if (rng.below(4) == 0) schema["multipleOf"] = 0.05;
      break;
    case 2: {
      const int64_t low = number(0, 5);
      schema["type"] = rng.below(3) == 0 ? Json::array({"string", "null"}) : Json("string");
      if (rng.below(2) == 0) schema["minLength"] = low;
      if (rng.below(2) == 0) schema["maxLength"] = low + number(0, 10);
      if (rng.below(4) == 0) schema["pattern"] = "^[a-z]*$";
      break;
    }
    case 3:
      schema["type"] = "boolean";
      break;
    case 4:
      schema["enum"] = Json::array({"a", number(0, 9), false});
      break;
    case 5: {
      const int64_t low = number(0, 3);
      schema["type"] = "array";
      schema["items"] = randomSchema(rng, depth - 1);
      if (rng.below(2) == 0) schema["minItems"] = low;
      if (rng.below(2) == 0) schema["maxItems"] = low + number(0, 3);
      break;
    }
    case 6:
    case 7: {
      schema["type"] = "object";
      for (int64_t i = number(1, 4); i > 0; --i) {
        const std::string name(1, static_cast<char>('a' + i));
        schema["properties"][name] = randomSchema(rng, depth - 1);
        if (rng.below(2) == 0) schema["required"].push_back(name);
      }
      if (rng.below(3) == 0) schema["additionalProperties"] = rng.below(2) == 0;
      break;
    }
    case 8: {
      for (const char* name : {"p", "q"}) {
        Json part = {{"type", "object"}};
        part["properties"][name] = randomSchema(rng, depth - 1);
        part["required"] = Json::array({name});
        schema["allOf"].push_back(part);
      }
      break;
    }
    default:
      for (const char* tag : {"first", "second", "third"}) {
        Json part = {{"type", "object"}};
        part["properties"]["tag"]["const"] = tag;
        part["properties"]["value"] = randomSchema(rng, depth - 1);
        part["required"] = Json::array({"tag"});
        schema[kind == 9 ? "oneOf" : "anyOf"].push_back(part);
      }
  }
  return schema;
}

TEST(GeneFactory, ConformsToSchemasOfAnyShape) {
  Rng shapes(2026);
  for (int i = 0; i < 150; ++i) {
    const std::string text = randomSchema(shapes, 3).dump();
    const BodySchema body = bodySchema(text);
    const auto gene = makeGene(*body, "", {});
    Drawing drawing(static_cast<uint64_t>(i));
    for (int k = 0; k < 40; ++k) {
      if (k % 2 == 0) {
        gene->sample(drawing.source);
      } else {
        gene->mutate(drawing.source);
      }
      expectConforming(*gene, *body);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << text;
    }
  }
}

/// How many of the samples are each value, by their JSON text.
std::map<std::string, int> counted(const gene::Gene& pattern, int samples) {
  std::map<std::string, int> counts;
  Drawing drawing(5);
  const auto gene = pattern.copy();
  for (int i = 0; i < samples; ++i) {
    gene->sample(drawing.source);
    ++counts[plainJson(*gene).dump()];
  }
  return counts;
}

TEST(GeneFactory, DrawsTheEndsOfRangesOften) {
  const auto integers = bodySchema(R"({"type": "integer", "minimum": -1000, "maximum": 100000})");
  auto counts = counted(*makeGene(*integers, "", {}), 1000);
  EXPECT_GT(counts["-1000"], 50);
  EXPECT_GT(counts["100000"], 50);
  const auto numbers = bodySchema(R"({"type": "number", "minimum": 0.5, "maximum": 99.5})");
  counts = counted(*makeGene(*numbers, "", {}), 1000);
  EXPECT_GT(counts["0.5"], 50);
  EXPECT_GT(counts["99.5"], 50);
}

TEST(GeneFactory, DrawsTheLimitsOfLengthsOften) {
  for (const char* schema :
       {R"({"type": "string", "minLength": 3, "maxLength": 40})",
        R"({"type": "string", "pattern": "^[a-z]+$", "minLength": 3, "maxLength": 40})"}) {
    const auto body = bodySchema(schema);
    const auto gene = makeGene(*body, "", {});
    Drawing drawing(6);
    std::map<size_t, int> lengths;
    for (int i = 0; i < 1000; ++i) {
      gene->sample(drawing.source);
      ++lengths[lengthOf(plainJson(*gene).get<std::string>())];
    }
    EXPECT_GT(lengths[3], 50) << schema;
    EXPECT_GT(lengths[40], 50) << schema;
  }
}

TEST(GeneFactory, FillsArraysUpToTheirMaximumOften) {
  const auto body =
      bodySchema(R"({"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 12})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(7);
  std::map<size_t, int> counts;
  for (int i = 0; i < 1000; ++i) {
    gene->sample(drawing.source);
    ++counts[plainJson(*gene).size()];
  }
  EXPECT_GT(counts[1], 50);
  EXPECT_GT(counts[12], 50);
}

TEST(GeneFactory, KeepsArraysShortWithoutReasonToDoOtherwise) {
  const auto body = bodySchema(R"({"type": "array", "items": {"type": "integer"}})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(8);
  for (int i = 0; i < 300; ++i) {
    gene->sample(drawing.source);
    ASSERT_LE(plainJson(*gene).size(), 4u);
  }
}

TEST(GeneFactory, DrawsExamplesAndDefaultsOften) {
  const auto body =
      bodySchema(R"({"type": "string", "minLength": 6, "example": "Schnurrli", "default": "Minouche"})");
  auto counts = counted(*makeGene(*body, "", {}), 900);
  EXPECT_GT(counts["\"Schnurrli\""], 90);
  EXPECT_GT(counts["\"Minouche\""], 90);
  EXPECT_LT(counts["\"Schnurrli\""] + counts["\"Minouche\""], 500);
}

TEST(GeneFactory, LeavesOutExamplesThatDoNotConform) {
  const auto body = bodySchema(R"({"type": "object", "example": {"age": "old"}, "required": ["age"],
      "properties": {"age": {"type": "integer", "minimum": 0, "example": -7}}})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(9);
  for (int i = 0; i < 300; ++i) {
    gene->sample(drawing.source);
    expectConforming(*gene, *body);
  }
}

TEST(GeneFactory, FallsBackToExamplesOfPatternsItCannotGenerate) {
  const auto body = bodySchema(
      R"({"type": "string", "pattern": "^(?<=x)?\\p{Lu}\\p{Ll}{30,}$", "examples": ["Ähhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"]})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(10);
  gene->sample(drawing.source);
  expectConforming(*gene, *body);
}

TEST(GeneFactory, ChangesExamplesALittle) {
  const auto body = bodySchema(R"({"type": "string", "example": "abcdefghijklmnop"})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(11);
  bool isNear = false;
  for (int i = 0; i < 200 && !isNear; ++i) {
    do {
      gene->sample(drawing.source);
    } while (plainJson(*gene) != "abcdefghijklmnop");
    gene->mutate(drawing.source);
    const auto text = plainJson(*gene).get<std::string>();
    isNear = text.starts_with("abcdefg") || text.ends_with("jklmnop");
  }
  EXPECT_TRUE(isNear);
}

TEST(GeneFactory, LeavesOutWhatIsOnlyRead) {
  const auto body = bodySchema(R"({"type": "object", "required": ["id", "name"], "properties": {
      "id": {"type": "integer", "readOnly": true}, "name": {"type": "string"},
      "secret": {"type": "string", "writeOnly": true}}})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(12);
  bool hasSecret = false;
  for (int i = 0; i < 100; ++i) {
    gene->sample(drawing.source);
    const Json value = plainJson(*gene);
    ASSERT_FALSE(value.contains("id"));
    ASSERT_TRUE(value.contains("name"));
    hasSecret |= value.contains("secret");
  }
  EXPECT_TRUE(hasSecret);
}

TEST(GeneFactory, NamesTheAlternativeByTheDiscriminator) {
  const auto body = bodySchema(
      R"({"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
          "discriminator": {"propertyName": "kind", "mapping": {"kitty": "#/components/schemas/Cat"}}})",
      R"({"Cat": {"type": "object", "required": ["kind", "lives"],
                  "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
          "Dog": {"type": "object", "required": ["kind", "barks"],
                  "properties": {"kind": {"type": "string"}, "barks": {"type": "boolean"}}}})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(13);
  std::set<std::string> kinds;
  for (int i = 0; i < 100; ++i) {
    gene->sample(drawing.source);
    const Json value = plainJson(*gene);
    kinds.insert(value["kind"].get<std::string>());
    EXPECT_EQ(value["kind"] == "Dog", value.contains("barks"));
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"kitty", "Dog"}));
}

TEST(GeneFactory, NamesASubclassByItsOwnName) {
  const auto body = bodySchema(
      R"({"$ref": "#/components/schemas/Cat"})",
      R"({"Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
                  "discriminator": {"propertyName": "kind"}},
          "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"lives": {"type": "integer"}}}]}})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(14);
  for (int i = 0; i < 50; ++i) {
    gene->sample(drawing.source);
    ASSERT_EQ(plainJson(*gene)["kind"], "Cat");
  }
}

TEST(GeneFactory, EndsRecursionWhereItCan) {
  const char* kRecursive[] = {
      R"({"type": "object", "required": ["children"], "properties": {
          "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}}})",
      R"({"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}})",
      R"({"type": "object", "required": ["next"], "properties": {
          "next": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Node"}]}}})",
      R"({"oneOf": [{"type": "integer"}, {"type": "array", "minItems": 2, "items": {"$ref": "#/components/schemas/Node"}}]})",
      R"({"allOf": [{"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}},
          {"properties": {"next": {"required": ["name"]}, "name": {"type": "string"}}}]})",
      R"({"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Node"}})",
  };
  for (const char* node : kRecursive) {
    const auto body =
        bodySchema(R"({"$ref": "#/components/schemas/Node"})", R"({"Node": )" + std::string(node) + "}");
    const auto gene = makeGene(*body, "", {});
    Drawing drawing(15);
    for (int i = 0; i < 100; ++i) {
      gene->sample(drawing.source);
      expectConforming(*gene, *body);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << node;
    }
  }
}

TEST(GeneFactory, GivesSomethingForWhatNothingConformsTo) {
  for (const char* schema : {"false", R"({"type": "integer", "minimum": 3, "maximum": 2})",
                             R"({"type": "string", "not": {}})", R"({"enum": []})"}) {
    const auto body = bodySchema(schema);
    const auto gene = makeGene(*body, "", {});
    Drawing drawing(16);
    gene->sample(drawing.source);
    gene->mutate(drawing.source);
    EXPECT_FALSE(plainJson(*gene).is_discarded()) << schema;
  }
}

TEST(GeneFactory, GivesValidUtf8AndOtherLettersThanAscii) {
  const auto body = bodySchema(R"({"type": "string", "maxLength": 30})");
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(17);
  drawing.constants.texts.addFixed("\xC3");
  bool hasOthers = false;
  for (int i = 0; i < 2000; ++i) {
    gene->mutate(drawing.source);
    const auto text = plainJson(*gene).get<std::string>();
    ASSERT_TRUE(isUtf8(text));
    hasOthers |= lengthOf(text) != text.size();
  }
  EXPECT_TRUE(hasOthers);
}

TEST(GeneFactory, StaysSmallForHugeSchemas) {
  // Every level refers to the next from twenty fields.
  Json components = Json::object();
  for (int level = 0; level < 12; ++level) {
    Json node = {{"type", "object"}};
    for (int i = 0; i < 20; ++i) {
      node["properties"]["field" + std::to_string(i)] =
          level < 11 ? Json{{"$ref", "#/components/schemas/L" + std::to_string(level + 1)}}
                     : Json{{"type", "integer"}};
    }
    components["L" + std::to_string(level)] = node;
  }
  const auto body = bodySchema(R"({"$ref": "#/components/schemas/L0"})", components.dump());
  const auto gene = makeGene(*body, "", {});
  Drawing drawing(18);
  for (int i = 0; i < 20; ++i) {
    gene->sample(drawing.source);
    EXPECT_LT(plainJson(*gene).dump().size(), 20'000u);
  }
}

// References

std::optional<uint32_t> slotOfIds(const std::string& pointer, const std::string& name, const Schema&) {
  if (name != "ownerId" && name != "ids") return std::nullopt;
  return pointer == "/ownerId" ? 7 : 8;
}

TEST(GeneFactory, MakesSlotsOfScalarsOnly) {
  const auto body = bodySchema(R"({"type": "object", "required": ["ownerId", "name"], "properties": {
      "ownerId": {"type": "integer"}, "name": {"type": "string"},
      "ids": {"type": "array", "items": {"type": "string"}, "minItems": 1}}})");
  const auto gene = makeGene(*body, "", slotOfIds);
  Drawing drawing(19);
  std::set<uint32_t> types;
  std::set<std::string> pointers;
  for (int i = 0; i < 200; ++i) {
    gene->sample(drawing.source);
    std::unique_ptr<gene::Gene> copy = gene->copy();
    gene::forEachReference(copy, [&](gene::ReferenceGene& reference) {
      types.insert(reference.type());
      reference.refer(3);
    });
    const Json value = jsonOf(*copy, [&](uint32_t action, const std::string& pointer) -> std::optional<Json> {
      EXPECT_EQ(action, 3u);
      pointers.insert(pointer);
      return "taken";
    });
    for (const std::string& pointer : pointers) {
      if (value.contains(Json::json_pointer(pointer)) && value[Json::json_pointer(pointer)].is_array()) {
        ADD_FAILURE() << pointer;
      }
    }
  }
  EXPECT_EQ(types, (std::set<uint32_t>{7, 8}));
  EXPECT_TRUE(pointers.contains("/ownerId"));
  EXPECT_TRUE(pointers.contains("/ids/1"));
}

TEST(GeneFactory, TakesUnresolvedReferencesForNull) {
  const auto body = bodySchema(R"({"type": "integer", "minimum": 100})");
  const auto gene = makeGene(*body, "ownerId", slotOfIds);
  auto* slot = dynamic_cast<gene::AlternativeGene*>(gene.get());
  ASSERT_NE(slot, nullptr);
  Drawing drawing(20);
  bool hasReference = false;
  for (int i = 0; i < 50; ++i) {
    gene->sample(drawing.source);
    hasReference |= plainJson(*gene).is_null();
    if (slot->chosen() == 0) EXPECT_GE(plainJson(*gene), 100);
  }
  EXPECT_TRUE(hasReference);
}

TEST(GeneFactory, DoesNotMistakeReferencesForInvalidValues) {
  // The guard of oneOf sees a text in the place of the reference, not the number 1.
  const auto body = bodySchema(R"({"oneOf": [
      {"type": "object", "required": ["ownerId"], "properties": {"ownerId": {"type": "string", "minLength": 3}}},
      {"type": "object", "required": ["other"], "properties": {"other": {"type": "integer"}}}]})");
  const auto gene = makeGene(*body, "", slotOfIds);
  Drawing drawing(21);
  int references = 0;
  for (int i = 0; i < 200; ++i) {
    gene->sample(drawing.source);
    std::unique_ptr<gene::Gene> copy = gene->copy();
    gene::forEachReference(copy, [&](gene::ReferenceGene&) { ++references; });
  }
  EXPECT_GT(references, 20);
}

// What arrives as it is

Parameter parameterOf(const Schema& schema, Parameter::Place place, Parameter::Style style, bool explode) {
  Parameter parameter;
  parameter.name = "p";
  parameter.place = place;
  parameter.style = style;
  parameter.explode = explode;
  parameter.schema = &schema;
  return parameter;
}

TEST(GeneFactory, PutsNothingIntoAPathThatLeadsElsewhere) {
  for (const char* schema :
       {R"({"type": "string"})", R"({})", R"({"type": ["string", "null"], "example": "../x"})",
        R"({"type": "array", "items": {"type": "string"}})"}) {
    const auto body = bodySchema(schema);
    const auto parameter = parameterOf(*body, Parameter::Place::Path, Parameter::Style::Simple, false);
    const auto gene = makeParameterGene(parameter, {});
    Drawing drawing(22);
    for (const char* text : {"", ".", "..", "a/b", "/"}) drawing.constants.texts.addFixed(text);
    for (int i = 0; i < 1000; ++i) {
      gene->mutate(drawing.source);
      const Json value = plainJson(*gene);
      const std::string text = value.is_array() ? value.front().get<std::string>() : plainText(value);
      ASSERT_FALSE(text.empty() || text == "." || text == "..") << schema;
      ASSERT_EQ(text.find_first_of("/\\"), std::string::npos) << text;
    }
  }
}

TEST(GeneFactory, PutsOnlyIntoHeadersWhatTheyCanHold) {
  const auto body = bodySchema(R"({"type": "string", "minLength": 1})");
  for (const auto place : {Parameter::Place::Header, Parameter::Place::Cookie}) {
    const auto gene = makeParameterGene(parameterOf(*body, place, Parameter::Style::Form, false), {});
    Drawing drawing(23);
    drawing.constants.texts.addFixed(" x ");
    for (int i = 0; i < 500; ++i) {
      gene->mutate(drawing.source);
      for (const char c : plainJson(*gene).get<std::string>()) ASSERT_TRUE(c > ' ' && c <= '~');
    }
  }
}

TEST(GeneFactory, KeepsSeparatorsOutOfTheElementsOfDelimitedLists) {
  const auto body = bodySchema(R"({"type": "array", "items": {"type": "string"}, "maxItems": 3})");
  const auto gene =
      makeParameterGene(parameterOf(*body, Parameter::Place::Query, Parameter::Style::Form, false), {});
  Drawing drawing(24);
  drawing.constants.texts.addFixed("a,b");
  for (int i = 0; i < 500; ++i) {
    gene->mutate(drawing.source);
    const Json value = plainJson(*gene);
    ASSERT_FALSE(value.empty());
    for (const Json& element : value) ASSERT_EQ(element.get<std::string>().find(','), std::string::npos);
  }
}

TEST(GeneFactory, DrawsTheExamplesOfParametersAndBodies) {
  const auto body = bodySchema(R"({"type": "integer"})");
  Parameter parameter = parameterOf(*body, Parameter::Place::Query, Parameter::Style::Form, true);
  parameter.examples = {4711};
  EXPECT_GT(counted(*makeParameterGene(parameter, {}), 300)["4711"], 50);
  MediaType type;
  type.name = "application/json";
  type.schema = body.schema;
  type.examples = {4712};
  EXPECT_GT(counted(*makeBodyGene(type, {}), 300)["4712"], 50);
}

TEST(GeneFactory, GivesBodiesThatNobodyDescribed) {
  MediaType type;
  type.name = "text/plain";
  const auto gene = makeBodyGene(type, {});
  Drawing drawing(25);
  for (int i = 0; i < 100; ++i) {
    gene->sample(drawing.source);
    ASSERT_TRUE(plainJson(*gene).is_primitive());
  }
}

TEST(GeneFactory, CollectsConstantsOfAllPartsOfASchema) {
  const auto body = bodySchema(R"({"type": "object", "properties": {
      "kind": {"enum": ["cat", 5]}, "list": {"type": "array", "items": {"type": "number", "default": 2.5}},
      "size": {"oneOf": [{"type": "integer", "minimum": 17}, {"type": "string", "example": "large"}]}}})");
  gene::Constants constants;
  addConstants(*body, constants);
  EXPECT_EQ(constants.texts.size(), 2u);     // cat, large
  EXPECT_EQ(constants.integers.size(), 2u);  // 5, 17
  EXPECT_EQ(constants.floats.size(), 1u);    // 2.5
}

}  // namespace
}  // namespace covolve::rest::data
