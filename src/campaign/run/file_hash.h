// SHA-256 of files, in hexadecimal digits: what was emitted stays comparable
// after the files are gone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::campaign {

constexpr size_t kProgramDigits = 16;  // of a program's hash: enough to tell builds apart

Result<std::string> hashFile(const std::filesystem::path& file);

/// Of their contents, one after the other.
Result<std::string> hashFiles(const std::vector<std::filesystem::path>& files);

}  // namespace covolve::campaign
