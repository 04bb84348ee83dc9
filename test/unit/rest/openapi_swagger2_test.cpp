// What OpenAPI 2.0 says in its own way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openapi_support.h"

namespace covolve::rest::openapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Style = Parameter::Style;

std::vector<std::string> typesOf(const std::vector<MediaType>& content) {
  std::vector<std::string> names;
  for (const MediaType& mediaType : content) names.push_back(mediaType.name);
  return names;
}

TEST(Swagger2, HostSchemesAndBasePathAreServers) {
  const Api api =
      parseOrFail(version2("  /a: {get: {}}\n", "host: h:80\nbasePath: /v1/\nschemes: [https, http]\n"));
  EXPECT_THAT(api.servers, ElementsAre("https://h:80/v1/", "http://h:80/v1/"));
  EXPECT_EQ(api.operations[0].path, "/v1/a");
  EXPECT_THAT(parseOrFail(version2("  {}\n", "host: h\nbasePath: v1\n")).servers, ElementsAre("http://h/v1"));
  EXPECT_THAT(parseOrFail(version2("  {}\n", "basePath: /v1\n")).servers, ElementsAre("/v1"));
  EXPECT_EQ(parseOrFail(version2("  /a: {get: {}}\n")).operations[0].path, "/a");
}

TEST(Swagger2, ParametersAreSchemasThemselves) {
  const Api api = parseOrFail(version2(R"(
  /x/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, type: integer, format: int64, maximum: 5}
        - {name: kind, in: query, type: string, enum: [a, b], default: a, x-example: b}
        - {name: silent, in: query}
        - {name: odd, in: query, schema: {type: integer}}
)"));
  ASSERT_EQ(api.operations.size(), 1u);
  const auto& parameters = api.operations[0].parameters;
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_EQ(parameters[0].schema->types, Schema::Integer);
  EXPECT_EQ(parameters[0].schema->maximum, Number(5));
  EXPECT_EQ(parameters[0].style, Style::Simple);
  EXPECT_EQ(parameters[1].schema->values, (std::vector<Json>{"a", "b"}));
  EXPECT_EQ(parameters[1].schema->default_, Json("a"));
  EXPECT_EQ(parameters[1].schema->examples, std::vector<Json>{"b"});
  EXPECT_EQ(parameters[2].schema->types, Schema::String);
  EXPECT_EQ(parameters[3].schema->types, Schema::Integer);
  EXPECT_THAT(parameters[0].schema->required, IsEmpty());
  EXPECT_FALSE(hasNote(api, "required"));
}

