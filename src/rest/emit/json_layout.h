// JSON values as literals of a language.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rest/emit/layout.h"
#include "rest/emit/rest_tests.h"

namespace covolve::rest::emit {

/// How a language writes JSON.
struct JsonDialect {
  std::string (*scalar)(const Json& value);  // numbers, truth values, null
  Layout (*text)(const std::string& value);
  std::string (*key)(const std::string& name);  // with what stands between it and the value
  std::string padding;                          // inside the braces of an object on one line
};

/// JSON itself.
const JsonDialect& plainJson();

/// By JSON pointer: expressions that stand in the place of values.
using Expressions = std::map<std::string, std::string>;

Layout jsonLayout(const Json& value, const JsonDialect& dialect, const Expressions& expressions = {});

/// The value, with null in places of variables where it has nothing.
Json withAllPlaces(const JsonTemplate& json);

/// Null where there is nothing.
Json valueAt(const Json& value, std::string_view pointer);

}  // namespace covolve::rest::emit
