// compile_commands.json as it is written: which files a build compiles and how.
// What the flags mean is for others.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve {

struct CompileEntry {
  std::filesystem::path file;            // absolute, normalised
  std::filesystem::path directory;       // absolute, normalised
  std::vector<std::string> commandLine;  // the compiler first
  std::filesystem::path output;          // as written; empty: not given
};

struct CompileCommands {
  std::filesystem::path buildDirectory;  // absolute, normalised
  std::filesystem::path file;            // in it
  std::vector<CompileEntry> entries;     // in the file's order; malformed ones are left out
};

/// Of the directory, or of the file itself. User errors: missing, empty, not JSON.
Result<CompileCommands> readCompileCommands(const std::filesystem::path& buildDirectory);

}  // namespace covolve
