// Emitted code in the layout of the project it is for.
#pragma once

#include <filesystem>
#include <string>

namespace covolve::format {

/// As the .clang-format file says that counts for `neighbour`, else as Google's style. Only blanks and line
/// breaks change: what was verified stays what it was. The text itself where the style cannot be read.
std::string laidOut(const std::string& text, const std::filesystem::path& neighbour);

}  // namespace covolve::format