TEST(Swagger2, CollectionFormatsAreStyles) {
  const Api api = parseOrFail(version2(R"(
  /x/{p}:
    get:
      parameters:
        - {name: p, in: path, required: true, type: array, items: {type: integer}}
        - {name: none, in: query, type: array, items: {type: string}}
        - {name: csv, in: query, type: array, collectionFormat: csv}
        - {name: ssv, in: query, type: array, collectionFormat: ssv}
        - {name: tsv, in: query, type: array, collectionFormat: tsv}
        - {name: pipes, in: query, type: array, collectionFormat: pipes}
        - {name: multi, in: query, type: array, collectionFormat: multi}
        - {name: header, in: header, type: array}
)"));
  std::vector<std::tuple<std::string, Style, bool>> seen;
  for (const Parameter& one : api.operations.at(0).parameters)
    seen.emplace_back(one.name, one.style, one.explode);
  EXPECT_THAT(
      seen,
      ElementsAre(std::tuple("p", Style::Simple, false), std::tuple("none", Style::Form, false),
                  std::tuple("csv", Style::Form, false), std::tuple("ssv", Style::SpaceDelimited, false),
                  std::tuple("tsv", Style::TabDelimited, false),
                  std::tuple("pipes", Style::PipeDelimited, false), std::tuple("multi", Style::Form, true),
                  std::tuple("header", Style::Simple, false)));
  EXPECT_EQ(api.operations[0].parameters[0].schema->items->types, Schema::Integer);
}

TEST(Swagger2, BodiesAreSentAsWhatIsConsumed) {
  const std::string body =
      "parameters: [{name: b, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}]";
  const Api api =
      parseOrFail(version2("  /a: {post: {" + body + "}, put: {consumes: [application/xml], " + body +
                               "}, patch: {consumes: [], " + body + "}}\n",
                           "consumes: [text/json, application/json]\ndefinitions: {Pet: {type: object}}\n"));
  ASSERT_EQ(api.operations.size(), 3u);
  const RequestBody& post = *api.operations[0].body;
  EXPECT_TRUE(post.required);
  EXPECT_THAT(typesOf(post.content), ElementsAre("text/json", "application/json"));
  EXPECT_EQ(post.content[0].schema->location, "#/definitions/Pet");
  EXPECT_THAT(typesOf(api.operations[1].body->content), ElementsAre("application/xml"));
  EXPECT_THAT(typesOf(api.operations[2].body->content), ElementsAre("application/json"));
  EXPECT_THAT(api.operations[0].parameters, IsEmpty());
}

TEST(Swagger2, FormsAreBodies) {
  const Api api = parseOrFail(version2(R"(
  /plain:
    post:
      parameters:
        - {name: a, in: formData, type: integer, required: true}
        - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}
        - {name: q, in: query, type: string}
  /file:
    post:
      consumes: [application/x-www-form-urlencoded, multipart/form-data]
      parameters: [{name: f, in: formData, type: file}]
  /chosen:
    post:
      consumes: [application/json, multipart/form-data]
      parameters: [{name: a, in: formData, type: string}]
)"));
  ASSERT_EQ(api.operations.size(), 3u);
  const RequestBody& plain = *api.operations[0].body;
  EXPECT_TRUE(plain.required);
  ASSERT_THAT(typesOf(plain.content), ElementsAre("application/x-www-form-urlencoded"));
  const Schema* form = plain.content[0].schema;
  EXPECT_EQ(form->types, Schema::Object);
  EXPECT_THAT(form->required, ElementsAre("a"));
  EXPECT_EQ(form->property("a")->types, Schema::Integer);
  EXPECT_EQ(form->property("tags")->types, Schema::Array);
  EXPECT_TRUE(plain.content[0].encoding.at("tags").explode);
  EXPECT_EQ(api.operations[0].parameters.size(), 1u);
  const RequestBody& file = *api.operations[1].body;
  EXPECT_FALSE(file.required);
  ASSERT_THAT(typesOf(file.content), ElementsAre("multipart/form-data"));
  EXPECT_EQ(file.content[0].schema->property("f")->types, Schema::String);
  EXPECT_EQ(file.content[0].schema->property("f")->format, "binary");
  EXPECT_THAT(typesOf(api.operations[2].body->content), ElementsAre("multipart/form-data"));
}

TEST(Swagger2, OfTwoBodiesTheFirstCounts) {
  const Api api =
      parseOrFail(version2("  /a: {post: {parameters: [{name: b, in: body, schema: {maximum: 1}}, {name: c, "
                           "in: body, schema: {}}, {name: "
                           "f, in: formData, type: string}]}}\n"));
  EXPECT_EQ(api.operations.at(0).body->content[0].schema->maximum, Number(1));
  EXPECT_TRUE(hasNote(api, "it has two bodies"));
  EXPECT_TRUE(hasNote(api, "its form is left out"));
}

TEST(Swagger2, BrokenBodiesCostTheirOperationOnlyIfRequired) {
  const Api api = parseOrFail(
      version2("  /a: {post: {parameters: [{name: b, in: body, required: true, schema: {$ref: "
               "'#/definitions/No'}}]}}\n"
               "  /b: {post: {parameters: [{name: b, in: body, schema: {$ref: '#/definitions/No'}}]}}\n"));
  ASSERT_EQ(api.skipped.size(), 1u);
  EXPECT_EQ(api.skipped[0].what, "POST /a");
  ASSERT_EQ(api.operations.size(), 1u);
  EXPECT_FALSE(api.operations[0].body);
}

TEST(Swagger2, ResponsesAreOfWhatIsProduced) {
  const Api api = parseOrFail(version2(R"(
  /a:
    get:
      produces: [application/json, application/xml]
      responses:
        200:
          schema: {type: object}
          examples: {application/json: {a: 1}}
          headers: {X-Rate: {type: integer}, Content-Type: {type: string}}
        204: {description: nothing}
        default: {$ref: '#/responses/Failed'}
  /b: {get: {responses: {200: {schema: {type: file}}}}}
  /c: {get: {responses: {200: {schema: {type: string}}}}}
)",
                                       "responses: {Failed: {schema: {maximum: 1}}}\n"));
  const Operation& operation = api.operations.at(0);
  ASSERT_EQ(operation.responses.size(), 3u);
  ASSERT_THAT(typesOf(operation.responses[0].content), ElementsAre("application/json", "application/xml"));
  EXPECT_EQ(operation.responses[0].content[0].examples, std::vector<Json>{Json::object({{"a", 1}})});
  EXPECT_THAT(operation.responses[0].content[1].examples, IsEmpty());
  ASSERT_EQ(operation.responses[0].headers.size(), 1u);
  EXPECT_EQ(operation.responses[0].headers[0].schema->types, Schema::Integer);
  EXPECT_THAT(operation.responses[1].content, IsEmpty());
  EXPECT_EQ(operation.response(500)->content[0].schema->maximum, Number(1));
  ASSERT_THAT(typesOf(api.operations[1].responses[0].content), ElementsAre("*/*"));
  EXPECT_EQ(api.operations[1].responses[0].content[0].schema, nullptr);
  EXPECT_NE(api.operations[2].responses[0].content[0].schema, nullptr);
}

