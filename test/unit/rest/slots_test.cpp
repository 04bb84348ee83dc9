// Which call can give which datum, and what it gives.
#include "rest/resource/slots.h"

#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

Operation operation(const std::string& method, const std::string& path) {
  Operation made;
  made.id = method + " " + path;
  made.method = method;
  made.path = path;
  for (const std::string& segment : segmentsOf(path)) {
    if (!isParameterSegment(segment)) continue;
    Parameter parameter;
    parameter.name = segment.substr(1, segment.size() - 2);
    parameter.place = Parameter::Place::Path;
    parameter.required = true;
    made.parameters.push_back(parameter);
  }
  return made;
}

Api petStore() {
  Api api;
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"POST", "/owners"},
                                                        {"GET", "/owners/{ownerId}"},
                                                        {"POST", "/owners/{ownerId}/pets"},
                                                        {"GET", "/owners/{id}/pets/{petId}"},
                                                        {"DELETE", "/owners/{ownerId}/pets/{petId}"},
                                                        {"POST", "/orders"},
                                                        {"GET", "/health"}}) {
    api.operations.push_back(operation(method, path));
  }
  return api;
}

Call answered(const Operation& operation, int status, const char* json, HeaderList headers = {}) {
  Call call;
  call.operation = &operation;
  call.request.method = operation.method;
  call.answer = HttpResponse{status, std::move(headers), json, false};
  if (*json != '\0') call.json = Json::parse(json);
  return call;
}

TEST(Slots, NamesAreAlikeWhateverTheirSpelling) {
  EXPECT_EQ(likeName("pet_id"), likeName("petID"));
  EXPECT_EQ(likeName("Pet-Id"), likeName("petId"));
  EXPECT_NE(likeName("petId"), likeName("pets"));
}

TEST(Slots, TheCollectionsPostComesFirst) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  ASSERT_TRUE(slot);
  ASSERT_FALSE(slots[*slot].producers.empty());
  EXPECT_EQ(slots[*slot].producers.front(), 0u);
}

TEST(Slots, NestedResourcesAreMadeByTheirOwnCollection) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(4, &api.operations[4].parameters[1], "", "petId");
  ASSERT_TRUE(slot);
  EXPECT_EQ(slots[*slot].producers.front(), 2u);
}

TEST(Slots, AFieldOfABodyIsFilledByTheResourceItNames) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(5, nullptr, "/petId", "petId");
  ASSERT_TRUE(slot);
  EXPECT_EQ(slots[*slot].producers.front(), 2u);
}

TEST(Slots, OrdinaryFieldsAreMadeUp) {
  const Api api = petStore();
  Slots slots(api);
  EXPECT_FALSE(slots.find(5, nullptr, "/quantity", "quantity"));
}

TEST(Slots, ElementsOfAListAreOneSlot) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(5, nullptr, "/pets/0/petId", "petId");
  ASSERT_TRUE(slot);
  EXPECT_EQ(slots.known(5, nullptr, "/pets/17/petId"), slot);
}

TEST(Slots, TheIdOfABodyIsTaken) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  const auto taken = slots.take(*slot, answered(api.operations[0], 201, R"({"name": "a", "id": 17})"), 3);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->value, 17);
  ASSERT_TRUE(taken->from);
  EXPECT_EQ(*taken->from, (Extraction{3, Extraction::Kind::Body, "/id"}));
}

TEST(Slots, TheLocationIsPreferredToTheBody) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  const auto taken = slots.take(
      *slot,
      answered(api.operations[0], 201, R"({"id": 1})", {{"location", "http://x/v1/owners/abc?full=1"}}), 0);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->value, "abc");
  EXPECT_EQ(taken->from->detail, "/owners/{}");
}

TEST(Slots, AFailedCallGivesNothing) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  EXPECT_FALSE(slots.take(*slot, answered(api.operations[0], 400, R"({"id": 17})"), 0));
}

TEST(Slots, AnAddressedResourceIsAddressedAgain) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(4, &api.operations[4].parameters[0], "", "ownerId");
  ASSERT_TRUE(slot);
  Call get = answered(api.operations[3], 404, "");
  Argument owner;
  owner.parameter = &api.operations[3].parameters[0];  // called {id} there
  owner.value = 5;
  owner.taken = {{"", {0, Extraction::Kind::Body, "/id"}}};
  get.arguments.push_back(owner);
  const auto taken = slots.take(*slot, get, 1);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->value, 5);
  EXPECT_EQ(taken->from->call, 0u);
}

