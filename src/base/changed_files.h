// What differs in a working tree from a revision of git.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/error.h"

namespace covolve {

class ChangedFiles {
 public:
  /// Absolute, without symbolic links.
  explicit ChangedFiles(std::set<std::filesystem::path> files);

  bool contains(const std::filesystem::path& file) const;

 private:
  std::set<std::filesystem::path> files_;
  std::set<std::filesystem::path> names_;  // most files that are asked for have another one
};

/// Of the repository that the directory is in. Files that git does not know yet and is not told to ignore
/// differ; files that are gone do, too. A user Error where there is no such revision.
Result<ChangedFiles> changedSince(const std::string& revision, const std::filesystem::path& directory);

}  // namespace covolve
