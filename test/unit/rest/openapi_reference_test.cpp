// References: inside of a document, to other files, to URLs, and to nowhere.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/files.h"
#include "base/percent_encoding.h"
#include "openapi_support.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string reasonToSkip(const std::string& document) {
  const Api api = parseOrFail(document);
  return api.skipped.empty() ? "nothing is skipped" : api.skipped[0].reason;
}

TEST(OpenApiReference, LocationsAreResolvedAsRfc3986Says) {
  EXPECT_EQ(resolveLocation("http://a/b/c/d", "g"), "http://a/b/c/g");
  EXPECT_EQ(resolveLocation("http://a/b/c/d", "./g"), "http://a/b/c/g");
  EXPECT_EQ(resolveLocation("http://a/b/c/d", "../g"), "http://a/b/g");
  EXPECT_EQ(resolveLocation("http://a/b/c/d", "../../../g"), "http://a/g");
  EXPECT_EQ(resolveLocation("http://a/b/c/d", "/g"), "http://a/g");
  EXPECT_EQ(resolveLocation("http://a/b/c/d?q", "g?y"), "http://a/b/c/g?y");
  EXPECT_EQ(resolveLocation("http://a/b/c/d?q", "//g/h"), "http://g/h");
  EXPECT_EQ(resolveLocation("http://a", "g"), "http://a/g");
  EXPECT_EQ(resolveLocation("http://a/b", "https://x/y"), "https://x/y");
  EXPECT_EQ(resolveLocation("http://a/b/c/d", ".."), "http://a/b/");
  EXPECT_EQ(resolveLocation("http://a/b/c", ""), "http://a/b/c");
}

TEST(OpenApiReference, FilesAreRelativeToTheirDocument) {
  EXPECT_EQ(resolveLocation("openapi.yaml", "pets/pet.yaml"), "pets/pet.yaml");
  EXPECT_EQ(resolveLocation("api/pets/pet.yaml", "../openapi.yaml"), "api/openapi.yaml");
  EXPECT_EQ(resolveLocation("api/x.yaml", "/etc/y%20z.yaml"), "/etc/y z.yaml");
  EXPECT_EQ(fileNameOf("file:///etc/y%20z.yaml"), "/etc/y z.yaml");
}

TEST(OpenApiReference, PercentSignsAreDecoded) { EXPECT_EQ(percentDecoded("%7Bid%7D%2"), "{id}%2"); }

TEST(OpenApiReference, LeadsToEveryKindOfPart) {
  const Api api = parseOrFail(version30(
      R"(
  /pets: {$ref: '#/components/x-items/pets'}
)",
      R"(
components:
  x-items:
    pets:
      post:
        parameters: [{$ref: '#/components/parameters/Limit'}]
        requestBody: {$ref: '#/components/requestBodies/Pet'}
        responses:
          '201': {$ref: '#/components/responses/Created'}
  parameters:
    Limit: {name: limit, in: query, schema: {$ref: '#/components/schemas/Limit'}}
  requestBodies:
    Pet:
      content:
        application/json:
          schema: {$ref: '#/components/schemas/Pet'}
          examples: {one: {$ref: '#/components/examples/Rex'}}
  responses:
    Created:
      description: d
      headers: {Location: {$ref: '#/components/headers/Location'}}
      links: {self: {$ref: '#/components/links/Self'}}
  headers:
    Location: {required: true, schema: {type: string}}
  links:
    Self: {operationRef: '#/paths/~1pets/post', parameters: {limit: 5}}
  examples:
    Rex: {value: {name: Rex}}
  schemas:
    Limit: {type: integer, maximum: 7}
    Pet: {type: object}
  securitySchemes:
    key: {$ref: '#/components/securitySchemes/real'}
    real: {type: http, scheme: bearer}
)"));
  ASSERT_EQ(api.operations.size(), 1u);
  const Operation& operation = api.operations[0];
  EXPECT_EQ(operation.id, "POST /pets");
  ASSERT_EQ(operation.parameters.size(), 1u);
  EXPECT_EQ(operation.parameters[0].schema->maximum, Number(7));
  EXPECT_EQ(operation.parameters[0].schema->location, "#/components/schemas/Limit");
  ASSERT_TRUE(operation.body);
  EXPECT_EQ(operation.body->content[0].schema->location, "#/components/schemas/Pet");
  ASSERT_EQ(operation.body->content[0].examples.size(), 1u);
  EXPECT_EQ(operation.body->content[0].examples[0].dump(), R"({"name":"Rex"})");
  ASSERT_EQ(operation.responses.size(), 1u);
  ASSERT_EQ(operation.responses[0].headers.size(), 1u);
  EXPECT_TRUE(operation.responses[0].headers[0].required);
  ASSERT_EQ(operation.responses[0].links.size(), 1u);
  EXPECT_EQ(operation.responses[0].links[0].parameters[0].second, "5");
  ASSERT_EQ(api.securitySchemes.size(), 2u);
  EXPECT_EQ(api.securitySchemes[0].kind, SecurityScheme::Kind::Bearer);
}

