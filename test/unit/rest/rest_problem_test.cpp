#include "rest/search/rest_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "call_builder.h"
#include "search/mutation/mutator.h"
#include "search/mutation/root_gene.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using test::TinyAnswer;
using test::TinyRequest;
using test::TinySearch;
using test::TinyService;
using testing::Contains;
using testing::ElementsAre;
using testing::Pair;
using testing::StartsWith;

/// A DELETE fails.
std::optional<TinyAnswer> deletionFails(const TinyRequest& request) {
  if (request.method != "DELETE") return std::nullopt;
  return TinyAnswer{500, Json{{"problem", "a bug"}}};
}

TEST(FaultsOfATest, TellTheCallThatShowsThem) {
  by_hand::World world;
  const Operation& list = world.operation("GET", "/pets");
  const CallList calls{call(list, "/pets").answered(200), call(list, "/pets").answered(500),
                       call(list, "/pets").answered(200), call(list, "/pets").answered(502)};
  std::vector<std::string> found;
  for (const Fault& fault : faultsOf(calls, test::allOracles())) {
    if (fault.kind == "server-error") found.push_back(fault.detail + " at " + std::to_string(fault.call));
  }
  EXPECT_THAT(found, ElementsAre("500 at 1", "502 at 3"));
}

TEST(RestProblem, AnOperationsParametersHaveTheSameNamesWhereverItIsCalled) {
  const TinyService service;
  TinySearch search(service.url());
  const search::Individual test = search.sequence({"addOwner", "listOwners", "addOwner"});
  EXPECT_EQ(search.problem.actionId(test, 0), search.problem.actionId(test, 2));
  EXPECT_NE(search.problem.actionId(test, 0), search.problem.actionId(test, 1));
}

bool isSame(const search::Action& one, const search::Action& other) {
  return one.kind == other.kind &&
         std::ranges::equal(one.genes, other.genes,
                            [](const auto& left, const auto& right) { return left->equals(*right); });
}

// However much is changed at once: what keeps a test sensible is changed as seldom as ever.
TEST(RestProblem, NoStrategyMakesMostTestsBreakRulesOrLoseTheirResources) {
  const TinyService service;
  TinySearch tiny(service.url());
  const search::Individual start = tiny.sequence({"addOwner", "listOwners", "getOwner"});
  for (const std::string& strategy : search::dataMutationNames()) {
    Rng rng(1);
    search::Parameters parameters;
    parameters.mutation = strategy;
    const double progress = 0;
    search::Mutator mutator({tiny.problem, tiny.archive, rng, parameters, progress});
    size_t counted = 0, violating = 0, bound = 0;
    for (int i = 0; i < 1000; ++i) {
      search::Individual mutant = start;
      mutator.mutate(mutant, {0, std::make_shared<const search::Evaluated>(start), {0, 1}}, true);
      const auto isSameKind = [](const auto& one, const auto& other) { return one.kind == other.kind; };
      if (!std::ranges::equal(mutant.actions, start.actions, isSameKind)) continue;
      ++counted;
      for (const search::Action& action : mutant.actions) {
        for (const auto& gene : action.genes) EXPECT_TRUE(gene->holds());
        const auto data = tiny.catalog.dataOf(action, [](auto, auto) { return std::nullopt; });
        violating += data.violation ? 1 : 0;
        EXPECT_TRUE(data.isAuthenticated) << "no operation asks for it";
      }
      bound += search::holdsReference(mutant.actions[2].genes[ActionCatalog::kFirstParameter]) ? 1 : 0;
    }
    EXPECT_GT(counted, 300u) << strategy;
    EXPECT_LT(violating, counted * 2 / 3) << strategy << ", of three calls a test";
    EXPECT_GT(bound, counted * 13 / 20) << strategy;
  }
}

TEST(RestProblem, LearnsWhatSucceedsAlsoWhereNobodyAsksForCredentials) {
  const TinyService service;
  TinySearch tiny(service.url());
  const search::Individual proven = tiny.sequence({"addOwner"});
  tiny.offer({proven});
  Rng rng(1);
  size_t repeated = 0;
  for (int i = 0; i < 300; ++i) {
    for (const search::Action& action : tiny.problem.sample({}, rng).actions) {
      repeated += isSame(action, proven.actions[0]) ? 1 : 0;
    }
  }
  EXPECT_GT(repeated, 10u);
}

