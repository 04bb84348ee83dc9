// What the names of data and the segments of paths tell about resources: that
// "petId" identifies something, and that "pets" collects pets. Known by names
// alone, as no document says it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::rest {

/// "pet_id", "petID" and "Pet-Id" are one name.
std::string likeName(std::string_view name);
/// "pets" -> "pet", "categories" -> "category", "boxes" -> "box"; others as they are.
std::string singular(std::string_view word);

/// Whether a name speaks of identifiers: id, petId, owner_ids, userid, uuid, key, slug; not paid or valid.
bool isIdentifierName(std::string_view name);
/// The part of a name in small letters that says so: "ids" of "ownerids"; empty where none does.
std::string_view identifierEnding(std::string_view likeName);

/// Segments of a path without the slashes: {"pets", "{petId}"}.
std::vector<std::string> segmentsOf(std::string_view path);
inline bool isParameterSegment(std::string_view segment) { return segment.starts_with('{'); }
/// Paths that differ in the names of parameters only have one shape: "/pets/{}".
std::string shapeOf(std::span<const std::string> segments);

}  // namespace covolve::rest
