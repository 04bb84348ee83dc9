// REST tests in four languages over one tree that has everything: the files are
// read by their languages, pass against the service they were made for
// (rest/service.py), and fail against one that answers otherwise.
#include "base/process.h"
#include "golden.h"
#include "rest/emit/rest_printer.h"
#include "rest/emit/templates.h"

namespace covolve::golden {
namespace {

using rest::Json;
using rest::emit::BodyExpectation;
using rest::emit::Capture;
using rest::emit::JsonTemplate;
using rest::emit::literal;
using rest::emit::Step;
using rest::emit::TestFile;
using rest::emit::TextPiece;
using rest::emit::TextTemplate;
using Kind = BodyExpectation::Kind;

TextPiece encoded(const char* variable) { return {variable, true, true}; }
TextPiece plain(const char* variable) { return {variable, true, false}; }
TextPiece piece(const char* text) { return {text, false, false}; }

Step call(const char* method, TextTemplate target, int status) {
  Step step;
  step.method = method;
  step.target = std::move(target);
  step.status = status;
  return step;
}

Step call(const char* method, const char* target, int status) {
  return call(method, literal(target), status);
}

Step withBody(Step step, const char* type, rest::emit::BodyTemplate body) {
  step.headers.emplace_back("Content-Type", literal(type));
  step.body = std::move(body);
  return step;
}

Step authenticated(Step step) {
  step.needsAuthentication = true;
  return step;
}

/// The service's /echo answers with what it was sent.
Step echoing(Step step, std::vector<std::pair<std::string, Json>> expected) {
  for (auto& [pointer, value] : expected) step.expectations.push_back({Kind::Equals, pointer, value, ""});
  return step;
}

rest::emit::Test life() {
  Step create = authenticated(withBody(
      call("POST", "/pets", 201), "application/json",
      JsonTemplate{
          Json::parse(
              R"({"name": "Rex \"the (dog)\" \u00fc\u200b", "tags": ["a", "b"], "weight": 3.5, "vaccinated": true,
                  "owner": null, "description": "A rather long text, which does not fit on one line together with everything else, so that it is broken where there are blanks."})"),
          {}}));
  create.comment = "A pet of its own.";
  create.mediaType = "application/json";
  create.expectedHeaders = {{"X-Kind", "pet; big"}};
  create.missingHeaders = {"X-Nothing"};
  create.expectations = {
      {Kind::Equals, "/name", "Rex \"the (dog)\" ü\u200b", ""},
      {Kind::Equals, "/owner", nullptr, ""},
      {Kind::Equals, "/vaccinated", true, ""},
      {Kind::Equals, "/weight", 3.5, ""},
      {Kind::Equals, "/zero", 0.0, ""},
      {Kind::Equals, "/big", 9007199254740993, ""},
      {Kind::HasLength, "/tags", 2, ""},
      {Kind::Equals, "/tags/1", "b", ""},
      {Kind::Equals, "/place",
       Json::parse(R"({"city": "Oslo", "odd-key": [1, 2.5, null], "deep": {"a": [], "b": {}}})"), ""},
      {Kind::IsType, "/id", "number", ""},
      {Kind::IsType, "/created", "string", ""},
      {Kind::IsType, "/links", "object", ""},
      {Kind::IsType, "/empty", "array", ""},
      {Kind::IsType, "/vaccinated", "boolean", ""},
      {Kind::IsType, "/owner", "null", ""}};
  create.captures = {{"petId", Capture::Kind::Body, "/id", 9007199254740995},
                     {"mediaType", Capture::Kind::Body, "/links/self", "/pets/1"},
                     {"class", Capture::Kind::Header, "ETag"},
                     {"slug", Capture::Kind::LocationSegment, "/owners/{ownerId}/pets/{}"}};

