// From what a search found to the tests that are worth keeping.
#include "rest/suite/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <map>
#include <ranges>
#include <set>

#include "base/files.h"
#include "rest/suite/lowering.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using test::requestsOf;
using test::statusesOf;
using test::TinyAnswer;
using test::TinyRequest;
using test::TinySearch;
using test::TinyService;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TinySearch::Settings resettable() {
  TinySearch::Settings settings;
  settings.reset = "POST /reset";
  return settings;
}

bool isItem(const TinyRequest& request) { return request.segments().size() == 2; }

std::vector<std::string> operationsOf(const CallList& calls) {
  std::vector<std::string> ids;
  for (const Call& call : calls) ids.push_back(call.operation->id);
  return ids;
}

const SuiteTest* testOf(const Suite& suite, const std::string& kind, const std::string& operation) {
  for (const SuiteTest& test : suite.tests) {
    for (const Fault& fault : test.faults) {
      if (fault.kind == kind && fault.operation == operation) return &test;
    }
  }
  return nullptr;
}

bool hasFault(const Suite& suite, const std::string& kind, const std::string& operation) {
  return std::ranges::any_of(
      suite.faults, [&](const Fault& fault) { return fault.kind == kind && fault.operation == operation; });
}

TEST(Suite, OfACorrectServiceHasSuccessesAndRefusals) {
  const TinyService service;
  TinySearch tiny(service.url(), resettable());
  tiny.sample(400);
  const Suite suite = tiny.suite();
  EXPECT_THAT(suite.faults, IsEmpty());
  std::set<std::string> reached;
  for (const SuiteTest& test : suite.tests) {
    EXPECT_GE(test.runs.size(), 5u) << "forward, backward, alone, and as emitted from either file on";
    for (const CallList& run : test.runs) EXPECT_EQ(statusesOf(run), statusesOf(test.runs[0]));
    EXPECT_FALSE(test.endsService);
    const bool succeeds = std::ranges::all_of(test.runs[0], &Call::succeeded);
    EXPECT_EQ(test.group, succeeds ? Group::Successes : Group::Others);
    EXPECT_GT(test.coveredTargets, 0u);
    for (const Call& call : test.runs[0]) {
      if (!call.isUnsupportedMethod) reached.insert(call.operation->id + " " + std::to_string(call.status()));
    }
  }
  // Every success that the document declares, whatever the order in which tests are run.
  for (const Operation& operation : tiny.api.operations) {
    for (const ResponseDeclaration& response : operation.responses) {
      if (!response.status.starts_with('2')) continue;
      EXPECT_TRUE(reached.contains(operation.id + " " + response.status)) << operation.id << response.status;
    }
  }
  EXPECT_TRUE(reached.contains("addOwner 400"));
  const auto isSuccess = [](const SuiteTest& test) { return test.group == Group::Successes; };
  EXPECT_TRUE(std::ranges::is_partitioned(suite.tests, isSuccess));
  EXPECT_LT(suite.tests.size(), tiny.archive.coveredCount()) << "one test reaches several targets";
}

TEST(Suite, TheSameSeedGivesTheSameSuite) {
  const auto log = [] {
    const TinyService service;
    TinySearch tiny(service.url(), resettable());
    tiny.sample(80);
    tiny.suite();
    return service.log();
  };
  EXPECT_EQ(log(), log());
}

TEST(Suite, WhatDependsOnOtherTestsIsNotAsserted) {
  // That nobody is there is true only where this test comes first.
  const TinyService service;
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"listOwners"}), tiny.sequence({"addOwner"})});
  const LoweredSuite lowered = lowerSuite(tiny.suite(), tiny.api, {.baseUrl = service.url()});
  size_t lists = 0;
  for (const emit::Test& test : lowered.successes.tests) {
    for (const emit::Step& step : test.steps) {
      if (step.method != "GET") continue;
      ++lists;
      ASSERT_THAT(step.expectations, SizeIs(1));
      EXPECT_EQ(step.expectations[0].kind, emit::BodyExpectation::Kind::IsType);
    }
  }
  EXPECT_EQ(lists, 1u);
}

