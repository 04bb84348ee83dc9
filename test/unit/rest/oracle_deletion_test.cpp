// delete-then-get and use-after-delete: what is gone must stay gone.
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::CallBuilder;
using by_hand::declare;
using by_hand::detailsBy;
using by_hand::faultsBy;
using by_hand::World;

class DeletionOracles : public testing::Test {
 protected:
  World world_;
  Operation& list_ = world_.operation("GET", "/pets");
  Operation& post_ = world_.operation("POST", "/pets");
  Operation& deleteAll_ = world_.operation("DELETE", "/pets");
  Operation& get_ = world_.operation("GET", "/pets/{petId}");
  Operation& head_ = world_.operation("HEAD", "/pets/{petId}");
  Operation& put_ = world_.operation("PUT", "/pets/{petId}");
  Operation& patch_ = world_.operation("PATCH", "/pets/{petId}");
  Operation& delete_ = world_.operation("DELETE", "/pets/{petId}");
  Operation& toys_ = world_.operation("GET", "/pets/{petId}/toys");
  Operation& postToy_ = world_.operation("POST", "/pets/{petId}/toys");
  Operation& putToy_ = world_.operation("PUT", "/pets/{petId}/toys/{toyId}");
  Operation& restore_ = world_.operation("POST", "/pets/{petId}/restore");
  Operation& history_ = world_.operation("GET", "/pets/{petId}/history");
  Operation& orders_ = world_.operation("POST", "/orders");
  Json rex_ = Json::parse(R"({"id": 5, "name": "Rex"})");

  void SetUp() override {
    for (Operation* operation : {&get_, &head_, &put_, &patch_, &postToy_, &putToy_})
      declare(*operation, "404");
  }

  CallBuilder deleted() { return call(delete_, "/pets/5").answered(204); }
  CallBuilder read() { return call(get_, "/pets/5").answeredJson(200, rex_); }

  std::string afterDelete(const Call& between, const Call& last) {
    return detailsBy("delete-then-get", {deleted(), between, last});
  }
};

class DeleteThenGetOracle : public DeletionOracles {};

TEST_F(DeleteThenGetOracle, IsAResourceThatCanStillBeRead) {
  const auto faults = faultsBy("delete-then-get", {deleted(), read()});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "found");
  EXPECT_EQ(faults[0].operation, "GET /pets/{petId}");
  EXPECT_EQ(faults[0].call, 1u);
  EXPECT_EQ(faults[0].message,
            "GET /pets/{petId} still answers 200 after DELETE of the same resource was answered 204.");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(head_, "/pets/5").answered(200)}), "found");
}

TEST_F(DeleteThenGetOracle, WhatIsNeverMissingMayHaveBeenEmptied) {
  Operation& read = world_.operation("GET", "/carts/{userId}");
  Operation& empty = world_.operation("DELETE", "/carts/{userId}");
  const Json cart = Json::parse(R"({"userId": "ann", "items": []})");
  EXPECT_EQ(detailsBy("delete-then-get", {call(empty, "/carts/ann").answered(204),
                                          call(read, "/carts/ann").answeredJson(200, cart)}),
            "");
}

TEST_F(DeleteThenGetOracle, NothingFoundIsNone) {
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answered(404)}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answered(204)}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answered(200)}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answeredJson(200, nullptr)}), "");
  EXPECT_EQ(
      detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answeredJson(200, Json::object())}), "");
}

TEST_F(DeleteThenGetOracle, ANoteThatItIsGoneIsNone) {
  for (const char* text : {R"({"id": 5, "deleted": true})", R"({"id": 5, "status": "Archived"})",
                           R"({"id": 5, "deletedAt": "2020-01-01"})", R"({"error": "no such pet"})"}) {
    EXPECT_EQ(
        detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answeredJson(200, Json::parse(text))}),
        "")
        << text;
  }
  for (const char* text : {R"({"id": 5, "deleted": false})", R"({"id": 5, "deletedAt": null})"}) {
    EXPECT_EQ(
        detailsBy("delete-then-get", {deleted(), call(get_, "/pets/5").answeredJson(200, Json::parse(text))}),
        "found")
        << text;
  }
}

TEST_F(DeleteThenGetOracle, AnotherResourceIsNone) {
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(get_, "/pets/55").answeredJson(200, rex_)}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(list_, "/pets").answeredJson(200, rex_)}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), call(toys_, "/pets/5/toys").answeredJson(200, rex_)}),
            "");
}

