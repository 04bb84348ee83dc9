// positive-rejected and negative-accepted: what a service makes of good and bad data.
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::CallBuilder;
using by_hand::detailsBy;
using by_hand::faultsBy;
using by_hand::mediaType;
using by_hand::parameter;
using by_hand::TakenList;
using by_hand::World;
using Place = Parameter::Place;

Extraction fromBody(size_t call, std::string pointer) {
  return {call, Extraction::Kind::Body, std::move(pointer)};
}

class PositiveRejectedOracle : public testing::Test {
 protected:
  World world_;
  Schema& text_ = world_.schema(Schema::String);
  Schema& number_ = world_.schema(Schema::Integer);
  Schema& pet_ = world_.object({{"name", &text_}, {"age", &number_}, {"ownerId", &number_}}, {"name"});
  MediaType json_ = mediaType("application/json", &pet_);
  Operation& post_ = world_.operation("POST", "/pets");
  Operation& list_ = world_.operation("GET", "/pets");
  Operation& get_ = world_.operation("GET", "/pets/{petId}");
  Operation& put_ = world_.operation("PUT", "/pets/{petId}");
  Operation& owners_ = world_.operation("POST", "/owners");
  Operation& deleteOwner_ = world_.operation("DELETE", "/owners/{ownerId}");
  Json rex_ = Json{{"name", "Rex"}, {"age", 3}};

  CallBuilder posted(const Json& body, TakenList taken = {}) {
    return call(post_, "/pets").withBody(json_, body, std::move(taken)).answered(400);
  }
  CallBuilder madeOwner() { return call(owners_, "/owners").answeredJson(201, Json{{"id", 7}}); }
  /// GET /pets with one optional query parameter, refused.
  std::string listedWith(Place place, const std::string& name, const Json& value, const Schema* schema) {
    const Parameter given = parameter(name, place, schema);
    return judged({call(list_, "/pets").with(given, value).answered(400)});
  }
  std::string judged(const CallList& calls) { return detailsBy("positive-rejected", calls); }
};

