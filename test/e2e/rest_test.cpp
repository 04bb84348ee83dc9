// covolve rest as its users run it, on services started on loopback.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "project.h"
#include "rest/http/service.h"

namespace covolve::e2e {
namespace {

namespace fs = std::filesystem;

/// "store-correct" is the store with a switch.
fs::path folderOf(const std::string& service) {
  return fs::path(COVOLVE_SUBJECTS) / "rest" / service.substr(0, service.find('-'));
}

fs::path documentOf(const std::string& service) {
  for (const auto& entry : fs::directory_iterator(folderOf(service))) {
    if (entry.path().stem() == "openapi") return entry.path();
  }
  return {};
}

std::string startLine(const std::string& service) {
  const fs::path directory = fs::path(COVOLVE_EXECUTABLE).parent_path();
  if (service.ends_with("-correct"))
    return fmt::format("exec {}/rest_{} --port {{port}} --correct", directory.string(),
                       service.substr(0, service.find('-')));
  for (const auto& [name, option] : {std::pair("ncs", "apart"), std::pair("foobar", "filled")}) {
    if (service == fmt::format("{}-{}", name, option))
      return fmt::format("exec {}/rest_{} --port {{port}} --{}", directory.string(), name, option);
  }
  return fmt::format("exec {}/rest_{} --port {{port}}", directory.string(), service);
}

fs::path configurationOf(const std::string& service) { return folderOf(service) / "covolve.yaml"; }

/// `covolve rest` on one of our services, which must succeed.
nlohmann::json generateRest(const Project& project, const std::string& service, int requests,
                            const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "rest", "--start", startLine(service), "--requests", std::to_string(requests), "-o", "out"};
  if (fs::exists(configurationOf(service))) {
    arguments.insert(arguments.end(), {"--config", configurationOf(service)});
  } else {
    arguments.insert(arguments.end(), {"--schema", documentOf(service)});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Completed completed = project.covolve(arguments);
  EXPECT_EQ(completed.status, 0) << completed.errors << completed.output;
  auto report = nlohmann::json::parse(project.read("out/covolve.json"), nullptr, false);
  EXPECT_FALSE(report.is_discarded());
  return report;
}

std::string faultList(const nlohmann::json& report) {
  std::string list;
  for (const auto& fault : report["faults"]) list += fault.dump() + "\n";
  return list;
}

/// Runs the emitted tests of one language against a service that was just started.
Completed runEmitted(const Project& project, const std::string& service, std::vector<std::string> program) {
  rest::ServiceOptions options;
  options.start = startLine(service);
  auto running = rest::Service::start("http://127.0.0.1:{port}", options);
  EXPECT_TRUE(running) << running.error().message;
  Command command;
  command.arguments = std::move(program);
  command.directory = project.path("out");
  command.environment["BASE_URL"] = running->url();
  const bool isDesk = service.starts_with("desk");
  command.environment["LOGIN_PASSWORD"] = isDesk ? "apple" : "kibble";  // of the desk's ann, of the store
  command.environment["LOGIN_PASSWORD_2"] = "berry";                    // of the desk's ben
  command.environment["AUTHORIZATION"] = "Basic YWRtaW46YmlzY3VpdA==";  // admin:biscuit
  auto completed = run(command);
  EXPECT_TRUE(completed);
  return std::move(*completed);
}

class CorrectService : public testing::TestWithParam<const char*> {};

TEST_P(CorrectService, HasNoFaults) {
  const Project project({});
  const auto report = generateRest(project, GetParam(), 2000);
  for (const auto& fault : report["faults"]) {
    // Pads are for whoever knows their address, which nobody but their author can know.
    EXPECT_TRUE(fault["hint"].get<bool>() && fault["operation"].get<std::string>().contains("/pads"))
        << fault;
  }
}

INSTANTIATE_TEST_SUITE_P(Rest, CorrectService,
                         testing::Values("ncs", "ncs-apart", "scs", "news", "store-correct", "desk-correct"));

// It refuses with 400 what only its state forbids, as the service of the paper does.
TEST(Rest, OfThePapersServiceARefusalOfGoodDataIsTheOneFault) {
  const Project project({});
  const auto report = generateRest(project, "foobar-filled", 2000);
  ASSERT_EQ(report["faults"].size(), 1u) << faultList(report);
  EXPECT_EQ(report["faults"][0]["kind"], "positive-rejected");
  EXPECT_EQ(report["faults"][0]["operation"], "POST /api/foos/{x}");
}

class EmittedRestTests : public testing::TestWithParam<const char*> {};

/// What rarely fails is for ./dev bench emitted, which asks for more.
int repetitions() {
  const char* const asked = std::getenv("COVOLVE_REPETITIONS");
  return asked != nullptr ? std::atoi(asked) : 3;
}

// Compiled once, run often: a test that depends on chance or on its neighbours would show itself.
TEST_P(EmittedRestTests, PassAgainstAFreshServiceAgainAndAgain) {
  const std::string service = GetParam();
  const Project project({});
  const auto report = generateRest(project, service, 1500, {"--format", "gtest,pytest,node"});
  EXPECT_NE(report["notes"].dump().find("ran the tests, and"), std::string::npos) << report["notes"];
  std::string cppFiles;
  std::vector<std::string> nodeFiles;
  std::vector<std::string> pythonFiles;
  for (const auto& entry : fs::directory_iterator(project.path("out"))) {
    const std::string name = entry.path().filename();
    if (name.ends_with("_test.cpp")) cppFiles += " " + name;
    if (name.ends_with(".mjs")) nodeFiles.push_back(name);
    if (name.ends_with(".py")) pythonFiles.push_back(name);
  }
  ASSERT_FALSE(nodeFiles.empty());
  ASSERT_FALSE(pythonFiles.empty());
  Command compile;
  compile.arguments = {"sh", "-c",
                       "clang++-19 -std=c++17 -o emitted" + cppFiles +
                           " $(pkg-config --cflags --libs cpp-httplib) -lgtest -lgtest_main"};
  compile.directory = project.path("out");
  const auto compiled = run(compile);
  ASSERT_TRUE(compiled && compiled->succeeded()) << compiled->errors;

  std::vector<std::string> python{"/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"};
  python.insert(python.end(), pythonFiles.begin(), pythonFiles.end());
  std::vector<std::string> node{"node", "--test"};
  node.insert(node.end(), nodeFiles.begin(), nodeFiles.end());
  for (const auto& program : {std::vector<std::string>{"./emitted", "--gtest_brief=1"}, python, node}) {
    for (int i = 0; i < repetitions(); ++i) {
      const Completed completed = runEmitted(project, service, program);
      ASSERT_TRUE(completed.succeeded()) << program[0] << ", repetition " << i << "\n"
                                         << completed.output << completed.errors;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rest, EmittedRestTests,
                         testing::Values("ncs", "scs", "news", "store", "desk", "foobar-filled"));

// In a test of its own: Maven takes seconds, and is not everywhere.
TEST(Rest, MavenRunsTheEmittedTests) {
  const auto maven = run({.arguments = {"mvn", "--version"}});
  if (!maven || !maven->succeeded()) {
    ASSERT_EQ(std::getenv("COVOLVE_CI"), nullptr) << "CI must have Maven";
    GTEST_SKIP() << "there is no Maven";
  }
  const Project project({});
  const auto report = generateRest(project, "store", 1500, {"--format", "junit"});
  EXPECT_EQ(report["files"]["project"], "pom.xml");
  const std::vector<std::string> build{"mvn", "--batch-mode", "--no-transfer-progress"};
  std::vector<std::string> fetch = build;
  fetch.insert(fetch.end(), {"-DskipTests", "test"});
  const Completed fetched = runEmitted(project, "store", fetch);
  if (fetched.output.contains("ould not transfer") || fetched.output.contains("Unknown host"))
    GTEST_SKIP() << "Maven Central cannot be reached";
  ASSERT_TRUE(fetched.succeeded()) << fetched.output;
  std::vector<std::string> test = build;
  test.emplace_back("test");
  const Completed tested = runEmitted(project, "store", test);
  EXPECT_TRUE(tested.succeeded()) << tested.output;
  EXPECT_TRUE(
      tested.output.contains(fmt::format("Tests run: {}, Failures: 0, Errors: 0", report["tests"].size())))
      << tested.output;
}

TEST(Rest, AProjectFileThatSomebodyElseWroteStaysAsItIs) {
  const std::string own = "<project>mine</project>\n";
  const Project project({{"out/pom.xml", own}});
  const auto report = generateRest(project, "ncs", 200, {"--format", "junit"});
  EXPECT_EQ(project.read("out/pom.xml"), own);
  EXPECT_TRUE(report["notes"].dump().contains("covolve did not write")) << report["notes"];
  generateRest(project, "ncs", 200, {"--format", "pytest"});
  EXPECT_EQ(project.read("out/pom.xml"), own) << "and is not cleared away either";
}

// Each asserts what is wrong, so none can pass where nothing is.
TEST(Rest, TestsOfFaultsFailOnceTheyAreMended) {
  for (const std::string service : {"desk", "store"}) {
    const Project project({});
    const auto report = generateRest(project, service, 3000, {"--format", "pytest", "--run-emitted", "off"});
    std::set<std::string> tests;
    for (const auto& fault : report["faults"]) {
      const bool isRight = fault["operation"].get<std::string>().contains("/pads");
      if (!isRight && !fault["test"].get<std::string>().empty())
        tests.insert(fault["test"].get<std::string>());
    }
    ASSERT_GT(tests.size(), 4u) << faultList(report);
    const std::vector<std::string> pytest{
        "env", "RUN_CRASH_TESTS=1", "/usr/bin/python3", "-m", "pytest", "-rA", "--tb=no",
        "-p",  "no:cacheprovider",  "test_faults.py"};
    const std::string there = runEmitted(project, service, pytest).output;
    const std::string mended = runEmitted(project, service + "-correct", pytest).output;
    for (const std::string& test : tests) {
      const std::string name = "test_faults.py::" + test;
      EXPECT_TRUE(mended.contains("FAILED " + name)) << service << "\n" << mended;
      if (service == "desk") EXPECT_TRUE(there.contains("PASSED " + name)) << there;
    }
  }
}

// Pages, snippets and the like, which others may read or change as well, are not among them; of pads nobody
// can tell.
TEST(Rest, OfWhatUsersMakeOnlyWhatIsTheirOwnIsReported) {
  const Project project({});
  const auto report = generateRest(project, "desk", 10'000, {"--run-emitted", "off"});
  std::set<std::string> faults;
  for (const auto& fault : report["faults"]) {
    faults.insert(fmt::format("{} {}{}", fault["kind"].get<std::string>(),
                              fault["operation"].get<std::string>(),
                              fault["hint"].get<bool>() ? " (hint)" : ""));
    EXPECT_FALSE(fault["test"].get<std::string>().empty()) << fault;
  }
  const std::set<std::string> seeded{
      "ignored-ownership DELETE /notes/{id}",       "ignored-ownership GET /diaries",
      "ignored-ownership GET /letters/{id} (hint)", "ignored-ownership DELETE /pads/{id} (hint)",
      "ignored-ownership GET /pads/{id} (hint)",    "ignored-ownership PUT /pads/{id} (hint)",
      "ignored-ownership PATCH /tasks/{id}",        "not-idempotent PUT /tasks/{id}",
      "refused-but-done PATCH /tasks/{id}",         "refused-but-done POST /payments"};
  EXPECT_EQ(faults, seeded) << faultList(report);
}

TEST(Rest, TheSameSeedGivesTheSameTests) {
  const Project one({});
  const Project other({});
  generateRest(one, "news", 600, {"--seed", "7"});
  generateRest(other, "news", 600, {"--seed", "7"});
  size_t compared = 0;
  for (const auto& [name, text] : contents(one.path("out"))) {
    if (!name.ends_with("_test.cpp")) continue;
    EXPECT_EQ(text, other.read("out/" + name)) << name;
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

/// Replays each fault that the run in `out` found; their statuses.
std::set<int> replayAll(const Project& project, const std::string& service, const nlohmann::json& report) {
  std::set<int> statuses;
  for (const auto& fault : report["faults"]) {
    // Pads are right as they are.
    if (fault["operation"].get<std::string>().contains("/pads")) continue;
    const Completed completed =
        project.covolve({"rest", "--config", configurationOf(service), "--start", startLine(service), "-o",
                         "out", "--replay", fault["id"].get<std::string>()});
    statuses.insert(completed.status);
    const bool isThere = completed.status == 3;
    EXPECT_NE(completed.output.find(isThere ? "is still there" : "did not show"), std::string::npos)
        << fault["description"] << completed.output << completed.errors;
  }
  return statuses;
}

TEST(Rest, AReplayTellsWhetherAFaultIsStillThere) {
  for (const std::string service : {"desk", "store"}) {
    const Project project({});
    const auto report = generateRest(project, service, 3000, {"--run-emitted", "off"});
    ASSERT_GT(report["faults"].size(), 2u);
    EXPECT_EQ(replayAll(project, service, report), std::set{3}) << service;
    EXPECT_EQ(replayAll(project, service + "-correct", report), std::set{0}) << service;
  }
}

TEST(Rest, AReplayOfWhatIsNotThereIsBadInput) {
  const Project project({});
  const auto replay = [&](const std::string& which) {
    return project.covolve({"rest", "--config", configurationOf("desk"), "--start", startLine("desk"), "-o",
                            "out", "--replay", which});
  };
  Completed completed = replay("");
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("needs the number or the identifier"), std::string::npos)
      << completed.errors;
  completed = replay("1");
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("out/faults.json"), std::string::npos) << completed.errors;
  generateRest(project, "desk", 1500, {"--run-emitted", "off"});
  completed = replay("abc");
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("has no fault abc"), std::string::npos) << completed.errors;
  EXPECT_EQ(replay("1").status, 3);
}

/// The note on the emitted tests that a run with such a configuration leaves.
std::string runWithTokens(const std::string& oauth2, const std::string& url) {
  const Project project({{"tokens.yaml", fmt::format("schema: {}\nreset: POST /reset\n{}oauth2:\n{}",
                                                     documentOf("desk").string(), url, oauth2)}});
  const Completed completed =
      project.covolve({"rest", "--config", "tokens.yaml", "--start", startLine("desk-correct"), "--requests",
                       "1200", "-o", "out", "--format", "pytest"});
  EXPECT_EQ(completed.status, 0) << completed.errors << completed.output;
  EXPECT_EQ(completed.output.find("cherry"), std::string::npos);
  for (const auto& [name, text] : contents(project.path("out"))) {
    EXPECT_EQ(text.find("cherry"), std::string::npos) << name;
    EXPECT_EQ(text.find("apple"), std::string::npos) << name;
  }
  // But for the login with a password that nobody knows.
  EXPECT_NE(completed.output.find("48 of 49 operations succeeded"), std::string::npos) << completed.output;
  const auto report = nlohmann::json::parse(project.read("out/covolve.json"), nullptr, false);
  return report["notes"].dump();
}

TEST(Rest, TokensOfOAuth2ComeByBothFlows) {
  const char* const credentials = "  {token-url: /oauth/token, client-id: clerk, client-secret: cherry}\n";
  EXPECT_NE(runWithTokens(credentials, "").find("pytest ran the tests, and"), std::string::npos);
  const char* const byPort =
      "  {token-url: 'http://127.0.0.1:{port}/oauth/token', client-id: clerk, client-secret: cherry}\n";
  EXPECT_NE(runWithTokens(byPort, "").find("pytest ran the tests, and"), std::string::npos);
  const char* const password =
      "  {token-url: /oauth/token, client-id: clerk, client-secret: cherry, client-authentication: body, "
      "user: ann, "
      "password: apple, scope: all}\n";
  EXPECT_NE(runWithTokens(password, "").find("pytest ran the tests, and"), std::string::npos);
}

TEST(Rest, ATokenOfAnotherServiceComesFromTheEnvironmentInTests) {
  rest::ServiceOptions options;
  options.start = startLine("desk-correct");
  const auto issuer = rest::Service::start("http://127.0.0.1:{port}", options);
  ASSERT_TRUE(issuer) << issuer.error().message;
  const std::string notes =
      runWithTokens(fmt::format("  {{token-url: {}/oauth/token, client-id: clerk, client-secret: cherry}}\n",
                                issuer->url()),
                    "");
  EXPECT_NE(notes.find("pytest ran the tests, and"), std::string::npos) << notes;
  EXPECT_NE(notes.find("BEARER_TOKEN"), std::string::npos) << notes;
}

TEST(Rest, ATokenThatIsRefusedEndsTheRunWithASentence) {
  const Project project({});
  const fs::path file = project.path("tokens.yaml");
  std::ofstream(file) << "schema: " << documentOf("desk").string()
                      << "\noauth2: {token-url: /oauth/token, client-id: clerk, client-secret: plum}\n";
  const Completed completed =
      project.covolve({"rest", "--config", "tokens.yaml", "--start", startLine("desk"), "-o", "out"});
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("POST /oauth/token was answered with 401"), std::string::npos)
      << completed.errors;
}

struct BadInput {
  std::string what;
  std::vector<std::string> arguments;
  std::string sentence;  // a part of it
};

class BadRestInput : public testing::TestWithParam<BadInput> {};

TEST_P(BadRestInput, GetsOneSentenceAndStatus1) {
  const Project project({{"empty.yaml", ""},
                         {"text.yaml", "just a text"},
                         {"none.yaml", "openapi: 3.0.0\ninfo: {title: t, version: '1'}\npaths: {}\n"},
                         {"one.yaml",
                          "openapi: 3.0.0\ninfo: {title: t, version: '1'}\n"
                          "paths: {/a: {get: {responses: {'200': {description: ok}}}}}\n"}});
  std::vector<std::string> arguments{"rest", "-q"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const Completed completed = project.covolve(arguments);
  EXPECT_EQ(completed.status, 1) << completed.output << completed.errors;
  EXPECT_EQ(lineCount(completed.errors), 1u) << completed.errors;
  EXPECT_NE(completed.errors.find(GetParam().sentence), std::string::npos) << completed.errors;
}

INSTANTIATE_TEST_SUITE_P(
    Rest, BadRestInput,
    testing::Values(
        BadInput{"NoDocument", {"--url", "http://127.0.0.1:1"}, "--schema"},
        BadInput{"MissingDocument", {"--schema", "no.yaml", "--url", "http://127.0.0.1:1"}, "no.yaml"},
        BadInput{"EmptyDocument", {"--schema", "empty.yaml", "--url", "http://127.0.0.1:1"}, "empty.yaml"},
        BadInput{"NoApi", {"--schema", "text.yaml", "--url", "http://127.0.0.1:1"}, "text.yaml"},
        BadInput{"NoOperation", {"--schema", "none.yaml", "--url", "http://127.0.0.1:1"}, "operation"},
        BadInput{"NobodyThere", {"--schema", "one.yaml", "--url", "http://127.0.0.1:1"}, "127.0.0.1:1"},
        BadInput{"NoUrl", {"--schema", "one.yaml"}, "--url"},
        BadInput{"StartFails",
                 {"--schema", "one.yaml", "--start", "exit 3", "--url", "http://127.0.0.1:{port}"},
                 "3"},
        BadInput{"BadFormat", {"--schema", "one.yaml", "--format", "cobol"}, "cobol"}),
    [](const auto& bad) { return bad.param.what; });

}  // namespace
}  // namespace covolve::e2e