TEST_F(DeleteThenGetOracle, ADeleteThatDidNotHappenIsNone) {
  EXPECT_EQ(detailsBy("delete-then-get", {call(delete_, "/pets/5").answered(404), read()}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {call(delete_, "/pets/5").answered(202), read()}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {call(get_, "/pets/5").by("DELETE").answered(204), read()}), "");
  EXPECT_EQ(
      detailsBy("delete-then-get",
                {call(delete_, "/pets/5").answeredJson(200, Json::parse(R"({"deleted": false})")), read()}),
      "");
  EXPECT_EQ(detailsBy("delete-then-get",
                      {call(delete_, "/pets/5").violating("path parameter petId", "type", "x").answered(204),
                       read()}),
            "");
  EXPECT_EQ(detailsBy("delete-then-get", {read()}), "");
}

TEST_F(DeleteThenGetOracle, ACollectionMayBeReadAfterItWasEmptied) {
  EXPECT_EQ(detailsBy("delete-then-get", {call(deleteAll_, "/pets").answered(204),
                                          call(list_, "/pets").answeredJson(200, Json::array({1}))}),
            "");
}

TEST_F(DeleteThenGetOracle, OptionsMayChangeTheMeaning) {
  const Parameter soft = by_hand::parameter("soft", Parameter::Place::Query);
  Parameter version = by_hand::parameter("api-version", Parameter::Place::Query);
  version.required = true;
  const auto deletedWith = [&](const Parameter& parameter) {
    return call(delete_, "/pets/5?x").with(parameter, true).answered(204);
  };
  EXPECT_EQ(detailsBy("delete-then-get", {deletedWith(soft), read()}), "");
  EXPECT_EQ(detailsBy("delete-then-get", {deletedWith(version), read()}), "found");
  EXPECT_EQ(detailsBy("delete-then-get", {deleted(), read().with(soft, true)}), "");
}

TEST_F(DeleteThenGetOracle, WhatMayHaveMadeItAgainIsSeen) {
  EXPECT_EQ(afterDelete(call(put_, "/pets/5").answered(200), read()), "");
  EXPECT_EQ(afterDelete(call(restore_, "/pets/5/restore").answered(200), read()), "");
  EXPECT_EQ(afterDelete(call(post_, "/pets").answered(201), read()), "");
  EXPECT_EQ(afterDelete(call(post_, "/pets").answeredJson(201, rex_), read()), "");
  EXPECT_EQ(afterDelete(call(post_, "/pets").answered(201, {{"Location", "http://host/pets/5"}}), read()),
            "");
  EXPECT_EQ(afterDelete(call(post_, "/pets").answered(500), read()), "");
  EXPECT_EQ(afterDelete(call(orders_, "/orders").answeredJson(201, Json{{"petId", 5}}), read()), "");
  EXPECT_EQ(afterDelete(call(list_, "/pets").failed(HttpFailure::Kind::Timeout), read()), "");
}

TEST_F(DeleteThenGetOracle, WhatCannotHaveMadeItAgainDoesNotMatter) {
  EXPECT_EQ(afterDelete(call(list_, "/pets").answered(200), read()), "found");
  EXPECT_EQ(afterDelete(call(put_, "/pets/5").answered(404), read()), "found");
  EXPECT_EQ(afterDelete(call(put_, "/pets/6").answered(204), read()), "found");
  EXPECT_EQ(afterDelete(call(post_, "/pets").answeredJson(201, Json{{"id", 6}}), read()), "found");
  EXPECT_EQ(afterDelete(call(post_, "/pets").answered(201, {{"Location", "/pets/6"}}), read()), "found");
  EXPECT_EQ(afterDelete(call(orders_, "/orders").answeredJson(201, Json{{"id", 7}}), read()), "found");
  EXPECT_EQ(afterDelete(call(delete_, "/pets/5").answered(404), read()), "found");
}

class UseAfterDeleteOracle : public DeletionOracles {
 protected:
  std::string judged(const Call& last) { return detailsBy("use-after-delete", {deleted(), last}); }
};

