// A directory that is somebody's as long as he lives: he holds its lock. One
// that a killed process left behind is held by nobody, and whoever makes the
// next one of its kind removes it. Where a file system has no locks, what is
// left behind stays.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"

namespace covolve::campaign {

class ClaimedDirectory {
 public:
  /// A new one whose path begins so, followed by the rest and the least number that is free. Removes what was
  /// left behind of this kind, whatever follows its beginning.
  static Result<ClaimedDirectory> make(const std::filesystem::path& beginning, const std::string& rest = "");
  ClaimedDirectory(ClaimedDirectory&& other) noexcept;
  ClaimedDirectory& operator=(ClaimedDirectory&&) = delete;
  /// Removes it with its contents.
  ~ClaimedDirectory();

  const std::filesystem::path& path() const { return path_; }
  /// It was moved elsewhere: nothing is to be removed.
  void release() { path_.clear(); }

 private:
  ClaimedDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_;  // descriptor; -1: there are no locks
};

}  // namespace covolve::campaign
