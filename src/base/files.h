// Files as the user expects them: replaced atomically, never half-written, and
// scratch directories that vanish.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace covolve {

/// Where `path` leads that was written in `directory`, without going back and forth.
inline std::filesystem::path pathFrom(const std::filesystem::path& directory,
                                      const std::filesystem::path& path) {
  return (directory / path).lexically_normal();
}

Result<std::string> readFile(const std::filesystem::path& path);

/// Writes beside the file and renames: a reader sees the old text or the new, never a part.
Result<void> replaceFile(const std::filesystem::path& path, std::string_view text);

/// Makes a directory of that name followed by the least number that is free. A name that somebody else made,
/// or a link of that name, is not free.
Result<std::filesystem::path> makeNumberedDirectory(const std::filesystem::path& beginning);

/// Of where somebody is and what he works on: what to call a place that is his own.
uint64_t hashPaths(const std::filesystem::path& directory, const std::vector<std::filesystem::path>& files);

/// A fresh directory under the system's temporary one, removed with its contents at the end. Its name is the
/// same in every run that is alone, since objects depend on where their sources are: a cache of compilers
/// would not know them again.
class ScratchDirectory {
 public:
  /// Runs on other files, or from another directory, do not count for the number.
  static Result<ScratchDirectory> make(std::string_view purpose,
                                       const std::vector<std::filesystem::path>& files = {});
  ScratchDirectory(ScratchDirectory&& other) noexcept;
  ScratchDirectory& operator=(ScratchDirectory&& other) noexcept;
  ~ScratchDirectory();

  const std::filesystem::path& path() const { return path_; }
  /// Leaves the directory behind (--keep-scratch).
  void keep() { kept_ = true; }

 private:
  explicit ScratchDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace covolve
