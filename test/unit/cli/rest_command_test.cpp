#include "cli/rest_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/files.h"

namespace covolve::cli {
namespace {

namespace fs = std::filesystem;
using rest::RestOptions;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;
using Words = std::vector<std::string>;

class RestCommandLine : public testing::Test {
 protected:
  RestCommandLine() { write("openapi.yaml", "openapi: 3.0.0\n"); }

  std::string path(const std::string& name) const { return (scratch_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

  /// What the words, which follow `covolve rest --schema ...`, mean; with an Error's sentence in `error`.
  RestOptions parse(Words words, const Words& first) {
    CLI::App program;
    RestCommand command;
    command.declare(program);
    words.insert(words.begin(), first.begin(), first.end());
    std::ranges::reverse(words);
    error_.clear();
    try {
      program.parse(words);
    } catch (const CLI::ParseError& error) {
      error_ = error.what();
      return {};
    }
    if (const auto checked = command.check(std::nullopt); !checked) error_ = checked.error().message;
    return command.options();
  }
  RestOptions options(const Words& words) {
    RestOptions parsed = parse(words, {"rest", "--schema", path("openapi.yaml")});
    EXPECT_EQ(error_, "");
    return parsed;
  }
  std::string mistake(const Words& words) {
    parse(words, {"rest", "--schema", path("openapi.yaml")});
    return error_;
  }
  /// With the configuration in a file, and these words.
  RestOptions configured(const std::string& text, const Words& words = {}) {
    RestOptions parsed = parseWithFile(text, words);
    EXPECT_EQ(error_, "");
    return parsed;
  }
  std::string mistakeInFile(const std::string& text, const Words& words = {}) {
    parseWithFile(text, words);
    return error_;
  }
  RestOptions parseWithFile(const std::string& text, const Words& words) {
    write("api.yaml", text);
    return parse(words, {"rest", "--config", path("api.yaml")});
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  std::string error_;
};

TEST_F(RestCommandLine, HasDefaults) {
  const RestOptions parsed = options({});
  EXPECT_EQ(parsed.schema, path("openapi.yaml"));
  EXPECT_EQ(parsed.url, "");
  EXPECT_EQ(parsed.output, "covolve-out");
  EXPECT_EQ(parsed.algorithm, "mio");
  EXPECT_EQ(parsed.budget, std::chrono::seconds(60));
  EXPECT_EQ(parsed.requests, std::nullopt);
  EXPECT_EQ(parsed.seed, 1u);
  EXPECT_EQ(parsed.longestTest, 10u);
  EXPECT_EQ(parsed.client.timeout, std::chrono::seconds(10));
  EXPECT_EQ(parsed.client.bodyLimit, 10u << 20);
  EXPECT_TRUE(parsed.client.verifiesCertificates);
  EXPECT_FALSE(parsed.authentication.keepsCookies);
  EXPECT_THAT(parsed.formats, IsEmpty());
  EXPECT_THAT(parsed.oracles, IsEmpty());
  EXPECT_TRUE(parsed.include.empty());
  EXPECT_TRUE(parsed.exclude.empty());
}

TEST_F(RestCommandLine, TakesEverything) {
  const RestOptions parsed = options({"--url",
                                      "http://localhost:{port}/api",
                                      "-o",
                                      "tests",
                                      "--format",
                                      "pytest,node",
                                      "--format",
                                      "gtest",
                                      "--start",
                                      "./server {port}",
                                      "--reset",
                                      "POST /reset",
                                      "--start-timeout",
                                      "2m",
                                      "--timeout",
                                      "500ms",
                                      "--body-limit",
                                      "3",
                                      "--rate",
                                      "12.5",
                                      "--cookies",
                                      "on",
                                      "--requests",
                                      "5000",
                                      "--seed",
                                      "7",
                                      "--algorithm",
                                      "mosa",
                                      "--longest-test",
                                      "4",
                                      "--oracles",
                                      "server-error,schema",
                                      "--population",
                                      "20",
                                      "--seen-constants",
                                      "off",
                                      "--insecure",
                                      "--fail-on-fault",
                                      "-q"});
  EXPECT_EQ(parsed.url, "http://localhost:{port}/api");
  EXPECT_EQ(parsed.output, "tests");
  EXPECT_THAT(parsed.formats, ElementsAre("pytest", "node", "gtest"));
  EXPECT_EQ(parsed.service.start, "./server {port}");
  EXPECT_EQ(parsed.service.reset, "POST /reset");
  EXPECT_EQ(parsed.service.startTimeout, std::chrono::minutes(2));
  EXPECT_EQ(parsed.client.timeout, std::chrono::milliseconds(500));
  EXPECT_EQ(parsed.client.bodyLimit, 3u << 20);
  EXPECT_EQ(parsed.client.requestsPerSecond, 12.5);
  EXPECT_TRUE(parsed.authentication.keepsCookies);
  EXPECT_EQ(parsed.requests, 5000u);
  EXPECT_EQ(parsed.seed, 7u);
  EXPECT_EQ(parsed.algorithm, "mosa");
  EXPECT_EQ(parsed.longestTest, 4u);
  EXPECT_THAT(parsed.oracles, ElementsAre("server-error", "schema"));
  EXPECT_EQ(parsed.parameters.population, 20u);
  EXPECT_FALSE(parsed.parameters.techniques.seenConstants);
  EXPECT_FALSE(parsed.client.verifiesCertificates);
  EXPECT_TRUE(parsed.failOnFault);
  EXPECT_TRUE(parsed.quiet);
}

TEST_F(RestCommandLine, SaysHowToConnect) {
  for (const char* name : {"ca.pem", "me.pem", "me.key"}) write(name, "pem");
  const RestOptions parsed =
      options({"--ca-certificate", path("ca.pem"), "--client-certificate", path("me.pem"), "--client-key",
               path("me.key"), "--proxy", "http://localhost:3128", "--run-emitted", "off"});
  EXPECT_EQ(parsed.client.authority, path("ca.pem"));
  EXPECT_EQ(parsed.client.certificate, path("me.pem"));
  EXPECT_EQ(parsed.client.key, path("me.key"));
  EXPECT_EQ(parsed.client.proxy, "http://localhost:3128");
  EXPECT_FALSE(parsed.runsEmitted);
}

TEST_F(RestCommandLine, ConnectionsThatCannotBeAreRefused) {
  EXPECT_THAT(mistake({"--ca-certificate", path("none.pem")}),
              HasSubstr("--ca-certificate: there is no file"));
  write("me.key", "pem");
  EXPECT_THAT(mistake({"--client-key", path("me.key")}), HasSubstr("--client-certificate"));
  EXPECT_THAT(mistake({"--proxy", "localhost:3128"}), HasSubstr("begins with http://"));
}

TEST_F(RestCommandLine, FiltersOperations) {
  const RestOptions parsed = options({"--include-path", "/pets/**", "--include-path", "/a,b", "--include-tag",
                                      "x", "--exclude-method", "PUT,PATCH", "--exclude-operation", "addPet"});
  EXPECT_THAT(parsed.include.paths, ElementsAre("/pets/**", "/a,b"));
  EXPECT_THAT(parsed.include.tags, ElementsAre("x"));
  EXPECT_THAT(parsed.exclude.methods, ElementsAre("PUT", "PATCH"));
  EXPECT_THAT(parsed.exclude.operationIds, ElementsAre("addPet"));
}

TEST_F(RestCommandLine, Authenticates) {
  EXPECT_THAT(options({"--header", "X-Key: a: b ", "--header", "Empty:"}).authentication.headers,
              ElementsAre(Pair("X-Key", "a: b"), Pair("Empty", "")));
  EXPECT_THAT(options({"--bearer", "abc"}).authentication.headers,
              ElementsAre(Pair("Authorization", "Bearer abc")));
  EXPECT_EQ(options({"--basic", "me:a:b"}).authentication.basic,
            std::pair(std::string("me"), std::string("a:b")));
}

TEST_F(RestCommandLine, SaysWhatIsWrong) {
  parse({}, {"rest"});
  EXPECT_THAT(error_, StartsWith("rest needs --schema"));
  parse({"--schema", "nowhere.yaml"}, {"rest"});
  EXPECT_EQ(error_, "there is no file nowhere.yaml");
  parse({"--schema", "ftp://x/y"}, {"rest"});
  EXPECT_THAT(error_, HasSubstr("ftp://x/y"));
  EXPECT_THAT(mistake({"--url", "localhost:8080"}),
              StartsWith("--url localhost:8080: it begins with http://"));
  EXPECT_THAT(mistake({"--url", "http://localhost:{port}"}),
              HasSubstr("{port} is for a service that --start"));
  EXPECT_THAT(mistake({"--budget", "soon"}), StartsWith("--budget: 'soon' is not a duration"));
  EXPECT_THAT(mistake({"--timeout", "0s"}), StartsWith("--timeout: "));
  EXPECT_THAT(mistake({"--format", "cobol"}), HasSubstr("cobol"));
  EXPECT_THAT(mistake({"--oracles", "delphi"}), HasSubstr("delphi"));
  EXPECT_THAT(mistake({"--header", "no colon"}), StartsWith("--header takes 'Name: value'"));
  EXPECT_THAT(mistake({"--header", "a b: c"}), StartsWith("--header takes 'Name: value'"));
  EXPECT_THAT(mistake({"--header", "a: b\nc: d"}), HasSubstr("control character"));
  EXPECT_THAT(mistake({"--basic", "me"}), StartsWith("--basic takes a user and a password"));
  EXPECT_THAT(mistake({"--basic", "me:x", "--bearer", "y"}), HasSubstr("not by both"));
  EXPECT_EQ(mistake({"--start-directory", "/"}),
            "--start-directory is for --start and --reset: neither is given");
  EXPECT_EQ(mistake({"--start-timeout", "5s"}),
            "--start-timeout is for --start and --reset: neither is given");
  EXPECT_THAT(mistake({"--requests", "0"}), HasSubstr("'0' is not a whole number above 0"));
  EXPECT_THAT(mistake({"--longest-test", "0"}), HasSubstr("'0' is not a number from 1 to 1000"));
}

TEST_F(RestCommandLine, TakesNoCompilerFlags) {
  CLI::App program;
  RestCommand command;
  command.declare(program);
  EXPECT_EQ(command.check(Words{"-std=c++20"}).error().message, "rest takes no compiler flags");
}

TEST_F(RestCommandLine, ReadsAFile) {
  const RestOptions parsed = configured(R"(schema: openapi.yaml
url: http://localhost:{port}
output: tests
format: [pytest, node]
start: ./server --port {port}
requests: 300
insecure: true
fail-on-fault: false
cookies: true
seen-constants: off
population: 20
body-limit: 2
timeout: 3s
headers: {X-Key: abc}
basic: {user: me, password: secret}
login: {path: /login, body: {a: 1}, token: /token}
include: {paths: /pets/**, methods: [GET, PUT]}
exclude-tag: admin
)");
  EXPECT_EQ(parsed.schema, path("openapi.yaml"));
  EXPECT_EQ(parsed.url, "http://localhost:{port}");
  EXPECT_EQ(parsed.output, path("tests"));
  EXPECT_THAT(parsed.formats, ElementsAre("pytest", "node"));
  EXPECT_EQ(parsed.service.start, "./server --port {port}");
  EXPECT_EQ(parsed.service.directory, scratch_.path());
  EXPECT_EQ(parsed.requests, 300u);
  EXPECT_FALSE(parsed.client.verifiesCertificates);
  EXPECT_FALSE(parsed.failOnFault);
  EXPECT_TRUE(parsed.authentication.keepsCookies);
  EXPECT_FALSE(parsed.parameters.techniques.seenConstants);
  EXPECT_EQ(parsed.parameters.population, 20u);
  EXPECT_EQ(parsed.client.bodyLimit, 2u << 20);
  EXPECT_EQ(parsed.client.timeout, std::chrono::seconds(3));
  EXPECT_THAT(parsed.authentication.headers, ElementsAre(Pair("X-Key", "abc")));
  EXPECT_EQ(parsed.authentication.basic, std::pair(std::string("me"), std::string("secret")));
  ASSERT_TRUE(parsed.authentication.login);
  EXPECT_EQ(parsed.authentication.login->body, R"({"a":1})");
  EXPECT_THAT(parsed.include.paths, ElementsAre("/pets/**"));
  EXPECT_THAT(parsed.include.methods, ElementsAre("GET", "PUT"));
  EXPECT_THAT(parsed.exclude.tags, ElementsAre("admin"));
}

TEST_F(RestCommandLine, WinsOverTheFile) {
  const std::string file = "schema: openapi.yaml\nseed: 5\nformat: pytest\nbudget: 3m\ninclude: {tags: a}\n";
  EXPECT_EQ(configured(file).seed, 5u);
  EXPECT_EQ(configured(file, {"--seed", "6"}).seed, 6u);
  EXPECT_THAT(configured(file, {"--format", "gtest"}).formats, ElementsAre("gtest"));
  EXPECT_EQ(configured(file).budget, std::chrono::minutes(3));
  EXPECT_EQ(configured(file, {"--budget", "9s"}).budget, std::chrono::seconds(9));
  EXPECT_THAT(configured(file, {"--include-tag", "b"}).include.tags, ElementsAre("b"));
  EXPECT_EQ(configured("schema: openapi.yaml\nrequests: 100\n", {"--budget", "9s"}).requests, std::nullopt);
}

TEST_F(RestCommandLine, HeadersOfBothAreSent) {
  const std::string file = "schema: openapi.yaml\nheaders: {A: 1, B: 2}\n";
  EXPECT_THAT(configured(file, {"--header", "b: 3", "--header", "C: 4"}).authentication.headers,
              ElementsAre(Pair("A", "1"), Pair("b", "3"), Pair("C", "4")));
}

TEST_F(RestCommandLine, ATokenStandsForAPasswordAndTheOtherWayRound) {
  const std::string file = "schema: openapi.yaml\nbasic: me:secret\n";
  const RestOptions parsed = configured(file, {"--bearer", "abc"});
  EXPECT_EQ(parsed.authentication.basic, std::nullopt);
  EXPECT_THAT(parsed.authentication.headers, ElementsAre(Pair("Authorization", "Bearer abc")));
}

TEST_F(RestCommandLine, CommandsOfTheCommandLineRunHere) {
  const std::string file = "schema: openapi.yaml\nstart: ./server\n";
  EXPECT_EQ(configured(file).service.directory, scratch_.path());
  EXPECT_EQ(configured(file, {"--start", "./other"}).service.directory, "");
  EXPECT_EQ(configured(file, {"--start-directory", "/x"}).service.directory, "/x");
}

TEST_F(RestCommandLine, MistakesInTheFileHaveALine) {
  const std::string place = path("api.yaml");
  EXPECT_EQ(mistakeInFile("schema: openapi.yaml\nseeed: 5\n"),
            place + ":2: a configuration has no key seeed; did you mean seed?");
  EXPECT_THAT(mistakeInFile("schema: openapi.yaml\n\nformat: cobol\n"),
              StartsWith(place + ":3: format: cobol"));
  EXPECT_THAT(mistakeInFile("seed: five\n"), StartsWith(place + ":1: "));
  EXPECT_EQ(mistakeInFile("insecure: maybe\n"), place + ":1: insecure is true or false, not maybe");
  EXPECT_THAT(mistakeInFile("url: [http://a, http://b]\n"), StartsWith(place + ":1: url"));
  EXPECT_THAT(mistakeInFile("config: other.yaml\n"),
              StartsWith(place + ":1: a configuration has no key config"));
  EXPECT_THAT(mistakeInFile("help: true\n"), StartsWith(place + ":1: a configuration has no key help"));
  EXPECT_THAT(mistakeInFile("schema: openapi.yaml\nlogin: {path: /login}\n"),
              StartsWith("the login needs token or token-header"));
  EXPECT_EQ(mistakeInFile("schema: openapi.yaml\nlogin: {path: /login}\n", {"--cookies", "on"}), "");
  EXPECT_THAT(mistakeInFile("schema: none.yaml\n"), StartsWith("there is no file " + path("none.yaml")));
  parse({}, {"rest", "--config", path("none.yaml")});
  EXPECT_THAT(error_, StartsWith("cannot read "));
}

TEST_F(RestCommandLine, HelpTeaches) {
  CLI::App program;
  RestCommand command;
  const CLI::App* declared = command.declare(program);
  const std::string help = declared->help();
  for (const char* expected : {"covolve rest --schema openapi.yaml --url http://localhost:8080",
                               "--exclude-path", "server-error", "pytest", "--config"}) {
    EXPECT_THAT(help, HasSubstr(expected));
  }
}

}  // namespace
}  // namespace covolve::cli
