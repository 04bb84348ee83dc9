#include "rest/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/files.h"

namespace covolve::rest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Texts = std::vector<std::string>;

const std::vector<KnownOption> kKnown{{"schema", KnownOption::Kind::Path},
                                      {"url"},
                                      {"output", KnownOption::Kind::Path},
                                      {"start", KnownOption::Kind::Command},
                                      {"reset", KnownOption::Kind::Command},
                                      {"start-directory", KnownOption::Kind::Path},
                                      {"header"},
                                      {"basic"},
                                      {"bearer"},
                                      {"budget"},
                                      {"format"},
                                      {"insecure"},
                                      {"cookies"},
                                      {"include-path"},
                                      {"include-tag"},
                                      {"exclude-method"},
                                      {"exclude-operation"}};

std::optional<std::string> testEnvironment(const std::string& name) {
  if (name == "TOKEN") return "s3cret";
  if (name == "PIN") return "1234";
  if (name == "EMPTY") return "";
  return std::nullopt;
}

Result<Configuration> parse(const std::string& text) {
  return parseConfiguration(text, "api.yaml", "/project/api", kKnown, testEnvironment);
}

Configuration configured(const std::string& text) {
  const auto configuration = parse(text);
  EXPECT_TRUE(configuration) << configuration.error().message;
  return configuration.value_or(Configuration{});
}

std::string mistake(const std::string& text) {
  const auto configuration = parse(text);
  return configuration ? "no mistake" : configuration.error().message;
}

Texts valuesOf(const std::string& text, const std::string& name) {
  for (const ConfiguredOption& option : configured(text).options) {
    if (option.name == name) return option.values;
  }
  return {};
}

AuthenticationOptions::Login login(const std::string& text) {
  const Configuration configuration = configured("login: " + text);
  EXPECT_TRUE(configuration.login.has_value());
  return configuration.login.value_or(AuthenticationOptions::Login{});
}

TEST(RestConfiguration, OptionsAreThoseOfTheCommandLine) {
  EXPECT_THAT(configured("url: http://localhost:8080\nformat: [gtest, pytest]\n\ninsecure: true\n").options,
              ElementsAre(ConfiguredOption{"url", {"http://localhost:8080"}, 1},
                          ConfiguredOption{"format", {"gtest", "pytest"}, 2},
                          ConfiguredOption{"insecure", {"true"}, 4}));
}

TEST(RestConfiguration, PathsAreRelativeToTheFile) {
  EXPECT_THAT(valuesOf("schema: ../openapi.yaml", "schema"), ElementsAre("/project/openapi.yaml"));
  EXPECT_THAT(valuesOf("schema: /etc/openapi.yaml", "schema"), ElementsAre("/etc/openapi.yaml"));
  EXPECT_THAT(valuesOf("schema: http://localhost/openapi.yaml", "schema"),
              ElementsAre("http://localhost/openapi.yaml"));
  EXPECT_THAT(valuesOf("output: out", "output"), ElementsAre("/project/api/out"));
  EXPECT_THAT(valuesOf("url: some/path", "url"), ElementsAre("some/path"));
}

TEST(RestConfiguration, CommandsRunWhereTheFileIs) {
  EXPECT_THAT(valuesOf("start: ./server", "start-directory"), ElementsAre("/project/api"));
  EXPECT_THAT(valuesOf("reset: ./reset", "start-directory"), ElementsAre("/project/api"));
  EXPECT_THAT(valuesOf("start: ./server\nstart-directory: bin", "start-directory"),
              ElementsAre("/project/api/bin"));
  EXPECT_THAT(valuesOf("url: http://x", "start-directory"), ElementsAre());
}

TEST(RestConfiguration, CommandsMayHaveSeveralLines) {
  EXPECT_THAT(valuesOf("start: |\n  export A=1\n  ./server\n", "start"), ElementsAre("export A=1\n./server"));
  EXPECT_THAT(valuesOf("start: >\n  ./server\n  --fast\n", "start"), ElementsAre("./server --fast"));
  EXPECT_EQ(mistake("url: |\n  a\n  b\n"),
            "api.yaml:1: url has a line break or another control character in it");
  EXPECT_EQ(mistake("start: ''"), "api.yaml:1: start is empty");
}

TEST(RestConfiguration, HeadersAreAMapping) {
  EXPECT_THAT(valuesOf("headers:\n  X-Api-Key: abc\n  Accept: text/plain\n", "header"),
              ElementsAre("X-Api-Key: abc", "Accept: text/plain"));
  EXPECT_THAT(valuesOf("header: 'A: 1'\nheaders: {B: 2}\n", "header"), ElementsAre("A: 1", "B: 2"));
  EXPECT_EQ(mistake("headers:\n  'X Key': abc\n"), "api.yaml:2: X Key cannot be the name of a header");
  EXPECT_EQ(mistake("headers: X-Key"),
            "api.yaml:1: headers must be a mapping (key: value), not a single value");
}

