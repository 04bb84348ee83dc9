// What tests prove who is calling with stays out of their files: it comes from
// variables of the environment when they run. Those that a configuration took its
// values from (${API_KEY}) keep their names; others are named after their place.
//
// Easy to get wrong: not every header that is given is a secret. What only chooses
// a language or a tenant stands in the test.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rest/emit/rest_tests.h"
#include "rest/openapi/api.h"
#include "rest/request/authentication.h"

namespace covolve::rest {

/// BEARER_TOKEN, or BEARER_TOKEN_OF_BEN of a user with a name.
std::string tokenVariable(const AuthenticationOptions& user);

class Secrets {
 public:
  Secrets(const AuthenticationOptions& options, const std::vector<SecurityScheme>& schemes)
      : options_(options), schemes_(schemes) {}

  /// A header's value with variables in place of what is secret in it.
  emit::TextTemplate header(const std::string& name, const std::string& value);
  /// The same of the body of a login call.
  emit::BodyTemplate body(const AuthenticationOptions::Login& login);

  /// What stands for a token that tests cannot get themselves: who gives it is another than the service.
  emit::TextPiece token(const std::string& variable);

  /// Those that were named so far: what tests need in the environment, and what it was in this run.
  const std::map<std::string, std::string>& values() const { return values_; }

 private:
  bool isSecretHeader(std::string_view name) const;
  /// A variable of the configuration with that value; null where there is none.
  const std::string* variableOf(std::string_view value) const;
  emit::TextPiece secret(std::string name, const std::string& value);
  /// Takes secrets out of a JSON value.
  void addSecrets(Json& value, const std::string& pointer, emit::JsonTemplate& body);
  emit::BodyTemplate formBody(std::string_view body);

  const AuthenticationOptions& options_;
  const std::vector<SecurityScheme>& schemes_;
  std::map<std::string, std::string> values_;
};

}  // namespace covolve::rest
