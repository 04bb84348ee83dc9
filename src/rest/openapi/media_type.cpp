#include "rest/openapi/media_type.h"

#include <utility>

#include "base/small_letters.h"

namespace covolve::rest {

namespace {

bool isBlank(char character) { return character == ' ' || character == '\t'; }

/// In small letters and without blanks: what is left are the type and its parameters.
std::string normalized(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (!isBlank(character)) result += inSmall(character);
  }
  return result;
}

/// "application" and "json".
std::pair<std::string, std::string> parts(std::string_view type) {
  const std::string bare = bareMediaType(type);
  const size_t slash = bare.find('/');
  if (slash == std::string::npos) return {bare, ""};
  return {bare.substr(0, slash), bare.substr(slash + 1)};
}

bool hasSubtype(std::string_view type, const std::string& subtype) {
  const std::string own = parts(type).second;
  return own == subtype || own.ends_with("+" + subtype);
}

/// How much a range leaves open: 0 for a type.
int breadth(std::string_view range) {
  const auto [type, subtype] = parts(range);
  if (type == "*") return 3;
  if (subtype == "*") return 2;
  return subtype.starts_with("*+") ? 1 : 0;
}

}  // namespace

std::string bareMediaType(std::string_view text) { return normalized(text.substr(0, text.find(';'))); }

bool matchesMediaType(std::string_view type, std::string_view range) {
  const auto [ownType, ownSubtype] = parts(type);
  const auto [wantedType, wantedSubtype] = parts(range);
  if (ownType.empty()) return false;
  if (wantedType == "*" && wantedSubtype.empty()) return true;  // Java's short form of */*
  if (wantedType != "*" && wantedType != ownType) return false;
  if (wantedSubtype == "*" || wantedSubtype == ownSubtype) return true;
  return wantedSubtype.starts_with("*+") && ownSubtype.ends_with(wantedSubtype.substr(1));
}

const MediaType* findMediaType(const std::vector<MediaType>& declared, std::string_view type) {
  const std::string wanted = normalized(type);
  const MediaType* best = nullptr;
  for (const MediaType& one : declared) {
    if (!matchesMediaType(type, one.name)) continue;
    if (normalized(one.name) == wanted) return &one;
    if (best == nullptr || breadth(one.name) < breadth(best->name)) best = &one;
  }
  return best;
}

bool isJson(std::string_view type) {
  // One text a line: not one text.
  const std::string subtype = parts(type).second;
  if (subtype == "stream+json" || subtype.ends_with("-stream+json")) return false;
  return hasSubtype(type, "json");
}

bool isXml(std::string_view type) { return hasSubtype(type, "xml"); }

bool isText(std::string_view type) { return parts(type).first == "text"; }

bool isForm(std::string_view type) { return bareMediaType(type) == "application/x-www-form-urlencoded"; }

bool isMultipart(std::string_view type) { return parts(type).first == "multipart"; }

}  // namespace covolve::rest
