// Which source files an entry of `targets` stands for: one file, a pattern, a
// folder, a CMake target. Where a build is given, its compilation database says
// what is compiled.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/compile_commands.h"
#include "base/error.h"

namespace covolve::campaign {

class TargetFinder {
 public:
  using Files = std::vector<std::filesystem::path>;  // absolute, sorted, at least one

  /// Relative paths start in the folder, which is absolute.
  explicit TargetFinder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Absolute, normalised, without a slash at the end.
  std::filesystem::path resolve(const std::string& path) const;

  /// The folder of the compilation database is empty where there is none.
  Result<Files> file(const std::string& pattern, const std::filesystem::path& build,
                     const std::vector<std::string>& exclude);
  Result<Files> directory(const std::string& name, const std::filesystem::path& build,
                          const std::vector<std::string>& exclude);
  Result<Files> cmakeTarget(const std::string& name, const std::filesystem::path& build,
                            const std::vector<std::string>& exclude);

  /// An Error if there is no usable compilation database in it.
  Result<void> checkBuild(const std::filesystem::path& build);

 private:
  struct Database {
    std::filesystem::path file;
    std::set<std::filesystem::path> sources;  // C and C++
    std::map<std::string, std::set<std::filesystem::path>> byCMakeTarget;
    bool contains(const std::filesystem::path& source) const;
  };

  Result<const Database*> database(const std::filesystem::path& build);
  Result<Files> sourcesBelow(const std::filesystem::path& directory, const std::filesystem::path& build);

  std::filesystem::path folder_;
  std::map<std::filesystem::path, Database> databases_;  // read once each
};

}  // namespace covolve::campaign
