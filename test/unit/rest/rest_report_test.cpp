#include "rest/rest_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "report/json_report.h"
#include "report/sarif_report.h"

namespace covolve::rest {
namespace {

using nlohmann::json;
using search::TargetKind;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Api petStore() {
  Api api;
  api.title = "Pet Store";
  api.version = "1.2";
  for (const auto& [id, method, path] :
       {std::tuple{"listPets", "GET", "/pets"}, std::tuple{"addPet", "POST", "/pets"},
        std::tuple{"getPet", "GET", "/pets/{petId}"}}) {
    Operation operation;
    operation.id = id;
    operation.method = method;
    operation.path = path;
    api.operations.push_back(operation);
  }
  api.skipped = {{"PUT /toys", "its body cannot be read"},
                 {"GET /admin", "left out by --exclude-path /admin"},
                 {"PUT /admin", "left out by --exclude-path /admin"}};
  api.notes = {"The link next of listPets leads nowhere."};
  return api;
}

RestOptions options() {
  RestOptions options;
  options.schema = "/project/openapi.yaml";
  options.url = "http://localhost:{port}";
  options.seed = 42;
  options.formats = {"pytest"};
  options.oracles = {"server-error", "schema"};
  options.authentication.headers = {{"X-Api-Key", "topsecret"}};
  options.authentication.basic = {"me", "topsecret"};
  options.authentication.login = AuthenticationOptions::Login();
  options.authentication.login->path = "/login";
  options.authentication.login->body = R"({"password": "topsecret"})";
  options.service.start = "./server --password topsecret";
  options.exclude.paths = {"/admin"};
  return options;
}

report::RunReport example() {
  report::RunReport report = beginReport(options(), petStore());
  report.version = "0.1.0";
  report.evaluations = 1000;
  report.search.lastProgressEvaluations = 400;
  report.timing = {31, 20, 50, {{"searching", 20}}};
  report.service->requests = 4000;
  report.service->requestsPerSecond = 200;
  report.service->operations =
      operationReports(petStore(), {{"listPets", {{200, 30}, {400, 2}}}, {"getPet", {{0, 1}, {404, 9}}}});
  report.targets = {{{1, TargetKind::Status, "2xx", "listPets", "", 0, 0}, true, 0},
                    {{2, TargetKind::Status, "2xx", "getPet", "", 0, 0}, false, 3},
                    {{3, TargetKind::Fault, "server-error 500", "addPet", "", 0, 0}, true, 0}};
  report.tests = {{"PetStore", "list_pets_returns_200", "test_successes.py", 1},
                  {"PetStore", "add_pet_server_error", "test_faults.py", 1}};
  const Fault fault{"server-error", "addPet", "500", "POST /pets answers 500 to a request that conforms.", 0};
  report.faults = {faultReport(fault, options(), petStore(), "PetStore.add_pet_server_error",
                               {"curl -X POST http://localhost:8080/pets"})};
  report.files = {{"successes", "out/test_successes.py"},
                  {"faults", "out/test_faults.py"},
                  {"fault list", "out/faults.md"},
                  {"report", "out/covolve.json"}};
  return report;
}

TEST(RestReport, HoldsEverythingAsJson) {
  const json written = json::parse(report::writeJson(example()));
  EXPECT_EQ(written["covolve"], "0.1.0");
  EXPECT_EQ(written["source"], "/project/openapi.yaml");
  EXPECT_EQ(written["service"],
            (json{{"title", "Pet Store"}, {"version", "1.2"}, {"url", "http://localhost:{port}"}}));
  EXPECT_EQ(written["seed"], 42);
  EXPECT_EQ(written["budget"], (json{{"seconds", 60}}));
  EXPECT_EQ(written["evaluations"], 1000);
  EXPECT_EQ(written["requests"], 4000);
  EXPECT_EQ(written["coverage"]["search"]["targets"], (json{{"covered", 2}, {"total", 3}}));
  EXPECT_EQ(written["coverage"]["search"]["status"], (json{{"covered", 1}, {"total", 2}}));
  EXPECT_EQ(written["coverage"]["search"]["fault"], (json{{"covered", 1}, {"total", 1}}));
  EXPECT_EQ(written["operations"].size(), 3u);
  EXPECT_EQ(written["operations"][0], (json{{"id", "listPets"},
                                            {"method", "GET"},
                                            {"path", "/pets"},
                                            {"calls", 32},
                                            {"statuses", {{"200", 30}, {"400", 2}}}}));
  EXPECT_EQ(written["operations"][1]["calls"], 0);
  EXPECT_EQ(written["operations"][2]["statuses"], (json{{"none", 1}, {"404", 9}}));
  EXPECT_EQ(written["tests"][1]["file"], "test_faults.py");
  EXPECT_EQ(written["skipped"][0], (json{{"what", "PUT /toys"}, {"reason", "its body cannot be read"}}));
  EXPECT_EQ(written["notes"][0], "The link next of listPets leads nowhere.");
  EXPECT_EQ(written["files"]["faults"], "test_faults.py");
  EXPECT_EQ(written["timing"]["requestsPerSecond"], 200);
  EXPECT_EQ(written["targets"][1], (json{{"id", "0000000000000002"},
                                         {"kind", "status"},
                                         {"operation", "getPet"},
                                         {"description", "2xx"},
                                         {"covered", false}}));
}

TEST(RestReport, FaultsSayHowTheyAreSeen) {
  EXPECT_EQ(json::parse(report::writeJson(example()))["faults"],
            json::array({{{"id", example().faults[0].id},
                          {"cause", example().faults[0].cause},
                          {"known", false},
                          {"hint", false},
                          {"kind", "server-error"},
                          {"operation", "POST /pets"},
                          {"operationId", "addPet"},
                          {"detail", "500"},
                          {"description", "POST /pets answers 500 to a request that conforms."},
                          {"test", "PetStore.add_pet_server_error"},
                          {"reproduced", false},
                          {"commands", json::array({"curl -X POST http://localhost:8080/pets"})},
                          {"answer", ""}}}));
}

TEST(RestReport, KnowsNothingOfFilesAndSandboxes) {
  const json written = json::parse(report::writeJson(example()));
  for (const char* absent : {"requestedFiles", "sandbox", "executor"}) EXPECT_FALSE(written.contains(absent));
  EXPECT_FALSE(written["coverage"].contains("emitted"));
}

TEST(RestReport, ABudgetOfRequestsLeavesTheClockOut) {
  RestOptions counted = options();
  counted.requests = 5000;
  report::RunReport report = beginReport(counted, petStore());
  report.timing.seconds = 12;
  const json written = json::parse(report::writeJson(report));
  EXPECT_EQ(written["budget"], (json{{"requests", 5000}}));
  EXPECT_FALSE(written.contains("timing"));
}

TEST(RestReport, OptionsAreThoseInEffect) {
  const json written = json::parse(report::writeJson(example()))["options"];
  EXPECT_EQ(written["algorithm"], "mio");
  EXPECT_EQ(written["format"], "pytest");
  EXPECT_EQ(written["oracles"], "server-error,schema");
  EXPECT_EQ(written["timeout"], "10s");
  EXPECT_EQ(written["body-limit"], "10");
  EXPECT_EQ(written["exclude-path"], "/admin");
  EXPECT_FALSE(written.contains("include-path"));
  EXPECT_EQ(written["authentication"], "header X-Api-Key, basic, login by POST /login");
  EXPECT_EQ(written["mio-population"], "10");
  EXPECT_EQ(written["seen-constants"], "on");
}

TEST(RestReport, TellsNoSecrets) {
  const report::RunReport report = example();
  for (const std::string& text : {report::writeJson(report), report::writeSarif(report), writeSummary(report),
                                  writeFaultList(report)}) {
    EXPECT_THAT(text, Not(HasSubstr("topsecret")));
  }
}

TEST(RestReport, SarifNamesTheOracleAndTheOperation) {
  const json run = json::parse(report::writeSarif(example()))["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "server-error");
  EXPECT_THAT(run["tool"]["driver"]["rules"][0]["shortDescription"]["text"].get<std::string>(),
              Not(HasSubstr("The code fails")));
  const json& location = run["results"][0]["locations"][0];
  EXPECT_EQ(location["physicalLocation"]["artifactLocation"]["uri"], "file:///project/openapi.yaml");
  EXPECT_EQ(location["logicalLocations"][0],
            (json{{"fullyQualifiedName", "POST /pets"}, {"kind", "resource"}}));
}

TEST(RestReport, TheCallAtFaultIsNamed) {
  Fault fault{"unsupported-method", "getPet", "accepted", "x", 0};
  EXPECT_EQ(faultReport(fault, options(), petStore(), "", {}).function, "GET /pets/{petId}");
  fault.subject = "PUT /pets/{petId}";
  EXPECT_EQ(faultReport(fault, options(), petStore(), "", {}).function, "PUT /pets/{petId}");
}

TEST(RestReport, AFaultKeepsItsIdentifierWhateverElseIsFound) {
  const Fault fault{"schema", "getPet", "200 type /name", "a number", 0};
  const Fault sameInOtherWords{"schema", "getPet", "200 type /name", "a list", 3};
  const Fault other{"schema", "getPet", "200 type /age", "a number", 0};
  const auto idOf = [](const Fault& one) { return faultReport(one, options(), petStore(), "", {}).id; };
  EXPECT_EQ(idOf(fault), "56608ff7f891") << "people keep them in files";
  EXPECT_EQ(idOf(sameInOtherWords), idOf(fault));
  EXPECT_NE(idOf(other), idOf(fault));
}

TEST(RestReport, ADocumentFromTheWebIsNoFile) {
  RestOptions remote = options();
  remote.schema = "https://example.org/openapi.json";
  EXPECT_EQ(faultReport({"schema", "gone", "", "x", 0}, remote, petStore(), "", {}).file, "");
  EXPECT_EQ(faultReport({"schema", "gone", "", "x", 0}, remote, petStore(), "", {}).function, "gone");
}

TEST(RestSummary, ReadsWell) {
  EXPECT_EQ(writeSummary(example()),
            R"(Pet Store 1.2: 4000 requests in 20.0 s (200 a second), 2 of 3 targets covered, seed 42

  1 fault
    server-error  POST /pets answers 500 to a request that conforms.
                  PetStore.add_pet_server_error
  2 tests in out/test_successes.py, out/test_faults.py
  1 of 3 operations succeeded at least once
    POST /pets         never called
    GET /pets/{petId}  no answer, 404
  the last 60 % of the search found nothing new
  3 operations not tested
    left out by --exclude-path /admin: GET /admin, PUT /admin
    its body cannot be read: PUT /toys
  The link next of listPets leads nowhere.
  see also out/faults.md, out/covolve.json
)");
}

TEST(RestSummary, StaysShortWhateverThereIsToTell) {
  report::RunReport report = example();
  report.faults.resize(500, report.faults[0]);
  for (size_t i = 0; i < 500; ++i) report.faults[i].cause = std::to_string(i);
  for (int i = 0; i < 500; ++i) report.notes.push_back("Note " + std::to_string(i));
  for (int i = 0; i < 500; ++i) {
    report.skipped.push_back({"GET /x", "reason " + std::to_string(i), "", 0});
    report.service->operations.push_back({"x", "GET", "/x", 0, {}});
  }
  const std::string text = writeSummary(report);
  EXPECT_LT(std::ranges::count(text, '\n'), 120);
  EXPECT_THAT(text, HasSubstr("  500 faults\n"));
  EXPECT_THAT(text, HasSubstr("    and 470 more\n"));
  EXPECT_THAT(text, HasSubstr("and 491 more notes"));
}

/// Three operations with one fault; only the second has a test.
report::RunReport withOneCause() {
  report::RunReport report = example();
  report.faults.resize(3, report.faults[0]);
  report.faults[0].test.clear();
  report.faults[2].test.clear();
  for (size_t i = 0; i < 3; ++i) report.faults[i].function = "GET /" + std::string(1, "abc"[i]);
  return report;
}

TEST(RestSummary, TellsOneNoteOnceWithACount) {
  report::RunReport report = example();
  report.notes = {"GET /a: it is odd", "PUT /b: it is odd", "GET /a: it is even"};
  EXPECT_THAT(writeSummary(report), HasSubstr("  GET /a: it is odd (and 1 more like it)\n"
                                              "  GET /a: it is even\n"));
}

TEST(RestSummary, CountsHintsApart) {
  report::RunReport report = withOneCause();
  report::FaultReport hint = report.faults.front();
  hint.id = hint.cause = "hint";
  hint.isHint = true;
  report.faults.push_back(hint);
  EXPECT_THAT(writeSummary(report), HasSubstr("  1 fault and 1 hint (4 with all their operations)\n"));
}

TEST(RestSummary, ShowsOneCauseOnce) {
  EXPECT_THAT(writeSummary(withOneCause()),
              HasSubstr("  1 fault (3 with all its operations)\n"
                        "    server-error  POST /pets answers 500 to a request that conforms.\n"
                        "                  PetStore.add_pet_server_error\n"
                        "                  and so do GET /a, GET /c\n"));
}

TEST(RestSummary, TellsWhatIsNewSinceTheBaseline) {
  report::RunReport report = example();
  report.vanished = {"abc schema: GET /a answers something else."};
  EXPECT_THAT(writeSummary(report), HasSubstr("  of these 1 is new, 0 are in the baseline\n"
                                              "  1 fault of the baseline did not show\n"
                                              "    abc schema: GET /a answers something else.\n"));
  report.faults[0].isKnown = true;
  report.vanished->clear();
  EXPECT_THAT(writeSummary(report), HasSubstr("(known)"));
  EXPECT_THAT(writeSummary(report), HasSubstr("  of these 0 are new, 1 is in the baseline\n"));
}

TEST(RestSummary, ShowsWhatIsNewFirst) {
  report::RunReport report = withOneCause();
  report.faults[0].isKnown = report.faults[1].isKnown = true;
  EXPECT_THAT(writeSummary(report), HasSubstr("and so do GET /b (known), GET /a (known)\n"));
  report.faults[2].cause = "another";
  report.faults[2].kind = "leak";
  const std::string list = writeFaultList(report);
  EXPECT_THAT(list, HasSubstr("## 1. leak: GET /c\n"));
  EXPECT_THAT(list, HasSubstr("## 2. server-error: GET /b (known)\n"));
}

TEST(FaultList, ShowsOneCauseOnceWithItsOperations) {
  const std::string text = writeFaultList(withOneCause());
  EXPECT_THAT(text, HasSubstr("## 1. server-error: GET /b\n"));
  EXPECT_THAT(text, Not(HasSubstr("## 2.")));
  EXPECT_THAT(text, HasSubstr("The same cause shows in 2 others:\n\n- GET /a: no test shows it"));
}

TEST(RestSummary, WithoutATitleTheDocumentIsNamed) {
  report::RunReport report = example();
  report.service->title.clear();
  EXPECT_THAT(writeSummary(report), StartsWith("/project/openapi.yaml: 4000 requests"));
}

TEST(RestSummary, WithACountedBudgetTellsNoTimes) {
  report::RunReport report = example();
  report.budget = {std::nullopt, std::nullopt, 5000};
  EXPECT_THAT(writeSummary(report), StartsWith("Pet Store 1.2: 4000 requests, 2 of 3 targets"));
}

TEST(RestSummary, HasALineForTheFilesOfAFormat) {
  report::RunReport report = example();
  report.files = {{"successes (gtest)", "out/a_test.cpp"},
                  {"others (gtest)", "out/b_test.cpp"},
                  {"successes (node)", "out/a.test.mjs"}};
  EXPECT_THAT(writeSummary(report), HasSubstr("  2 tests in each of\n"
                                              "    out/a_test.cpp, out/b_test.cpp\n"
                                              "    out/a.test.mjs\n"));
}

TEST(RestSummary, TellsWhatWasDroppedAndWhy) {
  report::RunReport report = example();
  report.dropped = {{"GET /a", "", "it is moody"},
                    {"GET /b", "", "it is gone"},
                    {"GET /c", "", "it is moody"},
                    {"GET /a", "", "it is moody"}};
  EXPECT_THAT(writeSummary(report), HasSubstr("  4 tests dropped\n"
                                              "    it is moody: GET /a, GET /c\n"
                                              "    it is gone: GET /b\n"));
}

TEST(RestSummary, NoFaultsAreWorthALine) {
  report::RunReport report = example();
  report.faults.clear();
  EXPECT_THAT(writeSummary(report), HasSubstr("\n  no faults\n"));
}

TEST(FaultList, ShowsTheCommands) {
  EXPECT_EQ(writeFaultList(example()), R"(# Faults of Pet Store

1 fault, found by covolve 0.1.0 with seed 42.
The commands of a fault are for a service in its first state.
Who is calling is proved by header X-Api-Key, basic, login by POST /login. The commands take secrets from variables of the environment, and leave out what a login or a cookie gives.

## 1. server-error: POST /pets

POST /pets answers 500 to a request that conforms.
Shown by the test `PetStore.add_pet_server_error`. Its identifier is )" +
                                           example().faults[0].id + R"(.

```
curl -X POST http://localhost:8080/pets
```
)");
}

TEST(FaultList, SaysWhereThereIsNoTest) {
  report::RunReport report = example();
  report.faults[0].test.clear();
  report.options.clear();
  EXPECT_THAT(writeFaultList(report), HasSubstr("\nNo test shows it. Its identifier is "));
  EXPECT_THAT(writeFaultList(report), Not(HasSubstr("who is calling")));
  EXPECT_THAT(writeSummary(report), HasSubstr("                  no test shows it\n"));
}

TEST(FaultList, NothingInACommandEndsItsBlock) {
  report::RunReport report = example();
  report.faults[0].commands = {"curl -d '```' http://x"};
  EXPECT_THAT(writeFaultList(report), HasSubstr("\n````\ncurl -d '```' http://x\n````\n"));
}

}  // namespace
}  // namespace covolve::rest
