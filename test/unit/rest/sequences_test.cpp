// Sequences of calls stay sensible whatever the search does to them. Checked on
// the documents of several services, over many seeds.
#include "rest/search/sequences.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "gene/structure/optional_gene.h"
#include "mutating.h"
#include "repository.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using search::Individual;
using test::kindOf;
using test::TinyCatalog;

const ActionCatalog::Take kNothing = [](uint32_t, uint32_t) { return std::nullopt; };

struct TinySequences : TinyCatalog {
  explicit TinySequences(const std::string& document = test::kTinyDocument, size_t longest = 10)
      : TinyCatalog(document), sequences(catalog, constants, seen, longest) {}

  ValuePool seen;
  Sequences sequences;

  std::vector<Individual> samples(size_t count, uint64_t seed = 1) {
    Rng rng(seed);
    std::vector<Individual> tests;
    for (size_t i = 0; i < count; ++i) tests.push_back(sequences.sample(rng));
    return tests;
  }

  std::string idOf(const search::Action& action) const {
    const auto* unsupported = catalog.unsupportedMethod(action.kind);
    const Operation& operation = api.operations[catalog.operationOf(action.kind)];
    return unsupported != nullptr ? unsupported->method + " " + operation.path : operation.id;
  }

  bool endsUnsupported(const Individual& test) const {
    return catalog.unsupportedMethod(test.actions.back().kind) != nullptr;
  }

  /// "" where the call has none.
  std::string bodyOf(const search::Action& action) const {
    const auto data = catalog.dataOf(action, kNothing);
    const bool hasBody = !data.arguments.empty() && data.arguments.back().parameter == nullptr;
    return hasBody ? data.arguments.back().value.dump(-1, ' ', false, Json::error_handler_t::replace) : "";
  }

  /// All that a test says, references by their actions.
  std::string textOf(const Individual& test) const {
    std::string text;
    for (const search::Action& action : test.actions) {
      const auto take = [](uint32_t slot, uint32_t from) {
        return Slots::Taken{Json("slot " + std::to_string(slot) + " of " + std::to_string(from)), {}};
      };
      const auto data = catalog.dataOf(action, take);
      text += idOf(action) + (data.isAuthenticated ? "" : " by a stranger");
      if (data.violation) text += " (" + data.violation->text + ")";
      for (const Argument& argument : data.arguments) {
        text += " " + argument.value.dump(-1, ' ', false, Json::error_handler_t::replace);
      }
      text += "\n";
    }
    return text;
  }
};

std::vector<std::string> documents() {
  const auto services = covolve::test::repository() / "subjects/rest";
  std::vector<std::string> texts{test::kTinyDocument};
  for (const char* file : {"store/openapi.yaml", "news/openapi.yaml", "scs/openapi.yaml"}) {
    const auto text = readFile(services / file);
    EXPECT_TRUE(text) << file;
    if (text) texts.push_back(*text);
  }
  return texts;
}

/// The action that a reference leads to gives what is wanted, or addresses the same resource.
bool leadsSomewhere(const TinySequences& tiny, const Individual& test, uint32_t slot, uint32_t action) {
  const Slots::Slot& wanted = tiny.slots[slot];
  const uint32_t kind = test.actions[action].kind;
  if (tiny.catalog.unsupportedMethod(kind) == nullptr && tiny.slots.canFill(slot, kind)) return true;
  if (wanted.parameter == nullptr || wanted.parameter->place != Parameter::Place::Path) return false;
  const auto own = segmentsOf(tiny.api.operations[wanted.operation].path);
  const auto theirs = segmentsOf(tiny.api.operations[tiny.catalog.operationOf(kind)].path);
  if (theirs.size() <= wanted.segment) return false;
  for (size_t i = 0; i <= wanted.segment; ++i) {
    const bool bothParameters = isParameterSegment(own[i]) && isParameterSegment(theirs[i]);
    if (own[i] != theirs[i] && !bothParameters) return false;
  }
  return true;
}

