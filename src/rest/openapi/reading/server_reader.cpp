#include "rest/openapi/reading/server_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "rest/openapi/reading/swagger2.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace {

/// The default of a server's variable; its first value where there is no default.
std::string valueOf(const Node& server, const std::string& variable, const std::string& url, Notes& notes) {
  const Node* variables = memberOf(server, "variables");
  const Node* declared = variables != nullptr ? memberOf(*variables, variable) : nullptr;
  if (declared != nullptr) {
    const Node* value = memberOf(*declared, "default");
    if (value != nullptr && !scalarText(*value).empty()) return scalarText(*value);
    const Node* values = memberOf(*declared, "enum");
    if (values != nullptr && values->is_array() && !values->empty()) return scalarText(values->front());
    if (value != nullptr && value->is_string()) return "";
  }
  notes.add(fmt::format("the server {} does not say what its variable {} is; it is left out", shown(url),
                        shown(variable)));
  return "";
}

std::string urlOf(const Node& server, Notes& notes) {
  const std::string written = textOr(memberOf(server, "url"), "");
  std::string url;
  size_t position = 0;
  while (position < written.size()) {
    const size_t open = written.find('{', position);
    const size_t close = open == std::string::npos ? open : written.find('}', open);
    if (close == std::string::npos) break;
    url += written.substr(position, open - position);
    url += valueOf(server, written.substr(open + 1, close - open - 1), written, notes);
    position = close + 1;
  }
  return url + written.substr(position);
}

std::vector<std::string> urlsOf(const Site& owner, Notes& notes) {
  constexpr size_t kMostServers = 100;
  std::vector<std::string> urls;
  const Node* servers = memberOf(*owner.node, "servers");
  if (servers == nullptr || servers->is_null()) return urls;
  if (!servers->is_array()) {
    notes.add(fmt::format("{}: servers is {}, not a list", shown(owner.describe()), kindOf(*servers)));
    return urls;
  }
  for (const Node& server : servers->get_ref<const Node::array_t&>()) {
    if (textOf(memberOf(server, "url")) == nullptr) {
      notes.add(fmt::format("{}: a server has no url", shown(owner.describe())));
    } else if (urls.size() < kMostServers) {
      urls.push_back(urlOf(server, notes));
    }
  }
  return urls;
}

/// "localhost:8080/v1", as some write it.
bool beginsWithPort(std::string_view server) {
  const size_t colon = server.find(':');
  return colon != std::string_view::npos && colon < server.find('/') && colon + 1 < server.size() &&
         server[colon + 1] >= '0' && server[colon + 1] <= '9';
}

}  // namespace

std::string pathOfServer(const std::string& server, const std::string& document) {
  std::string path = server.substr(0, server.find_first_of("?#"));
  const size_t authority = path.find("//");
  const bool hasHost = authority != std::string::npos && (authority == 0 || path[authority - 1] == ':');
  if (hasHost) {
    path.erase(0, std::min(path.find('/', authority + 2), path.size()));
  } else if (beginsWithPort(path)) {
    path.erase(0, std::min(path.find('/'), path.size()));
  } else if (hasScheme(path)) {
    return "";
  } else if (!path.starts_with('/')) {
    // Of a file, nobody knows where it would be published.
    const std::string base = isUrl(document) ? document : "http://localhost/";
    return pathOfServer(resolveLocation(base, path.empty() ? "/" : path), base);
  }
  std::string tidy;
  for (const char c : path) {
    if (c != '/' || tidy.empty() || tidy.back() != '/') tidy += c;
  }
  while (!tidy.empty() && tidy.back() == '/') tidy.pop_back();
  return tidy;
}

std::vector<std::string> readServers(Reading& reading) {
  if (reading.version == Version::V2) return swagger2Servers(reading.root);
  return urlsOf(reading.root, reading.notes);
}

std::optional<std::string> ownServerPath(const Site& owner, Reading& reading) {
  if (reading.version == Version::V2) return std::nullopt;
  const std::vector<std::string> urls = urlsOf(owner, reading.notes);
  if (urls.empty()) return std::nullopt;
  return pathOfServer(urls.front(), owner.document->location);
}

}  // namespace covolve::rest::openapi
