// JSON pointers (RFC 6901): "/pets/0/a~1b" leads to "pets", to its first element,
// and there to "a/b". Nothing here throws, whatever the pointer says.
//
// Easy to get wrong: a number may be an index or a name; only the value that a
// pointer leads into tells which.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covolve {

/// The pointer to a member of what `parent` points to.
std::string pointerTo(std::string parent, std::string_view name);

/// "/pets/0/a~1b" is {"pets", "0", "a/b"}; "" is none.
std::vector<std::string> pointerTokens(std::string_view pointer);

/// Where a pointer that is not empty leads last: from what, and by which name.
std::pair<std::string, std::string> parentAndName(std::string_view pointer);

/// Whether the token can name an element: 0 or 12, not 01.
bool isIndex(std::string_view token);

/// All elements of a list are alike: "/items/0/id" and "/items/7/id" become "/items/*/id".
std::string withoutIndices(std::string_view pointer);

/// The field or element of that name; null where there is none.
const nlohmann::json* childOf(const nlohmann::json& value, const std::string& token);

/// What a pointer leads to; null where that is nothing, or it is no pointer.
const nlohmann::json* findPointer(const nlohmann::json& value, std::string_view pointer);

}  // namespace covolve
