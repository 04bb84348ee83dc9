#include "forms.h"

#include "text.h"

namespace service {

namespace {

/// A parameter of a header's value: boundary in `multipart/form-data; boundary="x"`.
std::string headerParameter(std::string_view value, std::string_view name) {
  std::size_t at = value.find(';');
  while (at != std::string_view::npos) {
    ++at;
    while (at < value.size() && value[at] == ' ') ++at;
    const std::size_t equals = value.find('=', at);
    if (equals == std::string_view::npos) return "";
    const bool isWanted = lowered(value.substr(at, equals - at)) == name;
    std::string content;
    at = equals + 1;
    if (at < value.size() && value[at] == '"') {
      for (++at; at < value.size() && value[at] != '"'; ++at) {
        if (value[at] == '\\' && at + 1 < value.size()) ++at;
        content += value[at];
      }
    } else {
      while (at < value.size() && value[at] != ';') content += value[at++];
      content = trimmed(content);
    }
    if (isWanted) return content;
    at = value.find(';', at);
  }
  return "";
}

/// Reads one part without its delimiters; none where its head is broken.
std::optional<FormPart> partOf(std::string_view text) {
  const std::size_t headEnd = text.find("\r\n\r\n");
  if (headEnd == std::string_view::npos) return std::nullopt;
  FormPart part;
  for (const std::string& line : split(text.substr(0, headEnd), '\n')) {
    if (!lowered(line).starts_with("content-disposition:")) continue;
    const std::string_view value = std::string_view(line).substr(0, line.find('\r'));
    part.name = percentDecoded(headerParameter(value, "name"), false);
    part.fileName = headerParameter(value, "filename");
  }
  part.content = text.substr(headEnd + 4);
  return part;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> pairsOf(std::string_view encoded) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (encoded.empty()) return pairs;
  for (const std::string& pair : split(encoded, '&')) {
    const std::size_t equals = pair.find('=');
    const std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    pairs.emplace_back(percentDecoded(pair.substr(0, equals), true), percentDecoded(value, true));
  }
  return pairs;
}

std::optional<std::vector<FormPart>> partsOf(std::string_view contentType, std::string_view body) {
  const std::string boundary = headerParameter(contentType, "boundary");
  if (boundary.empty()) return std::nullopt;
  const std::string first = "--" + boundary;
  const std::string next = "\r\n" + first;
  std::vector<FormPart> parts;
  std::size_t begin = body.find(first);
  if (begin == std::string_view::npos) return std::nullopt;
  begin += first.size();
  while (!body.substr(begin).starts_with("--")) {
    if (!body.substr(begin).starts_with("\r\n")) return std::nullopt;
    const std::size_t end = body.find(next, begin);
    if (end == std::string_view::npos) return std::nullopt;
    const std::optional<FormPart> part = partOf(body.substr(begin + 2, end - begin - 2));
    if (!part) return std::nullopt;
    parts.push_back(*part);
    begin = end + next.size();
  }
  return parts;
}

}  // namespace service
