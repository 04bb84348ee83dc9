// Whatever is done to a document, reading it ends with an API that is sound and
// accounts for every operation, or with one sentence.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <unordered_set>

#include "base/rng.h"
#include "base/utf8.h"
#include "openapi_support.h"
#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/path_template.h"

namespace covolve::rest::openapi {
namespace {

constexpr int kMutants = 500;

const std::string kVersion2 = R"(
swagger: '2.0'
info: {title: Pets, version: 1.0.0}
host: localhost:8080
basePath: /v2
schemes: [http]
consumes: [application/json]
produces: [application/json, application/xml]
security: [{key: []}]
securityDefinitions: {key: {type: apiKey, name: api_key, in: header}, login: {type: basic}}
parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 100, exclusiveMaximum: true}
responses:
  NotFound: {description: d, schema: {$ref: '#/definitions/Failure'}}
paths:
  /pets:
    parameters: [{$ref: '#/parameters/Limit'}]
    get:
      parameters: [{name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}]
      responses: {200: {description: d, schema: {type: array, items: {$ref: '#/definitions/Pet'}}}}
    post:
      parameters: [{name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}]
      responses: {201: {description: d, headers: {Location: {type: string}}}, default: {$ref: '#/responses/NotFound'}}
  /pets/{petId}:
    get:
      operationId: getPet
      parameters: [{name: petId, in: path, required: true, type: integer, format: int64}]
      responses: {200: {description: d, schema: {$ref: '#/definitions/Pet'}}, 404: {$ref: '#/responses/NotFound'}}
    delete:
      security: []
      parameters: [{name: petId, in: path, required: true, type: integer}]
      responses: {204: {description: d}}
  /pets/{petId}/photo:
    post:
      consumes: [multipart/form-data]
      parameters:
        - {name: petId, in: path, required: true, type: integer}
        - {name: file, in: formData, type: file, required: true}
        - {name: notes, in: formData, type: array, items: {type: string}, collectionFormat: pipes}
      responses: {200: {description: d}}
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind, name]
    properties:
      kind: {type: string}
      name: {type: string, minLength: 1, maxLength: 20, pattern: '^[a-z]+$'}
      friends: {type: array, items: {$ref: '#/definitions/Pet'}, x-nullable: true}
  Cat: {allOf: [{$ref: '#/definitions/Pet'}, {properties: {lives: {type: integer, minimum: 0}}}]}
  Failure: {type: object, additionalProperties: {type: string}, example: {message: gone}}
)";

const std::string kVersion30 = R"(
openapi: 3.0.3
info: {title: Pets, version: 1.0.0}
servers: [{url: 'http://localhost/{version}', variables: {version: {default: v1}}}]
security: [{token: []}, {}]
paths:
  /pets:
    parameters: [{$ref: '#/components/parameters/Limit'}]
    get:
      parameters:
        - {name: filter, in: query, style: deepObject, explode: true, schema: {type: object, properties: {a: {type: string}}}}
        - {name: session, in: cookie, schema: {type: string}}
      responses: {'200': {$ref: '#/components/responses/Pets'}, 4XX: {description: d}, default: {description: d}}
    post:
      requestBody: {$ref: '#/components/requestBodies/Pet'}
      responses:
        '201':
          description: d
          headers: {Location: {required: true, schema: {type: string, format: uri}}}
          links:
            get: {operationId: getPet, parameters: {petId: '$response.body#/id'}}
            delete: {operationRef: '#/paths/~1pets~1{petId}/delete'}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer, format: int64}}]
    get: {operationId: getPet, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
    delete: {security: [], responses: {'204': {description: d}}}
  /forms: {$ref: '#/components/x-items/forms'}
components:
  x-items:
    forms:
      put:
        requestBody:
          content:
            multipart/form-data: {schema: {type: object, properties: {photo: {type: string, format: binary}}}, encoding: {photo: {contentType: image/png}}}
            application/x-www-form-urlencoded: {schema: {type: object, additionalProperties: false}, examples: {one: {value: {a: 1}}}}
        responses: {'200': {description: d}}
  parameters: {Limit: {name: limit, in: query, schema: {type: integer, minimum: 1, exclusiveMinimum: true, default: 5}}}
  responses: {Pets: {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}
  requestBodies: {Pet: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}, example: {kind: Cat}}}}}
  schemas:
    Pet:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
      discriminator: {propertyName: kind, mapping: {dog: '#/components/schemas/Dog', cat: Cat}}
    Animal: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, parent: {$ref: '#/components/schemas/Pet'}}}
    Cat: {nullable: true, allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, properties: {lives: {enum: [7, 9]}}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Animal'}], not: {required: [lives]}}
  securitySchemes: {token: {type: http, scheme: bearer}}
)";