  Step read = authenticated(
      call("GET", {piece("/pets/"), encoded("slug"), piece("?view=%22full%22&id="), encoded("petId")}, 200));
  read.headers = {{"If-Match", {plain("class")}}, {"X-Pet", {piece("pet {"), plain("petId"), piece("}")}}};
  read.expectations = {{Kind::Equals, "/id", nullptr, "petId"}, {Kind::Equals, "/etag", nullptr, "class"}};

  Step update = authenticated(withBody(
      call("PUT", {piece("/pets/"), encoded("slug"), piece("/owner")}, 200), "application/merge-patch+json",
      JsonTemplate{Json::parse(R"({"pet": 1, "slug": "x", "ids": [1, "1"], "self": ""})"),
                   {{"/pet", "petId"},
                    {"/slug", "slug"},
                    {"/ids/0", "petId"},
                    {"/ids/1", "petId"},
                    {"/self", "mediaType"}}}));
  update.expectations = {{Kind::Equals, "/ok", true, ""}};

  Step remove = authenticated(call("DELETE", {piece("/pets/"), encoded("slug")}, 204));
  remove.missingHeaders = {"Content-Type"};
  remove.expectations = {{Kind::IsEmpty, "", nullptr, ""}};
  return {"create_read_update_and_delete_a_pet",
          "The whole life of a pet.\ncurl -i --path-as-is -X POST 'http://localhost/pets' \\",
          {create, read, update, remove}};
}

rest::emit::Test odd() {
  std::vector<Step> steps;
  steps.push_back(echoing(call("TRACE", "/echo/a", 200), {{"/method", "TRACE"}}));
  steps.push_back(echoing(call("BREW", "/echo/pot", 200), {{"/method", "BREW"}, {"/body", ""}}));
  steps.push_back(echoing(withBody(call("GET", "/echo/with-body", 200), "text/plain", literal("a body")),
                          {{"/method", "GET"}, {"/body", "a body"}}));
  steps.push_back(echoing(call("GET", "/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1", 200),
                          {{"/target", "/v1/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1"}}));
  Step headers = call("GET", "/echo/headers", 200);
  headers.headers = {
      {"X-Tag", literal("one")}, {"X-Odd", literal("é \"quoted\"")}, {"X-Tag", literal("two")}};
  steps.push_back(echoing(headers, {{"/headers/x-tag", Json::array({"one", "two"})},
                                    {"/headers/x-odd", Json::array({"\u00c3\u00a9 \"quoted\""})}}));
  Step head = call("HEAD", "/echo/head", 200);
  head.expectations = {{Kind::IsEmpty, "", nullptr, ""}};
  steps.push_back(head);
  Step moved = call("GET", "/moved", 302);
  moved.comment = "A redirect is an answer like any other.";
  moved.expectedHeaders = {{"Location", "/v1/next%20page"}};
  steps.push_back(moved);
  steps.push_back(
      echoing(call("DELETE", "/echo/usual", 200), {{"/headers/user-agent", Json::array({"covolve"})},
                                                   {"/headers/accept", Json::array({"*/*"})},
                                                   {"/headers/accept-encoding", Json::array({"identity"})}}));
  steps.back().expectations.push_back({Kind::IsAbsent, "/headers/content-length", nullptr, ""});
  return {"requests_that_libraries_would_rather_change", "", steps};
}

rest::emit::Test bodies() {
  std::vector<Step> steps;
  Step number = call("GET", "/number", 200);
  number.expectations = {{Kind::Equals, "", 5, ""}};
  number.captures = {{"number", Capture::Kind::Body, ""}};
  steps.push_back(number);
  steps.push_back(echoing(withBody(call("POST", "/echo", 200), "application/x-www-form-urlencoded",
                                   TextTemplate{piece("a=%C3%A9&n="), encoded("number"), piece("&c=d")}),
                          {{"/body", "a=%C3%A9&n=5&c=d"}}));
  const char* multipart =
      "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
      "Content-Type: text/plain\r\n\r\nHello, {world} `${x}`!\r\n--limit--\r\n";
  steps.push_back(
      echoing(withBody(call("POST", "/echo", 200), "multipart/form-data; boundary=limit", literal(multipart)),
              {{"/body", multipart}}));
  const std::string bytes("\0\xff\xfe\n7", 5);
  const std::string asCharacters("\0\xc3\xbf\xc3\xbe\n7", 7);
  steps.push_back(echoing(withBody(call("POST", "/echo", 200), "application/octet-stream", literal(bytes)),
                          {{"/body", asCharacters}}));
  steps.push_back(echoing(withBody(call("POST", "/echo", 200), "text/plain", literal("grüß Gott")),
                          {{"/body", "gr\u00c3\u00bc\u00c3\xc2\x9f Gott"}}));
  steps.push_back(echoing(withBody(call("POST", "/echo", 200), "application/json", JsonTemplate{nullptr, {}}),
                          {{"/body", "null"}, {"/headers/content-type", Json::array({"application/json"})}}));
  steps.push_back(
      echoing(withBody(call("POST", "/echo", 200), "application/json",
                       JsonTemplate{Json::parse(R"({"whole": 3.0, "big": 18446744073709551615})"), {}}),
              {{"/json", R"({"big": 18446744073709551615, "whole": 3.0})"}}));
  Step untyped = call("POST", "/echo", 200);
  untyped.body = JsonTemplate{Json::parse(R"({"a": [true, false]})"), {}};
  steps.push_back(
      echoing(untyped, {{"/json", R"({"a": [true, false]})"}, {"/headers/content-type", Json::array()}}));
  steps.push_back(echoing(call("POST", "/echo", 200), {{"/body", ""}}));
  return {"bodies_of_every_kind", "", steps};
}

rest::emit::Test answers() {
  Step list = call("GET", "/list", 200);
  list.captures = {{"weight", Capture::Kind::Body, "/1/12/a~1b", 1}};
  Step again = call("GET", "/list", 200);
  again.expectations = {{.kind = Kind::HasElement, .pointer = "", .value = {{"name", "Rex"}}},
                        {.kind = Kind::HasElement,
                         .pointer = "/1/more",
                         .value = {{"a/b", 7}},
                         .variables = {{"a/b", "weight"}}}};
  list.expectations = {{Kind::HasLength, "", 2, ""},
                       {Kind::Equals, "/0/name", "Rex", ""},
                       {Kind::IsAbsent, "/0/a~1b", nullptr, ""},
                       {Kind::Equals, "/1/12/a~1b", 1, ""}};
  Step here = call("GET", "/here", 200);
  here.expectations = {{Kind::IsUrl, "/self", "/here", ""}};
  Step text = call("GET", "/text", 200);
  text.mediaType = "text/plain";
  text.expectations = {{Kind::IsText, "", "pong", ""}};
  Step unicode = call("GET", "/unicode", 200);
  unicode.expectations = {{Kind::IsText, "", "grüß\n", ""}};
  Step bytes = call("GET", "/bytes", 200);
  bytes.expectations = {{Kind::IsText, "", "\xff\xfe\x01", ""}};
  Step marked = call("GET", "/marked", 200);
  marked.comment = "JSON with a byte order mark, said to be Latin-1.";
  marked.expectations = {{Kind::Equals, "/name", "ü", ""}};
  Step numbers = call("GET", "/numbers", 200);
  numbers.comment = "Of C:\\users and \\u000a nothing must come.";
  numbers.status.reset();
  numbers.succeedsAnyhow = true;
  numbers.expectations = {{Kind::Equals, "/share", 0.1, ""},
                          {Kind::Equals, "/shares", Json::parse("[0.1, 3.0, 9007199254740993]"), ""}};
  return {"answers_of_every_kind", "", {list, again, here, text, unicode, bytes, marked, numbers}};
}

rest::emit::Test lost() {
  std::vector<Step> steps;
  for (const char* target : {"/lost", "/short", "/noise"}) {
    Step step = call("GET", target, 0);
    step.status.reset();
    steps.push_back(step);
  }
  steps[1] = authenticated(steps[1]);
  Step alive = call("GET", "/text", 200);
  steps.push_back(alive);
  return {"calls_without_an_answer", "The service closes the connection, or talks no HTTP.", steps};
}

/// Cookies last as long as a test: not longer, and also where a new login does not help.
rest::emit::Test visits(const char* name) {
  Step first = authenticated(call("GET", "/visit", 200));
  first.expectations = {{Kind::Equals, "/seen", false, ""}};
  Step second = first;
  second.expectations = {{Kind::Equals, "/seen", true, ""}};
  return {name, "", {first, authenticated(call("GET", "/forbidden", 401)), second}};
}

TestFile everything() {
  TestFile file;
  file.part = "expected";
  file.headerComment = "Everything that tests of a REST API can have.\ncovolve rest --schema \"a.yaml\"";
  file.suite = "PetStore";
  file.baseUrl = "http://localhost:8080/v1";
  rest::emit::Authentication::Login login;
  login.call =
      withBody(call("POST", "/login", 200), "application/json",
               JsonTemplate{{{"user", "rex"}, {"password", ""}}, {{"/password", "$LOGIN_PASSWORD"}}});
  login.token = {"token", Capture::Kind::Body, "/session/token"};
  login.header = "Authorization";
  login.value = {piece("Bearer "), plain("token")};
  file.authentication.headers = {{"X-Api-Key", {{"$API_KEY", true, false}}}};
  file.secrets = {"API_KEY", "LOGIN_PASSWORD"};
  file.authentication.login = login;
  file.authentication.keepsCookies = true;

  Step anonymous = call("GET", "/me", 401);
  Step known = authenticated(call("GET", "/me", 200));
  known.headers = {{"Cookie", literal("theme=dark; session=guessed")}, {"x-api-key", literal("guessed")}};
  known.expectations = {{Kind::Equals, "/theme", "dark", ""}};
  Step crash = authenticated(call("POST", "/die", 0));
  crash.status.reset();
  file.tests = {life(), odd(), bodies(), answers(), lost()};
  file.tests.push_back({"who_am_i", "", {anonymous, known}});
  file.tests.push_back(visits("a_guest_who_comes_again_is_known"));
  file.tests.push_back(visits("another_test_is_another_guest"));
  file.tests.push_back({"die", "Ends the service.", {crash}, true});
  return file;
}

TestFile little() {
  TestFile file;
  file.part = "expected_little";
  file.headerComment = "Successful calls of Pets, generated by covolve.";
  file.suite = "Pets";
  file.baseUrl = "http://localhost:8080/v1";
  Step step = withBody(call("POST", "/echo", 200), "application/json", JsonTemplate{{{"name", "Rex"}}, {}});
  step.mediaType = "application/json";
  step.expectations = {{Kind::Equals, "/method", "POST", ""}};
  file.tests = {{"post_echo_returns_200", "", {step}}};
  return file;
}

void expectAllApproved(const std::string& name, const TestFile& file) {
  expectApproved("rest", name + "_test.cpp", rest::emit::googleTestRestPrinter().print(file));
  expectApproved("rest", name + "_test.py", rest::emit::pytestPrinter().print(file));
  expectApproved("rest", name + ".test.mjs", rest::emit::nodePrinter().print(file));
  expectApproved("rest", rest::emit::junitPrinter().fileName(file.part),
                 rest::emit::junitPrinter().print(file));
}

TEST(Golden, RestTestsReadAsWrittenByHand) {
  expectAllApproved("expected", everything());
  expectAllApproved("expected_little", little());
  const auto project = rest::emit::junitPrinter().projectFile();
  ASSERT_TRUE(project);
  EXPECT_TRUE(project->text.contains(project->mark));
  expectApproved("rest", project->name, project->text);
}

/// Runs a command while the service runs; BASE_URL leads to it.
Completed beside(const std::string& mode, std::vector<std::string> command) {
  command.insert(command.begin(), {"/usr/bin/python3", (directoryOf("rest") / "service.py").string(), mode});
  Command whole{.arguments = std::move(command), .directory = directoryOf("rest")};
  whole.environment = {{"PYTHONDONTWRITEBYTECODE", "1"},
                       {"RUN_CRASH_TESTS", "1"},
                       {"API_KEY", "k\"1\""},
                       {"LOGIN_PASSWORD", "it's \"wuff\""}};
  whole.timeout = std::chrono::minutes(5);
  Result<Completed> completed = run(whole);
  if (!completed) return {.status = 127, .output = {}, .errors = completed.error().message};
  return *completed;
}

/// All pass where the service answers as expected, none where it does not.
void expectGood(const std::vector<std::string>& command, const std::string& allPassed,
                const std::string& allFailed) {
  const Completed right = beside("right", command);
  EXPECT_TRUE(right.succeeded()) << right.output << right.errors;
  EXPECT_TRUE(right.output.contains(allPassed)) << right.output;
  const Completed wrong = beside("wrong", command);
  EXPECT_FALSE(wrong.succeeded());
  EXPECT_TRUE(wrong.output.contains(allFailed)) << wrong.output;
}

TEST(RestGolden, PytestRunsThem) {
  expectGood({"/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "expected_test.py",
              "expected_little_test.py"},
             "10 passed", "10 failed");
}

TEST(RestGolden, NodeRunsThem) {
  expectGood({"node", "--test", "--test-concurrency=1", "expected.test.mjs", "expected_little.test.mjs"},
             "# pass 10", "# fail 10");
}

TEST(RestGolden, JUnitRunsThem) {
  const auto maven = run({.arguments = {"mvn", "--version"}});
  if (!maven || !maven->succeeded()) {
    ASSERT_EQ(std::getenv("COVOLVE_CI"), nullptr) << "CI must have Maven";
    GTEST_SKIP() << "there is no Maven";
  }
  Result<ScratchDirectory> scratch = ScratchDirectory::make("rest-golden-test");
  ASSERT_TRUE(scratch);
  for (const char* file : {"pom.xml", "ExpectedTest.java", "ExpectedLittleTest.java"})
    std::filesystem::copy_file(directoryOf("rest") / file, scratch->path() / file);
  const std::vector<std::string> test{"mvn", "--batch-mode",           "--no-transfer-progress",
                                      "-f",  scratch->path().string(), "test"};
  const std::string first = beside("right", test).output;  // fetches what is missing
  if (first.contains("ould not transfer") || first.contains("Unknown host"))
    GTEST_SKIP() << "Maven Central cannot be reached";
  expectGood(test, "Tests run: 10, Failures: 0, Errors: 0, Skipped: 0", "Tests run: 10, Failures: 10");
}

TEST(RestGolden, GoogleTestRunsThem) {
  Result<ScratchDirectory> scratch = ScratchDirectory::make("rest-golden-test");
  ASSERT_TRUE(scratch);
  const std::string program = (scratch->path() / "program").string();
  const std::string directory = directoryOf("rest").string();
  const Command build{.arguments = {"bash", "-c",
                                    "clang++-19 -std=c++17 -Wall -Wextra -Wpedantic -Werror " + directory +
                                        "/expected_test.cpp " + directory + "/expected_little_test.cpp -o " +
                                        program +
                                        " $(pkg-config --cflags --libs cpp-httplib) -lgtest -lgtest_main"}};
  const Result<Completed> built = run(build);
  ASSERT_TRUE(built && built->succeeded()) << built->errors;
  expectGood({program}, "[  PASSED  ] 10 tests", "[  PASSED  ] 0 tests");
}

}  // namespace
}  // namespace covolve::golden
