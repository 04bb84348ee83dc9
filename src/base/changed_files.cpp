#include "base/changed_files.h"

#include <fmt/format.h>

#include <vector>

#include "base/process.h"
#include "base/trimmed.h"

namespace covolve {

namespace fs = std::filesystem;

namespace {

Result<std::string> git(const fs::path& directory, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"git", "-C", directory.string()});
  const auto done = run({.arguments = std::move(arguments)});
  if (!done) return std::unexpected(done.error());
  if (!done->succeeded()) return userError(std::string(trimmed(done->errors)));
  return done->output;
}

}  // namespace

ChangedFiles::ChangedFiles(std::set<fs::path> files) : files_(std::move(files)) {
  for (const fs::path& file : files_) names_.insert(file.filename());
}

bool ChangedFiles::contains(const fs::path& file) const {
  std::error_code ignored;
  return names_.contains(file.filename()) && files_.contains(fs::weakly_canonical(file, ignored));
}

Result<ChangedFiles> changedSince(const std::string& revision, const fs::path& directory) {
  const auto top = git(directory, {"rev-parse", "--show-toplevel"});
  if (!top) {
    return userError(fmt::format("--since: {} is not in a repository of git: {}", directory.string(),
                                 top.error().message));
  }
  const fs::path tree(trimmed(*top));
  const auto commit =
      git(tree, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit)
    return userError(fmt::format("--since: git knows no revision {} in {}", revision, tree.string()));
  std::set<fs::path> files;
  for (const std::vector<std::string>& list :
       {std::vector<std::string>{"diff", "--name-only", "--no-renames", "-z", std::string(trimmed(*commit))},
        {"ls-files", "--others", "--exclude-standard", "-z"}}) {
    const auto names = git(tree, list);
    if (!names) return std::unexpected(names.error());
    for (size_t begin = 0; begin < names->size();) {
      const size_t end = std::min(names->find('\0', begin), names->size());
      files.insert(tree / names->substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return ChangedFiles(std::move(files));
}

}  // namespace covolve
