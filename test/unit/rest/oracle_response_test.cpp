// schema, undeclared-status, content-type and missing-header: answers that are not
// what the document says about them.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "call_builder.h"
#include "openapi_support.h"
#include "rest/oracle/general_place.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::declare;
using by_hand::detailsBy;
using by_hand::faultsBy;
using by_hand::mediaType;
using by_hand::World;

class SchemaOracle : public testing::Test {
 protected:
  World world_;
  Operation& get_ = world_.operation("GET", "/pets");
  Schema& text_ = world_.schema(Schema::String);
  Schema& pet_ = world_.object({{"name", &text_}}, {"name"});
  Schema& pets_ = world_.object({{"pets", &world_.arrayOf(pet_)}});
  ResponseDeclaration& ok_ = declare(get_, "200", {mediaType("application/json", &pets_)});
};

TEST_F(SchemaOracle, IsABodyThatItsSchemaRefuses) {
  const Json body = Json::parse(R"({"pets": [{"name": "Rex"}, {}]})");
  const auto faults = faultsBy("schema", {call(get_, "/pets").answeredJson(200, body)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "200 required /pets/*/name");
  EXPECT_TRUE(faults[0].message.starts_with("GET /pets answers 200 with a body that breaks its schema: "))
      << faults[0].message;
}

TEST_F(SchemaOracle, TheWholeBodyHasNoPlace) {
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answeredJson(200, Json::array())}), "200 type");
}

TEST_F(SchemaOracle, AValidBodyIsNone) {
  const Json body = Json::parse(R"({"pets": [{"name": "Rex"}]})");
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answeredJson(200, body)}), "");
}

TEST_F(SchemaOracle, AnotherStatusHasAnotherSchema) {
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answeredJson(404, Json::array())}), "");
}

TEST_F(SchemaOracle, IsABodyThatIsNoJson) {
  EXPECT_EQ(detailsBy("schema",
                      {call(get_, "/pets").answered(200, {{"content-type", "application/json"}}, "{oops")}),
            "200 not JSON");
  EXPECT_EQ(
      detailsBy("schema", {call(get_, "/pets").answered(200, {{"content-type", "application/json"}}, "")}),
      "200 not JSON");
}

TEST_F(SchemaOracle, ABodyThatDoesNotSayItIsJsonIsNone) {
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answered(200, {{"Content-Type", "text/html"}}, "<p>")}),
            "");
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answered(200, {}, "<p>")}), "");
}

TEST_F(SchemaOracle, ABodyThatWasCutIsNone) {
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets")
                                     .answered(200, {{"Content-Type", "application/json"}}, "{\"pets\": [")
                                     .truncated()}),
            "");
}

TEST_F(SchemaOracle, AnAnswerWithoutBodyIsNone) {
  declare(get_, "304", {mediaType("application/json", &pets_)});
  Operation& head = world_.operation("HEAD", "/pets");
  declare(head, "200", {mediaType("application/json", &pets_)});
  const HeaderList json{{"Content-Type", "application/json"}};
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answered(304, json)}), "");
  EXPECT_EQ(detailsBy("schema", {call(head, "/pets").answered(200, json)}), "");
}

TEST_F(SchemaOracle, RangesOfMediaTypesDeclareToo) {
  ok_.content = {mediaType("application/*+json", &pets_)};
  CallList calls{
      call(get_, "/pets").answered(200, {{"Content-Type", "application/hal+json; charset=utf-8"}}, "[]")};
  calls[0].json = Json::array();
  EXPECT_EQ(detailsBy("schema", calls), "200 type");
}

TEST_F(SchemaOracle, WithoutASchemaEveryJsonIsRight) {
  ok_.content = {mediaType("application/json")};
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answeredJson(200, 5)}), "");
}

TEST_F(SchemaOracle, AnUnsupportedMethodHasNoSchema) {
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").by("PUT").answeredJson(200, 5)}), "");
}