TEST(Suite, ATestHasOnlyTheCallsThatItNeeds) {
  const TinyService service;
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"addOwner", "listOwners", "addPet", "getPet", "listOwners"})});
  const Suite suite = tiny.suite();
  std::set<std::vector<std::string>> kept;
  for (const SuiteTest& test : suite.tests) kept.insert(operationsOf(test.runs[0]));
  EXPECT_TRUE(kept.contains({"addOwner"}));
  EXPECT_TRUE(kept.contains({"listOwners"}));
  EXPECT_TRUE(kept.contains({"addOwner", "addPet"}));
  EXPECT_TRUE(kept.contains({"addOwner", "addPet", "getPet"}));
  // Beside these there may only be the list with somebody in it.
  kept.erase({"addOwner", "listOwners"});
  EXPECT_THAT(kept, SizeIs(4)) << testing::PrintToString(kept);
}

TEST(Suite, AFaultIsShownByTheShortestSequence) {
  // A pet cannot be deleted; what else a test does has nothing to do with it.
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method != "DELETE" || request.segments().size() != 4) return std::nullopt;
    return TinyAnswer{500, Json{{"problem", "a bug"}}};
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence(
      {"listOwners", "addOwner", "getOwner", "addPet", "listOwners", "getPet", "deletePet", "getPet"})});
  const Suite suite = tiny.suite();
  ASSERT_TRUE(hasFault(suite, "server-error", "deletePet"));
  const SuiteTest* shown = testOf(suite, "server-error", "deletePet");
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(shown->group, Group::Faults);
  EXPECT_THAT(operationsOf(shown->runs[0]), ElementsAre("addOwner", "addPet", "deletePet"));
  EXPECT_EQ(suite.tests.back().group, Group::Faults) << "faults come last";
}

TEST(Suite, DataOfAFaultAreMadeSimpler) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    const Json body = Json::parse(request.body, nullptr, false);
    if (!body.is_object() || body.value("kind", "") != "firm") return std::nullopt;
    return TinyAnswer{500};
  });
  TinySearch tiny(service.url(), resettable());
  for (uint64_t seed = 0; seed < 40; ++seed) tiny.offer({tiny.sequence({"addOwner"}, seed)});
  const Suite suite = tiny.suite();
  const SuiteTest* shown = testOf(suite, "server-error", "addOwner");
  ASSERT_NE(shown, nullptr);
  const Json body = Json::parse(*shown->runs[0].at(0).request.body);
  EXPECT_EQ(body.value("kind", ""), "firm");
  EXPECT_FALSE(body.contains("age")) << body;
  EXPECT_LE(body.value("name", "").size(), 4u) << body;
}

TEST(Suite, ATestWhoseStatusChangesIsDroppedWithAReason) {
  int asked = 0;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.path != "/owners" || request.method != "GET") return std::nullopt;
    return TinyAnswer{++asked % 3 == 0 ? 200 : 400, Json::array()};
  });
  TinySearch tiny(service.url(), resettable());
  for (uint64_t seed = 0; seed < 6; ++seed) tiny.offer({tiny.sequence({"listOwners"}, seed)});
  tiny.offer({tiny.sequence({"addOwner", "getOwner"})});
  const Suite suite = tiny.suite();
  for (const SuiteTest& test : suite.tests) {
    EXPECT_THAT(operationsOf(test.runs[0]), Not(Contains("listOwners")));
  }
  EXPECT_THAT(suite.tests, Not(IsEmpty())) << "others are kept";
  ASSERT_THAT(suite.dropped, Not(IsEmpty()));
  for (const DroppedTest& dropped : suite.dropped) {
    EXPECT_THAT(dropped.what, testing::AnyOf(HasSubstr("listOwners"), HasSubstr("GET /owners")));
    EXPECT_THAT(dropped.reason, testing::AnyOf("its statuses differ between runs",
                                               "the test for it behaves differently when it is repeated"));
  }
}