/// What is wrong with the test; empty: nothing.
std::string defectOf(const TinySequences& tiny, const Individual& test, size_t longest) {
  if (test.actions.empty()) return "no actions";
  if (test.actions.size() > longest) return "too long";
  std::string defect;
  for (size_t i = 0; i < test.actions.size(); ++i) {
    for (const auto& gene : test.actions[i].genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        if (reference.action() >= i) {
          defect = tiny.idOf(test.actions[i]) + " refers to no earlier action";
        } else if (!leadsSomewhere(tiny, test, reference.type(), reference.action())) {
          defect = tiny.idOf(test.actions[i]) + " cannot take anything from " +
                   tiny.idOf(test.actions[reference.action()]);
        }
      });
    }
  }
  return defect;
}

TEST(Sequences, EveryOperationIsCalledBeforeAnythingElseIsTried) {
  for (const std::string& document : documents()) {
    TinySequences tiny(document);
    Rng rng(1);
    std::set<std::string> called;
    size_t samples = 0;
    while (tiny.sequences.isOpening()) {
      const Individual test = tiny.sequences.sample(rng);
      EXPECT_FALSE(tiny.endsUnsupported(test));
      EXPECT_FALSE(called.contains(tiny.idOf(test.actions.back()))) << "some were never called";
      for (const search::Action& action : test.actions) {
        called.insert(tiny.idOf(action));
        EXPECT_FALSE(tiny.catalog.dataOf(action, kNothing).violation);
      }
      ++samples;
    }
    EXPECT_EQ(called.size(), tiny.api.operations.size());
    EXPECT_LE(samples, tiny.api.operations.size());
  }
}

TEST(Sequences, ExamplesOfTheDocumentComeFirst) {
  TinySequences tiny(R"(
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /rooms:
    get:
      operationId: list
      parameters:
        - {name: city, in: query, schema: {type: string, example: Bern}}
        - {name: date, in: query, required: true, schema: {type: string}, examples: {a: {value: d1}, b: {value: d2}}}
      responses: {'200': {description: d}}
    post:
      operationId: add
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, properties: {id: {type: integer, readOnly: true}, bed: {type: string}}}, example: {id: 3, bed: oak}}}
      responses: {'201': {description: d, content: {application/json: {schema: {type: object}}}}}
  /rooms/{id}:
    get:
      operationId: look
      parameters: [{name: id, in: path, required: true, schema: {type: integer, example: 77}}]
      responses: {'200': {description: d}}
  /plain: {get: {operationId: plain, responses: {'200': {description: d}}}}
)");
  Rng rng(3);
  std::map<std::string, std::set<std::string>> data;  // by operation, of all its calls
  std::set<std::string> made;                         // of examples: those that a test is about
  for (int i = 0; i < 5; ++i) {
    const Individual test = tiny.sequences.sample(rng);
    if (test.seedNote == kMadeOfExamples) made.insert(tiny.idOf(test.actions.back()));
    for (const search::Action& action : test.actions) {
      std::string text;
      for (const Argument& argument : tiny.catalog.dataOf(action, kNothing).arguments)
        text += argument.value.dump() + " ";
      data[tiny.idOf(action)].insert(text);
    }
    if (tiny.idOf(test.actions.back()) == "look") EXPECT_GT(test.actions.size(), 1u) << "77 may not be there";
  }
  EXPECT_TRUE(data["add"].contains("{\"bed\":\"oak\"} "));
  EXPECT_TRUE(data["list"].contains("\"Bern\" \"d1\" "));
  EXPECT_FALSE(made.contains("plain"));
  bool isSecondTried = false;
  for (const std::string& one : data["list"]) isSecondTried |= one.ends_with("\"d2\" ");
  EXPECT_TRUE(isSecondTried);
}