TEST_F(SchemaOracle, AServerErrorThatOnlyDefaultCoversIsNone) {
  declare(get_, "default", {mediaType("application/json", &pets_)});
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answeredJson(500, 5)}), "");
  EXPECT_EQ(detailsBy("schema", {call(get_, "/pets").answeredJson(404, 5)}), "404 type");
}

TEST(GeneralPlace, HasNoIndicesAndNoKeysOfMaps) {
  World world;
  Schema& number = world.schema(Schema::Integer);
  Schema& byName = world.schema(Schema::Object);
  byName.additionalProperties = &world.object({{"0", &number}});
  Schema& list = world.arrayOf(byName);
  const Json value = Json::parse(R"([{"Rex": {"0": "x"}}])");
  EXPECT_EQ(generalPlace("/0/Rex/0", value, list), "/*/*/0");
  EXPECT_EQ(generalPlace("/0/Rex", value, list), "/*/*");
  EXPECT_EQ(generalPlace("", value, list), "");
}

TEST(GeneralPlace, KnowsPropertiesOfAllParts) {
  World world;
  Schema& whole = world.schema(Schema::Object);
  Schema& part = world.object({{"a/b", &whole}}, {"missing"});
  whole.allOf = {&part, &whole};
  EXPECT_EQ(generalPlace("/a~1b/missing", Json::parse(R"({"a/b": {}})"), whole), "/a~1b/missing");
  EXPECT_EQ(generalPlace("/other", Json::object(), whole), "/*");
}

class UndeclaredStatusOracle : public testing::Test {
 protected:
  World world_;
  Operation& get_ = world_.operation("GET", "/pets");
};

TEST_F(UndeclaredStatusOracle, IsOneThatIsNotInTheDocument) {
  declare(get_, "200");
  const auto faults = faultsBy("undeclared-status", {call(get_, "/pets").answered(418)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "418");
  EXPECT_EQ(faults[0].message, "GET /pets answers 418, which the document does not declare.");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(201)}), "201");
}

TEST_F(UndeclaredStatusOracle, WhatTheDocumentDeclaresNowhereIsOneCauseWhateverIsAnswered) {
  const auto causes = [](const std::string& elsewhere) {
    const Api api =
        openapi::parseOrFail(R"({"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {
      "/pets": {"get": {"responses": {"200": {"description": ""}}}},
      "/owners": {"get": {"responses": {"200": {"description": ""}}}},
      "/shops": {"get": {"responses": {")" +
                             elsewhere + R"(": {"description": ""}}}}}})");
    std::set<std::string> all;
    for (const auto& [index, text] : {std::pair(0, "no such pet"), std::pair(1, "nobody is called so")}) {
      const Operation& operation = api.operations[static_cast<size_t>(index)];
      for (const Fault& fault : faultsBy(
               "undeclared-status", {call(operation, operation.path).answeredJson(404, {{"message", text}})}))
        all.insert(fault.causeKey());
    }
    return all.size();
  };
  EXPECT_EQ(causes("400"), 1u);
  EXPECT_EQ(causes("404"), 2u);
  EXPECT_EQ(causes("4XX"), 2u);
  EXPECT_EQ(causes("default"), 2u);
}

TEST_F(UndeclaredStatusOracle, DeclaredOnesAreNone) {
  declare(get_, "200");
  declare(get_, "4XX");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(200)}), "");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(418)}), "");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(302)}), "302");
  declare(get_, "default");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(302)}), "");
}

TEST_F(UndeclaredStatusOracle, WithoutDeclarationsNothingIsBroken) {
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(418)}), "");
}

TEST_F(UndeclaredStatusOracle, WhatAnyServerMaySayIsNone) {
  declare(get_, "200");
  for (const int status : {408, 414, 429, 431, 500, 503}) {
    EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(status)}), "") << status;
  }
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").by("PUT").answered(405)}), "");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").failed(HttpFailure::Kind::Timeout)}), "");
}

TEST_F(UndeclaredStatusOracle, SecurityDeclaresThatStrangersAreTurnedAway) {
  declare(get_, "200");
  get_.security = {{"token"}};
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").unauthenticated().answered(401)}), "");
  EXPECT_EQ(detailsBy("undeclared-status", {call(get_, "/pets").answered(401)}), "401");
}