// Clients read all of an answer into memory, which may have no end: a run of such tests took 16 GB.
TEST(Suite, NoTestReadsAnAnswerThatIsLongerThanTheLimit) {
  const std::string tooLong(11 << 20, 'x');
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.path != "/owners" || request.method != "GET") return std::nullopt;
    return TinyAnswer{200, Json::array({{{"id", 1}, {"name", tooLong}}})};
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"listOwners"}), tiny.sequence({"addOwner", "getOwner"})});
  const Suite suite = tiny.suite();
  EXPECT_THAT(suite.tests, Not(IsEmpty())) << "others are kept";
  for (const SuiteTest& test : suite.tests) {
    EXPECT_THAT(operationsOf(test.runs[0]), Not(Contains("listOwners")));
  }
  EXPECT_THAT(suite.dropped, Contains(Field(&DroppedTest::reason, HasSubstr("too long"))));
}

TEST(Suite, AFaultStaysAlsoWhereNoTestShowsItAlways) {
  int asked = 0;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.path != "/owners" || request.method != "GET" || ++asked != 2) return std::nullopt;
    return TinyAnswer{500};
  });
  TinySearch tiny(service.url(), resettable());
  const auto list = tiny.sequence({"listOwners"});
  tiny.offer({list, list, list});
  const Suite suite = tiny.suite();
  EXPECT_TRUE(hasFault(suite, "server-error", "listOwners"));
  EXPECT_EQ(testOf(suite, "server-error", "listOwners"), nullptr);
  EXPECT_THAT(suite.dropped, Contains(Field(&DroppedTest::reason, "it does not always show its fault")));
}

TEST(Suite, OneTestShowsTwoFaultsOfTheSameCall) {
  // Data that conform are refused, and that with a status that is not declared.
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method != "GET" || request.path != "/owners") return std::nullopt;
    return TinyAnswer{422, Json{{"problem", "a bug"}}};
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"listOwners"})});
  const Suite suite = tiny.suite();
  EXPECT_TRUE(hasFault(suite, "undeclared-status", "listOwners"));
  EXPECT_TRUE(hasFault(suite, "positive-rejected", "listOwners"));
  ASSERT_THAT(suite.tests, SizeIs(1));
  EXPECT_THAT(suite.tests[0].faults, SizeIs(2));
}

TEST(Suite, AFaultThatComesAndGoesDoesNotTakeAnotherWithIt) {
  TinySearch::Settings settings = resettable();
  settings.document = openapi::version30(
      "  /x: {get: {operationId: x, responses: {'200': {description: d, headers:"
      " {X-A: {required: true, schema: {type: string}}, X-B: {required: true, schema: {type: "
      "string}}}}}}}\n");
  int asked = 0;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method != "GET") return std::nullopt;
    TinyAnswer answer{200};
    if (++asked > 1) answer.headers.emplace_back("X-B", "here");  // X-A is never there
    return answer;
  });
  TinySearch tiny(service.url(), settings);
  tiny.offer({tiny.sequence({"x"})});
  const Suite suite = tiny.suite();
  EXPECT_THAT(suite.faults, SizeIs(2));
  ASSERT_THAT(suite.tests, SizeIs(1));
  ASSERT_THAT(suite.tests[0].faults, SizeIs(1));
  EXPECT_THAT(suite.tests[0].faults[0].detail, HasSubstr("X-A"));
}