const std::string kVersion31 = R"(
openapi: 3.1.0
info: {title: Trees, version: '1'}
paths:
  /trees/{id}?deep=true:
    get:
      parameters: [{name: id, in: path, required: true, schema: {$ref: '#/components/schemas/Tree/properties/id'}}]
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Tree'}}}}}
    patch:
      requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: 'http://example.org/tree.json', minProperties: 1}}}}
      responses: {'200': {description: d}}
components:
  schemas:
    Tree:
      $id: http://example.org/tree.json
      type: [object, 'null']
      properties:
        id: {type: integer, exclusiveMinimum: 0, exclusiveMaximum: 9007199254740993}
        leaf: {$ref: '#leaf', description: d}
        left: {$ref: '#'}
        pair: {type: array, prefixItems: [{type: string}, {const: null}], items: false, contains: {type: string}, minContains: 1}
      patternProperties: {^x-: true}
      propertyNames: {maxLength: 10}
      dependentRequired: {left: [id]}
      dependentSchemas: {id: {required: [pair]}}
      if: {required: [left]}
      then: {properties: {leaf: false}}
      else: {$dynamicRef: '#leaf'}
      unevaluatedProperties: false
      $defs: {leaf: {$anchor: leaf, $dynamicAnchor: leaf, type: string, examples: [a, b], contentEncoding: base64}}
)";

Node nodeOf(const std::string& text) {
  MemoryBudget budget(size_t{1} << 24);
  auto parsed = parseDocument(text, "sample", budget);
  if (!parsed) ADD_FAILURE() << parsed.error().message;
  return parsed ? parsed->root : Node();
}

void collect(Node& node, std::vector<Node*>& all) {
  all.push_back(&node);
  if (!node.is_structured()) return;
  for (Node& child : node) collect(child, all);
}

Node& anyNode(Node& root, Rng& rng) {
  std::vector<Node*> all;
  collect(root, all);
  return *rng.pick(all);
}

Node randomValue(Rng& rng) {
  static const std::vector<std::string> kValues{
      "null",    "true",        "false", "0",  "-1", "3",   "1e300",  "18446744073709551615",
      "2.5",     "\"\"",        "\"x\"", "[]", "{}", "[1]", "[null]", R"({"$ref": 5})",
      "[\"a\"]", R"({"a": {}})"};
  return Node::parse(rng.pick(kValues));
}

std::string randomReference(Rng& rng) {
  static const std::vector<std::string> kReferences{"",
                                                    "#",
                                                    "#/",
                                                    "#/paths",
                                                    "#/paths/~1pets",
                                                    "#/paths/~1pets/get",
                                                    "#/info",
                                                    "#/components/schemas/Pet",
                                                    "#/definitions/Pet",
                                                    "#/components/schemas/Cat/allOf/0",
                                                    "#/components/schemas/Tree/properties/left",
                                                    "#/components/schemas/Dog/not",
                                                    "#leaf",
                                                    "tree.json",
                                                    "http://example.org/tree.json",
                                                    "http://example.org/tree.json#/$defs/leaf",
                                                    "openapi.yaml",
                                                    "openapi.yaml#/paths",
                                                    "missing.yaml#/a",
                                                    "http://nobody/x.json",
                                                    ".",
                                                    "/",
                                                    "%",
                                                    "#/%zz/~2",
                                                    "#/components/parameters/Limit",
                                                    "#/parameters/Limit",
                                                    "#/components/schemas",
                                                    "file:///etc"};
  return rng.pick(kReferences);
}

