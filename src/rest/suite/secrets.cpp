#include "rest/suite/secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/json_pointer.h"
#include "base/percent_encoding.h"
#include "base/small_letters.h"
#include "rest/openapi/media_type.h"

namespace covolve::rest {

namespace {

/// Parts of names of headers and fields whose values nobody else is to see.
constexpr std::array<std::string_view, 11> kSecretWords{
    "auth", "cookie", "credential", "jwt", "key", "otp", "pass", "pwd", "secret", "session", "token"};

bool soundsSecret(std::string_view name) {
  const std::string small = inSmallLetters(name);
  return std::ranges::any_of(kSecretWords, [&](std::string_view word) { return small.contains(word); });
}

/// "X-Api-Key" and "accessKey" become X_API_KEY and ACCESSKEY.
std::string variableName(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    const bool isWord = letter < 0x80 && std::isalnum(letter) != 0;
    if (isWord) name += static_cast<char>(std::toupper(letter));
    if (!isWord && !name.empty() && name.back() != '_') name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? "SECRET_" + name
                                                                                     : name;
}

/// "Bearer " of "Bearer abc"; empty where there is only one word, or more than two.
std::string schemeOf(const std::string& value) {
  const size_t blank = value.find(' ');
  if (blank == std::string::npos || blank == 0 || value.find(' ', blank + 1) != std::string::npos) return "";
  const auto isLetter = [](unsigned char c) { return std::isalpha(c) != 0; };
  return std::ranges::all_of(value.substr(0, blank), isLetter) ? value.substr(0, blank + 1) : "";
}

}  // namespace

std::string tokenVariable(const AuthenticationOptions& user) {
  return user.user.empty() ? "BEARER_TOKEN" : "BEARER_TOKEN_OF_" + variableName(user.user);
}

emit::TextPiece Secrets::token(const std::string& variable) {
  values_.emplace(variable, "");
  return {emit::kEnvironmentMark + variable, true, false};
}

emit::TextTemplate Secrets::header(const std::string& name, const std::string& value) {
  const std::string scheme = schemeOf(value);
  for (const std::string& before : {std::string(), scheme}) {
    const std::string credential = value.substr(before.size());
    const std::string* known = variableOf(credential);
    if (known == nullptr) continue;
    emit::TextTemplate text;
    if (!before.empty()) text.push_back({before, false, false});
    text.push_back(secret(*known, credential));
    return text;
  }
  if (value.empty() || !isSecretHeader(name)) return {{value, false, false}};
  if (scheme == "Bearer ")
    return {{scheme, false, false}, secret("BEARER_TOKEN", value.substr(scheme.size()))};
  return {secret(variableName(name), value)};
}

emit::BodyTemplate Secrets::body(const AuthenticationOptions::Login& login) {
  if (login.body.empty()) return {};
  const std::string type = bareMediaType(login.contentType);
  if (isJson(type)) {
    Json json = Json::parse(login.body, nullptr, false);
    if (json.is_object()) {
      emit::JsonTemplate body;
      addSecrets(json, "", body);
      body.value = std::move(json);
      return body;
    }
  }
  if (isForm(type)) return formBody(login.body);
  return emit::TextTemplate{secret("LOGIN_BODY", login.body)};
}

bool Secrets::isSecretHeader(std::string_view name) const {
  const auto isScheme = [&](const SecurityScheme& scheme) {
    return scheme.kind == SecurityScheme::Kind::ApiKey && scheme.place == Parameter::Place::Header &&
           isSameHeader(scheme.parameter, name);
  };
  return soundsSecret(name) || std::ranges::any_of(schemes_, isScheme);
}

const std::string* Secrets::variableOf(std::string_view value) const {
  if (value.empty()) return nullptr;
  const auto known =
      std::ranges::find_if(options_.variables, [&](const auto& one) { return one.second == value; });
  return known != options_.variables.end() ? &known->first : nullptr;
}

emit::TextPiece Secrets::secret(std::string name, const std::string& value) {
  const std::string base = name;
  // Two places may ask for one name.
  for (int number = 2; values_.contains(name) && values_.at(name) != value; ++number)
    name = fmt::format("{}_{}", base, number);
  values_.emplace(name, value);
  return {emit::kEnvironmentMark + name, true, false};
}

void Secrets::addSecrets(Json& value, const std::string& pointer, emit::JsonTemplate& body) {
  for (const auto& [key, each] : value.items()) {
    const std::string place = pointerTo(pointer, key);
    if (each.is_structured()) addSecrets(each, place, body);
    if (!each.is_string()) continue;
    const auto text = each.get<std::string>();
    const std::string* known = variableOf(text);
    if (known == nullptr && (text.empty() || value.is_array() || !soundsSecret(key))) continue;
    const std::string name = known != nullptr ? *known : "LOGIN_" + variableName(key);
    body.variables.emplace_back(place, secret(name, text).text);
    each = "";
  }
}

emit::BodyTemplate Secrets::formBody(std::string_view body) {
  emit::TextTemplate text;
  while (!body.empty()) {
    const size_t end = std::min(body.find('&'), body.size());
    const std::string_view pair = body.substr(0, end);
    body.remove_prefix(std::min(end + 1, body.size()));
    const size_t equals = std::min(pair.find('='), pair.size());
    const std::string key = percentDecoded(pair.substr(0, equals));
    std::string value(pair.substr(std::min(equals + 1, pair.size())));
    std::ranges::replace(value, '+', ' ');
    value = percentDecoded(value);
    const std::string* known = variableOf(value);
    const std::string before = text.empty() ? "" : "&";
    if (value.empty() || (known == nullptr && !soundsSecret(key))) {
      text.push_back({before + std::string(pair), false, false});
      continue;
    }
    text.push_back({before + std::string(pair.substr(0, equals)) + "=", false, false});
    text.push_back(secret(known != nullptr ? *known : "LOGIN_" + variableName(key), value));
    text.back().isPercentEncoded = true;
  }
  return text;
}

}  // namespace covolve::rest