TEST(Suite, ATestThatEndsWithoutAnAnswerComesLast) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method != "DELETE" || !isItem(request)) return std::nullopt;
    TinyAnswer none;
    none.end = TinyAnswer::End::ClosesConnection;
    return none;
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"addOwner", "deleteOwner"}), tiny.sequence({"addOwner", "getOwner"})});
  const Suite suite = tiny.suite();
  ASSERT_THAT(suite.tests, Not(IsEmpty()));
  EXPECT_TRUE(suite.tests.back().endsService);
  EXPECT_EQ(suite.tests.back().runs[0].back().operation->id, "deleteOwner");
  const auto endsService = [](const SuiteTest& test) { return !test.endsService; };
  EXPECT_TRUE(std::ranges::is_partitioned(suite.tests, endsService));
}

TEST(Suite, IdentifiersThatGrowAreCarriedAndNotAsserted) {
  // Nobody resets this one: every run meets other identifiers and longer lists.
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.offer({tiny.sequence({"addOwner", "addPet", "getPet"}), tiny.sequence({"addOwner", "listOwners"})});
  const Suite suite = tiny.suite();
  const LoweredSuite lowered = lowerSuite(suite, tiny.api, {.baseUrl = service.url()});
  size_t captures = 0;
  size_t identifiers = 0;
  for (const emit::Test& test : lowered.successes.tests) {
    for (const emit::Step& step : test.steps) {
      captures += step.captures.size();
      for (const emit::BodyExpectation& one : step.expectations) {
        EXPECT_NE(one.kind, emit::BodyExpectation::Kind::HasLength) << one.pointer;
        if (!one.pointer.ends_with("/id")) continue;
        ++identifiers;
        EXPECT_EQ(one.kind, emit::BodyExpectation::Kind::IsType);
      }
      for (const emit::TextPiece& piece : step.target) {
        if (!piece.isVariable) {
          EXPECT_THAT(piece.text, Not(testing::ContainsRegex("/p?[0-9]")));
        }
      }
    }
  }
  EXPECT_GE(captures, 2u);
  EXPECT_GE(identifiers, 1u);
}

/// Reads an owner by an identifier that the test does not make.
search::Individual readingOwner(const TinySearch& tiny, int id) {
  search::Individual test = tiny.sequence({"getOwner"});
  for (const auto& gene : test.actions[0].genes) {
    forEachSlot(*gene, [&](gene::AlternativeGene& slot, uint32_t) { assignAbsentIdentifier(slot, id); });
  }
  return test;
}

TEST(Suite, WhatOnlyARunningServiceKnowsIsNotAddressed) {
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.offer({tiny.sequence({"addOwner"})});
  tiny.offer({readingOwner(tiny, 1)});
  const Suite suite = tiny.suite();
  for (const SuiteTest& test : suite.tests) {
    EXPECT_NE(operationsOf(test.runs[0]), std::vector<std::string>{"getOwner"});
  }
  EXPECT_THAT(suite.dropped, Contains(Field(&DroppedTest::reason, HasSubstr("--start or --reset"))));
}

TEST(Suite, ASuccessOfEachOperationComesBeforeAnythingElse) {
  // Time for a handful of tests: a fault at every turn must not take it.
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    return request.method == "DELETE" ? std::optional(TinyAnswer{500}) : std::nullopt;
  });
  TinySearch tiny(service.url(), resettable());
  tiny.sample(300);
  const uint64_t before = tiny.runner.requests();
  const auto left = [&] { return 150.0 - static_cast<double>(tiny.runner.requests() - before); };
  auto made = SuiteMaker({.problem = tiny.problem,
                          .archive = tiny.archive,
                          .runner = tiny.runner,
                          .oracles = test::allOracles(),
                          .allowance = Allowance(left),
                          .letTimePass = [] {}})
                  .make();
  ASSERT_TRUE(made);
  std::set<std::string> succeeded;
  for (const SuiteTest& test : made->tests) {
    if (test.group == Group::Successes) succeeded.insert(test.runs[0].back().operation->id);
  }
  for (const char* operation : {"listOwners", "addOwner", "getOwner", "addPet", "getPet"}) {
    EXPECT_TRUE(succeeded.contains(operation)) << operation;
  }
  EXPECT_TRUE(made->leftOut.any()) << "and what was left out is told";
  EXPECT_GT(left(), -60) << "the allowance is kept, but for what was begun";
}