TEST(RestConfiguration, BasicMayBeAMapping) {
  EXPECT_THAT(valuesOf("basic: me:secret", "basic"), ElementsAre("me:secret"));
  EXPECT_THAT(valuesOf("basic: {user: me, password: 'a:b'}", "basic"), ElementsAre("me:a:b"));
  EXPECT_EQ(mistake("basic: {user: me}"), "api.yaml:1: basic lacks password");
  EXPECT_EQ(mistake("basic: {user: 'm:e', password: x}"), "api.yaml:1: a user's name has no colon in it");
}

TEST(RestConfiguration, FiltersAreMappings) {
  EXPECT_THAT(valuesOf("include: {paths: [/pets/**, /shops], tags: pets}", "include-path"),
              ElementsAre("/pets/**", "/shops"));
  EXPECT_THAT(valuesOf("include: {paths: /pets, tags: pets}", "include-tag"), ElementsAre("pets"));
  EXPECT_THAT(valuesOf("exclude:\n  methods: [DELETE]\nexclude-method: PUT\n", "exclude-method"),
              ElementsAre("DELETE", "PUT"));
  EXPECT_THAT(valuesOf("exclude: {operations: [a, b]}", "exclude-operation"), ElementsAre("a", "b"));
  EXPECT_EQ(mistake("exclude:\n  pathes: /x\n"),
            "api.yaml:2: exclude has no key pathes; did you mean paths?");
  EXPECT_EQ(mistake("include: {tags: []}"), "api.yaml:1: tags is an empty list");
}

TEST(RestConfiguration, UnknownKeysAreMistakes) {
  EXPECT_EQ(mistake("url: http://x\nshcema: openapi.yaml\n"),
            "api.yaml:2: a configuration has no key shcema; did you mean schema?");
  EXPECT_THAT(mistake("frobnicate: 1"), StartsWith("api.yaml:1: a configuration has no key frobnicate"));
  EXPECT_EQ(mistake("url: {a: b}"), "api.yaml:1: url must be a single value, not a mapping");
  EXPECT_EQ(mistake("url:"), "api.yaml:1: url must be a single value, not nothing");
  EXPECT_EQ(mistake("- url"), "api.yaml:1: a configuration must be a mapping (key: value), not a list");
  EXPECT_EQ(mistake("url: a\nurl: b\n"), "api.yaml:2: url is given twice");
  EXPECT_THAT(mistake("url: ["), StartsWith("api.yaml:"));
}

TEST(RestConfiguration, VariablesComeFromTheEnvironment) {
  EXPECT_THAT(valuesOf("bearer: ${TOKEN}", "bearer"), ElementsAre("s3cret"));
  EXPECT_THAT(valuesOf("headers: {X-Key: 'a${PIN}b${TOKEN}'}", "header"), ElementsAre("X-Key: a1234bs3cret"));
  EXPECT_THAT(valuesOf("start: ./server --pin=$PIN --x=$${PIN:-5}", "start"),
              ElementsAre("./server --pin=$PIN --x=${PIN:-5}"));
}

TEST(RestConfiguration, VariablesMustBeThere) {
  EXPECT_EQ(mistake("url: http://x\nbearer: ${TOKNE}\n"),
            "api.yaml:2: the environment has no variable TOKNE");
  EXPECT_EQ(mistake("bearer: ${EMPTY}"), "api.yaml:1: bearer is empty");
  for (const char* wrong : {"${", "${}", "${A B}", "${5}", "x${TOKEN", "${PIN:-5}"}) {
    EXPECT_THAT(mistake("bearer: '" + std::string(wrong) + "'"),
                HasSubstr("api.yaml:1: ${ stands for a variable"))
        << wrong;
  }
}

TEST(RestConfiguration, ALoginHasDefaults) {
  const auto read = login("{path: /login, token: /access_token}");
  EXPECT_EQ(read.method, "POST");
  EXPECT_EQ(read.path, "/login");
  EXPECT_EQ(read.contentType, "application/json");
  EXPECT_EQ(read.body, "");
  EXPECT_EQ(read.tokenPointer, "/access_token");
  EXPECT_EQ(read.tokenHeader, "");
  EXPECT_EQ(read.header, "Authorization");
  EXPECT_EQ(read.prefix, "Bearer ");
}

