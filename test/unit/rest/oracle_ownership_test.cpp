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
  const Json theirs{{"text", "th#irs"}};
  const auto judged = [&](const Json& seen) {
    return detailsBy("ignored-ownership", {make(), get(0, 200), refused(1), get(0, 200),
                                           patch(1, 200, theirs), get(0, 200, seen)});
  };
  EXPECT_EQ(judged({{"id", 7}, {"text", "th#irs"}}), "changed");
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
  EXPECT_EQ(
      detailsBy("ignored-ownership",
                {make(), put(0, 200, {{"text", "a"}}), put(1, 403, {{"text", "a"}}), get(0, 200), get(0, 200),
                 patch(1, 200, {{"text", "b#"}}), get(0, 200, {{"id", 7}, {"text", "b#"}})}),
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

TEST_F(IgnoredOwnershipOracle, ThatALinkIsNeededIsAHint) {
  const Json note{{"id", 7}, {"text", "mine"}};
  const auto judged = [&](const Json& theirs) {
    return faultsBy("ignored-ownership", {make(), get(0, 200), list(0, Json::array({note})), list(1, theirs),
                                          get(0, 200), remove(1, 204), refused(0)});
  };
  const auto faults = judged(Json::array());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_TRUE(faults[0].isHint) << "whoever has the link may be meant to use it";
  EXPECT_TRUE(judged({{"items", {{{"id", 1}}}}, {"total", 4}}).empty()) << "it may be on another page";
  EXPECT_TRUE(judged({{"items", {{{"id", 1}}}}, {"next", "/notes?page=2"}}).empty());
  EXPECT_EQ(judged({{"items", {{{"id", 1}}}}, {"total", 1}}).size(), 1u);
  list_.parameters.push_back(by_hand::parameter("offset", Parameter::Place::Query));
  EXPECT_TRUE(judged(Json::array()).empty());
}

TEST_F(IgnoredOwnershipOracle, OnlyTheListThatItIsInTellsThatItIsHidden) {
  const Operation& feed = world_.operation("GET", "/feed");
  const auto look = [&](size_t user, const Json& json) {
    return call(feed, "/feed").by(user).answeredJson(200, json);
  };
  const Json note{{"id", 7}, {"text", "mine"}};
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), look(0, Json::array({note})),
                                            look(1, Json::array()), get(0, 200), remove(1, 204), refused(0)}),
            "");
}

TEST_F(IgnoredOwnershipOracle, WhatWasGivenAwaySinceIsNoLongerRefused) {
  const Json note{{"id", 7}, {"text", "mine"}};
  const Json theirs{{"text", "th#irs"}};
  const Call given = patch(0, 200, {{"isShared", true}});
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), refused(1), given, get(0, 200), get(0, 200),
                                            patch(1, 200, theirs), get(0, 200, {{"text", "th#irs"}})}),
            "");
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), refused(1), given, get(0, 200, note),
                                            list(1, Json::array({note}))}),
            "");
  EXPECT_EQ(detailsBy("ignored-ownership", {make(), get(0, 200), refused(1), put(1, 201, {{"text", "mine"}}),
                                            get(0, 200, note), list(1, Json::array({note}))}),
            "")
      << "each user has things of these names";
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
    return detailsBy("refused-but-done",
                     {get(0, 200), get(0, 200), patch(0, status, sent), get(0, 200, after)});
  };
  EXPECT_EQ(judged(400, {{"text", "n#w"}}, {{"id", 7}, {"text", "n#w"}}), "400");
  EXPECT_EQ(judged(400, {{"text", "n#w"}}, {{"id", 7}, {"text", "mine"}}), "");
  EXPECT_EQ(judged(400, {{"text", "n#w"}}, {{"id", 7}, {"text", "other"}}), "") << "it changes by itself";
  EXPECT_EQ(judged(200, {{"text", "n#w"}}, {{"id", 7}, {"text", "n#w"}}), "");
  EXPECT_EQ(judged(429, {{"text", "n#w"}}, {{"id", 7}, {"text", "n#w"}}), "")
      << "it may have been tried again";
  EXPECT_EQ(judged(400, {{"isRead", true}}, {{"id", 7}, {"text", "mine"}, {"isRead", true}}), "")
      << "reading may have marked it";
}

TEST_F(RefusedButDoneOracle, WhatWasAskedForBeforeMayHaveTakenUntilNow) {
  const auto judged = [&](int status) {
    return detailsBy("refused-but-done",
                     {patch(0, status, {{"text", "n#w"}}), get(0, 200), get(0, 200),
                      patch(0, 409, {{"text", "n#w"}}), get(0, 200, {{"id", 7}, {"text", "n#w"}})});
  };
  EXPECT_EQ(judged(202), "");
  EXPECT_EQ(judged(400), "409");
}

TEST_F(RefusedButDoneOracle, WhatServicesComeToByThemselvesIsNone) {
  const auto judged = [&](const Json& then, const Json& sent) {
    return detailsBy("refused-but-done", {get(0, 200, {{"state", then}}), get(0, 200, {{"state", then}}),
                                          patch(0, 400, {{"state", sent}}), get(0, 200, {{"state", sent}})});
  };
  for (const Json& sent : {Json("done"), Json("in-progress"), Json("50%"), Json("2026-11-19"), Json("v2"),
                           Json(100), Json(true), Json("fertig übermittelt"), Json(Json::array({"done"}))})
    EXPECT_EQ(judged("queued", sent), "") << sent;
  for (const Json& sent : {Json("d{ne"), Json("k3Jx0a"), Json(4711), Json(Json::array({"d{ne"}))})
    EXPECT_EQ(judged("queued", sent), "400") << sent;
}

