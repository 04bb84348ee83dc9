#include "rest/base_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace covolve::rest {

namespace {

constexpr int kNotFound = 404;
constexpr size_t kMostAsked = 5;

/// Of operations that need no identifier; behind the server's path.
std::vector<std::string> pathsToAskFor(const Api& api) {
  std::vector<std::string> paths;
  for (const Operation& operation : api.operations) {
    const bool isBelow = operation.path.starts_with(api.serverPath);
    if (operation.method != "GET" || operation.path.contains('{') || !isBelow) continue;
    paths.push_back(operation.path.substr(api.serverPath.size()));
  }
  // From all over the document.
  std::vector<std::string> chosen;
  const size_t step = std::max<size_t>(paths.size() / kMostAsked, 1);
  for (size_t i = 0; i < paths.size() && chosen.size() < kMostAsked; i += step)
    chosen.push_back(std::move(paths[i]));
  return chosen;
}

/// Where services often are, and where the document's other servers say.
std::vector<std::string> otherPaths(const Api& api) {
  std::vector<std::string> paths{""};
  for (const std::string& server : api.servers) {
    const size_t host = server.find("://");
    const size_t start = server.find('/', host == std::string::npos ? 0 : host + 3);
    if (start != std::string::npos) paths.push_back(server.substr(start));
  }
  for (const char* usual : {"/api", "/v1", "/api/v1", "/v2", "/api/v2"}) paths.emplace_back(usual);
  for (std::string& path : paths) {
    while (path.ends_with('/')) path.pop_back();
  }
  std::erase(paths, api.serverPath);
  return paths;
}

}  // namespace

std::string withoutServerPath(std::string url, const std::string& serverPath) {
  while (url.ends_with('/')) url.pop_back();
  const size_t host = url.find("://");
  const size_t start = host == std::string::npos ? host : url.find('/', host + 3);
  const bool isRepeated =
      start != std::string::npos && !serverPath.empty() && url.substr(start).ends_with(serverPath);
  return isRepeated ? url.substr(0, url.size() - serverPath.size()) : url;
}

void setServerPath(Api& api, std::string path) {
  while (path.ends_with('/')) path.pop_back();
  if (!path.empty() && !path.starts_with('/')) path.insert(0, "/");
  for (Operation& operation : api.operations) {
    if (operation.path.starts_with(api.serverPath)) operation.path.replace(0, api.serverPath.size(), path);
  }
  api.serverPath = std::move(path);
}

std::optional<std::string> whyNothingIsFound(const Api& api, const std::string& url, const Look& look) {
  const std::vector<std::string> paths = pathsToAskFor(api);
  if (paths.size() < 2) return std::nullopt;
  const auto isNotFound = [&](const std::string& path) { return look(path) == kNotFound; };
  if (!std::ranges::all_of(paths, [&](const std::string& path) { return isNotFound(api.serverPath + path); }))
    return std::nullopt;
  std::string text = fmt::format("{} operations that were asked for first are all answered by 404 at {}{}",
                                 paths.size(), url, api.serverPath);
  if (!api.serverPath.empty())
    text += fmt::format("; {} is the path of the document's server", api.serverPath);
  for (const std::string& other : otherPaths(api)) {
    const auto isThere = [&](const std::string& path) {
      const int status = look(other + path);
      return status != 0 && status != kNotFound;
    };
    if (!std::ranges::all_of(paths, isThere)) continue;
    return text + fmt::format(". At {}{} they are found: try --base-path {}.", url, other,
                              other.empty() ? "/" : other);
  }
  return text + ". Is this the service that the document is about?";
}

}  // namespace covolve::rest