/// After a search, with a clock on which a reset and a request take their time.
class SearchWithResets {
 public:
  explicit SearchWithResets(TinyService::Behaviour behaviour = {}, size_t tests = 300)
      : service_(std::move(behaviour)) {
    tiny.sample(tests);
  }

  size_t resets() const { return readFile(resets_).value_or("").size(); }

  double used(double costOfReset) const {
    return costOfReset * static_cast<double>(resets()) + 0.01 * static_cast<double>(tiny.runner.requests());
  }

 private:
  const Result<ScratchDirectory> scratch_ = ScratchDirectory::make("suite-test");
  const std::filesystem::path resets_ = scratch_.value().path() / "resets";  // a byte for each
  const TinyService service_;

 public:
  TinySearch tiny{service_.url(), {.reset = "printf x >> " + resets_.string()}};
};

TEST(Suite, OfAServiceThatTakesLongToResetHasTestsAsWell) {
  SearchWithResets searched;
  TinySearch& tiny = searched.tiny;
  for (const double costOfReset : {5.0, 30.0, 300.0}) {
    const double before = searched.used(costOfReset);
    const auto left = [&] { return 30 - (searched.used(costOfReset) - before); };
    const auto made = SuiteMaker({.problem = tiny.problem,
                                  .archive = tiny.archive,
                                  .runner = tiny.runner,
                                  .oracles = test::allOracles(),
                                  .allowance = Allowance(left),
                                  .letTimePass = [] {}})
                          .make();
    ASSERT_TRUE(made);
    EXPECT_GT(made->tests.size(), 2u) << costOfReset;
    for (const SuiteTest& test : made->tests) EXPECT_GE(test.runs.size(), 2u) << costOfReset;
    EXPECT_GT(left(), -30 - 3 * costOfReset) << costOfReset;
  }
}

/// Whose first state takes so long to come back to that each time counts.
Suite suiteWithDearResets(SearchWithResets& searched, std::optional<CostOfEmitted> emitted,
                          const std::function<void(SuiteMaker&, Suite&)>& afterwards = {}) {
  constexpr double kCostOfReset = 5;
  const double before = searched.used(kCostOfReset);
  const auto left = [&, before] { return 30 - (searched.used(kCostOfReset) - before); };
  SuiteMaker maker({.problem = searched.tiny.problem,
                    .archive = searched.tiny.archive,
                    .runner = searched.tiny.runner,
                    .oracles = test::allOracles(),
                    .allowance = Allowance(left),
                    .emitted = emitted,
                    .letTimePass = [] {}});
  auto made = maker.make();
  EXPECT_TRUE(made);
  if (made && afterwards) afterwards(maker, *made);
  EXPECT_GT(left(), 0) << "the allowance is kept";
  return std::move(made).value_or(Suite{});
}

TEST(Suite, AServiceThatTakesLongToResetIsResetOnceToChooseAndOnceToVerify) {
  SearchWithResets searched;
  const Suite suite = suiteWithDearResets(searched, std::nullopt);
  EXPECT_EQ(searched.resets(), 2u);
  std::set<std::string> succeeded;
  for (const SuiteTest& test : suite.tests) {
    EXPECT_THAT(test.runs, SizeIs(3)) << "that of the search, of choosing, and as emitted";
    for (const Call& call : test.runs[0]) {
      if (call.succeeded()) succeeded.insert(call.operation->id);
    }
  }
  for (const auto& [operation, statuses] : searched.tiny.problem.statuses()) {
    const bool hasSucceeded =
        std::ranges::any_of(statuses, [](const auto& one) { return one.first >= 200 && one.first < 300; });
    EXPECT_EQ(succeeded.contains(operation), hasSucceeded) << operation;
  }
}

