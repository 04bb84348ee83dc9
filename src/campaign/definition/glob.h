// File names with wildcards: *, ? and [ab] within one part of a path, ** for
// any number of folders. As in a shell, names with a leading dot are found only
// when the dot is written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace covolve::campaign {

bool hasWildcards(std::string_view text);

/// Regular files that match, sorted. The pattern is absolute or relative to the folder. An Error only for a
/// search that goes through more entries than any project has.
Result<std::vector<std::filesystem::path>> expandGlob(const std::string& pattern,
                                                      const std::filesystem::path& folder);

/// As .gitignore has it: a pattern without a slash fits any part of the path; one with a slash fits the path
/// or a folder above it. The path is relative.
bool isExcluded(const std::filesystem::path& path, const std::vector<std::string>& patterns);

}  // namespace covolve::campaign
