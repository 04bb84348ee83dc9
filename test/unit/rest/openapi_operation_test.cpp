// Operations: what they take, what they answer, and what a broken part costs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openapi_support.h"
#include "rest/openapi/reading/path_template.h"
#include "rest/openapi/reading/server_reader.h"

namespace covolve::rest::openapi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using Place = Parameter::Place;
using Style = Parameter::Style;

std::vector<std::string> idsOf(const Api& api) {
  std::vector<std::string> ids;
  for (const Operation& operation : api.operations) ids.push_back(operation.id);
  return ids;
}

std::vector<std::string> namesOf(const Operation& operation) {
  std::vector<std::string> names;
  for (const Parameter& parameter : operation.parameters) names.push_back(parameter.name);
  return names;
}

/// The operation of a document with this under /x/{id}, get.
Api getWith(const std::string& lines) {
  return parseOrFail(version30("  /x:\n    get:\n      responses: {'200': {description: d}}\n" + lines));
}

TEST(OpenApiOperation, AllMethodsAreReadInTheDocumentsOrder) {
  const Api api = parseOrFail(version30(
      "  /z: {trace: {}, patch: {}, head: {}, options: {}, summary: s, x-get: {}}\n  /a: {delete: {}, post: "
      "{}, "
      "put: {}, get: {operationId: findA, deprecated: true, tags: [one, 2]}}\n  x-more: {get: {}}\n"));
  EXPECT_THAT(idsOf(api), ElementsAre("TRACE /z", "PATCH /z", "HEAD /z", "OPTIONS /z", "DELETE /a", "POST /a",
                                      "PUT /a", "findA"));
  EXPECT_EQ(api.operations[7].method, "GET");
  EXPECT_TRUE(api.operations[7].deprecated);
  EXPECT_THAT(api.operations[7].tags, ElementsAre("one", "2"));
  EXPECT_THAT(api.skipped, IsEmpty());
}

TEST(OpenApiOperation, WhatIsNoObjectIsSkipped) {
  const Api api = parseOrFail(version30("  /a: {get: 5, put: null}\n  /b: [1]\n  /c: null\n"));
  EXPECT_THAT(api.operations, IsEmpty());
  ASSERT_EQ(api.skipped.size(), 3u);
  EXPECT_EQ(api.skipped[0].what, "GET /a");
  EXPECT_EQ(api.skipped[0].reason, "it is a number, not an object");
  EXPECT_EQ(api.skipped[1].what, "PUT /a");
  EXPECT_EQ(api.skipped[2].what, "/b");
  EXPECT_TRUE(hasNote(api, "/c has no operations"));
}

TEST(OpenApiOperation, EachHasAnIdOfItsOwn) {
  const Api api =
      parseOrFail(version30("  /a: {get: {operationId: same}, put: {operationId: same}}\n"
                            "  /b: {get: {operationId: same}}\n"));
  EXPECT_THAT(idsOf(api), ElementsAre("same", "same PUT /a", "same GET /b"));
  EXPECT_TRUE(hasNote(api, "PUT /a has the operationId same of another operation"));
}