TEST(RestConfiguration, EverythingOfALoginCanBeSaid) {
  const auto read = login(R"(
  method: put
  path: /session
  type: text/plain
  body: hello
  token-header: X-Token
  header: X-Session
  prefix: ""
)");
  EXPECT_EQ(read.method, "PUT");
  EXPECT_EQ(read.contentType, "text/plain");
  EXPECT_EQ(read.body, "hello");
  EXPECT_EQ(read.tokenPointer, "");
  EXPECT_EQ(read.tokenHeader, "X-Token");
  EXPECT_EQ(read.header, "X-Session");
  EXPECT_EQ(read.prefix, "");
}

TEST(RestConfiguration, ALoginsBodyIsJson) {
  EXPECT_EQ(
      login("{path: /l, token: t, body: {user: me, age: 7, pi: 3.5, ok: true, none: null, list: [a, 1]}}")
          .body,
      R"({"user":"me","age":7,"pi":3.5,"ok":true,"none":null,"list":["a",1]})");
  EXPECT_EQ(login("{path: /l, token: t, body: {code: '007', zip: 007, word: 'true'}}").body,
            R"({"code":"007","zip":"007","word":"true"})");
}

TEST(RestConfiguration, AVariableInALoginsBodyIsAText) {
  EXPECT_EQ(login("{path: /l, token: t, body: {pin: '${PIN}', token: 'x${TOKEN}'}}").body,
            R"({"pin":"1234","token":"xs3cret"})");
  EXPECT_EQ(login("\n  path: /l\n  token: t\n  body:\n    pin: ${PIN}\n").body, R"({"pin":"1234"})");
}

TEST(RestConfiguration, ALoginsBodyMayBeAForm) {
  EXPECT_EQ(login("{path: /l, token: t, type: application/x-www-form-urlencoded, "
                  "body: {user: 'a b&c', password: '${TOKEN}'}}")
                .body,
            "user=a%20b%26c&password=s3cret");
}

TEST(RestConfiguration, ATokensPlaceIsAPointer) {
  EXPECT_EQ(login("{path: /l, token: data/token}").tokenPointer, "/data/token");
  EXPECT_EQ(login("{path: /l, token: '/a~1b'}").tokenPointer, "/a~1b");
  EXPECT_EQ(mistake("login: {path: /l, token: '/a~b'}"), "api.yaml:1: /a~b is no JSON pointer");
}

TEST(RestConfiguration, MistakesOfALoginAreTold) {
  EXPECT_EQ(mistake("login: {token: /t}"), "api.yaml:1: login lacks path");
  EXPECT_EQ(mistake("login: {path: login, token: /t}"), "api.yaml:1: the path of the login begins with /");
  EXPECT_EQ(mistake("login:\n  path: /l\n  token: /t\n  token-header: X\n"),
            "api.yaml:4: a login has token or token-header, not both");
  EXPECT_EQ(mistake("login:\n  path: /l\n  tokn: /t\n"),
            "api.yaml:3: login has no key tokn; did you mean token?");
  EXPECT_EQ(mistake("login: {path: /l, header: 'a b'}"), "api.yaml:1: a b cannot be the name of a header");
  EXPECT_EQ(mistake("login: {path: /l, method: 'a b'}"), "api.yaml:1: A B is no method of HTTP");
}

TEST(RestConfiguration, ATokenOfOAuth2IsALogin) {
  const auto tokenOf = [](const std::string& text) { return configured("oauth2: " + text).login.value(); };
  auto token = tokenOf("{token-url: /token, client-id: me, client-secret: s, scope: a b}");
  EXPECT_EQ(token.origin, "");
  EXPECT_EQ(token.path, "/token");
  EXPECT_EQ(token.body, "grant_type=client_credentials&scope=a%20b");
  EXPECT_EQ(token.headers, (HeaderList{{"Authorization", "Basic bWU6cw=="}}));
  EXPECT_EQ(token.tokenPointer, "/access_token");
  token = tokenOf(
      "{token-url: 'https://id.example.org:8443/a/token?x=1', client-id: me, client-secret: s, user: ann, "
      "password: p, "
      "client-authentication: body}");
  EXPECT_EQ(token.origin, "https://id.example.org:8443");
  EXPECT_EQ(token.path, "/a/token?x=1");
  EXPECT_EQ(token.body, "grant_type=password&username=ann&password=p&client_id=me&client_secret=s");
  EXPECT_TRUE(token.headers.empty());
  EXPECT_EQ(tokenOf("{token-url: /token, client-id: me}").body, "grant_type=client_credentials&client_id=me");
  token = tokenOf("{token-url: 'http://localhost:{port}/token', client-id: me}");
  EXPECT_EQ(token.origin, "http://localhost:{port}") << "known when the service is started";
  EXPECT_EQ(token.path, "/token");
  EXPECT_EQ(mistake("oauth2: {token-url: token, client-id: me}").substr(0, 11), "api.yaml:1:");
  EXPECT_EQ(mistake("oauth2: {token-url: /t, client-id: me, user: a}"),
            "api.yaml:1: the password flow needs user and password; client credentials neither");
  EXPECT_EQ(mistake("login: {path: /l, token: /t}\noauth2: {token-url: /t, client-id: me}\n"),
            "api.yaml:2: a token comes from login or from oauth2, not from both");
  EXPECT_EQ(mistake("oauth2: {token-url: /t, client-id: me}\nlogin: {path: /l, token: /t}\n"),
            "api.yaml:2: a token comes from login or from oauth2, not from both");
}

