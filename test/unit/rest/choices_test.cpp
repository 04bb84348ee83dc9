// What a document names is found there, and can be given to the actions that are
// made of the same document.
#include "rest/search/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gene/value_builder.h"
#include "rest/openapi/validation/validator.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using test::kindOf;
using test::TinyCatalog;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

const ActionCatalog::Take kNothing = [](uint32_t, uint32_t) { return std::nullopt; };

const char* const kOrders = R"(
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /orders:
    get:
      operationId: list
      parameters:
        - {name: status, in: query, schema: {type: string, enum: [open, paid, cancelled]}}
        - {name: since, in: query, schema: {type: string, format: date-time}}
        - {name: kind, in: query, schema: {type: array, items: {type: string, enum: [gift, own]}}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
        - {name: all, in: query, required: true, schema: {type: boolean}}
        - {name: petId, in: query, schema: {type: integer, minimum: 1}}
      responses: {'200': {description: d}}
    post:
      operationId: add
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [count]
              properties:
                id: {type: integer, maximum: 9, readOnly: true}
                count: {type: integer, maximum: 7}
                price: {type: number, minimum: 0.5}
                phone: {type: string, maxLength: 3, nullable: true}
                code: {type: string, maxLength: 3, pattern: '^[0-9]+$'}
                state: {type: string, enum: [open, paid]}
          text/plain: {schema: {type: string, maxLength: 4}}
      responses: {'201': {description: d}}
)";

/// "limit", "body 0", "body 0 count"
std::vector<std::string> textsOf(const Operation& operation) {
  std::vector<std::string> texts;
  for (const Choice& choice : choicesOf(operation)) {
    const bool isBody = choice.datum == operation.parameters.size();
    std::string text =
        isBody ? "body " + std::to_string(choice.bodyType) : operation.parameters[choice.datum].name;
    if (!choice.member.empty()) text += " " + choice.member;
    texts.push_back(std::move(text));
  }
  return texts;
}

/// What an action says of the datum or, if it has a name, of the member.
std::optional<Json> said(const TinyCatalog& tiny, const search::Action& action, const Choice& choice) {
  const Operation& operation = tiny.api.operations[action.kind];
  const bool isBody = choice.datum == operation.parameters.size();
  const Parameter* parameter = isBody ? nullptr : &operation.parameters[choice.datum];
  for (const Argument& argument : tiny.catalog.dataOf(action, kNothing).arguments) {
    if (argument.parameter != parameter) continue;
    if (choice.member.empty()) return argument.value;
    return argument.value.contains(choice.member) ? std::optional(argument.value[choice.member])
                                                  : std::nullopt;
  }
  return std::nullopt;
}

search::Action ordinary(const TinyCatalog& tiny, uint32_t kind, gene::Source& source) {
  search::Action action = tiny.catalog.make(kind);
  for (const auto& gene : action.genes) gene->sample(source);
  tiny.catalog.makeOrdinary(action);
  return action;
}

/// All that actions of the operation say where they are given what the document names.
std::vector<std::string> saidOf(const std::string& operationId) {
  const TinyCatalog tiny(kOrders);
  const uint32_t kind = kindOf(tiny.api, operationId);
  const Operation& operation = tiny.api.operations[kind];
  const auto names = textsOf(operation);
  std::vector<std::string> all;
  Rng rng(1);
  gene::Source source(rng, tiny.constants);
  for (size_t i = 0; i < names.size(); ++i) {
    const Choice choice = choicesOf(operation)[i];
    search::Action action = ordinary(tiny, kind, source);
    bool isChosen = choose(choice, operation, action, source);
    // A text cannot have a member.
    for (int attempt = 0; !isChosen && attempt < 20; ++attempt) {
      action = ordinary(tiny, kind, source);
      isChosen = choose(choice, operation, action, source);
    }
    if (!isChosen) continue;
    const auto value = said(tiny, action, choice);
    all.push_back(names[i] + (choice.value ? " " + (value ? value->dump() : "nothing") : ""));
    EXPECT_TRUE(value) << names[i];
    for (const Argument& argument : tiny.catalog.dataOf(action, kNothing).arguments) {
      const Schema& schema = argument.parameter != nullptr
                                 ? *argument.parameter->schema
                                 : *tiny.catalog.dataOf(action, kNothing).bodyType->schema;
      EXPECT_FALSE(validate(argument.value, schema, Direction::Request)) << argument.value;
    }
  }
  return all;
}

