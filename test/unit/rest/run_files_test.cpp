// What a run writes for other tools: JUnit XML and HTTP archives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "rest/http/har.h"
#include "rest/junit_report.h"

namespace covolve::rest {
namespace {

using testing::HasSubstr;
using testing::Not;

report::RunReport example() {
  report::RunReport report;
  report.service =
      report::ServiceReport{.title = "Pets & <more>", .version = "1", .url = "", .operations = {}};
  report.service->operations = {{"listPets", "GET", "/pets", 5, {{200, 5}}},
                                {"addPet", "POST", "/pets", 2, {{500, 2}}},
                                {"getPet", "GET", "/pets/{id}", 0, {}}};
  report.skipped = {{"PUT /toys", "its body cannot be read", "", 0}};
  report::FaultReport fault;
  fault.kind = "server-error";
  fault.id = "abc";
  fault.operation = "addPet";
  fault.function = "POST /pets";
  fault.description = "POST /pets answers 500 to \"a\" & \x01.";
  fault.commands = {"curl -X POST http://h/pets"};
  fault.answer = "500 text/html\n<html>";
  report.faults = {fault};
  return report;
}

TEST(Junit, HasACaseForEachOperationAndEachFault) {
  const std::string text = writeJunit(example());
  EXPECT_THAT(text, HasSubstr("<testsuite name=\"Pets &amp; &lt;more&gt;\" tests=\"4\" failures=\"1\" "
                              "errors=\"0\" skipped=\"2\">"));
  EXPECT_THAT(text, HasSubstr("name=\"GET /pets\"/>"));
  EXPECT_THAT(text, HasSubstr("name=\"GET /pets/{id}\">\n      <skipped message=\"it was never called\"/>"));
  EXPECT_THAT(text, HasSubstr("<skipped message=\"its body cannot be read\"/>"));
  EXPECT_THAT(text, HasSubstr("name=\"POST /pets: server-error (abc)\""));
  EXPECT_THAT(text, HasSubstr("message=\"POST /pets answers 500 to &quot;a&quot; &amp; ?.\">"
                              "curl -X POST http://h/pets\n\n500 text/html\n&lt;html&gt;</failure>"));
}

TEST(Junit, AKnownFaultIsNoFailure) {
  report::RunReport report = example();
  report.faults[0].isKnown = true;
  const std::string text = writeJunit(report);
  EXPECT_THAT(text, HasSubstr("failures=\"0\""));
  EXPECT_THAT(text, HasSubstr("<skipped message=\"known by the baseline: POST /pets"));
  EXPECT_THAT(text, Not(HasSubstr("<failure")));
}

TEST(Har, HoldsNothingOfALoginAndIsWholeHoweverARunEnds) {
  const auto scratch = ScratchDirectory::make("har-login-test");
  ASSERT_TRUE(scratch);
  {
    auto har = HarFile::open(scratch->path() / "a.har", "0.1.0", {{"X-Session"}, {"/login"}});
    ASSERT_TRUE(har);
    HttpResponse response;
    response.status = 200;
    response.headers = {{"X-Session", "topsecret"}};
    response.body = R"({"token": "topsecret"})";
    har->add({"POST", "/login?remember=1", {}, "password=topsecret"}, "http://me:topsecret@h/v1", response,
             {}, std::chrono::milliseconds(20));
  }
  const std::string text = readFile(scratch->path() / "a.har").value_or("");
  EXPECT_THAT(text, Not(HasSubstr("topsecret")));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << text;
  EXPECT_EQ(json["log"]["entries"][0]["request"]["url"], "http://h/v1/login?remember=1");
}

TEST(Har, HidesSecretsThatAreSaidBackButNoPlainWords) {
  const auto scratch = ScratchDirectory::make("har-echo-test");
  ASSERT_TRUE(scratch);
  auto har = HarFile::open(scratch->path() / "a.har", "0.1.0");
  ASSERT_TRUE(har);
  const auto secrets = std::make_shared<SecretTexts>();
  har->hide(secrets);
  for (const char* secret : {"s3cret-token", "password", "abc", "s3cret+a/b\"c="}) secrets->add(secret);
  HttpResponse response;
  response.body = R"({"problem": "s3cret-token is no password of abc", "a": "s3cret+a\/b\"c="})";
  har->add({"GET", "/x?key=s3cret-token&b=s3cret%2Ba%2Fb%22c%3D&c=s3cret%2ba%2fb%22c%3d", {}, {}}, "http://h",
           response, {}, std::chrono::milliseconds(20));
  har->close();
  const std::string text = readFile(scratch->path() / "a.har").value_or("");
  EXPECT_THAT(text, Not(HasSubstr("s3cret")));
  EXPECT_THAT(text, HasSubstr("*** is no password of abc"));
}

TEST(Har, HoldsWhatWasSentAndAnsweredButNoSecrets) {
  const auto scratch = ScratchDirectory::make("har-test");
  ASSERT_TRUE(scratch);
  auto har = HarFile::open(scratch->path() / "a.har", "0.1.0");
  ASSERT_TRUE(har);
  HttpResponse response;
  response.status = 201;
  response.headers = {{"Content-Type", "application/json"}, {"Set-Cookie", "topsecret"}};
  response.body = "{}";
  const auto moment = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'500));
  har->add({"POST", "/pets?a=b&c", {{"Authorization", "topsecret"}, {"Content-Type", "text/plain"}}, "hello"},
           "http://h", response, moment, std::chrono::milliseconds(20));
  har->add({"GET", "/x", {}, {}}, "http://h", HttpFailure{HttpFailure::Kind::Timeout, "too late"}, moment,
           std::chrono::milliseconds(10));
  har->close();
  const std::string text = readFile(scratch->path() / "a.har").value_or("");
  EXPECT_THAT(text, Not(HasSubstr("topsecret")));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << text;
  ASSERT_EQ(json["log"]["entries"].size(), 2u);
  const auto& first = json["log"]["entries"][0];
  EXPECT_EQ(first["startedDateTime"], "1970-01-01T00:00:01.500Z");
  EXPECT_EQ(first["request"]["url"], "http://h/pets?a=b&c");
  EXPECT_EQ(first["request"]["queryString"][0]["value"], "b");
  EXPECT_EQ(first["request"]["postData"]["text"], "hello");
  EXPECT_EQ(first["response"]["status"], 201);
  EXPECT_EQ(first["response"]["content"]["text"], "{}");
  EXPECT_EQ(json["log"]["entries"][1]["response"]["status"], 0);
  EXPECT_EQ(json["log"]["entries"][1]["response"]["_error"], "too late");
}

}  // namespace
}  // namespace covolve::rest
