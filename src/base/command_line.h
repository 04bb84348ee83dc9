// Command lines as text: in compilation databases, link steps and response files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covolve {

/// Splits as a POSIX shell does: quotes and backslashes, no expansion.
std::vector<std::string> splitCommandLine(std::string_view line);

}  // namespace covolve
