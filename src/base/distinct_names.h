// Names for files among others, as short as they can be: the stem; where several
// have it, the file's name, then with the folders around it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace covolve {

/// What a file may be called, shortest first: order, order.cpp, core/order, core/order.cpp ... Nothing after
/// the longest.
std::optional<std::string> fileNameCandidate(const std::filesystem::path& file, size_t place);

/// One for each of the absolute paths, all different if the files are.
std::vector<std::string> distinctNames(std::span<const std::filesystem::path> files);

}  // namespace covolve
