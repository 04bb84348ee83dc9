// ignored-ownership, refused-but-done and not-idempotent: what a look before and
// one after a call show.
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::CallBuilder;
using by_hand::detailsBy;
using by_hand::faultsBy;
using by_hand::World;

/// Notes of two users; 0 has made the note 7.
class LooksAtNotes : public testing::Test {
 protected:
  Call make() { return call(post_, "/notes").answeredJson(201, {{"id", 7}, {"text", "mine"}}); }
  CallBuilder get(size_t user, int status, const Json& json = {{"id", 7}, {"text", "mine"}}) {
    return call(get_, "/notes/7").by(user).answeredJson(status, json);
  }
  CallBuilder list(size_t user, const Json& json) {
    return call(list_, "/notes").by(user).answeredJson(200, json);
  }
  CallBuilder remove(size_t user, int status) { return call(delete_, "/notes/7").by(user).answered(status); }
  Call write(const Operation& operation, size_t user, int status, const Json& body) {
    Call made = call(operation, "/notes/7").by(user).withBody(json_, body).answered(status);
    made.request.body = body.dump();
    return made;
  }
  Call put(size_t user, int status, const Json& body) { return write(put_, user, status, body); }
  Call patch(size_t user, int status, const Json& body) { return write(patch_, user, status, body); }
  Call refused(size_t user) { return get(user, 404, {{"error", "no such note"}}); }

  World world_;
  Operation& post_ = world_.operation("POST", "/notes");
  Operation& list_ = world_.operation("GET", "/notes");
  Operation& get_ = world_.operation("GET", "/notes/{id}");
  Operation& put_ = world_.operation("PUT", "/notes/{id}");
  Operation& patch_ = world_.operation("PATCH", "/notes/{id}");
  Operation& delete_ = world_.operation("DELETE", "/notes/{id}");
  MediaType json_ = by_hand::mediaType("application/json");
};

using IgnoredOwnershipOracle = LooksAtNotes;

TEST_F(IgnoredOwnershipOracle, IsADeletionByWhoMayNotEvenRead) {
  const CallList calls{make(), get(0, 200), refused(1), get(0, 200), remove(1, 204), refused(0)};
  const auto faults = faultsBy("ignored-ownership", calls);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "deleted");
  EXPECT_EQ(faults[0].operation, "DELETE /notes/{id}") << "not the look that shows it";
  EXPECT_FALSE(faults[0].isHint);
}

TEST_F(IgnoredOwnershipOracle, IsAChangeThatTheOwnerSees) {
  const Json theirs{{"text", "theirs"}};
  const auto judged = [&](const Json& seen) {
    return detailsBy("ignored-ownership",
                     {make(), get(0, 200), refused(1), patch(1, 200, theirs), get(0, 200, seen)});
  };
  EXPECT_EQ(judged({{"id", 7}, {"text", "theirs"}}), "changed");
  EXPECT_EQ(judged({{"id", 7}, {"text", "mine"}}), "") << "each user may have a note 7";
  EXPECT_EQ(judged({{"id", 7}, {"text", "mine"}, {"visits", 3}}), "") << "it changes by itself";
}

TEST_F(IgnoredOwnershipOracle, WhatIsMeantForAllIsNone) {
  EXPECT_EQ(detailsBy("ignored-ownership",
                      {make(), get(0, 200), get(1, 200), get(0, 200), remove(1, 204), refused(0)}),
            "")
      << "a page that all may read and throw away";
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), put(0, 200, {{"text", "a"}}),
                                            put(1, 403, {{"text", "a"}}), get(0, 200), get(1, 200)}),
            "")
      << "all may read, the owner may write";
  EXPECT_EQ(detailsBy("ignored-ownership",
                      {make(), put(0, 200, {{"text", "a"}}), put(1, 403, {{"text", "a"}}), get(0, 200),
                       get(0, 200), patch(1, 200, {{"text", "b"}}), get(0, 200, {{"id", 7}, {"text", "b"}})}),
            "")
      << "parts of it may be for all to change";
}

