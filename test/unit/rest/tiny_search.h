// All that stands between a document and a suite, put together for tests: catalog,
// client, runner, problem, archive.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "http_fixture.h"
#include "openapi_support.h"
#include "rest/search/rest_problem.h"
#include "rest/search/slot_genes.h"
#include "rest/suite/suite.h"
#include "search/archive.h"
#include "tiny_service.h"

namespace covolve::rest::test {

inline uint32_t kindOf(const Api& api, const std::string& operation) {
  const auto found = std::ranges::find(api.operations, operation, &Operation::id);
  EXPECT_NE(found, api.operations.end()) << operation;
  return static_cast<uint32_t>(found - api.operations.begin());
}

/// A document and what is known of it before any call.
struct TinyCatalog {
  explicit TinyCatalog(const std::string& document = kTinyDocument)
      : api(openapi::parseOrFail(document)), slots(api), catalog(api, slots) {}

  Api api;
  Slots slots;
  ActionCatalog catalog;
  gene::Constants constants;

  /// One operation after the other with data that conform; what an earlier call creates is taken from the
  /// last that does.
  search::Individual sequence(const std::vector<std::string>& operations, uint64_t seed = 1) const {
    Rng rng(seed);
    gene::Source source(rng, constants);
    search::Individual test;
    for (const std::string& operation : operations) {
      search::Action action = catalog.make(kindOf(api, operation));
      for (const auto& gene : action.genes) {
        gene->sample(source);
        forEachSlot(*gene, [&](gene::AlternativeGene& alternative, uint32_t slot) {
          sampleOwnValue(alternative, source);
          for (uint32_t i = 0; i < test.actions.size(); ++i) {
            const uint32_t kind = test.actions[i].kind;
            if (api.operations[kind].method == "POST" && slots.canFill(slot, kind)) refer(alternative, i);
          }
        });
      }
      catalog.makeOrdinary(action);
      test.actions.push_back(std::move(action));
    }
    return test;
  }
};

inline std::vector<const Oracle*> allOracles() {
  std::vector<const Oracle*> all;
  for (const auto& oracle : oracles()) all.push_back(oracle.get());
  return all;
}

inline std::vector<int> statusesOf(const CallList& calls) {
  std::vector<int> statuses;
  for (const Call& call : calls) statuses.push_back(call.status());
  return statuses;
}

/// "POST /owners"
inline std::vector<std::string> requestsOf(const CallList& calls) {
  std::vector<std::string> requests;
  for (const Call& call : calls) requests.push_back(call.request.method + " " + call.request.target);
  return requests;
}

class TinySearch : public TinyCatalog {
 public:
  struct Settings {
    std::string document = kTinyDocument;
    std::string reset = {};  // "POST /reset"
    std::optional<uint64_t> requests = {};
    size_t longestTest = 10;
    std::chrono::milliseconds timeout{5'000};
    AuthenticationOptions authentication = {};
  };

  explicit TinySearch(const std::string& url) : TinySearch(url, Settings{}) {}
  TinySearch(const std::string& url, const Settings& settings)
      : TinyCatalog(settings.document),
        client(clientOf(url, clientOptions(settings), isOver)),
        authentication(settings.authentication, api.securitySchemes),
        reset({.start = "", .reset = settings.reset, .directory = {}}, url),
        runner({catalog, client, authentication, nullptr, reset.isPossible() ? &reset : nullptr,
                settings.requests, isOver}),
        problem({catalog, constants, runner, allOracles(), settings.longestTest, true,
                 runner.resetsByCall() ? size_t{1} : size_t{0}}),
        archive(problem.targetCount()) {}

  std::atomic<bool> isOver = false;
  HttpClient client;
  Authentication authentication;
  ServiceReset reset;
  TestRunner runner;
  RestProblem problem;
  search::Archive archive;

  /// Has the tests run, and offers them to the archive.
  void offer(std::vector<search::Individual> tests) {
    ASSERT_TRUE(problem.submit(std::move(tests)));
    collect();
  }

  /// So many tests made anew; as in a search, some are made while others run.
  void sample(size_t count, uint64_t seed = 1) {
    Rng rng(seed);
    size_t underWay = 0;
    for (size_t done = 0; done < count && !isOver; done += problem.batchSize()) {
      std::vector<search::Individual> batch;
      for (size_t i = 0; i < problem.batchSize(); ++i) batch.push_back(problem.sample({}, rng));
      ASSERT_TRUE(problem.submit(std::move(batch)));
      if (++underWay < problem.pipelineDepth()) continue;
      collect();
      --underWay;
    }
    for (; underWay > 0; --underWay) collect();
  }

  Suite suite() {
    SuiteMaker::Parts parts{.problem = problem,
                            .archive = archive,
                            .runner = runner,
                            .oracles = allOracles(),
                            .allowance = Allowance([] { return 1e6; }),
                            .isOver = [this] { return isOver.load(); },
                            .letTimePass = [] {}};
    auto made = SuiteMaker(std::move(parts)).make();
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : Suite{};
  }

 private:
  void collect() {
    const auto collected =
        problem.collect([&](search::Individual test, const search::Evaluation& evaluation) {
          archive.grow(problem.targetCount());
          archive.offer(test, evaluation.reached);
        });
    ASSERT_TRUE(collected);
  }

  static ClientOptions clientOptions(const Settings& settings) {
    ClientOptions options;
    options.timeout = settings.timeout;
    return options;
  }
};

}  // namespace covolve::rest::test