TEST_F(PositiveRejectedOracle, IsARefusalOfDataThatConform) {
  const auto faults = faultsBy("positive-rejected", {posted(rex_)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "400");
  EXPECT_EQ(faults[0].message, "POST /pets answers 400 although all data conform to the document.");
  for (const int status : {422, 415, 406}) {
    EXPECT_EQ(judged({posted(rex_).answered(status)}), std::to_string(status));
  }
}

TEST_F(PositiveRejectedOracle, WhatTheDocumentDoesNotDescribeMayBeRefused) {
  const Schema& anything = world_.schema();
  EXPECT_EQ(listedWith(Place::Query, "dry", "x", &text_), "400");
  EXPECT_EQ(listedWith(Place::Query, "dry", "x", &anything), "");
  Parameter guessed = parameter("dry", Place::Query, &text_);
  guessed.isDescribed = false;
  EXPECT_EQ(judged({call(list_, "/pets").with(guessed, "x").answered(400)}), "");
}

TEST_F(PositiveRejectedOracle, ANameThatIsTakenIsNoRefusalOfGoodData) {
  for (const char* message : {"the name Rex is already taken", "duplicate key", "Name must be UNIQUE"}) {
    const Json answer{{"detail", message}};
    EXPECT_EQ(judged({posted(rex_).answeredJson(422, answer)}), "") << message;
    EXPECT_EQ(judged({call(list_, "/pets").answeredJson(422, answer)}), "422") << "nothing is made here";
  }
  EXPECT_EQ(judged({posted(rex_).answeredJson(422, Json{{"detail", "the name is odd"}})}), "422");
}

TEST_F(PositiveRejectedOracle, OneCauseIsTheSameAnswerOfWhicheverOperation) {
  const Json taken{{"detail", "header X-Odd: value 17 is not allowed"}};
  const Json other{{"detail", "header X-Odd: value 4711 is not allowed"}};
  const Json different{{"detail", "the age is wrong"}};
  const auto causeOf = [&](const CallBuilder& refused) {
    const auto faults = faultsBy("positive-rejected", {refused});
    return faults.empty() ? "" : faults[0].causeKey();
  };
  const std::string cause = causeOf(posted(rex_).answeredJson(400, taken));
  EXPECT_EQ(causeOf(call(list_, "/pets").answeredJson(400, other)), cause);
  EXPECT_NE(causeOf(call(list_, "/pets").answeredJson(400, different)), cause);
  EXPECT_NE(causeOf(call(list_, "/pets").answeredJson(422, other)), cause);
}

TEST_F(PositiveRejectedOracle, OtherAnswersAreNone) {
  for (const int status : {200, 401, 403, 404, 409, 412, 429, 500}) {
    EXPECT_EQ(judged({posted(rex_).answered(status)}), "") << status;
  }
  EXPECT_EQ(judged({posted(rex_).failed(HttpFailure::Kind::Timeout)}), "");
}

TEST_F(PositiveRejectedOracle, DataThatDoNotConformAreNone) {
  EXPECT_EQ(judged({posted(Json{{"name", 5}})}), "");
  EXPECT_EQ(judged({posted(Json::object())}), "");
  EXPECT_EQ(judged({posted(rex_).violating("body /age", "type", "age is a text")}), "");
  EXPECT_EQ(judged({call(post_, "/pets").by("PUT").withBody(json_, rex_).answered(400)}), "");
}

TEST_F(PositiveRejectedOracle, WhatIsRequiredHasToBeGiven) {
  post_.body = RequestBody{true, {json_}};
  EXPECT_EQ(judged({call(post_, "/pets").answered(400)}), "");
  post_.body->required = false;
  EXPECT_EQ(judged({call(post_, "/pets").answered(400)}), "400");
  post_.parameters.push_back(parameter("dry", Place::Query, &text_));
  EXPECT_EQ(judged({call(post_, "/pets").answered(400)}), "400");
  post_.parameters.back().required = true;
  EXPECT_EQ(judged({call(post_, "/pets").answered(400)}), "");
  EXPECT_EQ(judged({call(post_, "/pets?dry=x").with(post_.parameters.back(), "x").answered(400)}), "400");
}

TEST_F(PositiveRejectedOracle, AStrangerMayBeRefused) {
  post_.security = {{"token"}};
  EXPECT_EQ(judged({posted(rex_).unauthenticated()}), "");
  EXPECT_EQ(judged({posted(rex_)}), "400");
}

TEST_F(PositiveRejectedOracle, NobodyHasToGiveWhatWasNotAskedFor) {
  EXPECT_EQ(judged({posted(rex_).withHeader("accept", "text/html").answered(406)}), "");
  EXPECT_EQ(judged({posted(rex_).withHeader("Accept", "text/html, */*").answered(406)}), "406");
  EXPECT_EQ(judged({call(post_, "/pets").answered(415)}), "");
}

TEST_F(PositiveRejectedOracle, AnIdentifierMayNameNothing) {
  Json body = rex_;
  body["ownerId"] = 7;
  EXPECT_EQ(judged({posted(body)}), "");
  EXPECT_EQ(judged({madeOwner(), posted(body, {{"/ownerId", fromBody(0, "/id")}})}), "400");
}

TEST_F(PositiveRejectedOracle, AnIdentifierMayBeANumberThatIsNoInteger) {
  const MediaType priced =
      mediaType("application/json", &world_.object({{"ownerId", &world_.schema(Schema::AnyNumber)}}));
  EXPECT_EQ(judged({call(post_, "/pets").withBody(priced, {{"ownerId", 7.0}}).answered(400)}), "");
}

TEST_F(PositiveRejectedOracle, WhatIsNamedMayNotBeThere) {
  const auto answered = [&](const std::string& message) {
    return judged({call(post_, "/pets").withBody(json_, rex_).answeredJson(400, {{"age", message}})});
  };
  EXPECT_EQ(answered("Too young."), "400");
  EXPECT_EQ(answered("Invalid pk \"3\" - object does not exist."), "");
  EXPECT_EQ(answered("Age 3 not found"), "");
}

TEST_F(PositiveRejectedOracle, AnIdentifierOfAnotherKindOrOfARefusalNamesNothing) {
  Json body = rex_;
  body["ownerId"] = 7;
  const Call someOrder =
      call(world_.operation("POST", "/orders"), "/orders").answeredJson(201, Json{{"id", 7}});
  EXPECT_EQ(judged({someOrder, posted(body, {{"/ownerId", fromBody(0, "/id")}})}), "");
  const Call refused = call(owners_, "/owners").answeredJson(400, Json{{"id", 7}});
  EXPECT_EQ(judged({refused, posted(body, {{"/ownerId", fromBody(0, "/id")}})}), "");
}

TEST_F(PositiveRejectedOracle, IdentifiersAreKnownByManyRoutes) {
  Json body = rex_;
  body["ownerId"] = 7;
  Operation& list = world_.operation("GET", "/owners");
  Operation& lookUp = world_.operation("GET", "/contracts");
  const Call listed = call(list, "/owners").answeredJson(200, Json::parse(R"({"items": [{"id": 7}]})"));
  EXPECT_EQ(judged({listed, posted(body, {{"/ownerId", fromBody(0, "/items/0/id")}})}), "400");
  const Call named = call(lookUp, "/contracts").answeredJson(200, Json{{"owner_id", 7}});
  EXPECT_EQ(judged({named, posted(body, {{"/ownerId", fromBody(0, "/owner_id")}})}), "400");
  const Call nested = call(lookUp, "/contracts").answeredJson(200, Json::parse(R"({"owner": {"id": 7}})"));
  EXPECT_EQ(judged({nested, posted(body, {{"/ownerId", fromBody(0, "/owner/id")}})}), "400");
  const Call located = call(owners_, "/owners").answered(201, {{"Location", "/owners/7"}});
  const Extraction segment{0, Extraction::Kind::LocationSegment, "/owners/{}"};
  EXPECT_EQ(judged({located, posted(body, {{"/ownerId", segment}})}), "400");
}

TEST_F(PositiveRejectedOracle, WhatWasDeletedMayBeMissed) {
  Json body = rex_;
  body["ownerId"] = 7;
  const auto last = posted(body, {{"/ownerId", fromBody(0, "/id")}});
  EXPECT_EQ(judged({madeOwner(), call(deleteOwner_, "/owners/7").answered(204), last}), "");
  EXPECT_EQ(judged({madeOwner(), call(deleteOwner_, "/owners/7").answered(404), last}), "400");
  EXPECT_EQ(judged({madeOwner(), call(list_, "/pets").failed(HttpFailure::Kind::ConnectionLost), last}), "");
  EXPECT_EQ(judged({call(deleteOwner_, "/owners/7").answered(204), posted(rex_)}), "400");
}

TEST_F(PositiveRejectedOracle, APathMayNameNothing) {
  put_.parameters.push_back(parameter("petId", Place::Path, &number_));
  const auto changed = [&](TakenList taken) {
    return call(put_, "/pets/5")
        .with(put_.parameters[0], 5, std::move(taken))
        .withBody(json_, rex_)
        .answered(400);
  };
  EXPECT_EQ(judged({changed({})}), "");
  const Call made = call(post_, "/pets").answeredJson(201, Json{{"id", 5}});
  EXPECT_EQ(judged({made, changed({{"", fromBody(0, "/id")}})}), "400");
  EXPECT_EQ(judged({call(get_, "/pets/5").answered(200), changed({})}), "400");
  EXPECT_EQ(judged({call(get_, "/pets/6").answered(200), changed({})}), "");
  EXPECT_EQ(judged({call(get_, "/pets/5").answered(404), changed({})}), "");
}

TEST_F(PositiveRejectedOracle, AMemberOfACollectionIsNamedByWhateverItIsCalled) {
  Operation& user = world_.operation("GET", "/users/{username}");
  Operation& sum = world_.operation("GET", "/sum/{a}");
  const Parameter username = parameter("username", Place::Path, &text_);
  const Parameter a = parameter("a", Place::Path, &text_);
  EXPECT_EQ(judged({call(user, "/users/x").with(username, "x").answered(400)}), "");
  EXPECT_EQ(judged({call(sum, "/sum/x").with(a, "x").answered(400)}), "400");
}

TEST_F(PositiveRejectedOracle, UuidsNameSomething) {
  Schema& uuid = world_.schema(Schema::String);
  uuid.format = "uuid";
  EXPECT_EQ(listedWith(Place::Query, "trace", "123e4567-e89b-12d3-a456-426614174000", &uuid), "");
}

TEST_F(PositiveRejectedOracle, FormatsNobodyKnowsAreNone) {
  Schema& known = world_.schema(Schema::String);
  known.format = "date";
  Schema& unknown = world_.schema(Schema::String);
  unknown.format = "iban";
  EXPECT_EQ(listedWith(Place::Query, "since", "2020-02-29", &known), "400");
  EXPECT_EQ(listedWith(Place::Query, "since", "2020-02-29", &unknown), "");
  Schema& part = world_.schema();
  part.allOf = {&unknown, &part};
  EXPECT_EQ(listedWith(Place::Query, "since", "2020-02-29", &part), "");
}

TEST_F(PositiveRejectedOracle, PatternsNobodyUnderstandsAreNone) {
  Schema& plain = world_.schema(Schema::String);
  plain.pattern = "^[a-z]+$";
  Schema& strange = world_.schema(Schema::String);
  strange.pattern = "^(?<";
  EXPECT_EQ(listedWith(Place::Query, "title", "abc", &plain), "400");
  EXPECT_EQ(listedWith(Place::Query, "title", "abc", &strange), "");
}

TEST_F(PositiveRejectedOracle, ParametersAreTextOnTheWire) {
  EXPECT_EQ(listedWith(Place::Query, "limit", "5", &number_), "400");
  EXPECT_EQ(listedWith(Place::Query, "limit", "x", &number_), "");
  EXPECT_EQ(listedWith(Place::Query, "title", 5, &text_), "400");
}

TEST_F(PositiveRejectedOracle, WhatMayNotSurviveTheWireIsNone) {
  EXPECT_EQ(listedWith(Place::Query, "title", "a b/c", &text_), "400");
  EXPECT_EQ(listedWith(Place::Query, "title", "", &text_), "");
  EXPECT_EQ(listedWith(Place::Path, "title", "ab", &text_), "400");
  EXPECT_EQ(listedWith(Place::Path, "title", "a/b", &text_), "");
  EXPECT_EQ(listedWith(Place::Path, "title", "..", &text_), "");
  EXPECT_EQ(listedWith(Place::Header, "X-Title", "a b", &text_), "400");
  EXPECT_EQ(listedWith(Place::Header, "X-Title", " a", &text_), "");
  EXPECT_EQ(listedWith(Place::Header, "X-Title", "\xC3\xA4", &text_), "");
  EXPECT_EQ(listedWith(Place::Header, "If-Match", "a", &text_), "");
  EXPECT_EQ(listedWith(Place::Cookie, "title", "ab", &text_), "400");
  EXPECT_EQ(listedWith(Place::Cookie, "title", "a;b", &text_), "");
}

TEST_F(PositiveRejectedOracle, ListsOnTheWireNeedPlainParts) {
  const Schema& texts = world_.arrayOf(text_);
  EXPECT_EQ(listedWith(Place::Query, "tags", Json::array({"a", "b"}), &texts), "400");
  EXPECT_EQ(listedWith(Place::Query, "tags", Json::array({"a,b"}), &texts), "");
  EXPECT_EQ(listedWith(Place::Query, "tags", Json::array(), &texts), "");
}

TEST_F(PositiveRejectedOracle, WhatAParserNeedNotTakeIsNone) {
  EXPECT_EQ(judged({posted(Json{{"name", std::string("a\0b", 3)}})}), "");
  EXPECT_EQ(judged({posted(Json{{"name", "a\nb"}})}), "400");
  EXPECT_EQ(judged({posted(Json{{"name", "a"}, {"age", int64_t{1} << 60}})}), "");
}

TEST_F(PositiveRejectedOracle, OnlyBodiesThatASchemaDescribesCount) {
  const auto sent = [&](const MediaType& type) {
    return judged({call(post_, "/pets").withBody(type, rex_).answered(400)});
  };
  EXPECT_EQ(sent(mediaType("application/x-www-form-urlencoded", &pet_)), "400");
  EXPECT_EQ(sent(mediaType("application/merge-patch+json", &pet_)), "400");
  EXPECT_EQ(sent(mediaType("application/xml", &pet_)), "");
  EXPECT_EQ(sent(mediaType("image/png", &pet_)), "");
  EXPECT_EQ(judged({call(list_, "/pets").withBody(json_, rex_).answered(400)}), "");
}

TEST_F(PositiveRejectedOracle, ReadOnlyDataAreNone) {
  Schema& readOnly = world_.schema(Schema::Integer);
  readOnly.readOnly = true;
  pet_.properties.push_back({"created", &readOnly});
  Json body = rex_;
  EXPECT_EQ(judged({posted(body)}), "400");
  body["created"] = 5;
  EXPECT_EQ(judged({posted(body)}), "");
}

TEST_F(PositiveRejectedOracle, TheSameASecondTimeMayBeAConflict) {
  EXPECT_EQ(judged({posted(rex_).answered(201), posted(rex_)}), "");
  EXPECT_EQ(judged({posted(rex_), posted(rex_)}), "400");
}

class NegativeAcceptedOracle : public testing::Test {
 protected:
  World world_;
  Operation& post_ = world_.operation("POST", "/pets");

  CallBuilder violated(int status) {
    return call(post_, "/pets?limit=101")
        .violating("query parameter limit", "maximum", "limit is above its maximum of 100")
        .answered(status);
  }
};

TEST_F(NegativeAcceptedOracle, IsAViolationThatIsTaken) {
  const auto faults = faultsBy("negative-accepted", {violated(201)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "maximum query parameter limit");
  EXPECT_EQ(faults[0].message, "POST /pets answers 201 although limit is above its maximum of 100.");
}

TEST_F(NegativeAcceptedOracle, ARefusalIsNone) {
  for (const int status : {202, 207, 302, 400, 404, 422, 500}) {
    EXPECT_EQ(detailsBy("negative-accepted", {violated(status)}), "") << status;
  }
  EXPECT_EQ(detailsBy("negative-accepted", {violated(0).failed(HttpFailure::Kind::Timeout)}), "");
}

TEST_F(NegativeAcceptedOracle, DataThatConformMayBeTaken) {
  EXPECT_EQ(detailsBy("negative-accepted", {call(post_, "/pets").answered(201)}), "");
}

TEST_F(NegativeAcceptedOracle, PlacesHaveNoIndices) {
  const Schema& pets = world_.arrayOf(world_.object({{"0", &world_.schema()}}));
  const MediaType json = mediaType("application/json", &pets);
  const Json body = Json::parse(R"([{"0": 1}])");
  EXPECT_EQ(
      detailsBy(
          "negative-accepted",
          {call(post_, "/pets").withBody(json, body).violating("body /0/0", "type", "x").answered(200)}),
      "type body /*/0");
  EXPECT_EQ(detailsBy("negative-accepted",
                      {call(post_, "/pets").violating("query parameter tags /3", "type", "x").answered(200)}),
            "type query parameter tags /*");
}

}  // namespace
}  // namespace covolve::rest