TEST_F(UseAfterDeleteOracle, IsAChangeOfWhatIsGone) {
  const auto faults = faultsBy("use-after-delete", {deleted(), call(patch_, "/pets/5").answered(200)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "accepted");
  EXPECT_EQ(faults[0].message,
            "PATCH /pets/{petId} answers 200 although DELETE /pets/{petId} was answered 204 before.");
  EXPECT_EQ(judged(call(put_, "/pets/5").answered(204)), "accepted");
}

TEST_F(UseAfterDeleteOracle, ARefusalIsNone) {
  EXPECT_EQ(judged(call(patch_, "/pets/5").answered(404)), "");
  EXPECT_EQ(judged(call(patch_, "/pets/5").answered(202)), "");
  EXPECT_EQ(judged(call(patch_, "/pets/6").answered(200)), "");
  EXPECT_EQ(detailsBy("use-after-delete", {call(patch_, "/pets/5").answered(200)}), "");
}

TEST_F(UseAfterDeleteOracle, WhatIsNeverMissingMayBeStoredAgain) {
  Operation& store = world_.operation("PUT", "/kv/{key}");
  Operation& remove = world_.operation("DELETE", "/kv/{key}");
  EXPECT_EQ(detailsBy("use-after-delete",
                      {call(remove, "/kv/a").answered(204), call(store, "/kv/a").answered(204)}),
            "");
}

TEST_F(UseAfterDeleteOracle, ADeletionMayBeAboutWhatStandsAbove) {
  Operation& untag = world_.operation("DELETE", "/pets/{petId}/tags/{tag}");
  declare(untag, "404");  // of the pet
  const auto removed = [&] { return call(untag, "/pets/5/tags/red").answered(204); };
  EXPECT_EQ(detailsBy("use-after-delete", {removed(), removed()}), "");
}

TEST_F(UseAfterDeleteOracle, AnAnswerThatSaysNoIsARefusal) {
  EXPECT_EQ(judged(call(patch_, "/pets/5").answeredJson(200, Json{{"ok", false}})), "");
}

TEST_F(UseAfterDeleteOracle, PutMayCreate) {
  EXPECT_EQ(judged(call(put_, "/pets/5").answered(201)), "");
  declare(put_, "201");
  EXPECT_EQ(judged(call(put_, "/pets/5").answered(200)), "");
}

TEST_F(UseAfterDeleteOracle, ASecondDeleteIsOneOnlyWhereTheDocumentSaysWhatIsMissing) {
  EXPECT_EQ(judged(deleted()), "");
  declare(delete_, "404");
  EXPECT_EQ(judged(deleted()), "accepted");
}

TEST_F(UseAfterDeleteOracle, PartsOfWhatIsGoneAreGone) {
  EXPECT_EQ(judged(call(postToy_, "/pets/5/toys").answered(201)), "accepted");
  EXPECT_EQ(judged(call(putToy_, "/pets/5/toys/1").answered(200)), "accepted");
  EXPECT_EQ(judged(call(postToy_, "/pets/55/toys").answered(201)), "");
  EXPECT_EQ(judged(call(postToy_, "/pets/5/toys").answered(404)), "");
}

TEST_F(UseAfterDeleteOracle, AnEmptyListOfPartsIsOneOnlyWhereTheDocumentSaysWhatIsMissing) {
  EXPECT_EQ(judged(call(toys_, "/pets/5/toys").answeredJson(200, Json::array())), "");
  EXPECT_EQ(
      judged(call(toys_, "/pets/5/toys").answeredJson(200, Json::parse(R"({"items": [], "total": 0})"))), "");
  declare(toys_, "404");
  EXPECT_EQ(judged(call(toys_, "/pets/5/toys").answeredJson(200, Json::array())), "accepted");
}

TEST_F(UseAfterDeleteOracle, HistoriesOutliveAndRestoringIsAllowed) {
  EXPECT_EQ(judged(call(history_, "/pets/5/history").answeredJson(200, Json::array({1}))), "");
  EXPECT_EQ(judged(call(restore_, "/pets/5/restore").answered(200)), "");
}

TEST_F(UseAfterDeleteOracle, ReadingIsAnotherOraclesMatter) { EXPECT_EQ(judged(read()), ""); }

TEST_F(UseAfterDeleteOracle, WhatWasMadeAgainMayBeUsed) {
  EXPECT_EQ(detailsBy("use-after-delete", {deleted(), call(put_, "/pets/5").answered(201),
                                           call(patch_, "/pets/5").answered(200)}),
            "");
}

}  // namespace
}  // namespace covolve::rest
