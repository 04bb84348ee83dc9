#include "rest/oracle/wire_doubts.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/small_letters.h"

namespace covolve::rest {

namespace {

bool hasAny(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

bool isPrintableAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char one) { return one >= 0x20 && one < 0x7F; });
}

/// Headers that mean something to HTTP itself, whatever the document says about them.
bool isHeaderOfHttp(std::string_view name) {
  const std::string small = inSmallLetters(name);
  for (const std::string_view start : {"accept", "content-", "if-", "access-control-", "sec-", "proxy-"}) {
    if (small.starts_with(start)) return true;
  }
  for (const std::string_view one :
       {"authorization", "range", "expect", "host", "connection", "te", "trailer", "transfer-encoding",
        "upgrade", "cookie", "origin", "referer", "date", "via", "forwarded", "max-forwards", "keep-alive"}) {
    if (small == one) return true;
  }
  return false;
}

bool survivesAsText(Parameter::Place place, std::string_view text) {
  if (text.empty()) return false;
  switch (place) {
    case Parameter::Place::Path:
      // Encoded separators are refused by some servers and undone by others; dots are folded.
      return !hasAny(text, "/\\%;?#") && text.find_first_not_of('.') != std::string_view::npos;
    case Parameter::Place::Query:
      return true;
    case Parameter::Place::Header:
      return isPrintableAscii(text) && text.front() != ' ' && text.back() != ' ';
    case Parameter::Place::Cookie:
      return isPrintableAscii(text) && !hasAny(text, " \",;\\%");
  }
  return false;
}

bool survivesAsScalar(Parameter::Place place, const Json& value) {
  if (value.is_string()) return survivesAsText(place, value.get_ref<const std::string&>());
  return value.is_number() || value.is_boolean();
}

/// Within a list or an object: no character that separates or joins in any style.
bool survivesAsPart(Parameter::Place place, const Json& value) {
  return survivesAsScalar(place, value) &&
         (!value.is_string() || !hasAny(value.get_ref<const std::string&>(), ",|;=.&[] \t"));
}

}  // namespace

bool survivesAsParameter(const Parameter& parameter, const Json& value) {
  const Parameter::Place place = parameter.place;
  if (place == Parameter::Place::Header && isHeaderOfHttp(parameter.name)) return false;
  if (!parameter.contentType.empty()) return place == Parameter::Place::Query;
  if (!value.is_structured()) return survivesAsScalar(place, value);
  if (value.empty()) return false;  // cannot be told from one that is not given
  for (const auto& [name, part] : value.items()) {
    if (!survivesAsPart(place, part)) return false;
    if (value.is_object() && !survivesAsPart(place, Json(name))) return false;
  }
  return true;
}

bool survivesAsForm(const Json& value) {
  if (!value.is_structured()) return survivesAsScalar(Parameter::Place::Query, value);
  if (!value.is_object()) return false;
  for (const auto& [name, field] : value.items()) {
    if (!survivesAsScalar(Parameter::Place::Query, field)) return false;
  }
  return true;
}

}  // namespace covolve::rest