TEST(AssumptionsOfATest, AreIdentifiersThatItDidNotMake) {
  by_hand::World world;
  const Operation& add = world.operation("POST", "/pets");
  const Operation& list = world.operation("GET", "/pets");
  const Operation& read = world.operation("GET", "/pets/{petId}");
  const Parameter id = by_hand::parameter("petId", Parameter::Place::Path);
  const Parameter page = by_hand::parameter("page", Parameter::Place::Query);
  const by_hand::TakenList fromFirst{{"", {0, Extraction::Kind::Body, "/id"}}};
  const Call added = call(add, "/pets").answeredJson(201, {{"id", 5}});
  const Call listed = call(list, "/pets").with(page, 2).answeredJson(200, {{"id", 5}});

  EXPECT_EQ(assumptionsOf(CallList{call(read, "/pets/5").with(id, 5).answered(200)}), 1u);
  EXPECT_EQ(assumptionsOf(CallList{added, call(read, "/pets/5").with(id, 5, fromFirst).answered(200)}), 0u);
  EXPECT_EQ(assumptionsOf(CallList{listed, call(read, "/pets/5").with(id, 5, fromFirst).answered(200)}), 1u)
      << "what is listed was there before";
  EXPECT_EQ(assumptionsOf(CallList{call(read, "/pets/5").with(id, 5).answered(404)}), 0u);
  EXPECT_EQ(
      assumptionsOf(CallList{
          call(read, "/pets/x").with(id, "x").violating("path parameter petId", "type", "").answered(200)}),
      0u);
}

TEST(RestProblem, HandsTestsBackInTheirOrderAsFarAsTheyWereRun) {
  const TinyService service;
  TinySearch::Settings settings;
  settings.requests = 6;
  TinySearch tiny(service.url(), settings);
  const auto two = tiny.sequence({"addOwner", "getOwner"});
  const auto one = tiny.sequence({"listOwners"});
  ASSERT_TRUE(tiny.problem.submit({two, one}));
  ASSERT_TRUE(tiny.problem.submit({one, two, two}));
  std::vector<size_t> lengths;
  const auto note = [&](const search::Individual& test, const search::Evaluation&) {
    lengths.push_back(test.actions.size());
  };
  ASSERT_TRUE(tiny.problem.collect(note));
  EXPECT_THAT(lengths, ElementsAre(2, 1));
  EXPECT_EQ(tiny.problem.requests(), 3u) << "whatever the thread has done since";
  ASSERT_TRUE(tiny.problem.collect(note));
  EXPECT_THAT(lengths, ElementsAre(2, 1, 1, 2, 0));
  EXPECT_EQ(tiny.problem.requests(), 6u);
}

TEST(RestProblem, CountsAnswersByOperationAndStatus) {
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.offer(
      {tiny.sequence({"addOwner", "getOwner", "deleteOwner", "getOwner"}), tiny.sequence({"getOwner"})});
  const StatusCounts& statuses = tiny.problem.statuses();
  EXPECT_THAT(statuses.at("addOwner"), ElementsAre(Pair(201, 1)));
  EXPECT_THAT(statuses.at("getOwner"), ElementsAre(Pair(200, 1), Pair(404, 2)));
  EXPECT_FALSE(statuses.contains("listOwners"));
}

TEST(RestProblem, KeepsAFaultWithTheCallsThatLeadToIt) {
  const TinyService service(deletionFails);
  TinySearch tiny(service.url());
  tiny.offer({tiny.sequence({"addOwner", "listOwners", "deleteOwner", "getOwner", "listOwners"})});
  ASSERT_EQ(tiny.problem.faults().size(), 1u);
  const auto* entry = tiny.problem.faults().ordered()[0];
  EXPECT_EQ(entry->fault().kind, "server-error");
  EXPECT_EQ(entry->fault().operation, "deleteOwner");
  EXPECT_EQ(entry->fault().call, 2u);
  EXPECT_EQ(entry->witnesses[0].test.actions.size(), 3u);

  tiny.offer({tiny.sequence({"addOwner", "deleteOwner"})});
  ASSERT_EQ(tiny.problem.faults().size(), 1u);
  EXPECT_EQ(tiny.problem.faults().ordered()[0]->witnesses[0].test.actions.size(), 2u);
}

TEST(RestProblem, AFaultIsATargetThatWasFound) {
  const TinyService service(deletionFails);
  TinySearch tiny(service.url());
  const size_t before = tiny.problem.targetCount();
  tiny.offer({tiny.sequence({"addOwner", "deleteOwner"})});
  EXPECT_GT(tiny.problem.targetCount(), before);
  const auto& targets = tiny.problem.targets();
  size_t faults = 0;
  for (search::TargetId id = 0; id < targets.size(); ++id) {
    if (targets[id].kind != search::TargetKind::Fault) continue;
    ++faults;
    EXPECT_EQ(targets[id].function, "deleteOwner");
    EXPECT_TRUE(tiny.archive.isCovered(id));
  }
  EXPECT_EQ(faults, 1u);
}

