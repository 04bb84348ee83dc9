// Commands as a user pastes them, and as scripts of ours have them.
#pragma once

#include <string>
#include <string_view>

namespace covolve {

/// As one word of a POSIX shell: in quotes unless it needs none.
std::string shellWord(std::string_view text);

}  // namespace covolve
