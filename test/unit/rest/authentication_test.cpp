#include "rest/request/authentication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "http_fixture.h"

namespace covolve::rest {
namespace {

using test::clientOf;
using test::RawConnection;
using test::RawServer;
using test::RequestLog;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

/// A server that answers each request by a function, and remembers them.
class Answering {
 public:
  /// What follows "HTTP/1.1 " up to the body, and the body.
  using Answer = std::pair<std::string, std::string>;

  explicit Answering(std::function<Answer(const std::string& request, size_t number)> answer)
      : server_([this, answer = std::move(answer)](RawConnection& connection) {
          for (std::string request = connection.readRequest(); !request.empty();
               request = connection.readRequest()) {
            log_.add(request);
            const auto [head, body] = answer(request, log_.size());
            connection.answer(body, head);
          }
        }),
        client_(clientOf(server_.url())) {}

  HttpClient& client() { return client_; }
  std::vector<std::string> requests() const { return log_.all(); }

 private:
  RequestLog log_;
  RawServer server_;
  HttpClient client_;
};

/// Every login gives another token: t1, t2 ...
Answering::Answer giveToken(const std::string&, size_t number) {
  return {"200 OK\r\nContent-Type: application/json",
          R"({"data": {"token": "t)" + std::to_string(number) + "\"}}"};
}

AuthenticationOptions withLogin() {
  AuthenticationOptions options;
  options.login = AuthenticationOptions::Login();
  options.login->path = "/login";
  options.login->body = R"({"user":"me"})";
  options.login->tokenPointer = "/data/token";
  return options;
}

HeaderList signedHeaders(const Authentication& authentication, HeaderList headers = {}) {
  HttpRequest request{"GET", "/pets", std::move(headers), std::nullopt};
  authentication.sign(request);
  return request.headers;
}

HttpResponse response(int status, HeaderList headers = {}) { return {status, std::move(headers), "", false}; }

std::string loginMistake(const AuthenticationOptions& options, const Answering::Answer& answer) {
  Answering server([&](const std::string&, size_t) { return answer; });
  const auto begun = Authentication(options).begin(server.client());
  return begun ? "no mistake" : begun.error().message;
}

TEST(Authentication, WithoutAnythingChangesNothing) {
  const Authentication none({});
  EXPECT_FALSE(none.isConfigured());
  EXPECT_THAT(signedHeaders(none, {{"Accept", "x"}}), ElementsAre(Pair("Accept", "x")));
}

TEST(Authentication, AddsFixedHeadersInPlaceOfThoseOfTheSameName) {
  AuthenticationOptions options;
  options.headers = {{"X-Api-Key", "abc"}};
  const Authentication fixed(options);
  EXPECT_TRUE(fixed.isConfigured());
  EXPECT_THAT(signedHeaders(fixed, {{"x-api-key", "wrong"}, {"Accept", "x"}}),
              ElementsAre(Pair("Accept", "x"), Pair("X-Api-Key", "abc")));
}

TEST(Authentication, EncodesUserAndPassword) {
  const auto headerFor = [](const std::string& user, const std::string& password) {
    AuthenticationOptions options;
    options.basic = {user, password};
    return signedHeaders(Authentication(options)).at(0).second;
  };
  EXPECT_EQ(headerFor("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");  // RFC 7617
  EXPECT_EQ(headerFor("a", "b"), "Basic YTpi");
  EXPECT_EQ(headerFor("a", "bc"), "Basic YTpiYw==");
  EXPECT_EQ(headerFor("a", "bcd"), "Basic YTpiY2Q=");
  EXPECT_EQ(headerFor("t\xc3\xa4st", ""), "Basic dMOkc3Q6");
}

TEST(Authentication, LogsIn) {
  Answering server(giveToken);
  AuthenticationOptions options = withLogin();
  options.headers = {{"X-Api-Key", "abc"}};
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_THAT(signedHeaders(authentication),
              ElementsAre(Pair("X-Api-Key", "abc"), Pair("Authorization", "Bearer t1")));
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_THAT(server.requests()[0], StartsWith("POST /login HTTP/1.1\r\n"));
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nContent-Type: application/json\r\n"));
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\nX-Api-Key: abc\r\n"));
  EXPECT_THAT(server.requests()[0], HasSubstr("\r\n\r\n{\"user\":\"me\"}"));
  EXPECT_THAT(server.requests()[0], Not(HasSubstr("\r\nAuthorization:")));
}

TEST(Authentication, TakesTheTokenFromAHeader) {
  AuthenticationOptions options = withLogin();
  options.login->tokenPointer.clear();
  options.login->tokenHeader = "X-Token";
  options.login->header = "X-Session";
  options.login->prefix = "";
  Answering server(
      [](const std::string&, size_t) { return Answering::Answer{"200 OK\r\nx-token: abc", ""}; });
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("X-Session", "abc")));
}

