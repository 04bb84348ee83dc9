#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/hash.h"

namespace covolve {

namespace fs = std::filesystem;

Result<std::string> readFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || fs::is_directory(path, ignored)) {
    return userError(
        fmt::format("cannot read {}: {}", path.string(), errno != 0 ? strerror(errno) : "not a file"));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

Result<void> replaceFile(const fs::path& path, std::string_view text) {
  std::string temporary = path.string() + ".XXXXXX";
  const int file = mkstemp(temporary.data());
  const auto fail = [&](int reason) -> Result<void> {
    if (file >= 0) unlink(temporary.c_str());
    return userError(fmt::format("cannot write {}: {}", path.string(), strerror(reason)));
  };
  if (file < 0) return fail(errno);
  for (size_t written = 0; written < text.size();) {
    const ssize_t count = write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      close(file);
      return fail(reason);
    }
    written += static_cast<size_t>(count);
  }
  fchmod(file, 0644);
  if (close(file) != 0) return fail(errno);
  if (rename(temporary.c_str(), path.c_str()) != 0) return fail(errno);
  return {};
}

Result<fs::path> makeNumberedDirectory(const fs::path& beginning) {
  constexpr int kMost = 1'000'000;
  for (int number = 0; number < kMost; ++number) {
    fs::path directory = fmt::format("{}{}", beginning.string(), number);
    if (mkdir(directory.c_str(), S_IRWXU) == 0) return directory;
    if (errno == EEXIST) continue;
    return userError(fmt::format("cannot make the directory {}: {}", directory.string(), strerror(errno)));
  }
  return userError(fmt::format("there are too many directories like {}0", beginning.string()));
}

uint64_t hashPaths(const fs::path& directory, const std::vector<fs::path>& files) {
  uint64_t hash = hashText(directory.string());
  for (const fs::path& file : files) hash = hashText(file.string() + '\n', hash);
  return hash;
}

Result<ScratchDirectory> ScratchDirectory::make(std::string_view purpose,
                                                const std::vector<fs::path>& files) {
  std::error_code failed;
  const fs::path temporary = fs::temp_directory_path(failed);
  if (failed) return userError("there is no directory for temporary files: " + failed.message());
  std::string name = fmt::format("covolve-{}-", purpose);
  if (!files.empty()) name += fmt::format("{:016x}-", hashPaths(fs::current_path(failed), files));
  auto made = makeNumberedDirectory(temporary / name);
  if (!made) return std::unexpected(made.error());
  return ScratchDirectory(std::move(*made));
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), kept_(other.kept_) {}

ScratchDirectory& ScratchDirectory::operator=(ScratchDirectory&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(kept_, other.kept_);
  return *this;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (!path_.empty() && !kept_) fs::remove_all(path_, ignored);
}

}  // namespace covolve
