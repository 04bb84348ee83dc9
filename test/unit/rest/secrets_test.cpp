// What stays out of the files of tests, and which variables of the environment take its place.
#include "rest/suite/secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::string textOf(const emit::TextTemplate& pieces) {
  std::string text;
  for (const emit::TextPiece& piece : pieces)
    text += !piece.isVariable ? piece.text : (piece.isPercentEncoded ? "<%" : "<") + piece.text + ">";
  return text;
}

class SecretsTest : public testing::Test {
 protected:
  std::string header(const std::string& name, const std::string& value) {
    return textOf(secrets_.header(name, value));
  }

  AuthenticationOptions options_;
  std::vector<SecurityScheme> schemes_;
  Secrets secrets_{options_, schemes_};
};

TEST_F(SecretsTest, HeadersThatProveWhoIsCallingAreNamedAfterThemselves) {
  EXPECT_EQ(header("X-Api-Key", "abc"), "<$X_API_KEY>");
  EXPECT_EQ(header("Authorization", "Bearer abc"), "Bearer <$BEARER_TOKEN>");
  EXPECT_EQ(header("Authorization", "Basic dTpw"), "<$AUTHORIZATION>");
  EXPECT_THAT(secrets_.values(), ElementsAre(Pair("AUTHORIZATION", "Basic dTpw"), Pair("BEARER_TOKEN", "abc"),
                                             Pair("X_API_KEY", "abc")));
}

TEST_F(SecretsTest, OtherHeadersStandInTheTests) {
  EXPECT_EQ(header("Accept-Language", "en"), "en");
  EXPECT_EQ(header("X-Tenant", "one two"), "one two");
  EXPECT_THAT(secrets_.values(), IsEmpty());
}

TEST_F(SecretsTest, AHeaderThatTheDocumentCallsAKeyIsASecret) {
  schemes_ = {{"mine", SecurityScheme::Kind::ApiKey, "X-Door", Parameter::Place::Header}};
  EXPECT_EQ(header("x-door", "abc"), "<$X_DOOR>");
}

TEST_F(SecretsTest, VariablesOfTheConfigurationKeepTheirNames) {
  options_.variables = {{"CI_TOKEN", "abc"}, {"TENANT", "5"}, {"EMPTY", ""}};
  EXPECT_EQ(header("Authorization", "Bearer abc"), "Bearer <$CI_TOKEN>");
  EXPECT_EQ(header("X-Api-Key", "abc"), "<$CI_TOKEN>");
  EXPECT_EQ(header("X-Tenant", "5"), "<$TENANT>");
  EXPECT_EQ(header("X-Nothing", ""), "");
}

TEST_F(SecretsTest, TwoSecretsDoNotShareAName) {
  EXPECT_EQ(header("X-Key", "abc"), "<$X_KEY>");
  EXPECT_EQ(header("X_Key", "def"), "<$X_KEY_2>");
  EXPECT_EQ(header("X-Key", "abc"), "<$X_KEY>");
}

TEST_F(SecretsTest, OfALoginOnlyTheSecretsAreVariables) {
  options_.variables = {{"PASSWORD", "it's \"me\""}};
  AuthenticationOptions::Login login;
  login.body = R"({"user": "tester", "password": "it's \"me\"", "more": [{"pin_token": "123"}, "key"]})";
  const auto json = std::get<emit::JsonTemplate>(secrets_.body(login));
  EXPECT_EQ(json.value,
            Json::parse(R"({"user": "tester", "password": "", "more": [{"pin_token": ""}, "key"]})"));
  EXPECT_THAT(json.variables,
              ElementsAre(Pair("/more/0/pin_token", "$LOGIN_PIN_TOKEN"), Pair("/password", "$PASSWORD")));

  login.contentType = "application/x-www-form-urlencoded";
  login.body = "user=a+b&password=c%26d+e";
  EXPECT_EQ(textOf(std::get<emit::TextTemplate>(secrets_.body(login))),
            "user=a+b&password=<%$LOGIN_PASSWORD>");
  EXPECT_EQ(secrets_.values().at("LOGIN_PASSWORD"), "c&d e");

  login.contentType = "text/plain";
  EXPECT_EQ(textOf(std::get<emit::TextTemplate>(secrets_.body(login))), "<$LOGIN_BODY>");
}

}  // namespace
}  // namespace covolve::rest