void mutateTree(Node& root, Rng& rng) {
  Node& node = anyNode(root, rng);
  switch (rng.below(7)) {
    case 0:  // remove
      if (node.is_structured() && !node.empty()) {
        auto victim = node.begin();
        std::advance(victim, static_cast<ptrdiff_t>(rng.below(node.size())));
        node.erase(victim);
      }
      break;
    case 1:
      node = randomValue(rng);
      break;
    case 2: {  // copy another part here
      const Node copy = anyNode(root, rng);
      if (copy.size() < 200) anyNode(root, rng) = copy;
      break;
    }
    case 3: {  // put a part into an object or a list
      const Node copy = anyNode(root, rng);
      if (node.is_array()) node.push_back(copy);
      if (node.is_object()) node[rng.chance(0.5) ? "get" : "extra"] = copy;
      break;
    }
    case 4:
      node = Node{{"$ref", randomReference(rng)}};
      break;
    case 5: {
      std::vector<Node*> all;
      collect(root, all);
      std::erase_if(all, [](const Node* one) { return !one->is_object() || !one->contains("$ref"); });
      if (!all.empty()) (*rng.pick(all))["$ref"] = randomReference(rng);
      break;
    }
    default:
      if (node.is_string()) {
        const auto text = node.get<std::string>();
        std::string_view cut = std::string_view(text).substr(0, rng.below(text.size() + 1));
        while (!isUtf8(cut)) cut.remove_suffix(1);
        node = std::string(cut);
      } else if (node.is_object()) {
        node["$ref"] = randomReference(rng);
      }
  }
}

void mutateText(std::string& text, Rng& rng) {
  if (text.empty()) return;
  const size_t at = rng.below(text.size());
  switch (rng.below(4)) {
    case 0:
      text[at] = static_cast<char>(rng.below(256));
      break;
    case 1:
      text.resize(at);
      break;
    case 2:
      text.erase(at, 1 + rng.below(20));
      break;
    default: {
      const std::string piece = text.substr(at, 1 + rng.below(40));
      text.insert(rng.below(text.size()), piece);
    }
  }
}

/// What is promised about an Api, whatever it was read from.
void expectSound(const Api& api) {
  std::unordered_set<const Schema*> owned;
  for (const Schema& schema : api.schemas) owned.insert(&schema);
  const auto isOwned = [&](const Schema* schema) { return schema == nullptr || owned.contains(schema); };
  for (const Schema& schema : api.schemas) {
    for (const Schema* part : {schema.items, schema.contains, schema.additionalProperties,
                               schema.propertyNames, schema.not_, schema.if_, schema.then_, schema.else_}) {
      EXPECT_TRUE(isOwned(part));
    }
    for (const auto* parts : {&schema.prefixItems, &schema.allOf, &schema.anyOf, &schema.oneOf}) {
      for (const Schema* part : *parts) EXPECT_TRUE(part != nullptr && isOwned(part));
    }
    for (const auto& property : schema.properties)
      EXPECT_TRUE(property.schema != nullptr && isOwned(property.schema));
  }
  std::set<std::string> ids;
  for (const Operation& operation : api.operations) {
    EXPECT_TRUE(ids.insert(operation.id).second) << operation.id << " is there twice";
    EXPECT_TRUE(operation.path.starts_with('/')) << operation.path;
    std::vector<std::string> inPath;
    for (const Parameter& parameter : operation.parameters) {
      EXPECT_TRUE(parameter.schema != nullptr && isOwned(parameter.schema));
      if (parameter.place == Parameter::Place::Path) inPath.push_back(parameter.name);
    }
    EXPECT_EQ(inPath, templateNames(operation.path));
    if (operation.body) EXPECT_FALSE(operation.body->content.empty());
    for (const ResponseDeclaration& response : operation.responses) {
      for (const MediaType& mediaType : response.content) EXPECT_TRUE(isOwned(mediaType.schema));
      for (const Link& link : response.links) EXPECT_LT(link.operation, api.operations.size());
    }
  }
  for (const SkippedOperation& skipped : api.skipped) EXPECT_FALSE(skipped.reason.empty()) << skipped.what;
}