TEST(Sequences, ReferencesLeadToEarlierActionsWhateverIsDone) {
  constexpr size_t kLongest = 6;
  for (const std::string& document : documents()) {
    TinySequences tiny(document, kLongest);
    for (uint64_t seed = 0; seed < 12; ++seed) {
      Rng rng(seed);
      covolve::test::Mutating mutating(
          tiny.sequences, tiny.constants, rng,
          search::dataMutationNames()[seed % search::dataMutationNames().size()]);
      std::vector<Individual> tests;
      for (int i = 0; i < 6; ++i) tests.push_back(tiny.sequences.sample(rng));
      for (int step = 0; step < 60; ++step) {
        Individual& one = rng.pick(tests);
        Individual& other = rng.pick(tests);
        if (&one != &other && rng.chance(0.3)) {
          tiny.sequences.crossOver(one, other, rng);
        } else {
          mutating.mutate(one);
        }
        if (rng.chance(0.2) && !tiny.endsUnsupported(one)) tiny.sequences.learnSuccess(one.actions);
        if (rng.chance(0.2)) rng.pick(tests) = tiny.sequences.sample(rng);
        for (const Individual& test : tests) {
          ASSERT_EQ(defectOf(tiny, test, kLongest), "") << tiny.textOf(test);
        }
      }
    }
  }
}

