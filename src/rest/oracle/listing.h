// What a list shows, and whether it shows all there is.
//
// Easy to get wrong: lists come in pages. That something is missing in one says
// nothing as long as there may be another.
#pragma once

#include <optional>
#include <string>

#include "rest/request/call.h"

namespace covolve::rest {

/// Where the list is that an answer is, or the only one that it has ({"items": [...], "total": 3}): a JSON
/// pointer.
std::optional<std::string> placeOfList(const Json& answer);

/// Whether an answer has an object with that identifier.
bool lists(const Call& call, const std::string& identifier);

/// Whether nothing speaks of further pages: no parameter, no link, no number above the list's length.
bool isWholeList(const Call& call);

}  // namespace covolve::rest