TEST_F(IgnoredOwnershipOracle, ARefusalCountsOnlyWhileTheThingIsThere) {
  EXPECT_EQ(detailsBy("ignored-ownership",
                      {make(), get(0, 200), get(0, 200), remove(1, 204), refused(1), refused(0)}),
            "")
      << "it was refused because it was gone";
  EXPECT_EQ(
      detailsBy("ignored-ownership", {get(0, 200), refused(1), get(0, 200), remove(1, 204), refused(0)}), "")
      << "nobody knows whose it is";
}

TEST_F(IgnoredOwnershipOracle, AWriteThatOthersAreRefusedTellsOwnersToo) {
  EXPECT_EQ(
      detailsBy("ignored-ownership", {make(), put(0, 200, {{"text", "a"}}), put(1, 403, {{"text", "a"}}),
                                      get(0, 200), get(0, 200), remove(1, 204), refused(0)}),
      "deleted");
}

TEST_F(IgnoredOwnershipOracle, IsAListThatShowsWhatIsRefused) {
  const Json note{{"id", 7}, {"text", "mine"}};
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), refused(1), list(1, {note})}), "shown");
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), refused(1), list(1, {{{"id", 7}}})}), "")
      << "a title may be for all";
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), get(1, 200), list(1, {note})}), "");
}

TEST_F(IgnoredOwnershipOracle, ReadingWhatNoListAndNoStrangerGetsIsAHint) {
  const Json note{{"id", 7}, {"text", "mine"}};
  const Call stranger = get(0, 401).unauthenticated();
  const Call let = get(0, 200).unauthenticated();
  const auto judged = [&](const Call& byStranger, const Json& theirList) {
    return faultsBy("ignored-ownership", {make(), get(0, 200), byStranger, list(0, Json::array({note})),
                                          list(1, theirList), get(1, 200)});
  };
  const auto faults = judged(stranger, Json::array());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "read");
  EXPECT_TRUE(faults[0].isHint);
  EXPECT_TRUE(judged(let, Json::array()).empty()) << "whoever has the link may read it";
  EXPECT_TRUE(judged(stranger, Json::array({note})).empty()) << "all know of it";
}

using RefusedButDoneOracle = LooksAtNotes;

TEST_F(RefusedButDoneOracle, IsARefusalWhoseDataAreThereAfterwards) {
  const auto judged = [&](int status, const Json& sent, const Json& after) {
    return detailsBy("refused-but-done", {get(0, 200), patch(0, status, sent), get(0, 200, after)});
  };
  EXPECT_EQ(judged(400, {{"text", "new"}}, {{"id", 7}, {"text", "new"}}), "400");
  EXPECT_EQ(judged(400, {{"text", "new"}}, {{"id", 7}, {"text", "mine"}}), "");
  EXPECT_EQ(judged(400, {{"text", "new"}}, {{"id", 7}, {"text", "other"}}), "") << "it changes by itself";
  EXPECT_EQ(judged(200, {{"text", "new"}}, {{"id", 7}, {"text", "new"}}), "");
  EXPECT_EQ(judged(429, {{"text", "new"}}, {{"id", 7}, {"text", "new"}}), "")
      << "it may have been tried again";
  EXPECT_EQ(judged(400, {{"isRead", true}}, {{"id", 7}, {"text", "mine"}, {"isRead", true}}), "")
      << "reading may have marked it";
}

TEST_F(RefusedButDoneOracle, WhatWasAskedForBeforeMayHaveTakenUntilNow) {
  const auto judged = [&](int status) {
    return detailsBy("refused-but-done",
                     {patch(0, status, {{"text", "new"}}), get(0, 200), patch(0, 409, {{"text", "new"}}),
                      get(0, 200, {{"id", 7}, {"text", "new"}})});
  };
  EXPECT_EQ(judged(202), "");
  EXPECT_EQ(judged(400), "409");
}

