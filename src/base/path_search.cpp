#include "base/path_search.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace covolve {

namespace fs = std::filesystem;

namespace {

bool isExecutable(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> findProgram(const std::string& name, const fs::path& directory) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    fs::path file = directory / name;
    return isExecutable(file) ? std::optional(std::move(file)) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path != nullptr ? path : "/bin:/usr/bin";;) {
    const size_t colon = rest.find(':');
    // An empty part is the working directory.
    fs::path file = directory / rest.substr(0, colon) / name;
    if (isExecutable(file)) return file;
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

}  // namespace covolve
