// Adds to requests what proves who is calling, and keeps it fresh.
//
// Easy to get wrong: a 401 need not mean that the token has run out. Where new
// tokens do not help, they are asked for less and less often.
#pragma once

#include "rest/http/client.h"
#include "rest/options.h"

namespace covolve::rest {

class Authentication {
 public:
  explicit Authentication(const AuthenticationOptions& options);

  /// Makes the login call where one is configured; what was known before (token, cookies) is forgotten. An
  /// Error with what the service said where it gives no token.
  Result<void> begin(HttpClient& client);
  /// Adds headers and cookies to a request.
  void sign(HttpRequest& request) const;
  /// Takes over cookies; true where the token was refused (401) and a new one could be had, so that the
  /// request is worth sending again. The answer to that is to be learned from, too.
  bool learn(const HttpResponse& response, HttpClient& client);
  bool isConfigured() const;

 private:
  void signWithoutToken(HttpRequest& request) const;

  AuthenticationOptions options_;  // user and password are among its headers
  std::string token_;
  HeaderList cookies_;  // name, value

  bool isRepeating_ = false;  // the next answer tells whether the new token helped
  unsigned futile_ = 0;       // new tokens one after the other that did not
  unsigned refusals_ = 0;     // since the last new token
};

}  // namespace covolve::rest
