#include "rest/request/authentication.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json_pointer.h"
#include "base/utf8.h"
#include "rest/http/cookies.h"
#include "rest/http/header_list.h"

namespace covolve::rest {

namespace {

using Login = AuthenticationOptions::Login;

constexpr unsigned kMostFutile = 6;  // then a new token is asked for at every 64th refusal

std::string inBase64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t j = i; j < i + 3; ++j) {
      three = three << 8 | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? kDigits[three >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

CookieTime now() {
  return std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
}

/// The start of a body in a sentence.
std::string shown(const std::string& body) {
  constexpr size_t kLongest = 200;
  std::string text = body.substr(0, kLongest);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  for (size_t cut = 0; cut < 4 && !isUtf8(text) && !text.empty(); ++cut) text.pop_back();
  if (!isUtf8(text)) return "something that is no text";
  return body.size() > text.size() ? text + " ..." : text;
}

std::string answered(const HttpResponse& response) {
  return response.body.empty() ? fmt::format("{} and nothing else", response.status)
                               : fmt::format("{}: {}", response.status, shown(response.body));
}

/// The text or number at the pointer; none where there is no such.
std::optional<std::string> tokenInBody(const std::string& body, const std::string& pointer) {
  const auto json = nlohmann::json::parse(body, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  const nlohmann::json* value = findPointer(json, pointer);
  if (value == nullptr || !(value->is_string() || value->is_number())) return std::nullopt;
  return value->is_string() ? value->get<std::string>() : value->dump();
}

std::optional<std::string> tokenIn(const HttpResponse& response, const Login& login) {
  std::optional<std::string> token;
  if (!login.tokenPointer.empty()) {
    token = tokenInBody(response.body, login.tokenPointer);
  } else if (const std::string* header = response.header(login.tokenHeader)) {
    token = *header;
    // Some answer with the whole header that they want to see.
    if (token->starts_with(login.prefix)) token->erase(0, login.prefix.size());
  }
  return token && !token->empty() ? token : std::nullopt;
}

}  // namespace

std::string basicCredentials(const std::string& user, const std::string& password) {
  return "Basic " + inBase64(user + ":" + password);
}

Authentication::Authentication(const AuthenticationOptions& options, std::vector<SecurityScheme> schemes,
                               std::shared_ptr<SecretTexts> secrets)
    : options_(options), schemes_(std::move(schemes)), secrets_(std::move(secrets)) {
  if (options.basic) basic_ = basicCredentials(options.basic->first, options.basic->second);
  if (secrets_ == nullptr) return;
  if (options.basic) secrets_->add(options.basic->second);
  for (const auto& [name, value] : options.headers) {
    secrets_->add(value);
    secrets_->add(value.substr(value.find(' ') + 1));  // of "Bearer abc"
  }
}

bool Authentication::isConfigured() const {
  return !options_.headers.empty() || options_.basic || options_.login || options_.keepsCookies;
}

Result<void> Authentication::begin(HttpClient& client) {
  token_.clear();
  cookies_.clear();
  loginCookies_.clear();
  return options_.login ? logIn(client) : Result<void>{};
}

void Authentication::beginTest() {
  if (options_.keepsCookies) cookies_ = loginCookies_;
}

Result<void> Authentication::logIn(HttpClient& client, std::optional<std::chrono::milliseconds> patience) {
  auto given = askForToken(client, patience);
  loginProblem_ = given ? "" : given.error().message;
  return given;
}

Result<void> Authentication::askForToken(HttpClient& client,
                                         std::optional<std::chrono::milliseconds> patience) {
  const Login& login = *options_.login;
  const std::string call = login.method + " " + login.origin + login.path;
  HttpRequest request{login.method, login.path, {}, std::nullopt};
  if (!login.body.empty()) {
    request.body = login.body;
    request.headers.emplace_back("Content-Type", login.contentType);
  }
  // Whoever gives tokens for many services is not told what this one only is to know.
  if (login.origin.empty()) signWithoutToken(request);
  for (const auto& [name, value] : login.headers) setHeader(request.headers, name, value);
  std::optional<HttpClient> elsewhere;
  if (!login.origin.empty()) {
    auto made = client.sibling(login.origin);
    if (!made) return std::unexpected(made.error());
    elsewhere = std::move(*made);
  }
  const HttpAnswer answer =
      (elsewhere ? *elsewhere : client).send(request, patience.value_or(client.timeout()));
  if (const HttpFailure* failure = failureOf(answer)) {
    return userError(fmt::format("the login call {} got no answer: {}", call, failure->reason));
  }
  const HttpResponse& response = *responseOf(answer);
  if (options_.keepsCookies) {
    takeCookies(response, now(), cookies_);
    takeCookies(response, now(), loginCookies_);
  }
  if (response.status >= 400) {
    return userError(fmt::format("the login call {} was answered with {}", call, answered(response)));
  }
  if (login.tokenPointer.empty() && login.tokenHeader.empty()) {
    if (!loginCookies_.empty()) return {};
    return userError(
        fmt::format("the login call {} set no cookie; it was answered with {}", call, answered(response)));
  }
  const auto token = tokenIn(response, login);
  if (!token) {
    const std::string place =
        login.tokenPointer.empty() ? "in the header " + login.tokenHeader : "at " + login.tokenPointer;
    return userError(fmt::format("the login call {} gave no token {}; it was answered with {}", call, place,
                                 answered(response)));
  }
  // A line's end in it would begin another header.
  if (!isHeaderValue(*token))
    return userError(fmt::format("the login call {} gave a token with a control character in it", call));
  token_ = *token;
  if (secrets_ != nullptr) secrets_->add(token_);
  return {};
}

void Authentication::signWithoutToken(HttpRequest& request) const {
  for (const auto& [name, value] : options_.headers) setHeader(request.headers, name, value);
  if (!basic_.empty()) setHeader(request.headers, "Authorization", basic_);
}

bool Authentication::wantsPassword(const Operation* operation) const {
  if (operation == nullptr || operation->security.empty() || basic_.empty()) return false;
  if (!options_.login || !isSameHeader(options_.login->header, "Authorization")) return false;
  const auto isBasic = [&](const std::string& name) {
    const auto scheme = std::ranges::find(schemes_, name, &SecurityScheme::name);
    return scheme != schemes_.end() && scheme->kind == SecurityScheme::Kind::Basic;
  };
  return std::ranges::all_of(operation->security, [&](const std::vector<std::string>& set) {
    return std::ranges::any_of(set, isBasic);
  });
}

std::optional<std::string> Authentication::passwordFor(const Operation& operation) const {
  return wantsPassword(&operation) ? std::optional(basic_) : std::nullopt;
}

HeaderList Authentication::madeUp(const Operation& operation) const {
  for (const std::vector<std::string>& set : operation.security) {
    HeaderList headers;
    for (const std::string& name : set) {
      const auto scheme = std::ranges::find(schemes_, name, &SecurityScheme::name);
      if (scheme == schemes_.end()) continue;
      const bool isKey = scheme->kind == SecurityScheme::Kind::ApiKey;
      if (isKey && scheme->place == Parameter::Place::Cookie) {
        setHeader(headers, "Cookie", scheme->parameter + "=madeUpByCovolve");
      } else if (isKey && scheme->place == Parameter::Place::Header) {
        setHeader(headers, scheme->parameter, "madeUpByCovolve");
      } else if (scheme->kind == SecurityScheme::Kind::Basic ||
                 scheme->kind == SecurityScheme::Kind::Bearer) {
        const bool isBasic = scheme->kind == SecurityScheme::Kind::Basic;
        setHeader(headers, "Authorization",
                  isBasic ? "Basic " + inBase64("covolve:madeUp") : "Bearer madeUpByCovolve");
      }
    }
    if (!headers.empty()) return headers;
  }
  return {};
}

void Authentication::sign(HttpRequest& request, const Operation* operation) const {
  signWithoutToken(request);
  if (!token_.empty() && !wantsPassword(operation)) {
    setHeader(request.headers, options_.login->header, options_.login->prefix + token_);
  }
  if (cookies_.empty()) return;
  std::string own;
  for (const auto& [name, value] : request.headers) {
    if (isSameHeader(name, "Cookie")) own += (own.empty() ? "" : "; ") + value;
  }
  setHeader(request.headers, "Cookie", cookieHeader(own, cookies_));
}

bool Authentication::learn(const HttpResponse& response, HttpClient& client, const Operation* operation,
                           std::optional<std::chrono::milliseconds> patience) {
  if (options_.keepsCookies) takeCookies(response, now(), cookies_);
  if (!options_.login || wantsPassword(operation)) return false;
  const bool isRefused = response.status == 401;
  Refusals& refusals = refusals_[operation != nullptr ? operation->id : ""];
  if (refusals.isRepeating) {
    refusals.isRepeating = false;
    refusals.futile = isRefused ? std::min(refusals.futile + 1, kMostFutile) : 0;
    return false;
  }
  if (!isRefused) {
    refusals = {};
    return false;
  }
  if (++refusals.count < (1u << refusals.futile)) return false;
  refusals.count = 0;
  refusals.isRepeating = logIn(client, patience).has_value();
  if (!refusals.isRepeating) refusals.futile = std::min(refusals.futile + 1, kMostFutile);
  return refusals.isRepeating;
}

}  // namespace covolve::rest
