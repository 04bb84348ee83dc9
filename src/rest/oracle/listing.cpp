#include "rest/oracle/listing.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/json_pointer.h"
#include "rest/resource/names.h"

namespace covolve::rest {

namespace {

/// Parts of the names of what chooses a page, or tells of another.
constexpr std::array<std::string_view, 15> kWordsOfPages{"after", "before", "cursor", "from",   "last",
                                                         "limit", "more",   "next",   "offset", "page",
                                                         "per",   "size",   "skip",   "start",  "top"};

bool isAboutPages(std::string_view name) {
  const std::string like = likeName(name);
  return std::ranges::any_of(kWordsOfPages, [&](std::string_view word) { return like.contains(word); });
}

/// {"id": 5}, {"noteId": "5"}
bool hasIdentifier(const Json& object, const std::string& identifier) {
  for (const auto& [name, value] : object.items()) {
    if (!isIdentifierName(name)) continue;
    if (value.is_string() ? value.get_ref<const std::string&>() == identifier : value.dump() == identifier)
      return true;
  }
  return false;
}

bool hasObject(const Json& answer, const std::string& identifier) {
  if (answer.is_object() && hasIdentifier(answer, identifier)) return true;
  if (!answer.is_structured()) return false;
  return std::ranges::any_of(answer, [&](const Json& part) { return hasObject(part, identifier); });
}

/// Of what stands beside the list.
bool tellsOfMore(const Json& beside, size_t length) {
  for (const auto& [name, value] : beside.items()) {
    if (value.is_number() && value.get<double>() > static_cast<double>(length)) return true;
    const bool saysSomething =
        !value.is_null() && value != Json(false) && value != Json("") && value != Json(0);
    if (!value.is_number() && !value.is_array() && saysSomething && isAboutPages(name)) return true;
    if (value.is_object() && tellsOfMore(value, length)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> placeOfList(const Json& answer) {
  if (answer.is_array()) return "";
  if (!answer.is_object()) return std::nullopt;
  std::optional<std::string> place;
  for (const auto& [name, member] : answer.items()) {
    if (!member.is_array()) continue;
    if (place) return std::nullopt;
    place = pointerTo("", name);
  }
  return place;
}

bool lists(const Call& call, const std::string& identifier) {
  return call.succeeded() && call.json && hasObject(*call.json, identifier);
}

bool isWholeList(const Call& call) {
  if (!call.succeeded() || !call.json || call.response()->header("Link") != nullptr) return false;
  const auto choosesPage = [](const Parameter& parameter) {
    return parameter.place == Parameter::Place::Query && isAboutPages(parameter.name);
  };
  if (std::ranges::any_of(call.operation->parameters, choosesPage)) return false;
  const auto place = placeOfList(*call.json);
  if (!place) return false;
  return call.json->is_array() || !tellsOfMore(*call.json, findPointer(*call.json, *place)->size());
}

}  // namespace covolve::rest