TEST_F(RefusedButDoneOracle, ACounterIsNone) {
  EXPECT_EQ(detailsBy("refused-but-done", {get(0, 200, {{"visits", 3}}), patch(0, 400, {{"visits", 4}}),
                                           get(0, 200, {{"visits", 4}})}),
            "");
  EXPECT_EQ(detailsBy("refused-but-done", {get(0, 200, {{"visits", 3}}), patch(0, 400, {{"visits", 40}}),
                                           get(0, 200, {{"visits", 40}})}),
            "400");
}

TEST_F(RefusedButDoneOracle, ARefusedDeletionMustNotDelete) {
  EXPECT_EQ(detailsBy("refused-but-done", {get(0, 200), get(0, 200), remove(0, 409), refused(0)}), "409");
  EXPECT_EQ(detailsBy("refused-but-done", {get(0, 200), remove(0, 409), refused(0)}), "")
      << "perhaps it can be read once only";
  EXPECT_EQ(
      detailsBy("refused-but-done", {get(0, 200), get(0, 200), remove(0, 204), remove(0, 404), refused(0)}),
      "");
}

TEST_F(RefusedButDoneOracle, ARefusedCreationMustNotCreate) {
  const auto creation = [&] {
    return call(post_, "/notes").withBody(json_, {{"text", "new"}}).answered(400);
  };
  const Json old{{"id", 1}, {"text", "old"}};
  const Json made{{"id", 2}, {"text", "new"}};
  EXPECT_EQ(detailsBy("refused-but-done",
                      {list(0, Json::array({old})), creation(), list(0, Json::array({old, made}))}),
            "400");
  EXPECT_EQ(
      detailsBy("refused-but-done", {list(0, Json::array({old})), creation(), list(0, Json::array({made}))}),
      "")
      << "another page of the list";
}

using NotIdempotentOracle = LooksAtNotes;

TEST_F(NotIdempotentOracle, IsAPutThatAddsWhatItShouldStore) {
  const auto judged = [&](const Json& sent, const Json& once, const Json& twice) {
    return detailsBy("not-idempotent",
                     {make(), put(0, 200, sent), get(0, 200, once), put(0, 200, sent), get(0, 200, twice)});
  };
  EXPECT_EQ(judged({{"tags", {"a"}}}, {{"tags", {"a"}}}, {{"tags", {"a", "a"}}}), "tags");
  EXPECT_EQ(judged({{"stock", 5}}, {{"stock", 8}}, {{"stock", 13}}), "stock");
  EXPECT_EQ(judged({{"text", "a"}}, {{"text", "a"}}, {{"text", "a"}}), "");
  EXPECT_EQ(judged({{"tags", {"a"}}}, {{"tags", Json::array()}}, {{"tags", {"a"}}}), "") << "it took a while";
  EXPECT_EQ(judged({{"stock", 5}}, {{"stock", 0}}, {{"stock", 5}}), "");
  EXPECT_EQ(judged({{"version", 1}}, {{"version", 1}}, {{"version", 2}}), "") << "versions are counted";
  EXPECT_EQ(judged({{"text", "a"}}, {{"text", "a"}, {"at", "10:00"}}, {{"text", "a"}, {"at", "10:01"}}), "");
}

TEST_F(NotIdempotentOracle, OtherDataMayHaveAnotherEffect) {
  EXPECT_EQ(detailsBy("not-idempotent", {make(), put(0, 200, {{"stock", 5}}), get(0, 200, {{"stock", 5}}),
                                         put(0, 200, {{"stock", 9}}), get(0, 200, {{"stock", 14}})}),
            "");
  EXPECT_EQ(detailsBy("not-idempotent", {make(), put(0, 200, {{"stock", 5}}), get(0, 200, {{"stock", 5}}),
                                         put(0, 409, {{"stock", 5}}), get(0, 200, {{"stock", 10}})}),
            "")
      << "that is another oracle's";
}

}  // namespace
}  // namespace covolve::rest
