// Whole runs, from the document to the written files, against services of a few
// lines.
#include "rest/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/files.h"
#include "tiny_service.h"

namespace covolve::rest {
namespace {

namespace fs = std::filesystem;

using test::TinyAnswer;
using test::TinyRequest;
using test::TinyService;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class GenerateTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = ScratchDirectory::make("generate-test");
    ASSERT_TRUE(made);
    scratch_ = std::make_unique<ScratchDirectory>(*std::move(made));
    options_.schema = file("openapi.yaml");
    options_.output = file("out");
    options_.requests = 500;
    options_.runsEmitted = false;  // a second each
    std::ofstream(options_.schema) << test::kTinyDocument;
  }

  std::string file(const std::string& name) const { return (scratch_->path() / name).string(); }
  std::string written(const std::string& name) const { return readFile(options_.output / name).value_or(""); }
  Json report() const { return Json::parse(written("covolve.json"), nullptr, false); }

  Result<generate::Summary> run() {
    phases_.clear();
    notices_.clear();
    return generateTests(options_, [&](const generate::Progress& progress) {
      if (!progress.notice.empty()) notices_.push_back(progress.notice);
      if (phases_.empty() || phases_.back() != progress.phase) phases_.push_back(progress.phase);
    });
  }

  std::string refusal() {
    const auto summary = run();
    EXPECT_FALSE(summary);
    return summary ? "" : summary.error().message;
  }

  std::unique_ptr<ScratchDirectory> scratch_;
  RestOptions options_;
  std::vector<std::string> phases_;
  std::vector<std::string> notices_;
};

/// A service whose pets cannot be deleted.
std::optional<TinyAnswer> keepsPets(const TinyRequest& request) {
  const bool isDeletion = request.method == "DELETE" && request.segments().size() == 4;
  return isDeletion ? std::optional(TinyAnswer{500, Json{{"problem", "a bug"}}}) : std::nullopt;
}

TEST_F(GenerateTest, WhatTheBaselineKnowsDoesNotFailTheRun) {
  const TinyService service(keepsPets);
  options_.url = service.url();
  options_.service.reset = "POST /reset";
  options_.requests = 600;
  options_.baseline = {file("known.json"), true, false};
  auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_TRUE(summary->foundFaults) << "all are new";
  const std::string known = readFile(options_.baseline.file).value_or("");
  EXPECT_THAT(known, HasSubstr(report()["faults"][0]["id"].get<std::string>()));
  options_.baseline.adds = false;
  summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_FALSE(summary->foundFaults);
  EXPECT_EQ(report()["faults"][0]["known"], true);
  EXPECT_EQ(readFile(options_.baseline.file).value_or(""), known) << "nobody asked to change it";
}

TEST_F(GenerateTest, ABaselineThatIsNotThereIsToldBeforeAnythingIsSent) {
  const TinyService service;
  options_.url = service.url();
  options_.baseline.file = file("missing.json");
  EXPECT_THAT(refusal(), HasSubstr("missing.json"));
  EXPECT_THAT(service.log(), IsEmpty());
}

TEST_F(GenerateTest, TheSearchEndsWithTheLastFaultThatIsWanted) {
  const TinyService service([](const TinyRequest&) { return std::optional(TinyAnswer{500}); });
  options_.url = service.url();
  options_.requests = 5000;
  options_.maxFailures = 1;
  ASSERT_TRUE(run());
  EXPECT_LT(report()["requests"], 200);
}

TEST_F(GenerateTest, ACallWithoutCredentialsIsNotTakenForTheSameWithThem) {
  const TinyService service;
  options_.url = service.url();
  options_.service.reset = "POST /reset";
  options_.authentication.headers = {{"X-Api-Key", "k"}};
  options_.oracles = {"ignored-authentication"};
  std::string document = test::kTinyDocument;
  const std::string list = "operationId: listOwners\n";
  document.insert(document.find(list) + list.size(), "      security: [{key: []}]\n");
  const std::string components = "components:\n";
  document.insert(document.find(components) + components.size(),
                  "  securitySchemes: {key: {type: apiKey, in: header, name: X-Api-Key}}\n");
  std::ofstream(options_.schema) << document;
  ASSERT_TRUE(run());
  ASSERT_EQ(report()["faults"].size(), 2u) << report()["faults"].dump(1);
  for (const auto& fault : report()["faults"]) {
    EXPECT_EQ(fault["operation"], "GET /owners");
    EXPECT_NE(fault["test"], "") << fault.dump(1);
  }
  const std::string tests = written("faults_test.cpp");
  EXPECT_THAT(tests, HasSubstr("madeUpByCovolve"));
  EXPECT_THAT(tests, HasSubstr("The credentials are made up."));
  EXPECT_THAT(tests + written("successes_test.cpp"), Not(HasSubstr("\"k\"")));
}

