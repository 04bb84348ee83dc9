// Adds to requests what proves who is calling, and keeps it fresh.
#pragma once

#include "rest/http/client.h"
#include "rest/options.h"

namespace covolve::rest {

class Authentication {
 public:
  explicit Authentication(const AuthenticationOptions& options);

  /// Makes the login call where one is configured. An Error with what the service said where it gives no token.
  Result<void> begin(HttpClient& client);
  /// Adds headers and cookies to a request.
  void sign(HttpRequest& request) const;
  /// Takes over cookies; true where the token was refused (401) and a new one could be had, so that the
  /// request is worth sending again.
  bool learn(const HttpResponse& response, HttpClient& client);
  bool isConfigured() const;

 private:
  AuthenticationOptions options_;
  std::string token_;
  HeaderList cookies_;  // name, value
};

}  // namespace covolve::rest