TEST(Choices, AreTheValuesThatTheDocumentNamesForParameters) {
  EXPECT_THAT(saidOf("list"),
              UnorderedElementsAre(R"(status "open")", R"(status "paid")", R"(status "cancelled")", "since",
                                   R"(kind ["gift"])", R"(kind ["own"])", "limit 1", "limit 100", "all false",
                                   "all true", "petId"));
}

TEST(Choices, AreTheValuesOfTheBodysMembersAndItsTypes) {
  // Three letters would not match the pattern of the code.
  EXPECT_THAT(saidOf("add"),
              UnorderedElementsAre("body 0", "body 0 count 7", "body 0 price 0.5", "body 0 phone null",
                                   R"(body 0 phone "aaa")", R"(body 0 state "open")",
                                   R"(body 0 state "paid")", "body 1", R"(body 1 "aaaa")"));
}

TEST(Choices, AreEndsOfRangesAsTheSchemaMeansThem) {
  const Api api = openapi::parseOrFail(openapi::version30(
      "  /a: {get: {operationId: a, parameters: ["
      "{name: above, in: query, schema: {type: integer, minimum: 3, exclusiveMinimum: true}}, "
      "{name: fives, in: query, schema: {type: integer, minimum: 1, maximum: 99, multipleOf: 5}}], "
      "responses: {'200': {description: d}}}}\n"));
  std::vector<Value> values;
  for (const Choice& choice : choicesOf(api.operations[0]))
    values.push_back(choice.value.value_or(Value::null()));
  EXPECT_THAT(values, UnorderedElementsAre(Value::number(4), Value::number(5), Value::number(95)));
}

TEST(Choices, LeaveTheRestOfTheBodyAsItIs) {
  const TinyCatalog tiny(kOrders);
  const uint32_t kind = kindOf(tiny.api, "add");
  const Operation& operation = tiny.api.operations[kind];
  const auto choices = choicesOf(operation);
  const auto paid = std::ranges::find_if(
      choices, [](const Choice& choice) { return choice.value && *choice.value == Value::string("paid"); });
  ASSERT_NE(paid, choices.end());
  Rng rng(1);
  gene::Source source(rng, tiny.constants);
  int chosen = 0;
  for (int i = 0; i < 100; ++i) {
    search::Action action = ordinary(tiny, kind, source);
    Json before = tiny.catalog.dataOf(action, kNothing).arguments.back().value;
    if (!before.is_object()) continue;
    ++chosen;
    ASSERT_TRUE(choose(*paid, operation, action, source));
    before["state"] = "paid";
    EXPECT_EQ(tiny.catalog.dataOf(action, kNothing).arguments.back().value, before);
  }
  EXPECT_GT(chosen, 20);
}

TEST(Choices, OfALongEnumerationAreBounded) {
  std::string values;
  for (int i = 0; i < 1000; ++i) values += "v" + std::to_string(i) + ", ";
  const Api api = openapi::parseOrFail(openapi::version30(
      "  /a: {get: {operationId: a, parameters: [{name: q, in: query, schema: {type: string, enum: [" +
      values +
      "w]}}, {name: r, in: query, schema: {type: boolean}}], responses: {'200': {description: d}}}}\n"));
  EXPECT_LT(choicesOf(api.operations[0]).size(), 100u);
  EXPECT_THAT(textsOf(api.operations[0]), IsSupersetOf({"q", "r"}));
}

TEST(Choices, TellingTextsAreForMembersThatHoldAnyText) {
  TinyCatalog tiny(R"(
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /orders:
    post:
      operationId: add
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                note: {type: string, maxLength: 40}
                line: {type: string, minLength: 9}
                short: {type: string, maxLength: 3}
                state: {type: string, enum: [opened, paying]}
                code: {type: string, pattern: '^[0-9]+$'}
                at: {type: string, format: date}
                id: {type: string}
                count: {type: integer}
      responses: {'201': {description: d}}
)");
  Rng rng(1);
  std::vector<std::string> members;
  for (const Choice& choice : tellingChoices(tiny.api.operations[0], rng)) {
    members.push_back(choice.member);
    EXPECT_TRUE(choice.value->text.starts_with('#')) << choice.value->text;
  }
  EXPECT_THAT(members, testing::ElementsAre("note", "line"));
}

}  // namespace
}  // namespace covolve::rest
