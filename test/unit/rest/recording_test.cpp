// Calls of faults as faults.json keeps them.
#include "rest/recording.h"

#include <gtest/gtest.h>

#include "http_fixture.h"
#include "rest/replay.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using test::TinySearch;
using test::TinyService;

/// Of calls that end with a server error of this operation.
RecordedFault recordedFault(const CallList& calls, const std::string& operation, size_t number) {
  return {.id = "abc",
          .number = number,
          .kind = "server-error",
          .operation = operation,
          .detail = "500",
          .description = "It fails.",
          .calls = jsonOf(calls)};
}

Replay replayedIn(TinySearch& search, const RecordedFault& fault) {
  const auto oracle = std::ranges::find(oracles(), fault.kind, [](const auto& one) { return one->name(); });
  auto result = replay(fault, search.api, search.runner, **oracle, {});
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(Replay{});
}

/// A service whose pets are refused, as long as it is said to be wrong.
struct WrongPets {
  bool isWrong = true;
  TinyService service{[this](const test::TinyRequest& request) -> std::optional<test::TinyAnswer> {
    const bool isPet = request.method == "POST" && request.segments().size() == 3;
    if (isPet && isWrong) return test::TinyAnswer{500};
    if (request.method == "POST" && isClosed) return test::TinyAnswer{503};
    return std::nullopt;
  }};
  bool isClosed = false;
  TinySearch search{service.url()};

  RecordedFault recorded() {
    const CallList calls = search.runner.run(search.sequence({"addOwner", "addPet"}));
    return recordedFault(calls, "addPet", 2);
  }

  Replay replayed(const RecordedFault& fault) { return replayedIn(search, fault); }
};

TEST(Recording, IsFoundByItsIdentifierAndByItsNumber) {
  const std::string text = writeRecordings(
      {{.id = "abc",
        .number = 2,
        .kind = "leak",
        .operation = "a",
        .detail = "d",
        .description = "e",
        .calls = Json::array({1})},
       {.id = "def", .number = 3, .kind = "leak", .operation = "a", .detail = "d", .description = "e"}});
  EXPECT_EQ(findRecording(text, "faults.json", "abc")->number, 2u);
  EXPECT_EQ(findRecording(text, "faults.json", "2")->id, "abc");
  EXPECT_EQ(findRecording(text, "faults.json", "x").error().message,
            "faults.json has no fault x: faults.md beside it has their numbers and identifiers");
  EXPECT_EQ(findRecording(text, "faults.json", "3").error().message,
            "the calls of fault 3 are not known: no test was made for it");
  EXPECT_EQ(findRecording("[]", "faults.json", "3").error().message, "faults.json is no list of faults");
}

TEST(Recording, NewIdentifiersAreFilledIn) {
  WrongPets pets;
  const RecordedFault fault = pets.recorded();
  pets.replayed(fault);
  EXPECT_EQ(pets.service.count("POST /owners/1/pets"), 1u);
  EXPECT_EQ(pets.service.count("POST /owners/2/pets"), 1u) << "that of the owner made in the replay";
}

TEST(Recording, AReplayTellsWhetherTheFaultIsThere) {
  WrongPets pets;
  const RecordedFault fault = pets.recorded();
  const Replay there = pets.replayed(fault);
  EXPECT_EQ(there.outcome, Replay::Outcome::IsThere);
  EXPECT_NE(there.text.find("POST /owners/2/pets"), std::string::npos) << there.text;
  EXPECT_NE(there.text.find("The fault is still there."), std::string::npos) << there.text;
  pets.isWrong = false;
  EXPECT_EQ(pets.replayed(fault).outcome, Replay::Outcome::IsGone);
}

TEST(Recording, WherePreparingFailsNothingCanBeTold) {
  WrongPets pets;
  const RecordedFault fault = pets.recorded();
  pets.isWrong = false;
  pets.isClosed = true;
  const Replay replayed = pets.replayed(fault);
  EXPECT_EQ(replayed.outcome, Replay::Outcome::CannotTell);
  EXPECT_NE(replayed.text.find("cannot be told"), std::string::npos) << replayed.text;
}

TEST(Recording, WhereNothingIsAnsweredAsThenNothingWasTried) {
  for (const int status : {401, 404, 503}) {
    int answered = 201;
    TinyService service([&](const test::TinyRequest&) { return std::optional(test::TinyAnswer{answered}); });
    TinySearch search(service.url());
    answered = 500;
    const CallList calls = search.runner.run(search.sequence({"addOwner"}));
    const RecordedFault fault = recordedFault(calls, "addOwner", 1);
    answered = status;
    EXPECT_EQ(replayedIn(search, fault).outcome, Replay::Outcome::CannotTell) << status;
    answered = 400;
    EXPECT_EQ(replayedIn(search, fault).outcome, Replay::Outcome::IsGone);
  }
}

TEST(Recording, AReplayShowsNoCookies) {
  TinyService service([](const test::TinyRequest&) {
    test::TinyAnswer answer{500};
    answer.headers = {{"Set-Cookie", "session=abc"}};
    return std::optional(answer);
  });
  TinySearch search(service.url());
  const CallList calls = search.runner.run(search.sequence({"addOwner"}));
  const RecordedFault fault = recordedFault(calls, "addOwner", 1);
  const std::string text = replayedIn(search, fault).text;
  EXPECT_FALSE(text.contains("session=abc")) << text;
  EXPECT_TRUE(text.contains("Set-Cookie: (left out)")) << text;
}

TEST(Recording, WhatTheDocumentHasNoMoreIsTold) {
  WrongPets pets;
  RecordedFault fault = pets.recorded();
  const auto messageOf = [&](const Json& calls) {
    const auto read = readCalls(calls, pets.search.api);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(messageOf(fault.calls), "");
  Json other = fault.calls;
  other[1]["operation"] = "sellPet";
  EXPECT_EQ(messageOf(other), "the fault needs the operation sellPet, which is not among those tested");
  other = fault.calls;
  other[1]["arguments"][0]["name"] = "keeperId";
  EXPECT_EQ(messageOf(other), "the document has changed: addPet has other parameters or bodies now");
  other = fault.calls;
  other[1].erase("status");
  EXPECT_EQ(messageOf(other), "the fault's call of addPet cannot be read");
  other = fault.calls;
  other[1]["operation"] = 5;
  EXPECT_EQ(messageOf(other), "the fault's calls cannot be read");
  other = fault.calls;
  other[0]["arguments"][0]["taken"] = {{{"at", ""}, {"call", 1}, {"from", "body"}, {"detail", "/id"}}};
  EXPECT_EQ(messageOf(other), "the fault's call of addOwner cannot be read")
      << "it would take from a later call";
}

}  // namespace
}  // namespace covolve::rest
