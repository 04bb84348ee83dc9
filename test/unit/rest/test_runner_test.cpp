// Calls as they are made: what flows from answers into later calls, and what
// happens when no answer comes.
#include "rest/search/test_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"
#include "gene/structure/optional_gene.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using test::requestsOf;
using test::statusesOf;
using test::TinyAnswer;
using test::TinyRequest;
using test::TinySearch;
using test::TinyService;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Behaviour = TinyService::Behaviour;

Behaviour answers(const std::string& method, TinyAnswer answer) {
  return [=](const TinyRequest& request) {
    return request.method == method ? std::optional(answer) : std::nullopt;
  };
}

TinyAnswer without(TinyAnswer::End end) {
  TinyAnswer none;
  none.end = end;
  return none;
}

TEST(TestRunner, AnIdentifierFlowsFromTheBodyIntoTheLaterCall) {
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.runner.run(tiny.sequence({"addOwner"}));
  const CallList calls = tiny.runner.run(tiny.sequence({"addOwner", "getOwner", "deleteOwner", "getOwner"}));
  EXPECT_THAT(statusesOf(calls), ElementsAre(201, 200, 204, 404));
  EXPECT_THAT(requestsOf(calls),
              ElementsAre("POST /owners", "GET /owners/2", "DELETE /owners/2", "GET /owners/2"));
  ASSERT_EQ(calls[1].arguments.size(), 1u);
  ASSERT_EQ(calls[1].arguments[0].taken.size(), 1u);
  EXPECT_EQ(calls[1].arguments[0].taken[0].second, (Extraction{0, Extraction::Kind::Body, "/id"}));
}

class ServiceWithAKey : public testing::Test {
 protected:
  /// DELETE takes the key out of use, also by what asks for it; POST refuses everybody.
  std::optional<TinyAnswer> answer(const TinyRequest& request) {
    if (request.path == "/reset") {
      isInUse_ = isRestored_;
      return std::nullopt;
    }
    if (!isInUse_ || (request.method == "POST" && refusesPosts_)) return TinyAnswer{401};
    if (request.method == "DELETE") isInUse_ = false;
    return request.method == "DELETE" ? std::optional(TinyAnswer{204}) : std::nullopt;
  }
  static TinySearch::Settings settings() {
    TinySearch::Settings all;
    all.reset = "POST /reset";
    all.authentication.headers = {{"X-Api-Key", "k"}};
    return all;
  }

  bool isInUse_ = true;
  bool isRestored_ = true;  // by a reset
  bool refusesPosts_ = false;
  TinyService service_{[this](const TinyRequest& request) { return answer(request); }};
  TinySearch tiny_{service_.url(), settings()};
};

TEST_F(ServiceWithAKey, WhatTakesItOutOfUseIsLeftAlone) {
  tiny_.runner.run(tiny_.sequence({"listOwners"}));
  const CallList calls =
      tiny_.runner.run(tiny_.sequence({"listOwners", "deleteOwner", "listOwners", "listOwners"}));
  EXPECT_THAT(statusesOf(calls), ElementsAre(200, 204)) << "the refusal is none of the operation's";
  EXPECT_THAT(tiny_.runner.notes(),
              ElementsAre(AllOf(HasSubstr("DELETE /owners/{ownerId}"), HasSubstr("not called any more"))));
  const CallList after = tiny_.runner.run(tiny_.sequence({"listOwners", "deleteOwner", "listOwners"}));
  EXPECT_THAT(statusesOf(after), ElementsAre(200)) << "and a test ends before it";
  EXPECT_TRUE(isInUse_);
  EXPECT_FALSE(tiny_.isOver);
}

TEST_F(ServiceWithAKey, WhatRefusesEverybodyIsAnAnswer) {
  refusesPosts_ = true;
  for (int i = 0; i < 2; ++i) {
    const CallList calls = tiny_.runner.run(tiny_.sequence({"listOwners", "addOwner", "listOwners"}));
    EXPECT_THAT(statusesOf(calls), ElementsAre(200, 401, 200));
  }
  EXPECT_THAT(tiny_.runner.notes(), IsEmpty());
  EXPECT_EQ(tiny_.runner.requests(), 7u) << "what was answered before is asked once";
}