TEST(Suite, WhatTheFrameworkWillRunAnywayIsNotRunBefore) {
  SearchWithResets searched;
  const Suite suite =
      suiteWithDearResets(searched, CostOfEmitted{.start = 0.5, .perTest = 0.01, .languages = 1});
  EXPECT_EQ(searched.resets(), 1u);
  EXPECT_GT(suite.tests.size(), 10u);
  for (const SuiteTest& test : suite.tests) EXPECT_THAT(test.runs, SizeIs(2));
}

TEST(Suite, WhatNoFrameworkCouldRunIsRunInTheOrderOfTheFiles) {
  std::vector<std::string> requests;
  SearchWithResets searched([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    requests.push_back(request.method + " " + request.path);
    return request.method == "DELETE" ? std::optional(TinyAnswer{500}) : std::nullopt;
  });
  const CostOfEmitted emitted{.start = 0.5, .perTest = 0.01, .languages = 1};
  suiteWithDearResets(searched, emitted, [&](SuiteMaker& maker, Suite& suite) {
    ASSERT_TRUE(suite.wasNeverRunInOrder);
    ASSERT_EQ(suite.tests.back().group, Group::Faults);
    const auto isFault = [](const SuiteTest& test) { return test.group == Group::Faults; };
    const std::string first = std::ranges::find_if(suite.tests, isFault)->runs.front().front().request.method;
    const std::string last =
        std::ranges::find_if_not(suite.tests | std::views::reverse,
                                 [](const SuiteTest& test) { return test.group != Group::Successes; })
            ->runs.front()
            .back()
            .request.method;
    requests.clear();
    const size_t before = suite.tests.size();
    const auto done = maker.runInOrder(suite, std::chrono::seconds(0));
    ASSERT_TRUE(done && *done);
    ASSERT_FALSE(requests.empty());
    EXPECT_TRUE(requests.front().starts_with(first + " ")) << "faults_test comes before successes_test";
    EXPECT_TRUE(requests.back().starts_with(last + " "));
    EXPECT_LE(suite.tests.size(), before);
    for (const SuiteTest& test : suite.tests) EXPECT_GE(test.runs.size(), 3u);
  });
}

TEST(Suite, WithDearResetsFaultsHaveTestsAsWell) {
  SearchWithResets searched([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    return request.method == "DELETE" ? std::optional(TinyAnswer{500}) : std::nullopt;
  });
  const Suite suite = suiteWithDearResets(searched, std::nullopt);
  for (const char* operation : {"deleteOwner", "deletePet"}) {
    const SuiteTest* shown = testOf(suite, "server-error", operation);
    ASSERT_NE(shown, nullptr) << operation;
    EXPECT_EQ(shown->group, Group::Faults);
    EXPECT_EQ(shown->runs.front().back().status(), 500);
    EXPECT_LE(shown->runs.front().size(), 3u) << "only what the last call needs";
  }
}

TEST(Suite, AnswersThatAreVeryLongAreNotKeptWithEachTest) {
  const auto answering = [](size_t length) {
    Call call;
    call.answer = HttpResponse{.status = 200, .headers = {}, .body = std::string(length, 'x')};
    return call;
  };
  EXPECT_THAT(keptCalls(CallList{answering(1000), answering(1000)}), SizeIs(2));
  EXPECT_THAT(keptCalls(CallList{answering(600'000), answering(600'000)}), IsEmpty());
}

TEST(Suite, SuccessesWhoseRunsWereNotKeptAreRunTwice) {
  // A list of a megabyte and more.
  const std::string name(1'200'000, 'x');
  SearchWithResets searched(
      [&](const TinyRequest& request) -> std::optional<TinyAnswer> {
        const bool isList =
            request.method == "GET" && request.segments() == std::vector<std::string>{"owners"};
        if (!isList) return std::nullopt;
        return TinyAnswer{200, Json::array({{{"id", 1}, {"name", "Ann"}, {"note", name}}})};
      },
      24);
  const Suite suite = suiteWithDearResets(searched, std::nullopt);
  const auto isList = [](const SuiteTest& test) { return test.runs[0].back().operation->id == "listOwners"; };
  EXPECT_TRUE(std::ranges::any_of(suite.tests, isList));
}