TEST(Sequences, TheSameSeedGivesTheSameTests) {
  const auto text = [](uint64_t seed) {
    TinySequences tiny;
    Rng rng(seed);
    covolve::test::Mutating mutating(tiny.sequences, tiny.constants, rng);
    std::string all;
    Individual last = tiny.sequences.sample(rng);
    for (int i = 0; i < 60; ++i) {
      Individual test = tiny.sequences.sample(rng);
      mutating.mutate(test);
      tiny.sequences.crossOver(test, last, rng);
      all += tiny.textOf(test) + tiny.textOf(last);
      if (!tiny.endsUnsupported(test)) tiny.sequences.learnSuccess(test.actions);
      last = std::move(test);
    }
    return all;
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

TEST(Sequences, AMutationChangesSomething) {
  TinySequences tiny;
  Rng rng(5);
  covolve::test::Mutating mutating(tiny.sequences, tiny.constants, rng);
  int changed = 0;
  constexpr int kTrials = 200;
  for (int i = 0; i < kTrials; ++i) {
    Individual test = tiny.sequences.sample(rng);
    const std::string before = tiny.textOf(test);
    mutating.mutate(test);
    changed += tiny.textOf(test) != before ? 1 : 0;
  }
  // Genes that are not in use may be changed, too: which way a rule would be broken that is not.
  EXPECT_GT(changed, kTrials * 6 / 10);
}

TEST(Sequences, WhatACallNeedsIsMadeBefore) {
  TinySequences tiny;
  int all = 0;
  int prepared = 0;
  for (const Individual& test : tiny.samples(600)) {
    std::set<std::string> before;
    for (const search::Action& action : test.actions) {
      const std::string id = tiny.idOf(action);
      if (id == "getPet" || id == "deletePet") {
        ++all;
        prepared += before.contains("addOwner") && before.contains("addPet") ? 1 : 0;
        break;
      }
      before.insert(id);
    }
  }
  EXPECT_GT(all, 50);
  EXPECT_GT(prepared, all * 6 / 10);
}

TEST(Sequences, PreparingCallsBreakNoRule) {
  TinySequences tiny;
  int preparing = 0;
  for (const Individual& test : tiny.samples(1500)) {
    // Behind a method that is not there comes nothing, and all before it prepares.
    if (!tiny.endsUnsupported(test)) continue;
    for (size_t i = 0; i + 1 < test.actions.size(); ++i) {
      ++preparing;
      const auto data = tiny.catalog.dataOf(test.actions[i], kNothing);
      EXPECT_FALSE(data.violation) << tiny.textOf(test);
      EXPECT_TRUE(data.isAuthenticated);
    }
  }
  EXPECT_GT(preparing, 50);
}

TEST(Sequences, PreparesWithDataThatWorked) {
  TinySequences tiny;
  const Individual proven = tiny.sequence({"addOwner"}, 7);
  const std::string body = tiny.bodyOf(proven.actions[0]);
  tiny.sequences.learnSuccess(proven.actions);
  int all = 0;
  int alike = 0;
  for (const Individual& test : tiny.samples(600)) {
    if (!tiny.endsUnsupported(test)) continue;
    for (size_t i = 0; i + 1 < test.actions.size(); ++i) {
      if (tiny.idOf(test.actions[i]) != "addOwner") continue;
      ++all;
      alike += tiny.bodyOf(test.actions[i]) == body ? 1 : 0;
    }
  }
  EXPECT_GT(all, 20);
  EXPECT_GT(alike, all / 4);
  EXPECT_LT(alike, all) << "nothing else is tried any more";
}

TEST(Sequences, OfTheTestsThatWorkedTheShortestAreRemembered) {
  TinySequences tiny;
  const Individual longer = tiny.sequence({"listOwners", "addOwner"}, 7);
  const Individual shorter = tiny.sequence({"addOwner"}, 8);
  const std::string forgotten = tiny.bodyOf(longer.actions.back());
  ASSERT_NE(forgotten, tiny.bodyOf(shorter.actions.back()));
  tiny.sequences.learnSuccess(longer.actions);
  tiny.sequences.learnSuccess(shorter.actions);
  tiny.sequences.learnSuccess(longer.actions);
  for (const Individual& test : tiny.samples(400)) {
    for (const search::Action& action : test.actions) {
      if (tiny.idOf(action) == "addOwner" && tiny.bodyOf(action) == forgotten) {
        ADD_FAILURE() << tiny.textOf(test);
      }
    }
  }
}

TEST(Sequences, EveryUnsupportedMethodComesOnceInARound) {
  TinySequences tiny;
  std::vector<std::string> drawn;
  for (const Individual& test : tiny.samples(1500)) {
    if (tiny.endsUnsupported(test)) drawn.push_back(tiny.idOf(test.actions.back()));
  }
  const size_t count = tiny.catalog.size() - tiny.catalog.operationCount();
  ASSERT_GT(drawn.size(), 3 * count);
  for (size_t begin = 0; begin + count <= drawn.size(); begin += count) {
    EXPECT_EQ(std::set<std::string>(drawn.begin() + begin, drawn.begin() + begin + count).size(), count);
  }
}

TEST(Sequences, EveryOperationComesOnceInARound) {
  // Nothing to break, nothing to delete, and tests of one call: all are drawn in rounds.
  std::string paths;
  for (char name = 'a'; name < 'i'; ++name) {
    paths += std::string("  /") + name + ": {get: {operationId: " + name +
             ", responses: {'200': {description: d}}}}\n";
  }
  TinySequences tiny(openapi::version30(paths), 1);
  std::vector<std::string> drawn;
  for (const Individual& test : tiny.samples(400)) {
    ASSERT_EQ(test.actions.size(), 1u);
    if (!tiny.endsUnsupported(test)) drawn.push_back(tiny.idOf(test.actions[0]));
  }
  ASSERT_GT(drawn.size(), 80u);
  for (size_t begin = 0; begin + 8 <= drawn.size(); begin += 8) {
    EXPECT_EQ(std::set<std::string>(drawn.begin() + begin, drawn.begin() + begin + 8).size(), 8u);
  }
}

TEST(Sequences, EveryRuleIsBrokenSoon) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    TinySequences tiny;
    size_t rules = 0;
    for (size_t i = 0; i < tiny.catalog.operationCount(); ++i) rules += tiny.catalog.ruleCount(i);
    ASSERT_EQ(rules, 37u);
    // A third of the tests break a rule. With luck alone it would take about 37 * ln 37 * 3 tests.
    std::set<std::string> broken;
    for (const Individual& test : tiny.samples(4 * rules, seed)) {
      for (const search::Action& action : test.actions) {
        const auto data = tiny.catalog.dataOf(action, kNothing);
        if (data.violation) {
          broken.insert(tiny.idOf(action) + " " + data.violation->place + data.violation->text);
        }
      }
    }
    EXPECT_EQ(broken.size(), rules) << "seed " << seed;
  }
}