TEST_F(ServiceWithAKey, WhereItStaysOutOfUseThatIsToldOnce) {
  isRestored_ = false;
  tiny_.runner.run(tiny_.sequence({"listOwners", "deleteOwner", "listOwners"}));
  tiny_.runner.run(tiny_.sequence({"listOwners", "deleteOwner", "listOwners"}));
  EXPECT_THAT(tiny_.runner.notes(), ElementsAre(HasSubstr("--exclude-operation")));
  EXPECT_FALSE(tiny_.isOver);
}

TEST(TestRunner, NestedResourcesTakeTheirIdentifiersFromBodyAndLocation) {
  const TinyService service;
  TinySearch tiny(service.url());
  const CallList calls = tiny.runner.run(tiny.sequence({"addOwner", "addPet", "getPet"}));
  EXPECT_THAT(statusesOf(calls), ElementsAre(201, 201, 200));
  EXPECT_EQ(calls[2].request.target, "/owners/1/pets/p2");
  ASSERT_EQ(calls[2].arguments.size(), 2u);
  EXPECT_EQ(calls[2].arguments[0].taken[0].second, (Extraction{0, Extraction::Kind::Body, "/id"}));
  EXPECT_EQ(calls[2].arguments[1].taken[0].second,
            (Extraction{1, Extraction::Kind::LocationSegment, "/pets/{}"}));
}

TEST(TestRunner, ALinkSaysWhereTheIdentifierIs) {
  TinySearch::Settings settings;
  settings.document = R"(
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /jobs:
    post:
      operationId: start
      responses:
        '202':
          description: d
          links: {state: {operationId: state, parameters: {ticket: '$response.body#/meta/key'}}}
  /tickets/{ticket}:
    get:
      operationId: state
      parameters: [{name: ticket, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: d}}
)";
  const TinyService service(answers("POST", {202, Json{{"id", 1}, {"meta", {{"key", "k/7"}}}}}));
  TinySearch tiny(service.url(), settings);
  const CallList calls = tiny.runner.run(tiny.sequence({"start", "state"}));
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[1].request.target, "/tickets/k%2F7");
}

TEST(TestRunner, WhatWasNotMadeIsAskedForByAnIdentifierThatIsNotThere) {
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.runner.run(tiny.sequence({"addOwner"}));
  auto test = tiny.sequence({"addOwner", "getOwner"});
  tiny.catalog.breakRule(test.actions[0], 0);
  const CallList calls = tiny.runner.run(test);
  EXPECT_THAT(statusesOf(calls), ElementsAre(400, 404));
  EXPECT_TRUE(calls[0].violation);
  EXPECT_TRUE(calls[1].arguments[0].taken.empty());
}

TEST(TestRunner, TheFirstCallOfAnOperationIsGivenUpForOthersToHaveTheirTurn) {
  const TinyService service(answers("GET", without(TinyAnswer::End::Hangs)));
  TinySearch::Settings settings;
  settings.timeout = std::chrono::seconds(30);
  TinySearch tiny(service.url(), settings);
  tiny.runner.limitTime(std::chrono::seconds(20));
  const CallList calls = tiny.runner.run(tiny.sequence({"listOwners"}));
  ASSERT_EQ(calls.size(), 1u);
  const HttpFailure* failure = failureOf(calls[0].answer);
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->kind, HttpFailure::Kind::Other) << "it may just be slow: " << failure->reason;
  EXPECT_THAT(failure->reason, HasSubstr("its first call was given up"));
  EXPECT_THAT(statusesOf(tiny.runner.run(tiny.sequence({"addOwner"}))), ElementsAre(201));
}

TEST(TestRunner, ASlowCallIsMadeOnTheWayToOneThatWasNeverMade) {
  const TinyService service(answers("GET", without(TinyAnswer::End::Hangs)));
  TinySearch::Settings settings;
  settings.timeout = std::chrono::seconds(30);
  TinySearch tiny(service.url(), settings);
  tiny.runner.limitTime(std::chrono::seconds(20));
  tiny.runner.run(tiny.sequence({"addOwner", "deleteOwner"}));  // quick ones
  tiny.runner.run(tiny.sequence({"listOwners"}));
  const auto test = tiny.sequence({"listOwners", "addPet"});
  EXPECT_THAT(statusesOf(tiny.runner.run(test)), ElementsAre(0, 404));
  EXPECT_THAT(tiny.runner.run(test), IsEmpty()) << "both are known now";
}