TEST(Slots, LinksWin) {
  Api api = petStore();
  ResponseDeclaration created;
  created.status = "201";
  created.links.push_back({"owner", 1, {{"ownerId", "$response.body#/meta/key"}}});
  api.operations[0].responses.push_back(created);
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  const auto taken =
      slots.take(*slot, answered(api.operations[0], 201, R"({"id": 1, "meta": {"key": "k7"}})"), 0);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->value, "k7");
}

TEST(Slots, LinksTakeFromTheAnswerAndTheRequestAndAreConstantsOtherwise) {
  Api api = petStore();
  for (const char* name : {"view", "X-Tag"}) {
    Parameter parameter;
    parameter.name = name;
    parameter.place = name[0] == 'v' ? Parameter::Place::Query : Parameter::Place::Header;
    api.operations[2].parameters.push_back(parameter);
  }
  const auto takenBy = [&](const std::string& expression) -> std::optional<Slots::Taken> {
    Api linked = api;
    ResponseDeclaration created;
    created.status = "201";
    created.links.push_back({"order", 3, {{"path.petId", expression}}});
    linked.operations[2].responses = {created};
    Slots slots(linked);
    const auto slot = slots.find(3, &linked.operations[3].parameters[1], "", "petId");
    EXPECT_TRUE(slot);
    Call producer = answered(linked.operations[2], 201, R"({"key": "k7"})", {{"X-Key", "h7"}});
    const auto with = [&](const Parameter* parameter, Json value, const std::string& place = "") {
      producer.arguments.push_back({parameter, std::move(value), {}});
      if (!place.empty())
        producer.arguments.back().taken = {
            {place == "whole" ? "" : place, {0, Extraction::Kind::Body, "/id"}}};
    };
    with(&linked.operations[2].parameters[0], 5, "whole");
    with(&linked.operations[2].parameters[1], "small");
    with(&linked.operations[2].parameters[2], "red");
    with(nullptr, {{"name", "Rex"}, {"owner", 5}}, "/owner");
    return slots.take(*slot, producer, 1);
  };
  const auto valueBy = [&](const std::string& expression) {
    const auto taken = takenBy(expression);
    return taken ? taken->value : Json();
  };
  EXPECT_EQ(valueBy("$response.body#/key"), "k7");
  EXPECT_EQ(valueBy("$response.header.x-key"), "h7");
  EXPECT_EQ(valueBy("$request.path.ownerId"), 5);
  EXPECT_EQ(valueBy("$request.query.view"), "small");
  EXPECT_EQ(valueBy("$request.header.X-Tag"), "red");
  EXPECT_EQ(valueBy("$request.body#/name"), "Rex");
  EXPECT_EQ(valueBy("main"), "main");
  EXPECT_EQ(valueBy("{main}"), "{main}");
  EXPECT_EQ(valueBy("{$request.path.ownerId}"), 5);
  EXPECT_EQ(takenBy("{$request.path.ownerId}")->from->call, 0u);
  // Where that was taken from an answer itself, it is again.
  EXPECT_EQ(takenBy("$request.path.ownerId")->from->call, 0u);
  EXPECT_EQ(takenBy("$request.body#/owner")->from->call, 0u);
  EXPECT_FALSE(takenBy("$request.body#/name")->from);
  // Where a link leads nowhere, what is likely is taken.
  EXPECT_EQ(valueBy("$request.query.none"), "k7");
  EXPECT_EQ(valueBy("$request.body#/none"), "k7");
  // What would have to be put together is no constant.
  for (const char* several :
       {"of-{$request.query.view}", "{$request.query.view}s", "{$request.query.view}{$request.header.X-Tag}"})
    EXPECT_EQ(valueBy(several), "k7") << several;
}

