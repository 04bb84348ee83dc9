#include "rest/login_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/percent_encoding.h"
#include "rest/http/header_list.h"
#include "rest/http/url.h"
#include "rest/openapi/validation/formats.h"
#include "rest/request/request_writer.h"
#include "rest/suite/secrets.h"

namespace covolve::rest {

namespace {

using Login = AuthenticationOptions::Login;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kForm = "application/x-www-form-urlencoded";

/// As YAML has it: 5, true and null without quotes are no texts.
OrderedJson jsonOf(const yaml::Value& value) {
  switch (value.kind) {
    case yaml::Value::Kind::Nothing:
      return nullptr;
    case yaml::Value::Kind::Text: {
      if (!value.isPlain) return value.text;
      OrderedJson scalar = OrderedJson::parse(value.text, nullptr, false);
      const bool isOne = scalar.is_number() || scalar.is_boolean() || scalar.is_null();
      return isOne ? scalar : OrderedJson(value.text);
    }
    case yaml::Value::Kind::List: {
      OrderedJson list = OrderedJson::array();
      for (const yaml::Value& each : value.values) list.push_back(jsonOf(each));
      return list;
    }
    case yaml::Value::Kind::Mapping: {
      OrderedJson object = OrderedJson::object();
      for (size_t i = 0; i < value.keys.size(); ++i) object[value.keys[i].text] = jsonOf(value.values[i]);
      return object;
    }
  }
  return nullptr;
}

std::string formOf(const yaml::Reader& body) {
  std::string form;
  for (const yaml::Reader& field : body.mapping().entries()) {
    form += fmt::format("{}{}={}", form.empty() ? "" : "&", percentEncoded(field.name()),
                        percentEncoded(field.text()));
  }
  return form;
}

std::string readBody(const yaml::Reader& body, const std::string& contentType) {
  if (body.isText()) return body.value().text;
  if (contentType == kForm) return formOf(body);
  return jsonOf(body.value()).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string readPointer(const yaml::Reader& token) {
  std::string pointer = token.text();
  if (!pointer.starts_with('/')) pointer.insert(0, "/");
  if (!isJsonPointer(pointer)) token.mistake(fmt::format("{} is no JSON pointer", pointer));
  return pointer;
}

std::string readHeaderName(const yaml::Reader& header) {
  std::string name = header.text();
  if (!isHeaderName(name)) header.mistake(fmt::format("{} cannot be the name of a header", name));
  return name;
}

std::string readMethod(const yaml::Reader& method) {
  std::string name = method.text();
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (!isHeaderName(name)) method.mistake(fmt::format("{} is no method of HTTP", name));
  return name;
}

/// By login or oauth2; none where neither is there.
std::optional<Login> readToken(const yaml::Mapping& keys) {
  const auto login = keys.find("login");
  const auto oauth2 = keys.find("oauth2");
  if (login && oauth2) oauth2->mistake("a token comes from login or from oauth2, not from both");
  if (oauth2) return readOauth2(*oauth2);
  return login ? std::optional(readLogin(*login)) : std::nullopt;
}

AuthenticationOptions readUser(const yaml::Reader& user, size_t number) {
  const yaml::Mapping keys = user.mapping({"name", "headers", "basic", "bearer", "login", "oauth2"});
  AuthenticationOptions read;
  read.user = keys.textOr("name", fmt::format("user {}", number));
  if (std::ranges::any_of(read.user, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    user.mistake("the name of a user is one line");
  if (const auto headers = keys.find("headers")) {
    for (const yaml::Reader& header : headers->mapping().entries()) {
      if (!isHeaderName(header.name()) || !isHeaderValue(header.text()))
        header.mistake(fmt::format("{} cannot be a header with that value", header.name()));
      setHeader(read.headers, header.name(), header.text());
    }
  }
  const auto basic = keys.find("basic");
  const auto bearer = keys.find("bearer");
  if (basic && bearer) bearer->mistake("a user authenticates by basic or by bearer, not by both");
  if (basic) {
    const std::string text = basic->isMapping() ? readBasic(*basic) : basic->text();
    const size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0) {
      basic->mistake("basic takes a user and a password with a colon between them");
    } else {
      read.basic = {text.substr(0, colon), text.substr(colon + 1)};
    }
  }
  if (bearer) setHeader(read.headers, "Authorization", "Bearer " + bearer->text());
  read.login = readToken(keys);
  if (const auto login = keys.find("login")) {
    if (read.login->tokenPointer.empty() && read.login->tokenHeader.empty())
      login->mistake("the login of one of several users needs token or token-header");
  }
  if (read.headers.empty() && !read.basic && !read.login)
    user.mistake(
        fmt::format("{} has nothing that says who is calling: headers, basic, bearer, login or "
                    "oauth2",
                    read.user));
  return read;
}

}  // namespace

std::string readBasic(const yaml::Reader& basic) {
  const yaml::Mapping keys = basic.mapping({"user", "password"});
  const auto user = keys.need("user");
  const auto password = keys.need("password");
  if (!user || !password) return "";
  if (user->text().find(':') != std::string::npos) user->mistake("a user's name has no colon in it");
  return fmt::format("{}:{}", user->text(), password->text());
}

Login readOauth2(const yaml::Reader& oauth2) {
  const yaml::Mapping keys = oauth2.mapping(
      {"token-url", "client-id", "client-secret", "user", "password", "scope", "client-authentication"});
  Login read;
  read.contentType = kForm;
  read.tokenPointer = "/access_token";
  if (const auto url = keys.need("token-url")) {
    const std::string text = url->text();
    read.path = text;
    if (!text.starts_with('/')) {
      // The port of a service that covolve starts is known later.
      const auto parsed = parseHttpUrl(withPort(text, 1));
      if (!parsed) url->mistake(parsed.error().message);
      read.origin = parsed ? parsed->origin : "";
      if (text.contains(kPortMark)) read.origin = text.substr(0, text.find('/', text.find("://") + 3));
      read.path = parsed ? parsed->target() : "/";
    }
  }
  const auto id = keys.need("client-id");
  const std::string client = id ? id->text() : "";
  const std::string secret = keys.textOr("client-secret", "");
  const auto user = keys.find("user");
  const auto password = keys.find("password");
  if (user.has_value() != password.has_value())
    oauth2.mistake("the password flow needs user and password; client credentials neither");
  const auto add = [&](const char* name, const std::string& value) {
    read.body += fmt::format("{}{}={}", read.body.empty() ? "" : "&", name, percentEncoded(value));
  };
  add("grant_type", user ? "password" : "client_credentials");
  if (user && password) {
    add("username", user->text());
    add("password", password->text());
  }
  if (const std::string scope = keys.textOr("scope", ""); !scope.empty()) add("scope", scope);
  const auto manner = keys.find("client-authentication");
  // A client without a secret only says who it is (RFC 6749, 2.3.1).
  if (secret.empty() || (manner && manner->oneOf({"basic", "body"}) == "body")) {
    add("client_id", client);
    if (!secret.empty()) add("client_secret", secret);
  } else {
    setHeader(read.headers, "Authorization",
              basicCredentials(percentEncoded(client), percentEncoded(secret)));
  }
  return read;
}

AuthenticationOptions readUsers(const yaml::Reader& users) {
  AuthenticationOptions first;
  const std::vector<yaml::Reader> entries = users.list();
  if (users.isList() && entries.size() < 2)
    users.mistake("users are two or more: what one makes, the others must not touch");
  for (size_t i = 0; i < entries.size(); ++i) {
    AuthenticationOptions user = readUser(entries[i], i + 1);
    const auto isNamesake = [&](const AuthenticationOptions& other) { return other.user == user.user; };
    if (i > 0 && (isNamesake(first) || std::ranges::any_of(first.others, isNamesake)))
      entries[i].mistake(fmt::format("two users are called {}", user.user));
    // Tests take a token that another host gave from the environment, by the user's name.
    const auto hasVariable = [](const AuthenticationOptions& one) {
      return one.login && !one.login->origin.empty();
    };
    const auto sharesVariable = [&](const AuthenticationOptions& other) {
      return other.user != user.user && hasVariable(other) && hasVariable(user) &&
             tokenVariable(other) == tokenVariable(user);
    };
    if (i > 0 && (sharesVariable(first) || std::ranges::any_of(first.others, sharesVariable)))
      entries[i].mistake(
          fmt::format("the name {} gives the variable {}, which another user's name gives as well", user.user,
                      tokenVariable(user)));
    if (i == 0) {
      first = std::move(user);
    } else {
      first.others.push_back(std::move(user));
    }
  }
  return first;
}

Login readLogin(const yaml::Reader& login) {
  const yaml::Mapping keys =
      login.mapping({"method", "path", "type", "body", "token", "token-header", "header", "prefix"});
  Login read;
  if (const auto method = keys.find("method")) read.method = readMethod(*method);
  if (const auto path = keys.need("path")) {
    read.path = path->text();
    if (!read.path.starts_with('/')) path->mistake("the path of the login begins with /");
  }
  read.contentType = keys.textOr("type", read.contentType);
  if (const auto body = keys.find("body")) read.body = readBody(*body, read.contentType);
  const auto token = keys.find("token");
  const auto tokenHeader = keys.find("token-header");
  if (token && tokenHeader) tokenHeader->mistake("a login has token or token-header, not both");
  if (token) read.tokenPointer = readPointer(*token);
  if (tokenHeader) read.tokenHeader = readHeaderName(*tokenHeader);
  if (const auto header = keys.find("header")) read.header = readHeaderName(*header);
  if (const auto prefix = keys.find("prefix")) {
    // Nothing in front of the token is a prefix, too.
    read.prefix = prefix->isText() && prefix->value().text.empty() ? "" : prefix->text();
  }
  return read;
}

}  // namespace covolve::rest