TEST(TestRunner, NothingIsCalledWhenTheTimeIsUp) {
  const TinyService service;
  TinySearch tiny(service.url());
  tiny.runner.limitTime(std::chrono::seconds(0));
  EXPECT_THAT(tiny.runner.run(tiny.sequence({"addOwner", "getOwner"})), IsEmpty());
  tiny.runner.liftLimits();
  EXPECT_THAT(statusesOf(tiny.runner.run(tiny.sequence({"addOwner", "getOwner"}))), ElementsAre(201, 200));
}

TEST(TestRunner, AnUnsupportedMethodIsSentToThePath) {
  const TinyService service;
  TinySearch tiny(service.url());
  for (uint32_t kind = 7; kind < tiny.catalog.size(); ++kind) {
    search::Individual test = tiny.sequence({"addOwner"});
    test.actions.push_back(tiny.catalog.make(kind));
    for (const auto& gene : test.actions[1].genes) {
      forEachSlot(*gene, [](gene::AlternativeGene& slot, uint32_t) { refer(slot, 0); });
    }
    const CallList calls = tiny.runner.run(test);
    ASSERT_EQ(calls.size(), 2u);
    EXPECT_TRUE(calls[1].isUnsupportedMethod);
    EXPECT_EQ(calls[1].request.method, tiny.catalog.unsupportedMethod(kind)->method);
    EXPECT_EQ(calls[1].status(), 405) << requestsOf(calls)[1];
  }
}

TEST(TestRunner, EndsWhenTheRequestsAreUsedUp) {
  const TinyService service;
  TinySearch::Settings settings;
  settings.requests = 3;
  TinySearch tiny(service.url(), settings);
  const auto test = tiny.sequence({"listOwners", "listOwners"});
  EXPECT_EQ(tiny.runner.run(test).size(), 2u);
  EXPECT_EQ(tiny.runner.run(test).size(), 1u);
  EXPECT_EQ(tiny.runner.run(test).size(), 0u);
  EXPECT_EQ(tiny.runner.requests(), 3u);
  tiny.runner.liftLimits();
  EXPECT_EQ(tiny.runner.run(test).size(), 2u);
}

TEST(TestRunner, JsonIsReadWhereItIsSaidOrPlain) {
  const auto jsonOf = [](const std::string& type, const std::string& text) {
    TinyAnswer answer;
    answer.text = text;
    if (!type.empty()) answer.headers.emplace_back("Content-Type", type);
    const TinyService service(answers("GET", answer));
    TinySearch tiny(service.url());
    return tiny.runner.run(tiny.sequence({"listOwners"})).at(0).json;
  };
  EXPECT_EQ(jsonOf("application/problem+json; charset=utf-8", "[1]"), Json({1}));
  EXPECT_EQ(jsonOf("", "{\"a\": 1}"), Json({{"a", 1}}));
  EXPECT_EQ(jsonOf("application/json", "5"), Json(5));
  EXPECT_FALSE(jsonOf("", "5"));
  EXPECT_FALSE(jsonOf("text/plain", "[1]"));
  EXPECT_FALSE(jsonOf("application/json", "[1"));
  EXPECT_FALSE(jsonOf("application/json", ""));
}

TEST(TestRunner, ATestEndsWithTheCallThatLostTheConnection) {
  const TinyService service(answers("GET", without(TinyAnswer::End::ClosesConnection)));
  TinySearch tiny(service.url());
  const auto test = tiny.sequence({"addOwner", "getOwner", "deleteOwner"});
  const CallList calls = tiny.runner.run(test);
  ASSERT_EQ(calls.size(), 2u);
  test::expectFailure(calls[1].answer, HttpFailure::Kind::ConnectionLost);
  // It takes other connections: the run goes on.
  EXPECT_FALSE(tiny.isOver);
  EXPECT_EQ(tiny.runner.endReason(), "");
  EXPECT_EQ(tiny.runner.run(test)[0].status(), 201);
}

TEST(TestRunner, ATestGoesOnAfterATimeoutAndAfterNonsense) {
  for (const auto end : {TinyAnswer::End::Hangs, TinyAnswer::End::SendsGarbage}) {
    const TinyService service(answers("GET", without(end)));
    TinySearch::Settings settings;
    settings.timeout = std::chrono::milliseconds(60);
    TinySearch tiny(service.url(), settings);
    const CallList calls = tiny.runner.run(tiny.sequence({"addOwner", "getOwner", "deleteOwner"}));
    EXPECT_THAT(statusesOf(calls), ElementsAre(201, 0, 204));
    EXPECT_FALSE(tiny.isOver);
  }
}

