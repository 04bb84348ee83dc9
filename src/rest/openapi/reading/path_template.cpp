#include "rest/openapi/reading/path_template.h"

#include <algorithm>

#include "base/percent_encoding.h"
#include "base/utf8.h"

namespace covolve::rest::openapi {

namespace {

/// Calls `literal` and `name` with the parts of a path in their order. A brace that is never closed is a
/// letter like any other.
template <class Literal, class Name>
void takeApart(std::string_view path, const Literal& literal, const Name& name) {
  while (!path.empty()) {
    const size_t open = path.find('{');
    const size_t close = open == std::string_view::npos ? open : path.find('}', open);
    if (close == std::string_view::npos) {
      literal(path);
      return;
    }
    literal(path.substr(0, open));
    name(path.substr(open + 1, close - open - 1));
    path.remove_prefix(close + 1);
  }
}

bool isIn(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string_view bareName(std::string_view name) {
  while (!name.empty() && std::string_view("+#./;?&").find(name.front()) != std::string_view::npos) {
    name.remove_prefix(1);
  }
  name = name.substr(0, name.find(':'));
  while (!name.empty() && (name.back() == '*' || name.back() == '+' || name.back() == ' '))
    name.remove_suffix(1);
  return name;
}

std::string decoded(std::string_view text) {
  std::string plain = percentDecoded(text);
  return isUtf8(plain) ? plain : std::string(text);
}

}  // namespace

std::vector<std::string> templateNames(std::string_view path) {
  std::vector<std::string> names;
  takeApart(
      path, [](std::string_view) {},
      [&](std::string_view name) {
        if (names.size() <= kMostInPath && !isIn(names, name)) names.emplace_back(name);
      });
  return names;
}

std::string plainTemplate(std::string_view path, const std::vector<std::string>& declared) {
  std::string plain;
  takeApart(
      path, [&](std::string_view text) { plain += text; },
      [&](std::string_view name) {
        const std::string_view bare = bareName(name);
        const bool isQuery = name.starts_with('?') || name.starts_with('&');
        if (isQuery && !isIn(declared, name)) return;
        plain += '{';
        plain += !isIn(declared, name) && isIn(declared, bare) ? bare : name;
        plain += '}';
      });
  return plain;
}

SplitPath splitPath(std::string_view path) {
  SplitPath parts;
  // Braces may contain anything: "{name:[^/?#]+}".
  size_t depth = 0;
  size_t end = 0;
  while (end < path.size() && (depth > 0 || (path[end] != '?' && path[end] != '#'))) {
    if (path[end] == '{') ++depth;
    if (path[end] == '}' && depth > 0) --depth;
    ++end;
  }
  if (depth > 0) end = std::min(path.find_first_of("?#"), path.size());
  parts.path = path.substr(0, end);
  std::string_view rest = path.substr(end);
  const size_t hash = rest.find('#');
  parts.hasFragment = hash != std::string_view::npos;
  rest = rest.substr(0, hash);
  if (!rest.empty()) rest.remove_prefix(1);  // the question mark
  while (!rest.empty() && parts.query.size() < kMostInPath) {
    const size_t next = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, next);
    const size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    if (equals > 0) parts.query.emplace_back(decoded(pair.substr(0, equals)), decoded(value));
    rest.remove_prefix(std::min(next + 1, rest.size()));
  }
  return parts;
}

}  // namespace covolve::rest::openapi
