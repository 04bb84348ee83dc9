#include "rest/emit/curl_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_text.h"
#include "base/utf8.h"
#include "rest/emit/literals.h"
#include "rest/emit/templates.h"

namespace covolve::rest {

namespace {

/// Octal codes for what is not readable, and two of what printf takes for something else.
std::string printfFormat(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t character = takeCharacter(text);
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    if (character == '\n' || character == '\r' || character == '\t') {
      result += character == '\n' ? "\\n" : character == '\r' ? "\\r" : "\\t";
    } else if (!emit::isReadable(character)) {
      for (const char byte : bytes) result += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
    } else {
      if (character == '\\' || character == '%') result += bytes;
      result += bytes;
    }
  }
  return result;
}

/// A command that prints what quotes could not show.
std::string printed(std::string_view text) {
  const std::string format = printfFormat(text);
  return (format.starts_with('-') ? "printf -- " : "printf ") + shellWord(format);
}

/// As one word of any POSIX shell; no line break may be at its end.
std::string wordOf(std::string_view text) {
  return emit::isReadable(text) ? shellWord(text) : "\"$(" + printed(text) + ")\"";
}

/// Of what no argument can hold (zeros), or only in a way that nobody would read.
bool isPiped(const HttpRequest& request) { return request.body && !emit::isReadable(*request.body); }

bool has(const HeaderList& headers, std::string_view name) {
  return std::ranges::any_of(headers, [&](const auto& header) { return isSameHeader(header.first, name); });
}

std::string headerOption(const std::string& name, std::string value) {
  // As the client sends them: a line break would begin another header, and where the body ends is its
  // business.
  if (isSameHeader(name, "Content-Length") || isSameHeader(name, "Transfer-Encoding")) return "";
  std::ranges::replace_if(value, [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
  // curl takes "Name:" for: leave it out.
  const bool isEmpty = value.find_first_not_of(" \t") == std::string::npos;
  return " -H " + wordOf(isEmpty ? name + ";" : name + ": " + value);
}

/// Whether a text means itself between double quotes.
bool isPlain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(" :-_./=,;").contains(c);
  });
}

std::string headerOption(const std::string& name, const emit::TextTemplate& value) {
  if (!emit::hasVariables(value)) return headerOption(name, emit::literalText(value));
  std::string word;
  for (const emit::TextPiece& piece : emit::merged(value)) {
    if (piece.isVariable) {
      word += piece.text;  // it begins with $
    } else {
      word += isPlain(piece.text) ? piece.text : "\"" + wordOf(piece.text) + "\"";
    }
  }
  return " -H \"" + name + ": " + word + "\"";
}

std::string bodyOptions(const HttpRequest& request) {
  if (!request.body || request.body->empty()) {
    const bool needsLength = request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
    return needsLength ? " -H 'Content-Length: 0'" : "";
  }
  // curl would add the type of a form.
  const std::string type = has(request.headers, "Content-Type") ? "" : " -H Content-Type:";
  if (isPiped(request)) return type + " --data-binary @-";
  return type + " --data-raw " + wordOf(*request.body);
}

/// Segments that curl would leave out: "/./", "/../", also percent-encoded.
bool hasDotSegments(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    const std::string_view next = path.substr(slash + 1, 3);
    if (next.starts_with('.') || next == "%2e" || next == "%2E") return true;
  }
  return false;
}

}  // namespace

std::string curlLine(const HttpRequest& request, const std::string& baseUrl,
                     const HeaderTemplates& authentication) {
  std::string url = baseUrl;
  while (url.ends_with('/')) url.pop_back();
  url += request.target;
  const bool hasBody = request.body && !request.body->empty();
  std::string line = "curl -i";
  if (hasDotSegments(request.target)) line += " --path-as-is";
  if (url.find_first_of("[]{}") != std::string::npos) line += " --globoff";
  if (request.method == "HEAD") {
    line += " --head";
  } else if (request.method != "GET" || hasBody) {
    line += " -X " + wordOf(request.method);
  }
  for (const auto& [name, value] : request.headers) {
    const auto isIt = [&](const auto& header) { return isSameHeader(header.first, name); };
    if (std::ranges::none_of(authentication, isIt)) line += headerOption(name, value);
  }
  for (const auto& [name, value] : authentication) line += headerOption(name, value);
  line += bodyOptions(request) + " " + wordOf(url);
  return isPiped(request) ? printed(*request.body) + " | " + line : line;
}

}  // namespace covolve::rest