TEST(RestConfiguration, UsersAreTheFirstAndTheOthers) {
  const auto users = configured(
                         "users:\n"
                         "  - name: ann\n"
                         "    login: {path: /login, body: {password: \"${TOKEN}\"}, token: /token}\n"
                         "  - headers: {X-Key: \"${PIN}\"}\n"
                         "    basic: {user: ben, password: berry}\n"
                         "  - {name: cleo, bearer: abc}\n")
                         .users;
  ASSERT_TRUE(users);
  EXPECT_EQ(users->user, "ann");
  ASSERT_TRUE(users->login);
  EXPECT_EQ(users->login->path, "/login");
  ASSERT_EQ(users->others.size(), 2u);
  EXPECT_EQ(users->others[0].user, "user 2");
  EXPECT_EQ(users->others[0].headers, (HeaderList{{"X-Key", "1234"}}));
  EXPECT_EQ(users->others[0].basic, std::pair(std::string("ben"), std::string("berry")));
  EXPECT_EQ(users->others[1].headers, (HeaderList{{"Authorization", "Bearer abc"}}));
}

TEST(RestConfiguration, MistakesOfUsersAreTold) {
  EXPECT_EQ(mistake("users: [{bearer: a}]"),
            "api.yaml:1: users are two or more: what one makes, the others must not touch");
  EXPECT_EQ(mistake("users:\n  - {name: a, bearer: b}\n  - {name: a, bearer: c}\n"),
            "api.yaml:3: two users are called a");
  const std::string elsewhere = "oauth2: {token-url: 'http://h/t', client-id: me}}\n";
  EXPECT_EQ(
      mistake("users:\n  - {name: a b, " + elsewhere + "  - {name: a-b, " + elsewhere),
      "api.yaml:3: the name a-b gives the variable BEARER_TOKEN_OF_A_B, which another user's name gives as "
      "well");
  EXPECT_EQ(mistake("users:\n  - {bearer: b}\n  - {name: c}\n"),
            "api.yaml:3: c has nothing that says who is calling: headers, basic, bearer, login or oauth2");
  EXPECT_EQ(mistake("users:\n  - {bearer: b}\n  - {login: {path: /l}}\n"),
            "api.yaml:3: the login of one of several users needs token or token-header");
  EXPECT_EQ(mistake("users: [{bearer: b}, {bearer: c}]\nlogin: {path: /l, token: /t}\n"),
            "api.yaml:1: with users, login, oauth2, basic and bearer belong to one of them");
}

TEST(RestConfiguration, IsReadFromAFile) {
  const auto scratch = ScratchDirectory::make("test");
  ASSERT_TRUE(scratch);
  const std::filesystem::path file = scratch->path() / "api.yaml";
  std::ofstream(file) << "schema: openapi.yaml\nbearer: ${COVOLVE_TEST_TOKEN}\n";
  ::unsetenv("COVOLVE_TEST_TOKEN");
  EXPECT_EQ(readConfiguration(file, kKnown, environmentVariable).error().message,
            file.string() + ":2: the environment has no variable COVOLVE_TEST_TOKEN");
  ::setenv("COVOLVE_TEST_TOKEN", "abc", 1);
  const auto configuration = readConfiguration(file, kKnown, environmentVariable);
  ::unsetenv("COVOLVE_TEST_TOKEN");
  ASSERT_TRUE(configuration) << configuration.error().message;
  EXPECT_EQ(configuration->options[0].values, Texts{(scratch->path() / "openapi.yaml").string()});
  EXPECT_EQ(configuration->options[1].values, Texts{"abc"});
  EXPECT_THAT(readConfiguration(scratch->path() / "none.yaml", kKnown, environmentVariable).error().message,
              StartsWith("cannot read "));
}

}  // namespace
}  // namespace covolve::rest
