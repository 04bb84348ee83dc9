#include "rest/search/scenarios.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>

#include "openapi_support.h"
#include "rest/search/sequences.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

const char* const kNotes = R"(
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all}}}
    post:
      operationId: make
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'201': {description: made}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: look, responses: {'200': {description: this one}}}
    put:
      operationId: store
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'200': {description: stored}}
    delete: {operationId: remove, responses: {'204': {description: gone}}}
)";

/// "look, look by 1, look, remove by 1, look"
std::string textOf(const Scenario& scenario, const Api& api) {
  std::string text;
  for (const ScenarioCall& call : scenario) {
    text += (text.empty() ? "" : ", ") + api.operations[call.operation].id;
    if (call.user > 0) text += " by " + std::to_string(call.user);
    if (call.isByStranger) text += " by a stranger";
  }
  return text;
}

std::vector<std::string> textsOf(const Api& api, size_t users) {
  std::vector<std::string> texts;
  for (const Scenario& scenario : scenariosOf(api, users)) texts.push_back(textOf(scenario, api));
  return texts;
}

TEST(Scenarios, WithOneUserAPutIsSentTwice) {
  const Api api = openapi::parseOrFail(kNotes);
  EXPECT_EQ(textsOf(api, 1), (std::vector<std::string>{"store, look, store, look"}));
}

TEST(Scenarios, OfTwoUsersOneTriesWhateverCanBeDoneWithTheOthersThings) {
  const Api api = openapi::parseOrFail(kNotes);
  const std::vector<std::string> expected{
      "store, look, store, look",
      "look, look by 1, look, store by 1, look",
      "look, list, list by 1, look, store by 1, look",
      "look, look by 1, look, remove by 1, look",
      "look, list, list by 1, look, remove by 1, look",
      "look, store, store by 1, look, look, remove by 1, look",
      "look, look by a stranger, list, list by 1, look by 1",
      "look, look by 1, list by 1",
  };
  EXPECT_EQ(textsOf(api, 2), expected);
}

TEST(Scenarios, AreTriedSoonWithTheSameDataWhereTheyAreSentAgain) {
  const Api api = openapi::parseOrFail(kNotes);
  Slots slots(api);
  const ActionCatalog catalog(api, slots, {}, 2);
  const gene::Constants constants;
  const ValuePool seen;
  Sequences sequences(catalog, constants, seen, 10);
  const uint32_t make = test::kindOf(api, "make");
  const uint32_t store = test::kindOf(api, "store");
  const uint32_t look = test::kindOf(api, "look");
  Rng rng(1);
  int twice = 0;
  for (int i = 0; i < 400; ++i) {
    const search::Individual test = sequences.sample(rng);
    const auto kinds = test.actions | std::views::transform(&search::Action::kind);
    if (!std::ranges::equal(kinds, std::vector{make, store, look, store, look})) continue;
    const auto equal = [](const auto& one, const auto& other) { return one->equals(*other); };
    twice += std::ranges::equal(test.actions[1].genes, test.actions[3].genes, equal) ? 1 : 0;
  }
  EXPECT_GT(twice, 3);
}

}  // namespace
}  // namespace covolve::rest