TEST(Authentication, DoesNotRepeatAPrefixThatTheTokenBringsAlong) {
  AuthenticationOptions options = withLogin();
  options.login->tokenPointer.clear();
  options.login->tokenHeader = "Authorization";
  Answering server([](const std::string&, size_t) {
    return Answering::Answer{"200 OK\r\nAuthorization: Bearer abc", ""};
  });
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Authorization", "Bearer abc")));
}

TEST(Authentication, ATokenMayBeANumber) {
  AuthenticationOptions options = withLogin();
  Answering server(
      [](const std::string&, size_t) { return Answering::Answer{"200 OK", R"({"data": {"token": 1234}})"}; });
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Authorization", "Bearer 1234")));
}

TEST(Authentication, SaysWhatTheServiceSaidWhereItGivesNoToken) {
  EXPECT_EQ(loginMistake(withLogin(), {"403 Forbidden", "go away\r\nnow"}),
            "the login call POST /login was answered with 403: go away  now");
  EXPECT_EQ(
      loginMistake(withLogin(), {"204 No Content", ""}),
      "the login call POST /login gave no token at /data/token; it was answered with 204 and nothing else");
  for (const char* body :
       {"{}", "[]", "no JSON", R"({"data": 5})", R"({"data": {"token": {}}})", R"({"data": {"token": ""}})",
        R"({"data": {"token": null}})", R"({"data": [1]})"}) {
    EXPECT_THAT(loginMistake(withLogin(), {"200 OK", body}), HasSubstr("gave no token at /data/token"))
        << body;
  }
  AuthenticationOptions byHeader = withLogin();
  byHeader.login->tokenPointer.clear();
  byHeader.login->tokenHeader = "X-Token";
  EXPECT_THAT(loginMistake(byHeader, {"200 OK", ""}), HasSubstr("gave no token in the header X-Token"));
}