TEST(TestRunner, AServiceThatIsGoneEndsTheRun) {
  const TinyService service(answers("GET", without(TinyAnswer::End::ServiceIsGone)));
  TinySearch tiny(service.url());
  const CallList calls = tiny.runner.run(tiny.sequence({"addOwner", "getOwner", "deleteOwner"}));
  EXPECT_THAT(statusesOf(calls), ElementsAre(201, 0));
  // Another test may be needed to see that nobody is there any more.
  tiny.runner.run(tiny.sequence({"addOwner"}));
  EXPECT_TRUE(tiny.isOver);
  EXPECT_THAT(tiny.runner.endReason(), HasSubstr("does not accept connections any more"));
  EXPECT_THAT(tiny.runner.run(tiny.sequence({"addOwner"})), IsEmpty());
}

const char* const kGuarded = R"(
openapi: 3.0.3
info: {title: t, version: '1'}
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
paths:
  /guarded: {get: {operationId: guarded, security: [{token: []}], responses: {'200': {description: d}}}}
)";

TEST(TestRunner, OnlyCallsThatAuthenticateThemselvesAreSigned) {
  const TinyService service(answers("GET", {200}));
  TinySearch::Settings settings;
  settings.document = kGuarded;
  settings.authentication.headers = {{"X-Key", "secret"}};
  TinySearch tiny(service.url(), settings);
  auto test = tiny.sequence({"guarded"});
  EXPECT_TRUE(tiny.runner.run(test).at(0).isAuthenticated);
  EXPECT_THAT(service.lastHead(), HasSubstr("X-Key: secret"));
  static_cast<gene::OptionalGene&>(*test.actions[0].genes[2]).hold(Value::number(0));
  const CallList calls = tiny.runner.run(test);
  EXPECT_FALSE(calls.at(0).isAuthenticated);
  EXPECT_THAT(service.lastHead(), Not(HasSubstr("X-Key")));
  // What is written into tests and reports has no secrets.
  EXPECT_THAT(calls[0].request.headers, IsEmpty());
}

TEST(TestRunner, ATokenThatHasRunOutIsNoAnswer) {
  int logins = 0;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    if (request.path == "/login") return TinyAnswer{200, Json{{"token", "t" + std::to_string(++logins)}}};
    return TinyAnswer{request.head.find("Bearer t2") != std::string::npos ? 200 : 401};
  });
  TinySearch::Settings settings;
  settings.document = kGuarded;
  AuthenticationOptions::Login login;
  login.path = "/login";
  login.tokenPointer = "/token";
  settings.authentication.login = login;
  TinySearch tiny(service.url(), settings);
  ASSERT_TRUE(tiny.authentication.begin(tiny.client));
  EXPECT_THAT(statusesOf(tiny.runner.run(tiny.sequence({"guarded"}))), ElementsAre(200));
  EXPECT_EQ(tiny.runner.requests(), 2u) << "the refused one was made, too";
}

TEST(TestRunner, ResetsByACallWhereThereIsOne) {
  const TinyService service;
  TinySearch::Settings settings;
  settings.reset = "POST /reset";
  TinySearch tiny(service.url(), settings);
  EXPECT_TRUE(tiny.runner.resetsByCall());
  for (int i = 0; i < 2; ++i) {
    const auto done = tiny.runner.reset();
    ASSERT_TRUE(done);
    EXPECT_TRUE(*done);
    EXPECT_EQ(requestsOf(tiny.runner.run(tiny.sequence({"addOwner", "getOwner"})))[1], "GET /owners/1");
  }
  EXPECT_EQ(tiny.runner.requests(), 4u) << "resets are no calls of tests";
}

TEST(TestRunner, SaysWhereThereIsNoWayToReset) {
  const TinyService service;
  TinySearch tiny(service.url());
  EXPECT_FALSE(tiny.runner.resetsByCall());
  const auto done = tiny.runner.reset();
  ASSERT_TRUE(done);
  EXPECT_FALSE(*done);
}

TEST(TestRunner, AResetThatFailsEndsTheRun) {
  const TinyService service(answers("POST", {503}));
  TinySearch::Settings settings;
  settings.reset = "POST /reset";
  TinySearch tiny(service.url(), settings);
  EXPECT_FALSE(tiny.runner.reset());
  EXPECT_FALSE(tiny.isOver);
  tiny.runner.resetOrEnd();
  EXPECT_TRUE(tiny.isOver);
  EXPECT_THAT(tiny.runner.endReason(), HasSubstr("status 503"));
}

