// Paths with parameters in braces.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covolve::rest::openapi {

/// No path that means anything has more parameters, or more of a query.
constexpr size_t kMostInPath = 100;

/// The names in braces, in their order, each once; at most one more than kMostInPath.
std::vector<std::string> templateNames(std::string_view path);

/// "{+name}", "{name*}" and "{name:[0-9]+}" as other kinds of templates write them: as OpenAPI does, where
/// `declared` has the bare name but not the one in braces. "{?limit,page}" is no part of the path.
std::string plainTemplate(std::string_view path, const std::vector<std::string>& declared);

struct SplitPath {
  std::string path;
  std::vector<std::pair<std::string, std::string>> query;  // names and values, decoded; at most kMostInPath
  bool hasFragment = false;
};

/// Some documents tell operations of one path apart by a query ("/objects?acl") or by a fragment.
SplitPath splitPath(std::string_view path);

}  // namespace covolve::rest::openapi