TEST(Authentication, LongAndStrangeAnswersStaySentences) {
  const std::string message = loginMistake(withLogin(), {"500 Oops", std::string(100'000, 'x')});
  EXPECT_LT(message.size(), 400u);
  EXPECT_THAT(loginMistake(withLogin(), {"500 Oops", "\xff\xfe\xfd\xfc\xfb\xfa"}), HasSubstr("no text"));
}

TEST(Authentication, SaysThatNobodyAnswers) {
  RawServer server([](RawConnection& connection) { connection.readRequest(); });
  HttpClient client = clientOf(server.url());
  const auto begun = Authentication(withLogin()).begin(client);
  ASSERT_FALSE(begun);
  EXPECT_THAT(begun.error().message, StartsWith("the login call POST /login got no answer: "));
}

TEST(Authentication, GetsANewTokenAfterARefusal) {
  Answering server(giveToken);
  Authentication authentication(withLogin());
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_FALSE(authentication.learn(response(200), server.client()));
  EXPECT_FALSE(authentication.learn(response(403), server.client()));
  EXPECT_TRUE(authentication.learn(response(401), server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Authorization", "Bearer t2")));
  EXPECT_FALSE(authentication.learn(response(200), server.client()));
  EXPECT_TRUE(authentication.learn(response(401), server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Authorization", "Bearer t3")));
}

TEST(Authentication, ATokenThatWouldBeginAnotherHeaderIsNone) {
  EXPECT_THAT(loginMistake(withLogin(), {"200 OK", R"({"data": {"token": "a\r\nX-Admin: yes"}})"}),
              testing::Eq("the login call POST /login gave a token with a control character in it"));
}

TEST(Authentication, WhoeverGivesTokensMayHangOrDieDuringARun) {
  for (const bool hangs : {true, false}) {
    RawServer server([hangs](RawConnection& connection) {
      if (connection.readRequest().empty()) return;
      if (connection.number() == 0)
        connection.answer(R"({"data": {"token": "t1"}})", "200 OK\r\nConnection: close");
      if (connection.number() > 0 && hangs) connection.hangUntilClientCloses();
    });
    HttpClient client = clientOf(server.url());
    AuthenticationOptions options = withLogin();
    options.login->origin = server.url();
    Authentication authentication(options);
    ASSERT_TRUE(authentication.begin(client));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(authentication.learn(response(401), client, nullptr, std::chrono::milliseconds(300)));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << "no call waits longer";
    EXPECT_THAT(authentication.loginProblem(), HasSubstr("got no answer"));
    // The old one is all there is.
    EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Authorization", "Bearer t1")));
  }
}

TEST(Authentication, DoesNotAskForEverWhereNewTokensDoNotHelp) {
  Answering server(giveToken);
  Authentication authentication(withLogin());
  ASSERT_TRUE(authentication.begin(server.client()));
  size_t repeated = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!authentication.learn(response(401), server.client())) continue;
    ++repeated;
    EXPECT_FALSE(authentication.learn(response(401), server.client()));  // to the repeated request
  }
  EXPECT_GE(repeated, 7u);
  EXPECT_LE(repeated, 30u);
}

TEST(Authentication, AnOperationThatIsAlwaysRefusedDoesNotKeepOthersFromANewToken) {
  Answering server(giveToken);
  Authentication authentication(withLogin());
  ASSERT_TRUE(authentication.begin(server.client()));
  Operation forbidden;
  forbidden.id = "forbidden";
  Operation other;
  other.id = "other";
  for (int i = 0; i < 100; ++i) {
    if (!authentication.learn(response(401), server.client(), &forbidden)) continue;
    EXPECT_FALSE(authentication.learn(response(401), server.client(), &forbidden));
  }
  EXPECT_LE(server.requests().size(), 10u);
  EXPECT_TRUE(authentication.learn(response(401), server.client(), &other));
}

TEST(Authentication, AnOperationThatIsAllowedAgainGetsNewTokensAtOnce) {
  Answering server(giveToken);
  Authentication authentication(withLogin());
  ASSERT_TRUE(authentication.begin(server.client()));
  for (int i = 0; i < 100; ++i) authentication.learn(response(401), server.client());
  authentication.learn(response(200), server.client());
  authentication.learn(response(200), server.client());
  EXPECT_TRUE(authentication.learn(response(401), server.client()));
}

TEST(Authentication, GivesEachOperationWhatItsSchemeWants) {
  Answering server(giveToken);
  AuthenticationOptions options = withLogin();
  options.basic = {"a", "b"};
  const std::vector<SecurityScheme> schemes{
      {"token", SecurityScheme::Kind::Bearer, "", Parameter::Place::Header},
      {"admin", SecurityScheme::Kind::Basic, "", Parameter::Place::Header}};
  Authentication authentication(options, schemes);
  ASSERT_TRUE(authentication.begin(server.client()));
  const auto authorizationFor = [&](std::vector<std::vector<std::string>> security) {
    Operation operation;
    operation.security = std::move(security);
    HttpRequest request;
    authentication.sign(request, &operation);
    return request.headers.at(0).second;
  };
  EXPECT_EQ(authorizationFor({{"token"}}), "Bearer t1");
  EXPECT_EQ(authorizationFor({{"admin"}}), "Basic YTpi");
  EXPECT_EQ(authorizationFor({{"admin"}, {"token"}}), "Bearer t1");
  EXPECT_EQ(authorizationFor({{"admin"}, {}}), "Bearer t1");
  EXPECT_EQ(authorizationFor({}), "Bearer t1");
  EXPECT_EQ(authorizationFor({{"unknown"}}), "Bearer t1");

  Operation admin;
  admin.security = {{"admin"}};
  EXPECT_FALSE(authentication.learn(response(401), server.client(), &admin));  // a token would not help
}

TEST(Authentication, WithoutALoginARefusalIsAnAnswer) {
  Answering server(giveToken);
  AuthenticationOptions options;
  options.headers = {{"X-Api-Key", "abc"}};
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_FALSE(authentication.learn(response(401), server.client()));
  EXPECT_THAT(server.requests(), IsEmpty());
}

TEST(Authentication, KeepsCookiesWhereAskedTo) {
  Answering server(giveToken);
  AuthenticationOptions options;
  options.keepsCookies = true;
  Authentication keeping(options);
  EXPECT_TRUE(keeping.isConfigured());
  EXPECT_FALSE(keeping.learn(response(200, {{"Set-Cookie", "a=1; Path=/"}}), server.client()));
  EXPECT_THAT(signedHeaders(keeping, {{"Cookie", "own=2"}}), ElementsAre(Pair("Cookie", "own=2; a=1")));
  keeping.learn(response(200, {{"Set-Cookie", "a=; Max-Age=0"}}), server.client());
  EXPECT_THAT(signedHeaders(keeping), IsEmpty());

  Authentication forgetting({});
  forgetting.learn(response(200, {{"Set-Cookie", "a=1"}}), server.client());
  EXPECT_THAT(signedHeaders(forgetting), IsEmpty());
}

TEST(Authentication, ALoginMayBeMadeForItsCookies) {
  AuthenticationOptions options = withLogin();
  options.login->tokenPointer.clear();
  options.keepsCookies = true;
  Answering server([](const std::string&, size_t) {
    return Answering::Answer{"302 Found\r\nSet-Cookie: session=abc", ""};
  });
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Cookie", "session=abc")));
  EXPECT_THAT(loginMistake(options, {"200 OK", ""}), HasSubstr("the login call POST /login set no cookie"));
}

TEST(Authentication, BeginsAfresh) {
  Answering server(giveToken);
  AuthenticationOptions options = withLogin();
  options.keepsCookies = true;
  Authentication authentication(options);
  ASSERT_TRUE(authentication.begin(server.client()));
  authentication.learn(response(200, {{"Set-Cookie", "a=1"}}), server.client());
  ASSERT_TRUE(authentication.begin(server.client()));
  EXPECT_THAT(signedHeaders(authentication), ElementsAre(Pair("Authorization", "Bearer t2")));
}

}  // namespace
}  // namespace covolve::rest