TEST(OpenApiReference, EscapesInPointersAreUnderstood) {
  const auto schema = schema30("{$ref: '#/components/schemas/a~1b%20c~0d'}",
                               "components: {schemas: {'a/b c~d': {maximum: 3}}}\n");
  EXPECT_EQ(schema->maximum, Number(3));
  const auto sloppy =
      schema30("{$ref: '#/components/schemas/a%20b'}", "components: {schemas: {'a%20b': {maximum: 4}}}\n");
  EXPECT_EQ(sloppy->maximum, Number(4));
}

TEST(OpenApiReference, LeadsThroughListsAndOtherReferences) {
  const std::string components = R"(
components:
  schemas:
    List: {allOf: [{type: object}, {maximum: 8}]}
    Alias: {$ref: '#/components/schemas/List'}
)";
  EXPECT_EQ(schema30("{$ref: '#/components/schemas/List/allOf/1'}", components)->maximum, Number(8));
  EXPECT_EQ(schema30("{$ref: '#/components/schemas/Alias/allOf/1'}", components)->maximum, Number(8));
}

TEST(OpenApiReference, NowhereIsAReasonThatNamesThePlace) {
  EXPECT_EQ(
      reasonToSkip(version30("  /x:\n    get:\n      parameters: [{$ref: '#/components/parameters/No'}]\n")),
      "a parameter refers to #/components/parameters/No, which does not exist");
  EXPECT_EQ(reasonToSkip(version30("  /x:\n    post:\n      requestBody: {$ref: 'no.yaml#/x'}\n")),
            "the request body refers to no.yaml#/x, which cannot be read: no.yaml does not exist");
  EXPECT_EQ(reasonToSkip(version30("  /x: {$ref: '#/nowhere'}\n")),
            "refers to #/nowhere, which does not exist");
  EXPECT_THAT(
      reasonToSkip(version30("  /x:\n    get:\n      parameters:\n"
                             "        - {name: a, in: query, required: true, schema: {$ref: '#/no'}}\n")),
      HasSubstr("the parameter a has no usable schema: #/paths/~1x/get/parameters/0/schema refers to "
                "#/no, which does not exist"));
}

TEST(OpenApiReference, CirclesOfPureReferencesEnd) {
  const std::string circle = R"(
components:
  schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}
  parameters: {P: {$ref: '#/components/parameters/Q'}, Q: {$ref: '#/components/parameters/P'}}
)";
  EXPECT_THAT(reasonToSkip(version30("  /x:\n    get:\n      parameters:\n"
                                     "        - {name: a, in: query, required: true, schema: {$ref: "
                                     "'#/components/schemas/A'}}\n",
                                     circle)),
              HasSubstr("refers to itself in a circle"));
  EXPECT_THAT(reasonToSkip(version30(
                  "  /x:\n    get:\n      parameters: [{$ref: '#/components/parameters/P'}]\n", circle)),
              HasSubstr("leads back to itself in a circle"));
  EXPECT_THAT(
      reasonToSkip(version30("  /x:\n    get:\n      parameters: [{$ref: '#/components/a/x'}]\n",
                             "components: {a: {$ref: '#/components/b/x'}, b: {$ref: '#/components/a/x'}}\n")),
      HasSubstr("does not exist"));
}

