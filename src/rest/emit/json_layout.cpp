#include "rest/emit/json_layout.h"

#include <algorithm>

#include "base/json_pointer.h"
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
    const std::string place = pointerTo(pointer, isObject ? name : std::to_string(index++));
    Layout inner = layoutAt(place, item, dialect, expressions);
    list.items.push_back(isObject ? wrapped(dialect.key(name), std::move(inner)) : std::move(inner));
  }
  return list;
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
  const Json* found = findPointer(value, pointer);
  return found == nullptr ? Json() : *found;
}

}  // namespace covolve::rest::emit