TEST_F(GenerateTest, AnAnswerThatIsAlwaysLateIsAFault) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.method == "GET" && request.segments().size() == 1)
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
    return std::nullopt;
  });
  options_.url = service.url();
  options_.service.reset = "POST /reset";
  options_.requests = 40;
  options_.longestResponse = std::chrono::milliseconds(50);
  options_.oracles = {"slow-answer"};
  ASSERT_TRUE(run());
  ASSERT_EQ(report()["faults"].size(), 1u) << report()["faults"].dump(1);
  EXPECT_EQ(report()["faults"][0]["kind"], "slow-answer");
  EXPECT_NE(report()["faults"][0]["test"], "");
  EXPECT_THAT(written("faults_test.cpp"), HasSubstr("std::chrono::milliseconds(50)"));
}

TEST_F(GenerateTest, AServiceThatIsElsewhereIsToldAtOnce) {
  const TinyService service;
  options_.url = service.url();
  std::string document = test::kTinyDocument;
  const std::string paths = "paths:\n  /owners:";
  document.replace(document.find(paths), paths.size(),
                   "servers: [{url: /shop}]\npaths:\n  /other: {get: {operationId: other, responses: {'404': "
                   "{description: none}}}}\n  /owners:");
  std::ofstream(options_.schema) << document;
  ASSERT_TRUE(run());
  ASSERT_THAT(notices_, SizeIs(1));
  EXPECT_THAT(notices_[0], HasSubstr("answered by 404 at " + service.url() + "/shop"));
  options_.basePath = "/";
  ASSERT_TRUE(run());
  EXPECT_THAT(notices_, IsEmpty());
  EXPECT_GT(service.count("GET /owners"), 0u);
}

TEST_F(GenerateTest, ABasePathThatTheUrlHasIsNotDoubled) {
  const TinyService service;
  options_.url = service.url() + "/shop/";
  std::string document = test::kTinyDocument;
  document.insert(document.find("paths:"), "servers: [{url: /shop}]\n");
  std::ofstream(options_.schema) << document;
  ASSERT_TRUE(run());
  EXPECT_GT(service.count("GET /shop/owners"), 0u);
  EXPECT_EQ(service.count("GET /shop/shop"), 0u);
}

TEST_F(GenerateTest, ReportsForOtherToolsAreWrittenWhereTheyAreWanted) {
  const TinyService service(keepsPets);
  options_.url = service.url();
  options_.junit = file("junit.xml");
  options_.har = file("sent.har");
  ASSERT_TRUE(run());
  EXPECT_THAT(readFile(options_.junit).value_or(""), HasSubstr("<failure type=\"server-error\""));
  const Json har = Json::parse(readFile(options_.har).value_or(""), nullptr, false);
  ASSERT_FALSE(har.is_discarded());
  EXPECT_EQ(har["log"]["entries"].size(), service.log().size());
}

TEST_F(GenerateTest, EachTechniqueChangesWhatTheSearchDoes) {
  // A parameter that is called as a field of the answers: what was seen there may be tried here.
  std::string document = test::kTinyDocument;
  const std::string order = "{name: order, in: query, schema: {type: string, enum: [name, age]}}";
  document.replace(document.find(order), order.size(), "{name: name, in: query, schema: {type: string}}");
  std::ofstream(options_.schema) << document;
  const auto requestsWith = [&](const search::Techniques& techniques) {
    const TinyService service;
    options_.url = service.url();
    options_.requests = 2000;
    options_.parameters.techniques = techniques;
    EXPECT_TRUE(run());
    return service.log();
  };
  const std::vector<std::string> byDefault = requestsWith({});
  EXPECT_EQ(requestsWith({}), byDefault) << "otherwise a difference would say nothing";
  for (const auto& technique : search::techniqueOptions()) {
    if (!technique.levels.rest) continue;
    search::Techniques techniques;
    techniques.*technique.member = !(techniques.*technique.member);
    EXPECT_NE(requestsWith(techniques), byDefault) << technique.option;
  }
}

