#include "rest/login_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/percent_encoding.h"
#include "rest/http/header_list.h"
#include "rest/openapi/validation/formats.h"
#include "rest/request/request_writer.h"

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

}  // namespace

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