/// Every operation that stands in the paths was read or skipped.
void expectAllAccountedFor(const Node& root, const Api& api) {
  std::multiset<std::string> skipped;
  for (const SkippedOperation& one : api.skipped) skipped.insert(one.what);
  std::set<std::string> ids;
  for (const Operation& operation : api.operations) ids.insert(operation.id);
  size_t expected = 0;
  for (const auto& [path, item] : root["paths"].items()) {
    if (!item.is_object() || path.starts_with("x-")) continue;
    for (const auto& [key, node] : item.items()) {
      static const std::map<std::string, std::string> kMethods{
          {"get", "GET"},         {"put", "PUT"},   {"post", "POST"},   {"delete", "DELETE"},
          {"options", "OPTIONS"}, {"head", "HEAD"}, {"patch", "PATCH"}, {"trace", "TRACE"}};
      const auto method = kMethods.find(key);
      if (method == kMethods.end() || !node.is_object()) continue;
      const std::string name = method->second + ' ' + path;
      ++expected;
      if (node.contains("$ref")) continue;  // it has the id of what it leads to
      const Node* id = memberOf(node, "operationId");
      const std::string declared = id != nullptr ? scalarText(*id) : "";
      EXPECT_TRUE(skipped.contains(name) || ids.contains(name) || ids.contains(declared) ||
                  ids.contains(declared + ' ' + name))
          << name << " is lost";
    }
  }
  EXPECT_GE(api.operations.size() + api.skipped.size(), expected);
}

class OpenApiFuzz : public testing::TestWithParam<size_t> {
 protected:
  static const std::string& document() {
    static const std::vector<std::string> kDocuments{kVersion2, kVersion30, kVersion31};
    return kDocuments.at(GetParam());
  }
};

TEST_P(OpenApiFuzz, TheDocumentItselfHasNoFlaw) {
  const Api api = parseOrFail(document());
  expectSound(api);
  EXPECT_TRUE(api.skipped.empty()) << api.skipped[0].reason;
  EXPECT_FALSE(api.operations.empty());
}

TEST_P(OpenApiFuzz, MutatedTreesLoseNoOperation) {
  const Node original = nodeOf(document());
  Rng rng(1);
  int read = 0;
  for (int i = 0; i < kMutants && !HasFailure(); ++i) {
    Node mutant = original;
    const uint64_t mutations = 1 + rng.below(6);
    for (uint64_t j = 0; j < mutations; ++j) mutateTree(mutant, rng);
    const std::string text = mutant.dump();
    SCOPED_TRACE(text);
    const Result<Api> api = tryParse(text);
    if (!api) {
      EXPECT_FALSE(api.error().message.empty());
      continue;
    }
    ++read;
    expectSound(*api);
    expectAllAccountedFor(mutant, *api);
  }
  EXPECT_GT(read, kMutants / 2) << "most mutants should still be documents";
}

TEST_P(OpenApiFuzz, MutatedTextsEndWithAnApiOrASentence) {
  const std::string json = nodeOf(document()).dump();
  Rng rng(2);
  int read = 0;
  for (int i = 0; i < kMutants && !HasFailure(); ++i) {
    std::string text = i % 2 == 0 ? document() : json;
    const uint64_t mutations = 1 + rng.below(4);
    for (uint64_t j = 0; j < mutations; ++j) mutateText(text, rng);
    SCOPED_TRACE(text);
    const Result<Api> api = tryParse(text);
    if (api) {
      ++read;
      expectSound(*api);
    } else {
      EXPECT_TRUE(isUtf8(api.error().message));
      EXPECT_EQ(api.error().message.find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(read, 0);
}

INSTANTIATE_TEST_SUITE_P(Documents, OpenApiFuzz, testing::Range<size_t>(0, 3));

}  // namespace
}  // namespace covolve::rest::openapi
