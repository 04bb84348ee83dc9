// Which file a program's name stands for, by the rules of execvp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace covolve {

/// A name with a slash is a path, from `directory` if it is relative; any other is searched for in PATH.
/// Nothing if there is no such file that can be executed.
std::optional<std::filesystem::path> findProgram(const std::string& name,
                                                 const std::filesystem::path& directory = ".");

}  // namespace covolve