TEST(OpenApiReference, RecursiveSchemasAreAGraph) {
  const auto node = schema30("{$ref: '#/components/schemas/Node'}", R"(
components:
  schemas:
    Node:
      type: object
      properties:
        children: {type: array, items: {$ref: '#/components/schemas/Node'}}
        parent: {$ref: '#/components/schemas/Node'}
)");
  EXPECT_EQ(node->property("parent"), node.schema);
  EXPECT_EQ(node->property("children")->items, node.schema);
}

TEST(OpenApiReference, LongChainsOfSchemasNeedNoStack) {
  std::string components = "components:\n  schemas:\n    S0: {maximum: 1}\n";
  constexpr int kLength = 20'000;
  for (int i = 1; i <= kLength; ++i) {
    components +=
        fmt::format("    S{}: {{properties: {{next: {{$ref: '#/components/schemas/S{}'}}}}}}\n", i, i - 1);
  }
  const auto schema = schema30(fmt::format("{{$ref: '#/components/schemas/S{}'}}", kLength), components);
  const Schema* last = schema.schema;
  int length = 0;
  for (; last->property("next") != nullptr; last = last->property("next")) ++length;
  EXPECT_EQ(length, kLength);
}

TEST(OpenApiReference, LeadsToOtherFilesRelativeToTheReferringOne) {
  const auto directory = ScratchDirectory::make("openapi");
  ASSERT_TRUE(directory);
  const auto write = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories((directory->path() / name).parent_path());
    ASSERT_TRUE(replaceFile(directory->path() / name, text));
  };
  write("api/openapi.yaml", version30("  /pets: {$ref: 'paths/pets.yaml'}\n",
                                      "components: {schemas: {Id: {type: integer, maximum: 12}}}\n"));
  write("api/paths/pets.yaml", R"(
get:
  parameters:
    - {name: id, in: query, schema: {$ref: '../openapi.yaml#/components/schemas/Id'}}
  responses:
    200:
      description: d
      content: {application/json: {schema: {$ref: '../../shared/pet%20kinds.json#/Pet'}}}
)");
  write("shared/pet kinds.json",
        R"({"Pet": {"properties": {"friend": {"$ref": "#/Pet"}, "tag": {"$ref": "tag.json"}}}})");
  write("shared/tag.json", R"({"maxLength": 3})");
  const Result<Api> api = readApi((directory->path() / "api/openapi.yaml").string(), fetchNothing);
  ASSERT_TRUE(api);
  ASSERT_EQ(api->operations.size(), 1u) << api->skipped[0].reason;
  const Operation& operation = api->operations[0];
  EXPECT_EQ(operation.parameters[0].schema->maximum, Number(12));
  EXPECT_EQ(operation.parameters[0].schema->location, "#/components/schemas/Id");
  const Schema* pet = operation.responses[0].content[0].schema;
  EXPECT_EQ(pet->property("friend"), pet);
  EXPECT_EQ(pet->property("tag")->maxLength, 3u);
  EXPECT_THAT(pet->location, HasSubstr("shared/pet kinds.json#/Pet"));
}

TEST(OpenApiReference, OnlyPlainFilesAreRead) {
  EXPECT_THAT(reasonToSkip(version30("  /x: {$ref: '/dev/zero'}\n")),
              HasSubstr("/dev/zero is no plain file"));
}

TEST(OpenApiReference, UrlsAreFetchedOnce) {
  std::map<std::string, int> fetched;
  const auto fetch = [&](const std::string& url) -> Result<std::string> {
    ++fetched[url];
    if (url == "http://host/api/schemas.json")
      return R"({"A": {"$ref": "more/b.json"}, "B": {"minimum": 2}})";
    if (url == "http://host/api/more/b.json") return R"({"maximum": 5})";
    return userError("no " + url);
  };
  const std::string document = R"({"openapi": "3.0.0", "paths": {"/x": {"get": {"parameters": [
      {"name": "a", "in": "query", "schema": {"$ref": "schemas.json#/A"}},
      {"name": "b", "in": "query", "schema": {"$ref": "http://host/api/schemas.json#/B"}},
      {"name": "c", "in": "query", "schema": {"$ref": "missing.json"}},
      {"name": "d", "in": "query", "schema": {"$ref": "missing.json"}}]}}}})";
  const Result<Api> api = parseApi(document, "http://host/api/openapi.json", fetch);
  ASSERT_TRUE(api);
  ASSERT_EQ(api->operations.size(), 1u);
  ASSERT_EQ(api->operations[0].parameters.size(), 2u);
  EXPECT_EQ(api->operations[0].parameters[0].schema->maximum, Number(5));
  EXPECT_EQ(api->operations[0].parameters[1].schema->minimum, Number(2));
  for (const auto& [url, times] : fetched) EXPECT_EQ(times, 1) << url;
  EXPECT_EQ(fetched.size(), 3u);
}

