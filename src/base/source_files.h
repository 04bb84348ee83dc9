// Which C and C++ sources a folder stands for.
#pragma once

#include <filesystem>
#include <set>
#include <vector>

namespace covolve {

/// As it is where the path leads to nothing.
std::filesystem::path withoutLinks(const std::filesystem::path& path);

bool isBelow(const std::filesystem::path& file, const std::filesystem::path& folder);

/// Those of `known` that lie below the folder, also where one of both is reached through a symbolic link. In
/// their order.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder,
                                              const std::set<std::filesystem::path>& known);

/// All sources by their extensions, sorted, for a project that has no list of them. Hidden folders, linked
/// ones and the build trees of CMake are left out.
std::vector<std::filesystem::path> sourcesBelow(const std::filesystem::path& folder);
/// Only those that stand in the folder itself.
std::vector<std::filesystem::path> sourcesIn(const std::filesystem::path& folder);

}  // namespace covolve