TEST(Swagger2, SecurityDefinitionsAreSchemes) {
  const Api api =
      parseOrFail(version2("  /a: {get: {security: [{b: []}]}}\n",
                           "securityDefinitions: {b: {type: basic}, k: {type: apiKey, in: header, name: "
                           "X-Key}, o: {type: oauth2}}\n"));
  using Kind = SecurityScheme::Kind;
  ASSERT_EQ(api.securitySchemes.size(), 3u);
  EXPECT_EQ(api.securitySchemes[0].kind, Kind::Basic);
  EXPECT_EQ(api.securitySchemes[1].kind, Kind::ApiKey);
  EXPECT_EQ(api.securitySchemes[1].parameter, "X-Key");
  EXPECT_EQ(api.securitySchemes[1].place, Parameter::Place::Header);
  EXPECT_EQ(api.securitySchemes[2].kind, Kind::Bearer);
  EXPECT_TRUE(api.operations[0].needsAuthentication());
}

TEST(Swagger2, DiscriminatorsNameSubclasses) {
  const Api api = parseOrFail(
      version2("  /a: {post: {parameters: [{name: b, in: body, schema: {$ref: '#/definitions/Pet'}}]}}\n",
               "definitions:\n  Pet: {discriminator: kind, properties: {kind: {type: string}}}\n"
               "  Cat: {allOf: [{$ref: '#/definitions/Pet'}]}\n"));
  const Schema* pet = api.operations.at(0).body->content[0].schema;
  ASSERT_TRUE(pet->discriminator);
  EXPECT_EQ(pet->discriminator->property, "kind");
  EXPECT_EQ(pet->discriminator->mapping.at("Cat")->location, "#/definitions/Cat");
}

TEST(Swagger2, HasNoCookies) {
  const Api api = parseOrFail(version2("  /a: {get: {parameters: [{name: c, in: cookie, type: string}]}}\n"));
  EXPECT_THAT(api.operations.at(0).parameters, IsEmpty());
  EXPECT_TRUE(hasNote(api, "is in cookie, which is no place for one"));
}

}  // namespace
}  // namespace covolve::rest::openapi
