// How alike two names are, for "did you mean": Levenshtein's distance, and the
// nearest of several names if one is near enough to be meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace covolve {

/// Characters to insert, remove or replace to make one of the other.
size_t editDistance(std::string_view left, std::string_view right);

/// Null when none is like it: at most a third of the characters, rounded up, may differ.
const std::string* nearestName(std::span<const std::string> names, std::string_view name);

}  // namespace covolve