/// A service that is a process: counts its owners, and dies when one is asked for that there is.
constexpr const char* kMortal = R"(
use IO::Socket::INET;
$s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ARGV[0], Listen => 5, ReuseAddr => 1) or die "no port";
$id = 0;
while ($c = $s->accept) {
  while (defined($line = <$c>)) {
    ($method, $path) = ($1, $2) if $line =~ m{^(\S+) (/\S*) HTTP};
    $length = $1 if $line =~ m{^Content-Length: (\d+)}i;
    next if $line ne "\r\n";
    read($c, $body, $length) if $length;
    $length = 0;
    exit 3 if $method eq "GET" && $path =~ m{^/owners/\d+$};
    ++$id if $method eq "POST";
    $result = "{\"id\": $id}";
    $status = $method eq "POST" ? 201 : 200;
    print $c "HTTP/1.1 $status OK\r\nContent-Type: application/json\r\nContent-Length: " . length($result) . "\r\n\r\n" . $result;
  }
}
)";

class MortalServiceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = ScratchDirectory::make("runner-test");
    ASSERT_TRUE(made);
    scratch_ = std::make_unique<ScratchDirectory>(*std::move(made));
    std::ofstream(scratch_->path() / "serve.pl") << kMortal;
  }

  Service started() {
    auto service = Service::start("http://127.0.0.1:{port}",
                                  {.start = "test ! -e broken && exec perl serve.pl {port}",
                                   .reset = "",
                                   .directory = scratch_->path()},
                                  &isStopped_);
    EXPECT_TRUE(service) << service.error().message;
    return *std::move(service);
  }

  std::atomic<bool> isStopped_ = false;
  std::unique_ptr<ScratchDirectory> scratch_;
};

TEST_F(MortalServiceTest, IsStartedAgainWhenACallEndsIt) {
  Service service = started();
  TinySearch tiny(service.url());
  TestRunner runner({tiny.catalog, tiny.client, tiny.authentication, &service, nullptr, {}, tiny.isOver});
  runner.run(tiny.sequence({"addOwner"}));
  const CallList calls = runner.run(tiny.sequence({"addOwner", "getOwner", "deleteOwner"}));
  EXPECT_THAT(requestsOf(calls), ElementsAre("POST /owners", "GET /owners/2"));
  EXPECT_EQ(test::reasonOf(calls[1].answer), "the service exited with status 3");
  EXPECT_EQ(runner.restarts(), 1u);
  EXPECT_FALSE(tiny.isOver);
  EXPECT_THAT(requestsOf(runner.run(tiny.sequence({"addOwner", "deleteOwner"}))),
              ElementsAre("POST /owners", "DELETE /owners/1"));
}

TEST_F(MortalServiceTest, IsStartedAnewToResetIt) {
  Service service = started();
  TinySearch tiny(service.url());
  TestRunner runner({tiny.catalog, tiny.client, tiny.authentication, &service, nullptr, {}, tiny.isOver});
  const auto test = tiny.sequence({"addOwner", "deleteOwner"});
  runner.run(test);
  const auto done = runner.reset();
  ASSERT_TRUE(done);
  EXPECT_TRUE(*done);
  EXPECT_EQ(requestsOf(runner.run(test))[1], "DELETE /owners/1");
  EXPECT_EQ(runner.restarts(), 0u) << "it did not die";
}

TEST_F(MortalServiceTest, ThatCannotBeStartedAgainEndsTheRun) {
  Service service = started();
  TinySearch tiny(service.url());
  TestRunner runner({tiny.catalog, tiny.client, tiny.authentication, &service, nullptr, {}, tiny.isOver});
  std::ofstream(scratch_->path() / "broken") << "";
  isStopped_ = true;  // or it would be tried again and again
  const CallList calls = runner.run(tiny.sequence({"addOwner", "getOwner", "deleteOwner"}));
  EXPECT_EQ(calls.size(), 2u);
  EXPECT_TRUE(tiny.isOver);
  EXPECT_NE(runner.endReason(), "");
  EXPECT_EQ(runner.restarts(), 0u);
}

}  // namespace
}  // namespace covolve::rest