TEST(RestProblem, EvidenceAreTheTestsThatReachedSomethingFirst) {
  const TinyService service;
  TinySearch tiny(service.url());
  const auto read = tiny.sequence({"addOwner", "getOwner"});
  tiny.offer({read, read, tiny.sequence({"addOwner", "deleteOwner"})});
  const auto& evidence = tiny.problem.evidence();
  ASSERT_EQ(evidence.size(), 2u);
  EXPECT_EQ(evidence[0].calls.size(), 2u);
  EXPECT_EQ(evidence[1].calls[1].status(), 204);
  size_t covered = 0;
  for (const Evidence& one : evidence) covered += one.newTargets;
  EXPECT_EQ(covered, tiny.archive.coveredCount());
}

TEST(RestProblem, TheSameSeedGivesTheSameRequests) {
  const auto requests = [](uint64_t seed) {
    const TinyService service;
    TinySearch tiny(service.url());
    tiny.sample(64, seed);
    return service.log();
  };
  const auto first = requests(3);
  EXPECT_GT(first.size(), 64u);
  EXPECT_EQ(requests(3), first);
  EXPECT_NE(requests(4), first);
}

TEST(RestProblem, FindsNothingWrongWithAServiceThatKeepsToItsDocument) {
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.sample(600);
  for (const auto* entry : tiny.problem.faults().ordered()) ADD_FAILURE() << entry->fault().message;
  // All that the document promises is there, but for what only a mistake could bring.
  const auto& targets = tiny.problem.targets();
  for (search::TargetId id = 0; id < targets.size(); ++id) {
    const bool isNumber =
        targets[id].description.size() == 3 && targets[id].description.ends_with("xx") == false;
    if (targets[id].kind == search::TargetKind::Status && isNumber) {
      EXPECT_TRUE(tiny.archive.isCovered(id)) << targets[id].function << ": " << targets[id].description;
    }
  }
}

TEST(RestProblem, ValuesOfAnswersComeBackInLaterCalls) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method != "GET") return std::nullopt;
    return TinyAnswer{200, Json{{"limit", 63}}};
  });
  TinySearch tiny(service.url());
  tiny.sample(800);
  EXPECT_GT(service.count("GET /owners?limit=63"), 3u);
}

TEST(RestProblem, ResetsTheServiceBetweenTestsWhereThatIsACall) {
  const TinyService service;
  TinySearch::Settings settings;
  settings.reset = "POST /reset";
  TinySearch tiny(service.url(), settings);
  const auto test = tiny.sequence({"addOwner", "getOwner"});
  tiny.offer({test, test, test});
  EXPECT_THAT(service.log(), ElementsAre(StartsWith("POST /owners"), "GET /owners/1", "POST /reset",  //
                                         StartsWith("POST /owners"), "GET /owners/1", "POST /reset",  //
                                         StartsWith("POST /owners"), "GET /owners/1"));
}

TEST(RestProblem, MayEndWithTestsUnderWay) {
  const TinyService service;
  {
    TinySearch tiny(service.url());
    const auto test = tiny.sequence({"addOwner"});
    ASSERT_TRUE(tiny.problem.submit({test, test, test}));
    ASSERT_TRUE(tiny.problem.submit({test, test, test}));
  }
  EXPECT_LE(service.count("POST"), 6u);
}

TEST(RestProblem, CountsWhatLinksLedTo) {
  std::string document = test::kTinyDocument;
  const std::string made =
      "        '201': {description: made, headers: {Location: {required: true, schema: {type: string}}}}\n";
  const size_t place = document.find(made);
  ASSERT_NE(place, std::string::npos);
  document.replace(place, made.size(), R"(        '201':
          description: made
          headers: {Location: {required: true, schema: {type: string}}}
          links:
            owner: {operationId: getOwner, parameters: {ownerId: $request.path.ownerId}}
            nobody: {operationId: getOwner, parameters: {ownerId: '731205998'}}
)");
  const TinyService service;
  TinySearch tiny(service.url(), {.document = document, .reset = "POST /reset"});
  tiny.sample(40);
  EXPECT_EQ(tiny.problem.links().tried, 2u);
  EXPECT_EQ(tiny.problem.links().succeeded, 1u);
}

}  // namespace
}  // namespace covolve::rest