TEST(Sequences, RulesAreBrokenOnTheGroundOfATestThatWorked) {
  TinySequences tiny;
  const Individual proven = tiny.sequence({"addOwner", "addPet", "getPet"}, 7);
  const auto requestOf = [&](const Individual& test) {
    std::string text;
    for (size_t i = 0; i < 2 && i < test.actions.size(); ++i) text += tiny.bodyOf(test.actions[i]) + "\n";
    return text;
  };
  tiny.sequences.learnSuccess(proven.actions);
  int all = 0;
  int alike = 0;
  for (const Individual& test : tiny.samples(3000)) {
    const search::Action& last = test.actions.back();
    if (tiny.idOf(last) != "getPet" || !tiny.catalog.dataOf(last, kNothing).violation) continue;
    ++all;
    alike += requestOf(test) == requestOf(proven) ? 1 : 0;
  }
  EXPECT_GT(all, 15);
  EXPECT_GT(alike, all / 2) << "with other data, what fails for another reason would hide it";
}

const char* const kGuardedList = R"(
openapi: 3.0.3
info: {title: t, version: '1'}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
paths:
  /open: {get: {operationId: open, responses: {'200': {description: d}}}}
  /secret: {get: {operationId: secret, security: [{key: []}], responses: {'200': {description: d}}}}
  /orders:
    get:
      operationId: list
      security: [{key: []}]
      parameters:
        - {name: month, in: query, schema: {type: integer, enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}}
        - {name: short, in: query, schema: {type: boolean}}
        - {name: since, in: query, schema: {type: string, format: date-time}}
      responses: {'200': {description: d}}
)";

TEST(Sequences, EveryGuardedOperationIsCalledByAStrangerSoon) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TinySequences tiny(kGuardedList);
    std::set<std::string> strangers;
    for (const Individual& test : tiny.samples(100, seed)) {
      const search::Action& last = test.actions.back();
      if (tiny.endsUnsupported(test)) continue;
      if (!tiny.catalog.dataOf(last, kNothing).isAuthenticated) strangers.insert(tiny.idOf(last));
    }
    EXPECT_EQ(strangers, (std::set<std::string>{"secret", "list"})) << "seed " << seed;
  }
}

TEST(Sequences, EveryValueThatTheDocumentNamesIsTriedSoon) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TinySequences tiny(kGuardedList, 1);
    std::set<std::string> tried;
    // A fifth of them call the list just to succeed. By luck alone one of twelve values of a parameter that
    // is seldom given would mostly be missed.
    for (const Individual& test : tiny.samples(300, seed)) {
      for (const search::Action& action : test.actions) {
        if (tiny.idOf(action) != "list") continue;
        const auto data = tiny.catalog.dataOf(action, kNothing);
        if (data.violation || !data.isAuthenticated) continue;
        for (const Argument& argument : data.arguments) {
          const std::string& name = argument.parameter->name;
          tried.insert(name == "since" ? name : name + " " + argument.value.dump());
        }
      }
    }
    EXPECT_EQ(tried.size(), 15u) << "seed " << seed;
  }
}

TEST(Sequences, EveryUseAfterADeletionComesSoon) {
  TinySequences tiny;
  std::set<std::string> seen;
  for (const Individual& test : tiny.samples(250)) {
    for (size_t i = 0; i + 1 < test.actions.size(); ++i) {
      const std::string id = tiny.idOf(test.actions[i]);
      if (id == "deleteOwner" || id == "deletePet") seen.insert(id + " " + tiny.idOf(test.actions[i + 1]));
    }
  }
  for (const char* use :
       {"deleteOwner getOwner", "deleteOwner deleteOwner", "deleteOwner addPet", "deleteOwner getPet",
        "deleteOwner deletePet", "deletePet getPet", "deletePet deletePet"}) {
    EXPECT_TRUE(seen.contains(use)) << use;
  }
}