TEST_F(GenerateTest, ACorrectServiceGetsTestsAndNoFaults) {
  const TinyService service;
  options_.url = service.url();
  options_.formats = {"pytest", "node"};
  options_.service.reset = "POST /reset";
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_FALSE(summary->foundFaults);
  EXPECT_EQ(summary->endReason, "");
  EXPECT_THAT(summary->text, HasSubstr("Tiny Store 1: 500 requests"));
  EXPECT_THAT(summary->text, HasSubstr("no faults"));
  EXPECT_THAT(summary->text, HasSubstr("7 of 7 operations succeeded"));
  EXPECT_THAT(phases_, ElementsAre("reading the document", "reaching the service", "searching", "verifying",
                                   "writing"));
  EXPECT_THAT(written("test_successes.py"), HasSubstr("def test_"));
  EXPECT_THAT(written("others.test.mjs"), HasSubstr("/owners"));
  EXPECT_FALSE(fs::exists(options_.output / "test_faults.py"));
  EXPECT_FALSE(fs::exists(options_.output / "faults.md"));
  EXPECT_FALSE(fs::exists(options_.output / "successes_test.cpp")) << "nobody asked for it";
  const Json told = report();
  EXPECT_EQ(told["requests"], 500);
  EXPECT_THAT(told["faults"], IsEmpty());
  EXPECT_GT(told["tests"].size(), 10u);
  for (const Json& test : told["tests"]) {
    EXPECT_THAT(written(test["file"]), HasSubstr(test["name"].get<std::string>())) << test;
  }
}

TEST_F(GenerateTest, FaultsAreListedWithTestsAndCommands) {
  // Pets cannot be deleted, and owners stay readable when they are.
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    const auto path = request.segments();
    if (request.method == "DELETE" && path.size() == 4) return TinyAnswer{500, Json{{"problem", "a bug"}}};
    if (request.method == "DELETE" && path.size() == 2) return TinyAnswer{204};
    return std::nullopt;
  });
  options_.url = service.url();
  options_.formats = {"pytest"};
  options_.service.reset = "POST /reset";
  options_.requests = 600;
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_TRUE(summary->foundFaults);
  std::map<std::string, Json> faults;
  const Json told = report();
  for (const Json& fault : told["faults"]) {
    faults[fault["kind"].get<std::string>() + " " + fault["operationId"].get<std::string>()] = fault;
  }
  ASSERT_TRUE(faults.contains("server-error deletePet")) << told["faults"];
  ASSERT_TRUE(faults.contains("delete-then-get getOwner")) << told["faults"];
  const Json& kept = faults["delete-then-get getOwner"];
  EXPECT_EQ(kept["reproduced"], true);
  // Made, deleted, read.
  ASSERT_THAT(kept["commands"], SizeIs(3));
  EXPECT_THAT(kept["commands"][0].get<std::string>(), HasSubstr(service.url() + "/owners"));
  EXPECT_THAT(kept["commands"][1].get<std::string>(), HasSubstr("DELETE"));
  const std::string test = kept["test"];
  EXPECT_THAT(written("test_faults.py"), HasSubstr(test.substr(test.rfind('.') + 1)));
  EXPECT_THAT(written("faults.md"), HasSubstr("server-error: DELETE /owners/{ownerId}/pets/{petId}"));
  EXPECT_THAT(written("faults.md"), HasSubstr("curl "));
  EXPECT_THAT(summary->text, HasSubstr("delete-then-get"));
}

TEST_F(GenerateTest, AServiceThatGoesAwayLeavesTheTestsAsTheyRan) {
  int requests = 0;
  const TinyService service([&](const TinyRequest&) -> std::optional<TinyAnswer> {
    if (++requests < 60) return std::nullopt;
    TinyAnswer none;
    none.end = TinyAnswer::End::ServiceIsGone;
    return none;
  });
  options_.url = service.url();
  options_.formats = {"pytest"};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(summary->text, HasSubstr("ended early"));
  EXPECT_THAT(summary->text, HasSubstr("does not accept connections any more"));
  EXPECT_THAT(summary->endReason, HasSubstr("does not accept connections any more"));
  EXPECT_THAT(written("test_successes.py"), HasSubstr("def test_"));
  EXPECT_GT(report()["tests"].size(), 5u);
  EXPECT_LT(report()["requests"], 500);
}