TEST_F(RefusedButDoneOracle, WhatTheDocumentNamesIsNone) {
  Schema& state = world_.schema(Schema::String);
  const MediaType type = by_hand::mediaType("application/json", &world_.object({{"state", &state}}));
  put_.body = RequestBody{.content = {type}};
  const Json sent{{"state", "d{ne"}};
  const auto judged = [&] {
    return detailsBy("refused-but-done", {get(0, 200), get(0, 200), put(0, 409, sent), get(0, 200, sent)});
  };
  EXPECT_EQ(judged(), "409");
  state.examples = {"d{ne"};
  EXPECT_EQ(judged(), "");
}

TEST_F(RefusedButDoneOracle, WhatChangesFromLookToLookIsNone) {
  EXPECT_EQ(detailsBy("refused-but-done", {get(0, 200, {{"step", "a#"}}), get(0, 200, {{"step", "b#"}}),
                                           patch(0, 409, {{"step", "c#"}}), get(0, 200, {{"step", "c#"}})}),
            "");
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
  const Json old{{"id", 1}, {"text", "old"}};
  const Json made{{"id", 2}, {"text", "n#w"}};
  const auto judged = [&](int status, const Json& answer, const Json& after) {
    return faultsBy("refused-but-done",
                    {list(0, Json::array({old})),
                     call(post_, "/notes").withBody(json_, {{"text", "n#w"}}).answeredJson(status, answer),
                     list(0, after)});
  };
  const Json error{{"error", "no"}};
  const auto faults = judged(400, error, Json::array({old, made}));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "400");
  EXPECT_EQ(faults[0].place, "/1");
  EXPECT_FALSE(faults[0].isHint);
  EXPECT_TRUE(judged(400, error, Json::array({made})).empty()) << "another page of the list";
  EXPECT_TRUE(judged(402, error, Json::array({old, made})).at(0).isHint) << "a declined payment may be kept";
  EXPECT_TRUE(judged(402, made, Json::array({old, made})).empty()) << "and the answer says so";
}

TEST_F(RefusedButDoneOracle, ARefusalThatIsDeclaredToGiveWhatWasMadeIsAHint) {
  Schema& note = world_.object({});
  note.location = "#/components/schemas/Note";
  by_hand::declare(post_, "201", {by_hand::mediaType("application/json", &note)});
  by_hand::declare(post_, "409", {by_hand::mediaType("application/json", &note)});
  const Json made{{"id", 2}, {"text", "n#w"}};
  const auto faults =
      faultsBy("refused-but-done", {list(0, Json::array()),
                                    call(post_, "/notes").withBody(json_, {{"text", "n#w"}}).answered(409),
                                    list(0, Json::array({made}))});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_TRUE(faults[0].isHint);
}

using NotIdempotentOracle = LooksAtNotes;

TEST_F(NotIdempotentOracle, IsAPutThatAddsWhatItShouldStore) {
  const auto judged = [&](const Json& sent, const Json& once, const Json& twice) {
    return detailsBy("not-idempotent",
                     {make(), put(0, 200, sent), get(0, 200, once), put(0, 200, sent), get(0, 200, twice)});
  };
  EXPECT_EQ(judged({{"tags", {"a"}}}, {{"tags", {"a"}}}, {{"tags", {"a", "a"}}}), "tags");
  EXPECT_EQ(judged({{"tags", {"a"}}}, {{"tags", {"x", "a"}}}, {{"tags", {"a", "a", "x"}}}), "tags");
  EXPECT_EQ(judged({{"stock", 50}}, {{"stock", 50}}, {{"stock", 100}}), "stock");
  EXPECT_EQ(judged({{"text", "a"}}, {{"text", "a"}}, {{"text", "a"}}), "");
  EXPECT_EQ(judged({{"tags", {"a"}}}, {{"tags", Json::array()}}, {{"tags", {"a"}}}), "") << "it took a while";
  EXPECT_EQ(judged({{"stock", 5}}, {{"stock", 0}}, {{"stock", 5}}), "");
  EXPECT_EQ(judged({{"version", 1}}, {{"version", 1}}, {{"version", 2}}), "") << "versions are counted";
  EXPECT_EQ(judged({{"text", "a"}}, {{"text", "a"}, {"at", "10:00"}}, {{"text", "a"}, {"at", "10:01"}}), "");
}

TEST_F(NotIdempotentOracle, WhatTheServiceWritesItselfIsNone) {
  const auto judged = [&](const Json& sent, const Json& once, const Json& twice) {
    return detailsBy("not-idempotent",
                     {make(), put(0, 200, sent), get(0, 200, once), put(0, 200, sent), get(0, 200, twice)});
  };
  EXPECT_EQ(judged({{"views", 2}}, {{"views", 3}}, {{"views", 5}}), "") << "each look is counted";
  EXPECT_EQ(judged({{"views", 2}}, {{"views", 2}}, {{"views", 4}}), "");
  EXPECT_EQ(judged({{"uptime", 50}}, {{"uptime", 170}}, {{"uptime", 220}}), "");
  EXPECT_EQ(judged({{"history", {"x"}}}, {{"history", {"by ann"}}}, {{"history", {"by ann", "by ann"}}}), "");
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