TEST(Slots, WrappedAndListedIdsAreFound) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  const auto wrapped = slots.take(*slot, answered(api.operations[0], 201, R"({"data": {"id": 3}})"), 0);
  ASSERT_TRUE(wrapped);
  EXPECT_EQ(wrapped->from->detail, "/data/id");
  const auto listed = slots.take(*slot, answered(api.operations[0], 200, R"([{"id": 4}, {"id": 5}])"), 0);
  ASSERT_TRUE(listed);
  EXPECT_EQ(listed->from->detail, "/0/id");
}

TEST(Slots, PathsThatDifferInTheNamesOfParametersHaveOneShape) {
  EXPECT_EQ(shapeOf(segmentsOf("/pets/{petId}/toys")), shapeOf(segmentsOf("/pets/{id}/toys")));
  EXPECT_NE(shapeOf(segmentsOf("/pets/{petId}")), shapeOf(segmentsOf("/pets/mine")));
}

TEST(Slots, OfManyOperationsOnlyThoseThatFitAreFound) {
  Api api;
  for (int i = 0; i < 300; ++i) {
    const std::string things = "/area" + std::to_string(i) + "/things" + std::to_string(i);
    for (const char* method : {"GET", "POST"}) api.operations.push_back(operation(method, things));
    for (const char* method : {"GET", "PUT", "DELETE"}) {
      api.operations.push_back(operation(method, things + "/{key}"));
    }
  }
  Slots slots(api);
  for (size_t i = 0; i < 300; ++i) {
    const size_t read = i * 5 + 2;
    const auto slot = slots.find(read, &api.operations[read].parameters[0], "", "key");
    ASSERT_TRUE(slot);
    EXPECT_EQ(slots[*slot].producers, (std::vector<size_t>{i * 5 + 1, i * 5 + 3, i * 5}));
  }
}

TEST(Slots, StayWhereTheyAreWhenOthersAreMade) {
  const Api api = petStore();
  Slots slots(api);
  const auto first = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  ASSERT_TRUE(first);
  const Slots::Slot* place = &slots[*first];
  for (int i = 0; i < 1000; ++i) slots.find(5, nullptr, "/" + std::to_string(i) + "x/ownerId", "ownerId");
  EXPECT_EQ(&slots[*first], place);
}

TEST(Slots, AnEmptyIdentifierIsNotTakenIntoAPath) {
  const Api api = petStore();
  Slots slots(api);
  const auto slot = slots.find(1, &api.operations[1].parameters[0], "", "ownerId");
  ASSERT_TRUE(slot);
  EXPECT_FALSE(slots.take(*slot, answered(api.operations[0], 201, R"({"id": ""})"), 0));
  EXPECT_FALSE(slots.take(*slot, answered(api.operations[0], 201, R"({"id": ".."})"), 0));
  EXPECT_TRUE(slots.take(*slot, answered(api.operations[0], 201, R"({"id": "a/b"})"), 0));
}

TEST(Slots, ALineBreakIsNotTakenIntoAHeader) {
  Api api = petStore();
  Parameter header;
  header.name = "ownerId";
  header.place = Parameter::Place::Header;
  api.operations[6].parameters.push_back(header);
  Slots slots(api);
  const auto slot = slots.find(6, &api.operations[6].parameters[0], "", "ownerId");
  ASSERT_TRUE(slot);
  EXPECT_TRUE(slots.take(*slot, answered(api.operations[0], 201, R"({"id": "seven"})"), 0));
  EXPECT_FALSE(slots.take(*slot, answered(api.operations[0], 201, R"({"id": "7\nX-Admin: yes"})"), 0));
}

TEST(Slots, OfAListInThePathAnElementIsTakenForAnElement) {
  Api api;
  api.operations.push_back(operation("GET", "/places/{ids}"));
  api.operations.push_back(operation("GET", "/places"));
  Slots slots(api);
  const Parameter* parameter = &api.operations[0].parameters[0];
  const auto slot = slots.find(0, parameter, "/0", "ids");
  ASSERT_TRUE(slot);
  Call call = answered(api.operations[0], 200, "");
  call.arguments.push_back({parameter, Json::array({"a", "b"}), {}});
  const auto taken = slots.take(*slot, call, 0);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->value, "a");
  call.arguments[0].value = Json::array({Json::array({"a"})});
  EXPECT_FALSE(slots.take(*slot, call, 0));
}

}  // namespace
}  // namespace covolve::rest
