// Media types as documents and headers write them: "application/json;
// charset=utf-8", "Text/*", "application/*+json". Case and parameters say
// nothing about what a type is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rest/openapi/api.h"

namespace covolve::rest {

/// "application/json" of "Application/JSON; charset=utf-8".
std::string bareMediaType(std::string_view text);

/// Whether a type is the one named, or falls under the range "application/*", "*/*" or "application/*+json".
bool matchesMediaType(std::string_view type, std::string_view range);

/// The declared one that a type falls under: the very same, then without parameters, then the narrowest
/// range; null: none.
const MediaType* findMediaType(const std::vector<MediaType>& declared, std::string_view type);

bool isJson(std::string_view type);  // "application/problem+json" too
bool isXml(std::string_view type);   // "image/svg+xml" too
bool isText(std::string_view type);  // "text/..."
bool isForm(std::string_view type);  // "application/x-www-form-urlencoded"
bool isMultipart(std::string_view type);

}  // namespace covolve::rest