TEST(OpenApiReference, NobodyWaitsForManyUrlsThatDoNotAnswer) {
  int asked = 0;
  const auto fetch = [&](const std::string& url) -> Result<std::string> {
    ++asked;
    return userError("no " + url);
  };
  std::string paths;
  for (int i = 0; i < 100; ++i) paths += fmt::format("  /p{}: {{$ref: 'http://host/{}'}}\n", i, i);
  const Result<Api> api = parseApi(version30(paths), "openapi.yaml", fetch);
  ASSERT_TRUE(api);
  EXPECT_EQ(api->skipped.size(), 100u);
  EXPECT_EQ(asked, 10);
}

TEST(OpenApiReference, NamesOfSchemasAreUnderstood) {
  const std::string components = R"(
components:
  schemas:
    Tree:
      $id: http://example.org/schemas/tree.json
      $defs:
        leaf: {$anchor: leaf, maximum: 1}
        other: {$id: other.json, maximum: 2}
      properties:
        byPointer: {$ref: '#/$defs/leaf'}
        byAnchor: {$ref: '#leaf'}
        byName: {$ref: other.json}
        byUrl: {$ref: 'http://example.org/schemas/other.json'}
        itself: {$ref: '#'}
        outside: {$ref: '#/components/schemas/Number'}
    Number: {maximum: 3}
)";
  const auto tree = schema31("{$ref: '#/components/schemas/Tree'}", components);
  ASSERT_EQ(tree->properties.size(), 6u);
  EXPECT_EQ(tree->property("byPointer")->maximum, Number(1));
  EXPECT_EQ(tree->property("byAnchor")->maximum, Number(1));
  EXPECT_EQ(tree->property("byName")->maximum, Number(2));
  EXPECT_EQ(tree->property("byUrl")->maximum, Number(2));
  EXPECT_EQ(tree->property("itself"), tree.schema);
  EXPECT_EQ(tree->property("outside")->maximum, Number(3));
}

TEST(OpenApiReference, NamesInDataAreNoNames) {
  const auto schema =
      schema31("{properties: {a: {$ref: '#/components/schemas/A'}}, example: {$id: 'http://x/'}}",
               "components: {schemas: {A: {maximum: 3, enum: [{$id: 'http://y/'}]}}}\n");
  EXPECT_EQ(schema->property("a")->maximum, Number(3));
}

TEST(OpenApiReference, SiblingsCountAsOf31) {
  const std::string components = "components: {schemas: {A: {type: integer, maximum: 9}}}\n";
  const auto newer = schema31("{$ref: '#/components/schemas/A', minimum: 2}", components);
  EXPECT_EQ(newer->minimum, Number(2));
  ASSERT_EQ(newer->allOf.size(), 1u);
  EXPECT_EQ(newer->allOf[0]->maximum, Number(9));
  const auto older = schema30("{$ref: '#/components/schemas/A', minimum: 2}", components);
  EXPECT_FALSE(older->minimum);
  EXPECT_EQ(older->maximum, Number(9));
}

TEST(OpenApiReference, DescribingSiblingsMakeNoNewSchema) {
  const auto schema = schema31("{$ref: '#/components/schemas/A', description: the a, x-order: 3}",
                               "components: {schemas: {A: {maximum: 9}}}\n");
  EXPECT_EQ(schema->location, "#/components/schemas/A");
}

}  // namespace
}  // namespace covolve::rest::openapi
