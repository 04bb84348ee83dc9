// A user's project in a temporary directory, and covolve run on it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/process.h"

namespace covolve::e2e {

/// Dynamic symbolic execution and mutants take builds of their own, most of the time of a small run: `covolve
/// unit` does without unless the test names them, or is about what users get. And what an earlier run of the
/// tests has compiled is not compiled again, where there is ccache. Neither does it look at tests that an
/// earlier run of the project has left, unless that is what it is about.
enum class Defaults { Quick, QuickAgain, AsUsersHaveThem };

class Project {
 public:
  /// File names (may have directories) to contents.
  explicit Project(const std::map<std::string, std::string>& files);

  std::filesystem::path path(const std::string& name = "") const { return scratch_.path() / name; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }

  /// Runs `covolve <arguments>` in the project's directory.
  Completed covolve(std::vector<std::string> arguments, Defaults defaults = Defaults::Quick) const;
  /// `covolve unit <source> -o out --evaluations <n> <more>`, which must succeed.
  nlohmann::json generate(const std::string& source, int evaluations,
                          std::vector<std::string> more = {}) const;

 private:
  ScratchDirectory scratch_;
};

/// All regular files below a directory, by relative path, with their contents.
std::map<std::string, std::string> contents(const std::filesystem::path& directory);

/// Number of lines, the last of which may lack its newline.
size_t lineCount(const std::string& text);

}  // namespace covolve::e2e
