// The tricky parts of tests in all languages; whole files are in test/golden.
#include "rest/emit/rest_printer.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "rest/emit/templates.h"

namespace covolve::rest::emit {
namespace {

using Kind = BodyExpectation::Kind;

Step get(const std::string& target) {
  Step step;
  step.method = "GET";
  step.target = literal(target);
  step.status = 200;
  return step;
}

Step post(const Json& body, std::vector<std::pair<std::string, std::string>> variables = {}) {
  Step step = get("/pets");
  step.method = "POST";
  step.headers = {{"Content-Type", literal("application/json")}};
  step.body = JsonTemplate{body, std::move(variables)};
  return step;
}

Step expecting(BodyExpectation expectation) {
  Step step = get("/a");
  step.expectations = {std::move(expectation)};
  return step;
}

TestFile fileOf(std::vector<Step> steps) {
  TestFile file;
  file.suite = "PetStore";
  file.baseUrl = "http://localhost:8080/";
  file.tests = {{"get_it", "", std::move(steps)}};
  return file;
}

std::string cpp(const TestFile& file) { return googleTestRestPrinter().print(file); }
std::string python(const TestFile& file) { return pytestPrinter().print(file); }
std::string node(const TestFile& file) { return nodePrinter().print(file); }
std::string java(const TestFile& file) { return junitPrinter().print(file); }

void expectLine(const std::string& text, const std::string& line) {
  EXPECT_TRUE(("\n" + text).contains("\n" + line + "\n")) << line << "\nis no line of:\n" << text;
}

TEST(RestPrinter, IsFoundByName) {
  EXPECT_EQ(restPrinterNames(), (std::vector<std::string_view>{"gtest", "pytest", "node", "junit"}));
  EXPECT_EQ(findRestPrinter("pytest"), &pytestPrinter());
  EXPECT_EQ(findRestPrinter("perl"), nullptr);
  EXPECT_EQ(findRestPrinter("gtest")->fileName("faults"), "faults_test.cpp");
  EXPECT_EQ(findRestPrinter("pytest")->fileName("faults"), "test_faults.py");
  EXPECT_EQ(findRestPrinter("node")->fileName("faults"), "faults.test.mjs");
  EXPECT_EQ(findRestPrinter("junit")->fileName("faults"), "FaultsTest.java");
}

TEST(RestPrinter, TakesTheBaseUrlFromTheEnvironment) {
  const TestFile file = fileOf({get("/")});
  expectLine(cpp(file), "  std::string url = given != nullptr ? given : \"http://localhost:8080\";");
  expectLine(python(file),
             "BASE_URL = os.environ.get(\"BASE_URL\", \"http://localhost:8080\").rstrip(\"/\")");
  expectLine(node(file),
             "const BASE_URL = (process.env.BASE_URL ?? \"http://localhost:8080\").replace(/\\/+$/, \"\");");
}

TEST(RestPrinter, HasOnlyHelpersThatAreUsed) {
  const TestFile file = fileOf({get("/")});
  for (const std::string& text : {cpp(file), python(file), node(file)}) {
    for (const char* helper : {"json::parse", "JSON.parse", "import json", "answers", "edia", "ocation",
                               "ookie", "uthenticat", "ncoded", "ecoded", "node:http"}) {
      EXPECT_FALSE(text.contains(helper)) << helper << " in\n" << text;
    }
  }
}

TEST(RestPrinter, NamesTestsInTheirLanguage) {
  TestFile file = fileOf({get("/")});
  file.tests[0].name = "get_1_0";
  file.tests.push_back(file.tests[0]);
  file.tests[1].name = "get_10";
  expectLine(cpp(file), "TEST(PetStore, Get10) {");
  expectLine(cpp(file), "TEST(PetStore, Get10Case2) {");
  expectLine(python(file), "def test_get_1_0():");
  expectLine(python(file), "def test_get_10():");
  expectLine(node(file), "test(\"get 1 0\", async () => {");
}

TEST(RestPrinter, IntegersStayExact) {
  const TestFile file = fileOf({expecting({Kind::Equals, "/n", 9007199254740993, ""})});
  expectLine(cpp(file), "  EXPECT_EQ(body.at(\"n\"), 9007199254740993);");
  expectLine(python(file), "    assert body[\"n\"] == 9007199254740993");
  expectLine(node(file), "  assert.equal(body.n, 9007199254740993n);");
  EXPECT_TRUE(node(file).contains("BigInt(")) << "otherwise it is read as 9007199254740992";
  EXPECT_FALSE(node(fileOf({expecting({Kind::Equals, "/n", 9007199254740991, ""})})).contains("BigInt"));
}

TEST(RestPrinter, TheLargestAndSmallestIntegersAreLiteralsOfCpp) {
  expectLine(cpp(fileOf({expecting({Kind::Equals, "/n", UINT64_MAX, ""})})),
             "  EXPECT_EQ(body.at(\"n\"), 18446744073709551615u);");
  expectLine(cpp(fileOf({expecting({Kind::Equals, "/n", INT64_MIN, ""})})),
             "  EXPECT_EQ(body.at(\"n\"), json::parse(\"-9223372036854775808\"));");
}

TEST(RestPrinter, WholeDoublesStayDoublesInRequests) {
  const TestFile file = fileOf({post({{"price", 3.0}, {"size", 2.5}})});
  expectLine(cpp(file),
             "  const httplib::Response response = send(\"POST\", \"/pets\", kJson, R\"({\"price\": 3.0, "
             "\"size\": 2.5})\");");
  expectLine(python(file), "    response = send(\"POST\", \"/pets\", json={\"price\": 3.0, \"size\": 2.5})");
  // JSON.stringify would write 3.
  EXPECT_TRUE(node(file).contains("body: '{\"price\": 3.0, \"size\": 2.5}'")) << node(file);
  EXPECT_TRUE(node(fileOf({post({{"size", 2.5}})})).contains("{ json: { size: 2.5 } }"));
}

TEST(RestPrinter, ANullBodyIsABody) {
  const TestFile file = fileOf({post(nullptr)});
  EXPECT_TRUE(cpp(file).contains("kJson, R\"(null)\")")) << cpp(file);
  EXPECT_TRUE(python(file).contains("body=\"null\"")) << python(file);
  EXPECT_TRUE(python(file).contains("headers={\"Content-Type\": \"application/json\"}")) << python(file);
  EXPECT_TRUE(node(file).contains("body: \"null\"")) << node(file);
}

TEST(RestPrinter, ABodyWithoutATypeGetsNone) {
  Step step = post({{"a", 1}});
  step.headers.clear();
  const TestFile file = fileOf({step});
  EXPECT_TRUE(cpp(file).contains("content_provider_")) << cpp(file);
  expectLine(python(file), "    response = send(\"POST\", \"/pets\", body=json.dumps({\"a\": 1}))");
  expectLine(node(file),
             "  const response = await send(\"POST\", \"/pets\", { body: JSON.stringify({ a: 1 }) });");
}

TEST(RestPrinter, ProtoIsAFieldLikeAnyOther) {
  const TestFile file = fileOf({post(Json::parse(R"({"__proto__": 1, "a-b": 2})"))});
  EXPECT_TRUE(node(file).contains("json: { [\"__proto__\"]: 1, \"a-b\": 2 }")) << node(file);
}

TEST(RestPrinter, VariablesAreCarriedFromCallToCall) {
  Step first = post({{"name", "Rex"}});
  first.captures = {{"petId", Capture::Kind::Body, "/id"}, {"class", Capture::Kind::Header, "ETag"}};
  Step second = get("");
  second.target = {{"/pets/", false, false}, {"petId", true, true}, {"/toys", false, false}};
  second.headers = {{"If-Match", {{"class", true, false}}}};
  second.expectations = {{Kind::Equals, "/id", nullptr, "petId"}};
  const TestFile file = fileOf({first, second});
  expectLine(cpp(file), "  const json petId = body.at(\"id\");");
  expectLine(cpp(file), "  const std::string classValue = response.get_header_value(\"ETag\");");
  expectLine(
      cpp(file),
      "  response = send(\"GET\", \"/pets/\" + encoded(petId) + \"/toys\", {{\"If-Match\", classValue}});");
  expectLine(cpp(file), "  EXPECT_EQ(body.at(\"id\"), petId);");
  expectLine(python(file), "    pet_id = body[\"id\"]");
  expectLine(python(file), "    class_value = response.headers[\"ETag\"]");
  expectLine(python(file),
             "    response = send(\"GET\", f\"/pets/{encoded(pet_id)}/toys\", headers={\"If-Match\": "
             "class_value})");
  expectLine(python(file), "    assert body[\"id\"] == pet_id");
  expectLine(node(file), "  const petId = body.id;");
  expectLine(node(file), "  const classValue = response.headers.get(\"ETag\");");
  EXPECT_TRUE(node(file).contains("`/pets/${encodeURIComponent(petId)}/toys`")) << node(file);
  expectLine(node(file), "  assert.deepEqual(body.id, petId);");
}

TEST(RestPrinter, AVariableTakesTheTypeOfItsPlace) {
  Step first = get("/a");
  first.captures = {{"id", Capture::Kind::LocationSegment, "/pets/{}"},
                    {"number", Capture::Kind::Body, "/number", 5}};
  const TestFile file =
      fileOf({first, post({{"pet", 7}, {"text", "7"}}, {{"/pet", "id"}, {"/text", "number"}})});
  expectLine(cpp(file), "  request[\"pet\"] = json::parse(id);");
  expectLine(cpp(file), "  request[\"text\"] = text(number);");
  EXPECT_TRUE(python(file).contains("json={\"pet\": json.loads(id), \"text\": text(number)}"))
      << python(file);
  EXPECT_TRUE(node(file).contains("json: { pet: JSON.parse(id), text: String(number) }")) << node(file);
}

TEST(RestPrinter, BigIdentifiersStayWhatTheyAre) {
  Step first = get("/a");
  first.captures = {{"id", Capture::Kind::Body, "/id", 9007199254740993}};
  const TestFile file = fileOf({first, post({{"pet", 9007199254740993}}, {{"/pet", "id"}})});
  EXPECT_TRUE(node(file).contains("body: `{\"pet\": ${id}}`")) << node(file);
  EXPECT_TRUE(node(file).contains("BigInt(")) << node(file);
}

TEST(RestPrinter, NumbersInPointersAreIndicesOrNames) {
  Step step = expecting({Kind::Equals, "/byId/12/name", "Rex", ""});
  step.expectations.push_back({Kind::HasLength, "/list", 1, ""});
  step.expectations.push_back({Kind::Equals, "/list/0", "a", ""});
  const TestFile file = fileOf({step});
  expectLine(python(file), "    assert at(body, \"/byId/12/name\") == \"Rex\"");
  expectLine(python(file), "    assert body[\"list\"][0] == \"a\"");
  expectLine(node(file), "  assert.equal(body.byId[12].name, \"Rex\");");
  expectLine(cpp(file), "  EXPECT_EQ(body.at(\"/list/0\"_json_pointer), \"a\");");
}

TEST(RestPrinter, BytesThatAreNoTextAreSentAndExpectedAsTheyAre) {
  Step step = post(nullptr);
  step.headers = {{"Content-Type", literal("image/png")}, {"X-Name", literal("é")}};
  step.body = literal("\x89PNG\r\n\xff");
  step.expectations = {{Kind::IsText, "", "\xff\xfe", ""}};
  const TestFile file = fileOf({step});
  EXPECT_TRUE(cpp(file).contains(R"("\211PNG\r\n\377")")) << cpp(file);
  expectLine(cpp(file), R"(  EXPECT_EQ(response.body, "\377\376");)");
  EXPECT_TRUE(python(file).contains(R"(body=b"\x89PNG\r\n\xff")")) << python(file);
  EXPECT_TRUE(python(file).contains(R"("X-Name": "\xc3\xa9")")) << python(file);
  expectLine(python(file), R"(    assert response.content == b"\xff\xfe")");
  EXPECT_TRUE(node(file).contains(R"(body: Buffer.from("\x89PNG\r\n\xff", "latin1"))")) << node(file);
  expectLine(node(file), R"(  assert.deepEqual(response.body, Buffer.from("\xff\xfe", "latin1"));)");
}

TEST(RestPrinter, TheTypeOfAValueIsExpectedExactly) {
  const auto line = [](const char* type) { return fileOf({expecting({Kind::IsType, "/a", type, ""})}); };
  expectLine(python(line("number")), "    assert type(body[\"a\"]) in (int, float)");
  expectLine(python(line("object")), "    assert isinstance(body[\"a\"], dict)");
  expectLine(node(line("object")), "  assert.ok(isObject(body.a));");
  expectLine(node(line("array")), "  assert.ok(Array.isArray(body.a));");
  expectLine(node(line("string")), "  assert.equal(typeof body.a, \"string\");");
  expectLine(cpp(line("boolean")), "  EXPECT_TRUE(body.at(\"a\").is_boolean());");
  expectLine(cpp(line("null")), "  EXPECT_TRUE(body.at(\"a\").is_null());");
}

TEST(RestPrinter, NothingInAListOrAnObjectReadsAsThat) {
  const auto file = [](const Json& value) { return fileOf({expecting({Kind::Equals, "/a", value, ""})}); };
  expectLine(cpp(file(Json::array())), "  EXPECT_EQ(body.at(\"a\"), json::array());");
  expectLine(cpp(file(Json::object())), "  EXPECT_EQ(body.at(\"a\"), json::object());");
}

TEST(RestPrinter, TestsThatEndTheServiceAreSkipped) {
  TestFile file = fileOf({get("/")});
  file.tests[0].endsService = true;
  file.tests[0].steps[0].status.reset();
  expectLine(cpp(file),
             "  if (std::getenv(\"RUN_CRASH_TESTS\") == nullptr) GTEST_SKIP() << \"it ends the service\";");
  expectLine(cpp(file), "  EXPECT_FALSE(answers(\"GET\", \"/\"));");
  expectLine(python(file),
             "@pytest.mark.skipif(\"RUN_CRASH_TESTS\" not in os.environ, reason=\"it ends the service\")");
  expectLine(python(file), "    assert not answers(send, \"GET\", \"/\")");
  EXPECT_TRUE(node(file).contains("{ skip: !process.env.RUN_CRASH_TESTS && \"it ends the service\" }"));
  expectLine(node(file), "  assert.ok(!(await answers(send, \"GET\", \"/\")));");
}

TEST(RestPrinter, CertificatesAreVerifiedUnlessTheyWereNot) {
  TestFile file = fileOf({get("/")});
  const auto isMentioned = [&] {
    return cpp(file).contains("enable_server_certificate_verification(false)") +
           python(file).contains("verify=False") + node(file).contains("NODE_TLS_REJECT_UNAUTHORIZED");
  };
  EXPECT_EQ(isMentioned(), 0);
  file.certificates.areVerified = false;
  EXPECT_EQ(isMentioned(), 3);
}

TEST(RestPrinter, AnAnswerThatIsExpectedToBeLateIsTimed) {
  Step step = get("/");
  step.slowerThan = std::chrono::milliseconds(250);
  const TestFile file = fileOf({step});
  expectLine(python(file), "    begin = time.monotonic()");
  expectLine(python(file), "    assert time.monotonic() - begin > 0.25");
  expectLine(node(file), "  assert.ok(performance.now() - begin > 250);");
  EXPECT_TRUE(cpp(file).contains("steady_clock::now() - begin > std::chrono::milliseconds(250)"))
      << cpp(file);
}

TEST(RestPrinter, CertificatesAreNamedByTheEnvironment) {
  TestFile file = fileOf({get("/")});
  file.certificates = {.hasOwnAuthority = true, .hasClients = true};
  expectLine(python(file),
             "VERIFY = os.environ.get(\"SSL_CERT_FILE\", True)  # who signed the service's certificate");
  EXPECT_TRUE(python(file).contains("timeout=30, verify=VERIFY, cert=CERTIFICATE)")) << python(file);
  EXPECT_TRUE(node(file).contains("NODE_EXTRA_CA_CERTS")) << node(file);
  EXPECT_TRUE(node(file).contains("    ...CERTIFICATE,\n")) << node(file);
  EXPECT_TRUE(cpp(file).contains("fromEnvironment(\"CLIENT_CERTIFICATE\")")) << cpp(file);
}

TEST(RestPrinter, VariablesOfTheEnvironmentMayBeCalledLikeAnythingInPython) {
  Step step = get("/");
  step.headers.emplace_back("X-Key", TextTemplate{{"$text", true, false}});
  step.headers.emplace_back("X-Other", TextTemplate{{"$TEXT", true, false}});
  TestFile file = fileOf({step});
  file.secrets = {"TEXT", "text"};
  expectLine(python(file), "TEXT = os.environ[\"TEXT\"]");
  expectLine(python(file), "TEXT_ = os.environ[\"text\"]");
  EXPECT_TRUE(python(file).contains("\"X-Key\": TEXT_,")) << python(file);
}

TEST(RestPrinter, HeaderCommentsCannotEndTheirComment) {
  TestFile file = fileOf({get("/")});
  file.headerComment = "Says \"\"\" and \\ and coding: x\nends with \"";
  EXPECT_TRUE(
      python(file).starts_with("\"\"\"Says \\\"\\\"\" and \\\\ and coding: x\nends with \"\n\"\"\"\n"))
      << python(file);
  EXPECT_TRUE(node(file).starts_with("// Says \"\"\" and \\ and coding: x\n// ends with \"\n")) << node(file);
}

TEST(RestPrinter, ALoginThatOnlySetsCookiesNeedsNoToken) {
  Step step = get("/me");
  step.needsAuthentication = true;
  TestFile file = fileOf({step});
  Authentication::Login login;
  login.call = get("/login");
  login.call.status.reset();
  login.header = "Authorization";
  login.value = {{"Bearer ", false, false}, {"token", true, false}};
  login.token = {"token", Capture::Kind::Body, ""};
  file.authentication.login = login;
  file.authentication.keepsCookies = true;
  for (const std::string& text : {cpp(file), python(file), node(file)}) {
    EXPECT_FALSE(text.contains("Bearer")) << text;
    EXPECT_TRUE(text.contains("ookies(response, ")) << text;
  }
  // Whatever the login is answered below 400 is good enough.
  expectLine(python(file), "    assert response.status_code < 400, response.content");
}

TEST(RestPrinter, ATokenFromAHeaderMayHaveItsPrefixAlready) {
  Step step = get("/me");
  step.needsAuthentication = true;
  TestFile file = fileOf({step});
  Authentication::Login login;
  login.call = get("/login");
  login.header = "Authorization";
  login.value = {{"Bearer ", false, false}, {"token", true, false}};
  login.token = {"token", Capture::Kind::Header, "X-Token"};
  file.authentication.login = login;
  expectLine(python(file),
             "    authentication[\"Authorization\"] = token if token.startswith(\"Bearer \") else f\"Bearer "
             "{token}\"");
  EXPECT_TRUE(cpp(file).contains("token.rfind(\"Bearer \", 0) == 0 ? token : \"Bearer \" + token"));
  expectLine(
      node(file),
      "  authentication[\"Authorization\"] = token.startsWith(\"Bearer \") ? token : `Bearer ${token}`;");
}

TEST(RestPrinter, JavaHasTextBlocksWhoseQuotesEndNothing) {
  expectLine(java(fileOf({post("it's \"quoted\"")})),
             "                \"it's \\\\\"quoted\\\\\"\\\"\"\"\").send();");
  expectLine(java(fileOf({post(Json{{"", Json::array({"", "\\"})}})})),
             "                {\"\": [\"\", \"\\\\\\\\\"]}\"\"\").send();");
}

TEST(RestPrinter, JavaTakesPercentSignsForWhatTheyAreBesideVariables) {
  Step create = get("/pets");
  create.captures = {{"petId", Capture::Kind::Body, "/id", 5}};
  const Step use = post({{"id", 5}, {"share", "5 %s"}}, {{"/id", "petId"}});
  expectLine(java(fileOf({create, use})),
             "                {\"id\": %s, \"share\": \"5 %%s\"}\"\"\".formatted(petId)).send();");
  expectLine(java(fileOf({post({{"share", "5 %s"}})})),
             "                {\"share\": \"5 %s\"}\"\"\").send();");
}

TEST(RestPrinter, CommentsInJavaCannotBeEndedByTheNumberOfALine) {
  TestFile file = fileOf({get("/")});
  const std::string evil = R"(\u000astatic int evil;)";
  file.headerComment = evil;
  file.tests[0].comment = evil;
  file.tests[0].steps[0].comment = evil;
  const std::string text = java(file);
  EXPECT_FALSE(text.contains(evil)) << text;
  for (const char* margin : {"", "    ", "        "})
    expectLine(text, margin + std::string(R"(// \ u000astatic int evil;)"));
}

TEST(RestPrinter, WhatSucceedsAnyhowIsNotRedirected) {
  Step step = get("/a");
  step.status.reset();
  step.succeedsAnyhow = true;
  const auto expectLines = [&](const char* inCpp, const char* inPython, const char* inNode,
                               const char* inJava) {
    const TestFile file = fileOf({step});
    expectLine(cpp(file), inCpp);
    expectLine(python(file), inPython);
    expectLine(node(file), inNode);
    expectLine(java(file), inJava);
  };
  expectLines(
      "  ASSERT_TRUE(response.status >= 200 && response.status < 300) << response.body;",
      "    assert 200 <= response.status_code < 300, response.content",
      "  assert.ok(response.status >= 200 && response.status < 300, response.body.toString());",
      "        assertTrue(response.statusCode() >= 200 && response.statusCode() < 300, utf8(response));");
  step.mayRedirect = true;  // it logs in
  expectLines("  ASSERT_LT(response.status, 400) << response.body;",
              "    assert response.status_code < 400, response.content",
              "  assert.ok(response.status < 400, response.body.toString());",
              "        assertTrue(response.statusCode() < 400, utf8(response));");
}

TEST(RestPrinter, JavaNeverWritesTheEndOfALineByItsNumber) {
  const std::string text = java(fileOf({expecting({Kind::Equals, "/a", "x\n\r\x01\u2028", ""})}));
  expectLine(text, R"(        assertJson("x\n\r\001\u2028", body.at("/a"));)");
}

TEST(RestPrinter, JavaHasNoConstantThatIsTooLongForAClass) {
  const std::string text = java(fileOf({post({{"name", std::string(70'000, 'x')}})}));
  EXPECT_TRUE(text.contains("String.join(\"\", "));
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('"', at), text.size());
    EXPECT_LT(end - at, 65'536u);
    at = end + 1;
  }
}

}  // namespace
}  // namespace covolve::rest::emit