class ContentTypeOracle : public testing::Test {
 protected:
  World world_;
  Operation& get_ = world_.operation("GET", "/pets");
  ResponseDeclaration& ok_ = declare(get_, "200", {mediaType("application/json"), mediaType("image/*")});

  std::string judged(HeaderList headers, std::string body, int status = 200) {
    return detailsBy("content-type",
                     {call(get_, "/pets").answered(status, std::move(headers), std::move(body))});
  }
};

TEST_F(ContentTypeOracle, IsATypeThatIsNotDeclared) {
  EXPECT_EQ(judged({{"Content-Type", "text/html; charset=utf-8"}}, "<p>"), "200 text/html");
  EXPECT_EQ(judged({{"Content-Type", "application/problem+json"}}, "{}"), "200 application/problem+json");
}

TEST_F(ContentTypeOracle, IsABodyWithoutAType) {
  EXPECT_EQ(judged({}, "{}"), "200 none");
  EXPECT_EQ(judged({{"Content-Type", ""}}, "{}"), "200 none");
}

TEST_F(ContentTypeOracle, DeclaredTypesAreNone) {
  EXPECT_EQ(judged({{"content-type", "Application/Json;charset=utf-8"}}, "{}"), "");
  EXPECT_EQ(judged({{"Content-Type", "image/png"}}, "x"), "");
}

TEST_F(ContentTypeOracle, AnEmptyBodyIsNone) {
  EXPECT_EQ(judged({{"Content-Type", "text/html"}}, ""), "");
  EXPECT_EQ(judged({}, ""), "");
}

TEST_F(ContentTypeOracle, WhereNoBodyIsDeclaredAnyIsRight) {
  ok_.content.clear();
  EXPECT_EQ(judged({{"Content-Type", "text/html"}}, "<p>"), "");
  EXPECT_EQ(judged({{"Content-Type", "text/html"}}, "<p>", 404), "");
}

TEST_F(ContentTypeOracle, AServerErrorThatOnlyDefaultCoversIsNone) {
  declare(get_, "default", {mediaType("application/json")});
  EXPECT_EQ(judged({{"Content-Type", "text/html"}}, "<p>", 500), "");
  EXPECT_EQ(judged({{"Content-Type", "text/html"}}, "<p>", 404), "404 text/html");
}

TEST_F(ContentTypeOracle, SaysWhatTheDocumentHas) {
  EXPECT_EQ(
      faultsBy("content-type", {call(get_, "/pets").answered(200, {{"Content-Type", "text/html"}}, "<p>")})[0]
          .message,
      "GET /pets answers 200 with text/html; the document has application/json, image/*.");
  EXPECT_EQ(
      faultsBy("content-type", {call(get_, "/pets").answered(200, {}, "<p>")})[0].message,
      "GET /pets answers 200 with a body but no Content-Type; the document has application/json, image/*.");
}

TEST(MissingHeaderOracle, IsARequiredOneOnly) {
  World world;
  Operation& post = world.operation("POST", "/pets");
  declare(post, "201").headers = {
      {"Location", true, nullptr}, {"ETag", true, nullptr}, {"X-Rate", false, nullptr}};
  EXPECT_EQ(detailsBy("missing-header", {call(post, "/pets").answered(201)}), "201 Location, 201 ETag");
  EXPECT_EQ(detailsBy("missing-header", {call(post, "/pets").answered(201, {{"location", "/pets/1"}})}),
            "201 ETag");
  EXPECT_EQ(
      detailsBy("missing-header", {call(post, "/pets").answered(201, {{"LOCATION", "/"}, {"etag", ""}})}),
      "");
  EXPECT_EQ(detailsBy("missing-header", {call(post, "/pets").answered(400)}), "");
  EXPECT_EQ(detailsBy("missing-header", {call(post, "/pets").by("PUT").answered(201)}), "");
}

}  // namespace
}  // namespace covolve::rest