TEST(Suite, WhatIsNeededIsWhatTheLastCallTakesSomethingFrom) {
  const TinyService service;
  TinySearch tiny(service.url());
  SeenRun seen;
  seen.test = tiny.sequence({"listOwners", "addOwner", "listOwners", "addPet", "getPet"});
  seen.calls = tiny.runner.run(seen.test);
  ASSERT_THAT(statusesOf(seen.calls), ElementsAre(200, 201, 200, 201, 200));
  const SeenRun needed = neededPart(seen);
  EXPECT_EQ(operationsOf(needed.calls), (std::vector<std::string>{"addOwner", "addPet", "getPet"}));
  EXPECT_THAT(needed.test.actions, SizeIs(3));
  // What was taken is found where it stands now.
  std::set<size_t> sources;
  for (const Argument& argument : needed.calls.back().arguments) {
    for (const auto& [pointer, from] : argument.taken) sources.insert(from.call);
  }
  EXPECT_FALSE(sources.empty());
  for (const size_t source : sources) EXPECT_LT(source, 2u);
  EXPECT_EQ(statusesOf(tiny.runner.run(needed.test)), (std::vector<int>{201, 201, 200}));
}

TEST(Suite, RunningTheEmittedTestsLeavesTimeToChooseThem) {
  SearchWithResets searched;
  TinySearch& tiny = searched.tiny;
  for (const double costOfReset : {1.0, 3.0, 6.0}) {
    const double before = searched.used(costOfReset);
    const auto left = [&] { return 10 - (searched.used(costOfReset) - before); };
    const auto made = SuiteMaker({.problem = tiny.problem,
                                  .archive = tiny.archive,
                                  .runner = tiny.runner,
                                  .oracles = test::allOracles(),
                                  .allowance = Allowance(left),
                                  .emitted = CostOfEmitted{.start = 0.5, .perTest = 0.01, .languages = 2},
                                  .letTimePass = [] {}})
                          .make();
    ASSERT_TRUE(made);
    EXPECT_GT(made->tests.size(), 10u) << costOfReset;
    for (const SuiteTest& test : made->tests) EXPECT_GE(test.runs.size(), 2u) << costOfReset;
  }
}

TEST(Suite, AFaultThatThereIsNoTimeForIsToldAsItWasSeen) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    return request.method == "DELETE" ? std::optional(TinyAnswer{500}) : std::nullopt;
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"listOwners", "addOwner", "deleteOwner", "listOwners"})});
  const auto suite = SuiteMaker({.problem = tiny.problem,
                                 .archive = tiny.archive,
                                 .runner = tiny.runner,
                                 .oracles = test::allOracles(),
                                 .allowance = Allowance([] { return 0.0; }),
                                 .letTimePass = [] {}})
                         .make();
  ASSERT_TRUE(suite) << suite.error().message;
  EXPECT_THAT(suite->tests, IsEmpty());
  EXPECT_EQ(suite->leftOut.faults, suite->faults.size());
  const auto seen = std::ranges::find_if(suite->unstable, [](const UnstableTest& one) {
    return one.test.faults.front().kind == "server-error";
  });
  ASSERT_NE(seen, suite->unstable.end());
  EXPECT_FALSE(seen->isDoubtful);
  EXPECT_EQ(operationsOf(seen->test.runs[0]),
            (std::vector<std::string>{"listOwners", "addOwner", "deleteOwner"}));
  EXPECT_EQ(seen->test.runs[0].back().status(), 500);
}