TEST_F(GenerateTest, SecretsThatTheServiceSaysBackAreInNoFile) {
  const TinyService service([](const TinyRequest& request) -> std::optional<TinyAnswer> {
    const bool isKnown = request.head.find("Bearer s3cret-token") != std::string::npos;
    if (request.method == "GET" && request.segments().size() == 2 && isKnown)
      return TinyAnswer{500, Json{{"problem", "no owner for s3cret-token"}}};
    if (request.method == "GET" && request.path == "/owners")
      return TinyAnswer{200, Json::array({{{"name", "s3cret-token"}}})};
    return std::nullopt;
  });
  options_.url = service.url();
  options_.service.reset = "POST /reset";
  options_.authentication.headers = {{"Authorization", "Bearer s3cret-token"}};
  options_.formats = {"gtest", "pytest", "node"};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_TRUE(summary->foundFaults);
  EXPECT_THAT(summary->text, Not(HasSubstr("s3cret")));
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(options_.output)) {
    EXPECT_THAT(readFile(entry.path()).value_or(""), Not(HasSubstr("s3cret-token"))) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 6u);
  EXPECT_THAT(report()["faults"].dump(), HasSubstr("no owner for ***"));
}

TEST_F(GenerateTest, WaitsForADocumentThatIsNotThereYet) {
  int asked = 0;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.path != "/openapi.yaml") return std::nullopt;
    if (++asked < 3) return TinyAnswer{503};
    if (asked == 3) return TinyAnswer{.status = 200, .text = "starting"};
    return TinyAnswer{.status = 200, .text = test::kTinyDocument};
  });
  options_.schema = service.url() + "/openapi.yaml";
  options_.url = service.url();
  options_.requests = 50;
  EXPECT_THAT(refusal(), HasSubstr("503"));
  options_.waitForSchema = std::chrono::seconds(20);
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(asked, 4);
  asked = -1'000'000;
  options_.waitForSchema = std::chrono::milliseconds(250);
  EXPECT_THAT(refusal(), HasSubstr("503")) << "but not for ever";
}

TEST_F(GenerateTest, OnlyChosenOperationsAreCalled) {
  int requests = 0;
  const TinyService service([&](const TinyRequest&) -> std::optional<TinyAnswer> {
    if (++requests < 40) return std::nullopt;
    TinyAnswer none;
    none.end = TinyAnswer::End::ServiceIsGone;
    return none;
  });
  options_.url = service.url();
  options_.include.operationIds = {"addOwner", "getOwner"};
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT(report()["operations"], SizeIs(2));
  EXPECT_GT(service.count("GET /owners/"), 0u);
  for (const std::string& line : service.log()) EXPECT_THAT(line, Not(HasSubstr("/pets")));
}

TEST_F(GenerateTest, SaysWhereNothingAnswers) {
  {
    const TinyService service;
    options_.url = service.url();
  }
  EXPECT_THAT(refusal(), HasSubstr("nothing answers at " + options_.url));
  EXPECT_FALSE(fs::exists(options_.output)) << "nothing is left behind";
}

TEST_F(GenerateTest, SaysWhereThereIsNothingToTest) {
  const TinyService service;
  options_.url = service.url();
  std::ofstream(options_.schema) << "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths: {}\n";
  EXPECT_THAT(refusal(), HasSubstr("there is no operation to test"));
  EXPECT_THAT(service.log(), IsEmpty());
}

TEST_F(GenerateTest, WantsToKnowWhereTheServiceIs) { EXPECT_THAT(refusal(), HasSubstr("--url")); }

TEST_F(GenerateTest, SaysWhatIsNoDocument) {
  options_.url = "http://127.0.0.1:1";
  options_.schema = file("missing.yaml");
  EXPECT_THAT(refusal(), HasSubstr("missing.yaml"));
}

}  // namespace
}  // namespace covolve::rest
