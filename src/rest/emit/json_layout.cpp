#include "rest/emit/json_layout.h"

#include <algorithm>

#include "rest/emit/literals.h"

namespace covolve::rest::emit {

namespace {

std::string plainScalar(const Json& value) { return value.dump(); }
Layout plainText(const std::string& value) { return Layout::leaf(jsonString(value)); }
std::string plainKey(const std::string& name) { return jsonString(name) + ": "; }

Layout layoutAt(const std::string& pointer, const Json& value, const JsonDialect& dialect,
                const Expressions& expressions) {
  if (const auto found = expressions.find(pointer); found != expressions.end()) {
    return Layout::leaf(found->second);
  }
  if (value.is_string()) return dialect.text(value.get_ref<const std::string&>());
  if (!value.is_structured()) return Layout::leaf(dialect.scalar(value));
  const bool isObject = value.is_object();
  if (value.empty()) return Layout::leaf(isObject ? "{}" : "[]");
  Layout list{isObject ? "{" : "[", {}, isObject ? "}" : "]"};
  if (isObject) list.padding = dialect.padding;
  size_t index = 0;
  for (const auto& [name, item] : value.items()) {
    const std::string token = isObject ? pointerText(name) : std::to_string(index++);
    Layout inner = layoutAt(pointer + "/" + token, item, dialect, expressions);
    list.items.push_back(isObject ? wrapped(dialect.key(name), std::move(inner)) : std::move(inner));
  }
  return list;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what)) {
    result.append(text.substr(0, at)).append(by);
    text.remove_prefix(at + what.size());
  }
  return result.append(text);
}

}  // namespace

const JsonDialect& plainJson() {
  static const JsonDialect dialect{plainScalar, plainText, plainKey, ""};
  return dialect;
}

Layout jsonLayout(const Json& value, const JsonDialect& dialect, const Expressions& expressions) {
  return layoutAt("", value, dialect, expressions);
}

Json withAllPlaces(const JsonTemplate& json) {
  Json value = json.value;
  for (const auto& [pointer, variable] : json.variables) {
    try {
      // Makes the place where there is none.
      value[Json::json_pointer(pointer)];
    } catch (const Json::exception&) {
      // No place for it: the value stays as it is.
    }
  }
  return value;
}

Json valueAt(const Json& value, std::string_view pointer) {
  const Json* at = &value;
  for (const std::string& token : pointerTokens(pointer)) {
    if (at->is_object() && at->contains(token)) {
      at = &(*at)[token];
    } else if (at->is_array() && canBeIndex(token) && std::stoul(token) < at->size()) {
      at = &(*at)[std::stoul(token)];
    } else {
      return nullptr;
    }
  }
  return *at;
}

std::vector<std::string> pointerTokens(std::string_view pointer) {
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // its slash
    const size_t end = std::min(pointer.find('/'), pointer.size());
    tokens.push_back(replaced(replaced(pointer.substr(0, end), "~1", "/"), "~0", "~"));
    pointer.remove_prefix(end);
  }
  return tokens;
}

std::string pointerText(std::string_view token) { return replaced(replaced(token, "~", "~0"), "/", "~1"); }

bool canBeIndex(std::string_view token) {
  return !token.empty() && token.size() < 10 &&
         std::ranges::all_of(
             token, [](char c) { return c >= '0' && c <= '9'; }) &&
         (token == "0" || token.front() != '0');
}

}  // namespace covolve::rest::emit