TEST(OpenApiOperation, ParametersOfThePathAreSharedAndReplaced) {
  const Api api = parseOrFail(version30(R"(
  /x/{b}/{a}:
    parameters:
      - {name: a, in: path, required: true, schema: {type: integer}}
      - {name: limit, in: query, schema: {maximum: 1}}
      - {name: limit, in: header, schema: {maximum: 2}}
      - {name: X-Trace, in: header, schema: {maximum: 3}}
    get:
      parameters:
        - {name: limit, in: query, schema: {maximum: 9}}
        - {name: x-trace, in: header, schema: {maximum: 8}}
        - {name: b, in: path, required: true, schema: {type: string}}
    put: {}
)"));
  ASSERT_EQ(api.operations.size(), 2u);
  const Operation& get = api.operations[0];
  ASSERT_THAT(namesOf(get), ElementsAre("b", "a", "limit", "limit", "x-trace"));
  EXPECT_EQ(get.parameters[2].schema->maximum, Number(9));
  EXPECT_EQ(get.parameters[3].schema->maximum, Number(2));
  EXPECT_EQ(get.parameters[4].schema->maximum, Number(8));
  EXPECT_THAT(namesOf(api.operations[1]), ElementsAre("b", "a", "limit", "limit", "X-Trace"));
}

TEST(OpenApiOperation, StylesDependOnThePlace) {
  const Api api = parseOrFail(version30(R"(
  /x/{p}/{m}:
    get:
      parameters:
        - {name: p, in: path, required: true, schema: {}}
        - {name: m, in: path, style: matrix, explode: true, schema: {}}
        - {name: q, in: query, schema: {}}
        - {name: s, in: query, style: spaceDelimited, schema: {}}
        - {name: d, in: query, style: deepObject, explode: true, allowReserved: true, schema: {}}
        - {name: f, in: query, explode: false, schema: {}}
        - {name: h, in: header, required: true, schema: {}}
        - {name: c, in: cookie, schema: {}}
        - {name: w, in: header, style: deepObject, schema: {}}
)"));
  ASSERT_EQ(api.operations.size(), 1u);
  std::vector<std::tuple<std::string, Place, Style, bool, bool>> seen;
  for (const Parameter& one : api.operations[0].parameters) {
    seen.emplace_back(one.name, one.place, one.style, one.explode, one.required);
  }
  EXPECT_THAT(seen, ElementsAre(std::tuple("p", Place::Path, Style::Simple, false, true),
                                std::tuple("m", Place::Path, Style::Matrix, true, true),
                                std::tuple("q", Place::Query, Style::Form, true, false),
                                std::tuple("s", Place::Query, Style::SpaceDelimited, false, false),
                                std::tuple("d", Place::Query, Style::DeepObject, true, false),
                                std::tuple("f", Place::Query, Style::Form, false, false),
                                std::tuple("h", Place::Header, Style::Simple, false, true),
                                std::tuple("c", Place::Cookie, Style::Form, true, false),
                                std::tuple("w", Place::Header, Style::Simple, false, false)));
  EXPECT_TRUE(api.operations[0].parameters[4].allowReserved);
  EXPECT_TRUE(hasNote(api, "the header parameter w has the style deepObject"));
}

TEST(OpenApiOperation, ParametersMayHaveContent) {
  const Api api = getWith(
      "      parameters:\n        - {name: filter, in: query, content: {application/json: {schema: {type: "
      "object}, "
      "example: {a: 1}}}}\n");
  const Parameter& filter = api.operations[0].parameters[0];
  EXPECT_EQ(filter.contentType, "application/json");
  EXPECT_EQ(filter.schema->types, Schema::Object);
  EXPECT_EQ(filter.examples, std::vector<Json>{Json::object({{"a", 1}})});
}

TEST(OpenApiOperation, ParametersHaveExamples) {
  const Api api = getWith(
      "      parameters:\n        - {name: a, in: query, schema: {}, example: 1, examples: {x: {value: 2}, "
      "y: "
      "{externalValue: z}}}\n");
  EXPECT_EQ(api.operations[0].parameters[0].examples, (std::vector<Json>{1, 2}));
}

TEST(OpenApiOperation, ParametersWithoutSchemaAreTexts) {
  const Api api = getWith("      parameters: [{name: a, in: query}]\n");
  EXPECT_EQ(api.operations[0].parameters[0].schema->types, Schema::String);
  EXPECT_TRUE(hasNote(api, "the query parameter a has no schema"));
}

TEST(OpenApiOperation, PathParametersAreDeclaredAsThePathNeedsThem) {
  const Api api =
      parseOrFail(version30("  /x/{a}/{b}: {get: {parameters: [{name: c, in: path, required: true, schema: "
                            "{}}, {name: b, in: path, "
                            "schema: {}}]}}\n"));
  ASSERT_THAT(namesOf(api.operations[0]), ElementsAre("a", "b"));
  EXPECT_EQ(api.operations[0].parameters[0].schema->types, Schema::String);
  EXPECT_TRUE(api.operations[0].parameters[0].required);
  EXPECT_TRUE(api.operations[0].parameters[1].required);
  EXPECT_TRUE(hasNote(api, "the path parameter a is not declared"));
  EXPECT_TRUE(hasNote(api, "the path parameter c is not in the path"));
}

TEST(OpenApiOperation, OtherKindsOfTemplatesBecomePlain) {
  const Api api =
      parseOrFail(version30("  '/x/{+a}/{b:[0-9]+}{?limit}': {get: {parameters: [{name: a, in: path, schema: "
                            "{}}, {name: b, in: path, "
                            "schema: {}}, {name: limit, in: query, schema: {}}]}}\n"));
  EXPECT_EQ(api.operations[0].path, "/x/{a}/{b}");
  EXPECT_THAT(namesOf(api.operations[0]), ElementsAre("a", "b", "limit"));
}

TEST(OpenApiOperation, TemplatesAreTakenApart) {
  EXPECT_THAT(templateNames("/a/{b}/{c}-{d}.json/{b}"), ElementsAre("b", "c", "d"));
  EXPECT_THAT(templateNames("/a/{b"), IsEmpty());
  EXPECT_THAT(templateNames("/a/}b{"), IsEmpty());
  EXPECT_THAT(templateNames("/a/{}"), ElementsAre(""));
}

TEST(OpenApiOperation, QueriesAndFragmentsOfPathsAreNoPaths) {
  const Api api =
      parseOrFail(version30("  /x?acl&type=a%20b&id={id}#put: {get: {}}\n  /x#other: {get: {}}\n"));
  ASSERT_EQ(api.operations.size(), 2u);
  EXPECT_EQ(api.operations[0].path, "/x");
  EXPECT_EQ(api.operations[1].path, "/x");
  ASSERT_THAT(namesOf(api.operations[0]), ElementsAre("acl", "type", "id"));
  EXPECT_EQ(api.operations[0].parameters[0].schema->values, std::vector<Json>{""});
  EXPECT_EQ(api.operations[0].parameters[1].schema->values, std::vector<Json>{"a b"});
  EXPECT_FALSE(api.operations[0].parameters[2].schema->values);
  EXPECT_TRUE(api.operations[0].parameters[1].required);
}

TEST(OpenApiOperation, ReservedHeadersAreNoParameters) {
  const Api api = getWith(
      "      parameters: [{name: authorization, in: header, schema: {}}, {name: Accept, in: header, schema: "
      "{}}, "
      "{name: Content-Type, in: header, required: true, schema: {}}, {name: X, in: header, schema: {}}]\n");
  EXPECT_THAT(namesOf(api.operations[0]), ElementsAre("X"));
}

TEST(OpenApiOperation, BrokenParametersCostTheirOperationOnlyIfRequired) {
  const Api api = parseOrFail(version30(R"(
  /optional:
    get:
      parameters:
        - {name: a, in: query, schema: {items: {$ref: '#/no'}}}
        - {name: b, in: nowhere, schema: {}}
        - {in: query}
        - 5
        - {name: e, in: query, schema: {}}
        - {name: e, in: query, schema: {}}
  /required: {get: {parameters: [{name: a, in: query, required: true, schema: {$ref: '#/no'}}]}}
  /placeless: {get: {parameters: [{name: b, in: nowhere, required: true}]}}
  /path/{a}: {get: {parameters: [{name: a, in: path, schema: {$ref: '#/no'}}]}}
  /list: {parameters: {}, get: {}}
  /fine: {get: {}}
)"));
  EXPECT_THAT(idsOf(api), ElementsAre("GET /optional", "GET /fine"));
  EXPECT_THAT(namesOf(api.operations[0]), ElementsAre("e"));
  EXPECT_TRUE(hasNote(api, "GET /optional: the parameter a has no usable schema"));
  EXPECT_TRUE(hasNote(api, "the parameter b is in nowhere"));
  EXPECT_TRUE(hasNote(api, "has no name"));
  EXPECT_TRUE(hasNote(api, "the query parameter e is declared twice"));
  ASSERT_EQ(api.skipped.size(), 4u);
  EXPECT_EQ(api.skipped[0].what, "GET /required");
  EXPECT_EQ(api.skipped[1].reason, "the parameter b is in nowhere, which is no place for one");
  EXPECT_EQ(api.skipped[2].what, "GET /path/{a}");
  EXPECT_EQ(api.skipped[3].reason, "#/paths/~1list/parameters is an object, not a list");
}

TEST(OpenApiOperation, BodiesHaveMediaTypesAndEncodings) {
  const Api api = parseOrFail(version30(R"(
  /x:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object}
            encoding:
              photo: {contentType: 'image/png, image/jpeg'}
              tags: {style: pipeDelimited}
              list: {explode: false}
          application/json: {example: {a: 1}}
)"));
  ASSERT_EQ(api.operations.size(), 1u);
  ASSERT_TRUE(api.operations[0].body);
  const RequestBody& body = *api.operations[0].body;
  EXPECT_TRUE(body.required);
  ASSERT_EQ(body.content.size(), 2u);
  EXPECT_EQ(body.content[0].name, "multipart/form-data");
  EXPECT_EQ(body.content[0].encoding.at("photo").contentType, "image/png");
  EXPECT_EQ(body.content[0].encoding.at("tags").style, Style::PipeDelimited);
  EXPECT_FALSE(body.content[0].encoding.at("tags").explode);
  EXPECT_FALSE(body.content[0].encoding.at("list").explode);
  EXPECT_EQ(body.content[1].schema, nullptr);
  EXPECT_EQ(body.content[1].examples, std::vector<Json>{Json::object({{"a", 1}})});
}

TEST(OpenApiOperation, BrokenBodiesCostTheirOperationOnlyIfRequired) {
  const std::string broken = "application/json: {schema: {required: [a], properties: {a: {$ref: '#/no'}}}}";
  const Api api = parseOrFail(
      version30("  /a: {post: {requestBody: {required: true, content: {" + broken + "}}}}\n" +
                "  /b: {post: {requestBody: {content: {" + broken + "}}}}\n" +
                "  /c: {post: {requestBody: {required: true, content: {" + broken + ", text/plain: {}}}}}\n" +
                "  /d: {post: {requestBody: {required: true, content: {}}}}\n" +
                "  /e: {post: {requestBody: {content: {}}}}\n" + "  /f: {post: {requestBody: 5}}\n"));
  EXPECT_THAT(idsOf(api), ElementsAre("POST /b", "POST /c", "POST /e"));
  EXPECT_FALSE(api.operations[0].body);
  ASSERT_EQ(api.operations[1].body->content.size(), 1u);
  EXPECT_EQ(api.operations[1].body->content[0].name, "text/plain");
  EXPECT_FALSE(api.operations[2].body);
  ASSERT_EQ(api.skipped.size(), 3u);
  EXPECT_THAT(api.skipped[0].reason, HasSubstr("the request body has no usable schema: #/paths/~1a/post/"));
  EXPECT_THAT(api.skipped[1].reason, HasSubstr("no media type"));
  EXPECT_THAT(api.skipped[2].reason, HasSubstr("a number, not an object"));
}

TEST(OpenApiOperation, BodiesThatHttpGivesNoMeaningAreLeftOut) {
  const std::string body = "requestBody: {content: {text/plain: {}}}";
  const std::string required = "requestBody: {required: true, content: {text/plain: {}}}";
  const Api api = parseOrFail(version30("  /a: {get: {" + body + "}, head: {" + body + "}, delete: {" + body +
                                        "}, trace: {" + required + "}}\n  /b: {get: {" + required + "}}\n"));
  ASSERT_EQ(api.operations.size(), 5u);
  EXPECT_FALSE(api.operations[0].body);
  EXPECT_FALSE(api.operations[1].body);
  EXPECT_TRUE(api.operations[2].body);
  EXPECT_FALSE(api.operations[3].body);
  EXPECT_TRUE(api.operations[4].body);
}

TEST(OpenApiOperation, ResponsesAreFoundByStatusRangeAndDefault) {
  const Api api =
      parseOrFail(version30("  /x: {get: {responses: {200: {}, '404': {}, 4xx: {}, 2XX: {}, default: {}, "
                            "600: {}, ok: {}, x-a: {}}}}\n"
                            "  /y: {get: {responses: {'201': {}}}}\n"));
  const Operation& operation = api.operations[0];
  ASSERT_EQ(operation.responses.size(), 5u);
  EXPECT_EQ(operation.response(200)->status, "200");
  EXPECT_EQ(operation.response(204)->status, "2XX");
  EXPECT_EQ(operation.response(404)->status, "404");
  EXPECT_EQ(operation.response(400)->status, "4XX");
  EXPECT_EQ(operation.response(500)->status, "default");
  EXPECT_EQ(api.operations[1].response(200), nullptr);
  EXPECT_TRUE(hasNote(api, "the response 600 is no status"));
  EXPECT_TRUE(hasNote(api, "the response ok is no status"));
}

TEST(OpenApiOperation, ResponsesHaveContentAndHeaders) {
  const Api api = parseOrFail(version30(R"(
  /x:
    get:
      responses:
        '200':
          content: {text/*: {}, application/json: {schema: {type: object}}}
          headers:
            Content-Type: {required: true, schema: {}}
            X-Rate: {required: true, schema: {maximum: 4}}
            X-Odd: 5
        '204': {description: nothing}
)"));
  const Operation& operation = api.operations[0];
  ASSERT_EQ(operation.responses.size(), 2u);
  ASSERT_EQ(operation.responses[0].content.size(), 2u);
  EXPECT_EQ(operation.responses[0].content[0].name, "text/*");
  ASSERT_EQ(operation.responses[0].headers.size(), 1u);
  EXPECT_EQ(operation.responses[0].headers[0].name, "X-Rate");
  EXPECT_EQ(operation.responses[0].headers[0].schema->maximum, Number(4));
  EXPECT_THAT(operation.responses[1].content, IsEmpty());
  EXPECT_TRUE(hasNote(api, "the header X-Odd is no object"));
}

TEST(OpenApiOperation, BrokenResponsesStayDeclared) {
  const Api api =
      parseOrFail(version30("  /x: {get: {responses: {'200': {$ref: '#/no'}, '201': 5, '202': {content: 7, "
                            "headers: [], links: 3}, '203': "
                            "{content: {text/plain: {$ref: '#/no'}}}}}}\n  /y: {get: {responses: 3}}\n"));
  ASSERT_EQ(api.operations.size(), 2u);
  ASSERT_EQ(api.operations[0].responses.size(), 4u);
  for (const int status : {200, 201, 202, 203}) {
    ASSERT_NE(api.operations[0].response(status), nullptr) << status;
    EXPECT_THAT(api.operations[0].response(status)->content, IsEmpty()) << status;
  }
  EXPECT_TRUE(hasNote(api, "GET /x: the response 200 refers to #/no, which does not exist"));
  EXPECT_TRUE(hasNote(api, "GET /x: the response 201 is a number, not an object"));
  EXPECT_TRUE(hasNote(api, "GET /y: its responses are a number"));
}

TEST(OpenApiOperation, LinksLeadToOperations) {
  const Api api = parseOrFail(version30(R"(
  /broken: {get: {operationId: broken, parameters: [{$ref: '#/no'}]}}
  /pets:
    post:
      responses:
        '201':
          links:
            byId: {operationId: getPet, parameters: {path.id: '$response.body#/id', n: 5, o: {}}}
            byReference: {operationRef: '#/paths/~1pets~1%7Bid%7D/delete'}
            unknown: {operationId: nobody}
            nowhere: {operationRef: '#/paths/~1cats/get'}
            toBroken: {operationId: broken}
            other: {operationRef: '#/info'}
            silent: {}
  /pets/{id}: {get: {operationId: getPet}, delete: {}}
)"));
  ASSERT_THAT(idsOf(api), ElementsAre("POST /pets", "getPet", "DELETE /pets/{id}"));
  const std::vector<Link>& links = api.operations[0].responses[0].links;
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].name, "byId");
  EXPECT_EQ(links[0].operation, 1u);
  EXPECT_THAT(links[0].parameters, ElementsAre(Pair("path.id", "$response.body#/id"), Pair("n", "5")));
  EXPECT_EQ(links[1].operation, 2u);
  EXPECT_TRUE(hasNote(api, "the link unknown leads to the operation nobody, which does not exist"));
  EXPECT_TRUE(hasNote(api, "the link nowhere refers to #/paths/~1cats/get, which does not exist"));
  EXPECT_TRUE(hasNote(api, "the link toBroken leads to GET /broken, which is left out"));
  EXPECT_TRUE(hasNote(api, "the link other leads to #/info"));
  EXPECT_TRUE(hasNote(api, "the link silent names no operation"));
}

TEST(OpenApiOperation, TheFirstServersPathGoesInFront) {
  const Api api = parseOrFail(version30(R"(
  /a: {get: {}}
  /b: {servers: [{url: 'http://b/item'}], get: {}, put: {servers: [{url: /own/}]}}
  /c: {servers: [], get: {}}
)",
                                        R"(
servers:
  - url: https://{host}/{version}/api/
    variables: {host: {default: example.org}, version: {enum: [v1, v2], default: v2}}
  - url: /other
)"));
  ASSERT_EQ(api.operations.size(), 4u);
  EXPECT_EQ(api.operations[0].path, "/v2/api/a");
  EXPECT_EQ(api.operations[0].id, "GET /a");
  EXPECT_EQ(api.operations[1].path, "/item/b");
  EXPECT_EQ(api.operations[2].path, "/own/b");
  EXPECT_EQ(api.operations[3].path, "/v2/api/c");
  EXPECT_THAT(api.servers, ElementsAre("https://example.org/v2/api/", "/other"));
}

TEST(OpenApiOperation, ServersThatDoNotSayAllAreUsedAsFarAsTheyGo) {
  const Api api = parseOrFail(version30("  /a: {get: {}}\n", "servers: [5, {url: 'http://h/{x}/v1'}, {}]\n"));
  EXPECT_EQ(api.operations[0].path, "/v1/a");
  EXPECT_TRUE(hasNote(api, "does not say what its variable x is"));
}

TEST(OpenApiOperation, ServersHavePaths) {
  EXPECT_EQ(pathOfServer("https://example.org", ""), "");
  EXPECT_EQ(pathOfServer("https://example.org/", ""), "");
  EXPECT_EQ(pathOfServer("https://example.org:80/v1//x/?q#f", ""), "/v1/x");
  EXPECT_EQ(pathOfServer("//example.org/v1", ""), "/v1");
  EXPECT_EQ(pathOfServer("/v1", ""), "/v1");
  EXPECT_EQ(pathOfServer("", ""), "");
  EXPECT_EQ(pathOfServer("v1", "openapi.yaml"), "/v1");
  EXPECT_EQ(pathOfServer("./v1/", "http://example.org/docs/openapi.yaml"), "/docs/v1");
  EXPECT_EQ(pathOfServer("localhost:8080/v1", ""), "/v1");
  EXPECT_EQ(pathOfServer("localhost:8080", ""), "");
  EXPECT_EQ(pathOfServer("mailto:x", ""), "");
}

TEST(OpenApiOperation, SecurityIsTheDocumentsUnlessItSaysOtherwise) {
  const Api api = parseOrFail(version30(R"(
  /a: {get: {}, put: {security: []}, post: {security: [{}, {key: []}]}, delete: {security: [{key: [], basic: []}]}}
)",
                                        R"(
security: [{token: [read]}]
components:
  securitySchemes:
    token: {type: oauth2}
    key: {type: apiKey, in: query, name: api_key}
    basic: {type: http, scheme: Basic}
    bearer: {type: http, scheme: bearer}
    digest: {type: http, scheme: digest}
    broken: {$ref: '#/no'}
)"));
  ASSERT_EQ(api.operations.size(), 4u);
  EXPECT_THAT(api.operations[0].security, ElementsAre(ElementsAre("token")));
  EXPECT_TRUE(api.operations[0].needsAuthentication());
  EXPECT_THAT(api.operations[1].security, IsEmpty());
  EXPECT_FALSE(api.operations[1].needsAuthentication());
  EXPECT_FALSE(api.operations[2].needsAuthentication());
  EXPECT_THAT(api.operations[3].security, ElementsAre(ElementsAre("key", "basic")));
  EXPECT_TRUE(api.operations[3].needsAuthentication());
  using Kind = SecurityScheme::Kind;
  ASSERT_EQ(api.securitySchemes.size(), 5u);
  EXPECT_EQ(api.securitySchemes[0].kind, Kind::Bearer);
  EXPECT_EQ(api.securitySchemes[1].kind, Kind::ApiKey);
  EXPECT_EQ(api.securitySchemes[1].parameter, "api_key");
  EXPECT_EQ(api.securitySchemes[1].place, Place::Query);
  EXPECT_EQ(api.securitySchemes[2].kind, Kind::Basic);
  EXPECT_EQ(api.securitySchemes[3].kind, Kind::Bearer);
  EXPECT_EQ(api.securitySchemes[4].kind, Kind::Other);
  EXPECT_TRUE(hasNote(api, "the security scheme broken refers to #/no"));
}

TEST(OpenApiOperation, SharedPathItemsGiveOperationsOfTheirOwn) {
  const Api api = parseOrFail(
      version30("  /a: {$ref: '#/x-shared', get: {operationId: ownGet}}\n  /b: {$ref: "
                "'#/x-shared'}\n",
                "x-shared: {parameters: [{name: q, in: query, schema: {}}], get: {}, put: {}}\n"));
  EXPECT_THAT(idsOf(api), ElementsAre("ownGet", "PUT /a", "GET /b", "PUT /b"));
  for (const Operation& operation : api.operations) EXPECT_THAT(namesOf(operation), ElementsAre("q"));
}

TEST(OpenApiOperation, ReferencesMayStandForWholeListsAndObjects) {
  const Api api =
      parseOrFail(version30("  /x:\n    get: {$ref: '#/x-parts/get'}\n    put: {$ref: '#/nowhere'}\n",
                            R"(
x-parts:
  get:
    parameters: {$ref: '#/x-parts/parameters'}
    responses: {$ref: '#/x-parts/responses'}
  parameters: [{name: a, in: query, schema: {properties: {$ref: '#/x-parts/properties'}}}]
  properties: {b: {maximum: 3}}
  responses: {'200': {content: {$ref: '#/x-parts/content'}}}
  content: {text/plain: {}}
)"));
  ASSERT_THAT(idsOf(api), ElementsAre("GET /x"));
  ASSERT_THAT(namesOf(api.operations[0]), ElementsAre("a"));
  ASSERT_NE(api.operations[0].parameters[0].schema->property("b"), nullptr);
  EXPECT_EQ(api.operations[0].parameters[0].schema->property("b")->maximum, Number(3));
  ASSERT_NE(api.operations[0].response(200), nullptr);
  EXPECT_EQ(api.operations[0].response(200)->content.at(0).name, "text/plain");
  ASSERT_EQ(api.skipped.size(), 1u);
  EXPECT_EQ(api.skipped[0].what, "PUT /x");
  EXPECT_EQ(api.skipped[0].reason, "refers to #/nowhere, which does not exist");
}

TEST(OpenApiOperation, NotesAreNotEndless) {
  std::string paths;
  for (int i = 0; i < 3000; ++i) paths += "  /p" + std::to_string(i) + "/{x}: {get: {responses: {}}}\n";
  const Api api = parseOrFail(version30(paths));
  EXPECT_EQ(api.operations.size(), 3000u);
  ASSERT_EQ(api.notes.size(), 1001u);
  EXPECT_EQ(api.notes.back(), "2000 more notes are left out");
}

}  // namespace
}  // namespace covolve::rest::openapi
