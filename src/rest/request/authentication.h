// Adds to requests what proves who is calling, and keeps it fresh.
//
// Easy to get wrong: a 401 need not mean that the token has run out. For an
// operation where new tokens do not help, they are asked for less and less often.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rest/http/client.h"
#include "rest/http/secret_text.h"
#include "rest/openapi/api.h"

namespace covolve::rest {

/// How calls authenticate. Everything that is given is used together.
struct AuthenticationOptions {
  struct Login {
    std::string method = "POST";
    std::string origin;  // "https://id.example.org"; empty: that of the service
    std::string path;
    HeaderList headers;  // of the login itself
    std::string contentType = "application/json";
    std::string body;
    std::string tokenPointer;  // JSON pointer into the answer's body
    std::string tokenHeader;   // or a header of the answer; neither: the login is made for its cookies
    std::string header = "Authorization";
    std::string prefix = "Bearer ";
  };

  HeaderList headers;                                        // fixed
  std::optional<std::pair<std::string, std::string>> basic;  // user, password
  std::optional<Login> login;  // made before the first call and again after a 401
  bool keepsCookies = false;
  /// Variables of the environment that any of that was taken from.
  std::vector<std::pair<std::string, std::string>> variables = {};
  std::string user = {};  // what this user is called, where there are others
  /// Further users, of the same rank: what one of them makes is not the others' business.
  std::vector<AuthenticationOptions> others = {};
};

/// The value of the header Authorization.
std::string basicCredentials(const std::string& user, const std::string& password);

class Authentication {
 public:
  /// `schemes`: of the document, which tell the operations that want user and password rather than the token.
  /// `secrets` gets what proves who is calling, and each token as it comes.
  explicit Authentication(const AuthenticationOptions& options, std::vector<SecurityScheme> schemes = {},
                          std::shared_ptr<SecretTexts> secrets = nullptr);

  /// Makes the login call where one is configured; what was known before (token, cookies) is forgotten. An
  /// Error with what the service said where it gives no token.
  Result<void> begin(HttpClient& client);
  /// Forgets the cookies of an earlier test, but for those of the login.
  void beginTest();
  /// Adds headers and cookies to a request; for a call of that operation, where it is given.
  void sign(HttpRequest& request, const Operation* operation = nullptr) const;
  /// Takes over cookies; true where the token was refused (401) and a new one could be had, so that the
  /// request is worth sending again. The answer to that is to be learned from, too.
  /// A login gets no more time than `patience`; none: what the client has for any call.
  bool learn(const HttpResponse& response, HttpClient& client, const Operation* operation = nullptr,
             std::optional<std::chrono::milliseconds> patience = std::nullopt);
  bool isConfigured() const;
  bool keepsCookies() const { return options_.keepsCookies; }
  /// What the last login gave; empty: nothing.
  const std::string& token() const { return token_; }
  /// Why the last login failed; empty: it did not.
  const std::string& loginProblem() const { return loginProblem_; }
  /// Credentials of the kind that the operation wants, but that nobody has. Empty where they would stand in
  /// no header.
  HeaderList madeUp(const Operation& operation) const;
  /// The header Authorization of an operation that wants user and password where others want the token.
  std::optional<std::string> passwordFor(const Operation& operation) const;

 private:
  /// How an operation takes to new tokens.
  struct Refusals {
    bool isRepeating = false;  // the next answer tells whether the new token helped
    unsigned futile = 0;       // new tokens one after the other that did not
    unsigned count = 0;        // refusals since the last new token
  };

  Result<void> logIn(HttpClient& client, std::optional<std::chrono::milliseconds> patience = std::nullopt);
  Result<void> askForToken(HttpClient& client, std::optional<std::chrono::milliseconds> patience);
  void signWithoutToken(HttpRequest& request) const;
  /// User and password and the token go into the same header: this operation wants the former.
  bool wantsPassword(const Operation* operation) const;

  AuthenticationOptions options_;
  std::vector<SecurityScheme> schemes_;
  std::shared_ptr<SecretTexts> secrets_;
  std::string basic_;  // the header's value; empty: none
  std::string token_;
  std::string loginProblem_;
  HeaderList cookies_;                        // name, value
  HeaderList loginCookies_;                   // those that the login set
  std::map<std::string, Refusals> refusals_;  // by operation
};

}  // namespace covolve::rest