TEST(Sequences, ValuesOfResponsesAreTriedForParametersOfTheirName) {
  const auto tried = [](const Json& response) {
    TinySequences tiny;
    tiny.seen.learn(response);
    int count = 0;
    for (const Individual& test : tiny.samples(1000)) {
      for (const search::Action& action : test.actions) {
        for (const Argument& argument : tiny.catalog.dataOf(action, kNothing).arguments) {
          const bool isLimit = argument.parameter != nullptr && argument.parameter->name == "limit";
          count += isLimit && argument.value == 77 ? 1 : 0;
        }
      }
    }
    return count;
  };
  EXPECT_GT(tried({{"limit", 77}}), 5 + 2 * tried({{"number", 77}}));
}

TEST(Sequences, AValueThatDoesNotFitIsNotTried) {
  TinySequences tiny;
  tiny.seen.learn({{"limit", 5000}, {"order", "size"}, {"ownerId", -4}});
  for (const Individual& test : tiny.samples(300)) {
    for (const search::Action& action : test.actions) {
      const auto data = tiny.catalog.dataOf(action, kNothing);
      if (data.violation) continue;
      for (const Argument& argument : data.arguments) {
        EXPECT_NE(argument.value, 5000);
        EXPECT_NE(argument.value, "size");
        EXPECT_NE(argument.value, -4);
      }
    }
  }
}

TEST(Sequences, ASingleOperationWithoutDataIsEnough) {
  TinySequences tiny(
      openapi::version30("  /: {get: {operationId: a, responses: {'200': {description: d}}}}\n"));
  Rng rng(1);
  covolve::test::Mutating mutating(tiny.sequences, tiny.constants, rng);
  Individual test;
  mutating.mutate(test);  // of nothing: a new one
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(defectOf(tiny, test, 10), "");
    mutating.mutate(test);
  }
}

constexpr const char* kLinked = R"(
openapi: 3.0.3
info: {title: Shelves, version: '1'}
paths:
  /boxes:
    post:
      operationId: addBox
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}
      responses:
        '201':
          description: made
          content: {application/json: {schema: {type: object, properties: {shelf: {type: string}}}}}
          links:
            where: {operationId: findShelf, parameters: {mark: $response.body#/shelf, note: $request.body#/note}}
            nowhere: {operationId: findShelf, parameters: {unknown: $response.body#/shelf}}
  /find:
    get:
      operationId: findShelf
      parameters:
        - {name: mark, in: query, required: true, schema: {type: string}}
        - {name: note, in: query, schema: {type: string}}
      responses: {'200': {description: it}}
)";

TEST(Sequences, FollowLinksBeforeAnythingThatChanceThinksOf) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TinySequences fresh(kLinked);
    Rng rng(seed);
    while (fresh.sequences.isOpening()) fresh.sequences.sample(rng);
    const Individual test = fresh.sequences.sample(rng);
    EXPECT_EQ(test.seedNote, kMadeOfLinks);
    EXPECT_EQ(fresh.idOf(test.actions.back()), "findShelf");
    EXPECT_EQ(fresh.idOf(test.actions.front()), "addBox");
    size_t references = 0;
    for (const auto& gene : test.actions.back().genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        EXPECT_EQ(fresh.idOf(test.actions[reference.action()]), "addBox");
        ++references;
      });
    }
    EXPECT_EQ(references, 2u) << "the optional one is given, too";
    // One that says nothing of the operation's parameters is no advice, and each has one turn.
    for (int i = 0; i < 30; ++i) EXPECT_NE(fresh.sequences.sample(rng).seedNote, kMadeOfLinks);
  }
}

}  // namespace
}  // namespace covolve::rest