TEST(Suite, AFaultThatNoTestShowsIsToldByTheCallsThatDidShowIt) {
  bool isFirst = true;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method != "DELETE") return std::nullopt;
    return std::exchange(isFirst, false) ? std::optional(TinyAnswer{500}) : std::nullopt;
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"listOwners", "addOwner", "deleteOwner", "listOwners"})});
  const Suite suite = tiny.suite();
  const auto isIt = [](const UnstableTest& one) { return one.test.faults.front().kind == "server-error"; };
  const auto seen = std::ranges::find_if(suite.unstable, isIt);
  ASSERT_NE(seen, suite.unstable.end());
  EXPECT_TRUE(seen->isDoubtful);
  const CallList& told = seen->test.runs.back();
  EXPECT_EQ(operationsOf(told), (std::vector<std::string>{"listOwners", "addOwner", "deleteOwner"}));
  EXPECT_EQ(told.back().status(), 500);
  const auto listed = std::ranges::find(suite.faults, "server-error", &Fault::kind);
  ASSERT_NE(listed, suite.faults.end());
  EXPECT_EQ(listed->call, 2u);
}

TEST(Suite, OfAServiceThatCannotBeResetAnyMoreHasTheTestsAsTheyRan) {
  const auto scratch = ScratchDirectory::make("suite-test");
  ASSERT_TRUE(scratch);
  const auto broken = scratch->path() / "broken";
  const TinyService service;
  TinySearch::Settings settings;
  settings.reset = "test ! -e " + broken.string();
  TinySearch tiny(service.url(), settings);
  tiny.sample(100);
  ASSERT_TRUE(replaceFile(broken, ""));
  const Suite suite = tiny.suite();
  EXPECT_GT(suite.tests.size(), 5u);
  EXPECT_TRUE(tiny.isOver);
  EXPECT_NE(tiny.runner.endReason(), "");
}

TEST(Suite, OfAServiceThatIsGoneHasTheTestsAsTheyRan) {
  int requests = 0;
  const TinyService service([&](const TinyRequest&) -> std::optional<TinyAnswer> {
    if (++requests < 40) return std::nullopt;
    TinyAnswer none;
    none.end = TinyAnswer::End::ServiceIsGone;
    return none;
  });
  TinySearch tiny(service.url());
  tiny.sample(400);
  ASSERT_TRUE(tiny.isOver);
  const size_t made = service.log().size();
  const Suite suite = tiny.suite();
  EXPECT_EQ(service.log().size(), made) << "nothing is run any more";
  ASSERT_GT(suite.tests.size(), 5u);
  size_t covered = 0;
  for (const SuiteTest& test : suite.tests) {
    EXPECT_THAT(test.runs, SizeIs(1));
    covered += test.coveredTargets;
  }
  EXPECT_EQ(covered, tiny.archive.coveredCount());
  // And can be written down.
  const LoweredSuite lowered = lowerSuite(suite, tiny.api, {.baseUrl = service.url()});
  EXPECT_EQ(lowered.names.size(), suite.tests.size());
}

TEST(Suite, StopsMakingTestsSmallerWhenHalfOfTheTimeIsUp) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    return request.method == "DELETE" ? std::optional(TinyAnswer{500}) : std::nullopt;
  });
  TinySearch tiny(service.url(), resettable());
  tiny.offer({tiny.sequence({"listOwners", "addOwner", "deleteOwner"})});
  bool isFirst = true;
  const auto left = [&] { return std::exchange(isFirst, false) ? 3e6 : 1e6; };
  SuiteMaker::Parts parts{.problem = tiny.problem,
                          .archive = tiny.archive,
                          .runner = tiny.runner,
                          .oracles = test::allOracles(),
                          .allowance = Allowance(left),
                          .isOver = [] { return false; },
                          .letTimePass = [] {}};
  const auto suite = SuiteMaker(std::move(parts)).make();
  ASSERT_TRUE(suite) << suite.error().message;
  const SuiteTest* shown = testOf(*suite, "server-error", "deleteOwner");
  ASSERT_NE(shown, nullptr) << "what is known is kept";
  EXPECT_THAT(shown->runs[0], SizeIs(3));
}

}  // namespace
}  // namespace covolve::rest
