#include "rest/request/request_writer.h"

#include <algorithm>

#include "base/percent_encoding.h"
#include "base/small_letters.h"
#include "rest/request/body_writer.h"
#include "rest/request/parameter_text.h"

namespace covolve::rest {

namespace {

using Place = Parameter::Place;

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// What a header's name may consist of (RFC 9110).
bool isToken(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return isUnreserved(c) || kMarks.find(c) != std::string_view::npos;
  });
}

/// No line ends, which would begin another header, and no blanks around.
std::string headerValue(std::string text) {
  std::erase_if(text, [](char c) { return isControl(c) && c != '\t'; });
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// Content-Type is the body's, and what else these say is not a parameter's business either.
bool isReservedHeader(const std::string& name) {
  const std::string small = inSmallLetters(name);
  return small == "accept" || small == "content-type" || small == "authorization";
}

/// "." and ".." as segments would be taken for ways through the path.
std::string withoutDotSegments(const std::string& path, const std::string& pattern) {
  std::string result;
  const auto segmentAt = [](const std::string& text, size_t begin) {
    return text.substr(begin, std::min(text.find('/', begin), text.size()) - begin);
  };
  for (size_t i = 0; i <= path.size();) {
    const std::string segment = segmentAt(path, i);
    const bool isDots = segment == "." || segment == "..";
    const bool isDeclared = isDots && ("/" + pattern + "/").find("/" + segment + "/") != std::string::npos;
    if (isDots && !isDeclared) {
      for (size_t k = 0; k < segment.size(); ++k) result += "%2E";
    } else {
      result += segment;
    }
    i += segment.size() + 1;
    if (i <= path.size()) result += '/';
  }
  return result;
}

std::string pathText(const Parameter& parameter, const Json& value) {
  if (!parameter.contentType.empty()) return percentEncoded(jsonText(value));
  return expandInline(parameter.name, value, parameter.style, parameter.explode, TextEncoding::Url);
}

std::string writePath(const Operation& operation, std::span<const Argument> arguments) {
  const std::string& pattern = operation.path;
  std::string path;
  for (size_t i = 0; i < pattern.size();) {
    const size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      path += pattern[i++];
      continue;
    }
    const std::string name = pattern.substr(i + 1, end - i - 1);
    const auto argument = std::ranges::find_if(arguments, [&](const Argument& one) {
      return one.parameter != nullptr && one.parameter->place == Place::Path && one.parameter->name == name;
    });
    if (argument != arguments.end()) path += pathText(*argument->parameter, argument->value);
    i = end + 1;
  }
  return withoutDotSegments(path, pattern);
}

NamedTexts queryTexts(const Parameter& parameter, const Json& value) {
  if (!parameter.contentType.empty()) {
    return {{percentEncoded(parameter.name), percentEncoded(jsonText(value))}};
  }
  const auto encoding = parameter.allowReserved ? TextEncoding::UrlWithReserved : TextEncoding::Url;
  return expandNamed(parameter.name, value, parameter.style, parameter.explode, encoding);
}

void addQuery(std::string& target, const NamedTexts& texts) {
  for (const auto& [name, text] : texts) {
    target += target.find('?') == std::string::npos ? '?' : '&';
    target += name + "=" + text;
  }
}

void addHeader(HttpRequest& request, const Parameter& parameter, const Json& value) {
  if (!isToken(parameter.name) || isReservedHeader(parameter.name)) return;
  const bool asJson = !parameter.contentType.empty();
  std::string text = asJson ? value.dump(-1, ' ', true, Json::error_handler_t::replace)
                            : expandInline(parameter.name, value, Parameter::Style::Simple, parameter.explode,
                                           TextEncoding::None);
  request.headers.emplace_back(parameter.name, headerValue(std::move(text)));
}

void addCookies(std::string& cookies, const Parameter& parameter, const Json& value) {
  // All that a cookie may hold (RFC 6265) but the sign that begins an encoded byte.
  constexpr std::string_view kCookieCharacters = "!#$&'()*+/:<=>?@[]^`{|}";
  const auto texts = !parameter.contentType.empty() ? NamedTexts{{parameter.name, jsonText(value)}}
                                                    : expandNamed(parameter.name, value, parameter.style,
                                                                  parameter.explode, TextEncoding::None);
  for (const auto& [name, text] : texts) {
    if (!isToken(name)) continue;
    if (!cookies.empty()) cookies += "; ";
    cookies += name + "=" + percentEncoded(text, kCookieCharacters);
  }
}

}  // namespace

std::string plainText(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? "" : jsonText(value);
}

HttpRequest writeRequest(const Operation& operation, const std::string& method,
                         std::span<const Argument> arguments, const MediaType* bodyType) {
  HttpRequest request;
  request.method = method;
  request.target = writePath(operation, arguments);
  std::string cookies;
  for (const Argument& argument : arguments) {
    if (argument.parameter == nullptr) {
      if (bodyType == nullptr) continue;
      WrittenBody body = writeBody(argument.value, *bodyType);
      request.headers.emplace_back("Content-Type", headerValue(std::move(body.contentType)));
      request.body = std::move(body.text);
      continue;
    }
    const Parameter& parameter = *argument.parameter;
    switch (parameter.place) {
      case Place::Path:
        break;
      case Place::Query:
        addQuery(request.target, queryTexts(parameter, argument.value));
        break;
      case Place::Header:
        addHeader(request, parameter, argument.value);
        break;
      case Place::Cookie:
        addCookies(cookies, parameter, argument.value);
        break;
    }
  }
  if (!cookies.empty()) request.headers.emplace_back("Cookie", std::move(cookies));
  return request;
}

}  // namespace covolve::rest
