#include "rest/openapi/reading/uri.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/percent_encoding.h"

namespace covolve::rest::openapi {

namespace {

bool isAlphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool startsWithIgnoringCase(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::ranges::equal(text.substr(0, prefix.size()), prefix, [](char left, char right) {
           return std::tolower(static_cast<unsigned char>(left)) == right;
         });
}

/// RFC 3986, section 5.2.4, for paths that begin with a slash.
std::string withoutDotSegments(std::string_view path) {
  std::vector<std::string_view> kept;
  bool endsInDirectory = false;
  size_t start = path.starts_with('/') ? 1 : 0;
  while (start <= path.size()) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string_view segment = path.substr(start, end - start);
    endsInDirectory = segment == "." || segment == "..";
    if (segment == "..") {
      if (!kept.empty()) kept.pop_back();
    } else if (segment != ".") {
      kept.push_back(segment);
    }
    start = end + 1;
  }
  std::string joined;
  for (const std::string_view segment : kept) {
    joined += '/';
    joined += segment;
  }
  if (endsInDirectory || joined.empty()) joined += '/';
  return joined;
}

/// Where the path of a location with a scheme begins: behind "scheme://authority" or "scheme:".
size_t pathStart(std::string_view location) {
  const size_t colon = location.find(':');
  if (location.substr(colon + 1).starts_with("//")) {
    return std::min(location.find('/', colon + 3), location.size());
  }
  return colon + 1;
}

}  // namespace

SplitReference splitReference(std::string_view reference) {
  const size_t hash = reference.find('#');
  if (hash == std::string_view::npos) return {std::string(reference), ""};
  return {std::string(reference.substr(0, hash)), std::string(reference.substr(hash + 1))};
}

bool isUrl(std::string_view location) {
  return startsWithIgnoringCase(location, "http://") || startsWithIgnoringCase(location, "https://");
}

bool hasScheme(std::string_view location) {
  const size_t colon = location.find(':');
  if (colon == std::string_view::npos || colon < 2) return false;
  if (std::isalpha(static_cast<unsigned char>(location.front())) == 0) return false;
  return std::ranges::all_of(location.substr(0, colon),
                             [](char c) { return isAlphanumeric(c) || c == '+' || c == '-' || c == '.'; });
}

std::string resolveLocation(const std::string& base, const std::string& reference) {
  if (reference.empty()) return base;
  if (hasScheme(reference)) return normalLocation(reference);
  if (!hasScheme(base)) {
    const std::filesystem::path directory = std::filesystem::path(base).parent_path();
    return normalLocation((directory / percentDecoded(reference)).string());
  }
  if (reference.starts_with("//")) return base.substr(0, base.find(':') + 1) + reference;
  const size_t start = pathStart(base);
  const std::string root = base.substr(0, start);
  const size_t query = std::min(reference.find('?'), reference.size());
  const std::string rest = reference.substr(query);
  std::string path = reference.substr(0, query);
  const std::string basePath = base.substr(start, base.find('?', start) - start);
  if (path.empty()) return root + basePath + rest;
  if (!path.starts_with('/')) {
    const size_t slash = basePath.rfind('/');
    path = (slash == std::string::npos ? "/" : basePath.substr(0, slash + 1)) + path;
  }
  return root + withoutDotSegments(path) + rest;
}

std::string normalLocation(const std::string& location) {
  if (hasScheme(location) || location.empty()) return location;
  return std::filesystem::path(location).lexically_normal().string();
}

std::string fileNameOf(const std::string& location) {
  if (!startsWithIgnoringCase(location, "file:")) return location;
  std::string_view path = location;
  path.remove_prefix(5);
  if (path.starts_with("//")) path.remove_prefix(std::min(path.find('/', 2), path.size()));
  return percentDecoded(path);
}

}  // namespace covolve::rest::openapi
