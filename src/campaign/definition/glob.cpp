#include "campaign/definition/glob.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostEntries = 1'000'000;

using Parts = std::span<const std::string>;

std::vector<std::string> partsOf(const fs::path& path) {
  std::vector<std::string> parts;
  for (const fs::path& part : path) {
    const bool repeatsAnyFolders = part == "**" && !parts.empty() && parts.back() == "**";
    if (!part.empty() && part != "." && !repeatsAnyFolders) parts.push_back(part.string());
  }
  return parts;
}

bool fits(const std::string& pattern, const std::string& name, int flags) {
  return fnmatch(pattern.c_str(), name.c_str(), flags) == 0;
}

/// The files below a folder that match the rest of a pattern.
class Search {
 public:
  void from(const fs::path& folder, Parts rest) {
    if (rest.empty() || isTooLong()) return;
    if (rest.front() == "**") {
      from(folder, rest.subspan(1));
      for (const fs::directory_entry& entry : entriesOf(folder)) {
        std::error_code ignored;
        const bool isHidden = entry.path().filename().string().starts_with('.');
        // A symbolic link to a folder may lead back to where we are.
        if (isHidden || entry.is_symlink(ignored) || !entry.is_directory(ignored)) continue;
        from(entry.path(), rest);
      }
    } else if (hasWildcards(rest.front())) {
      for (const fs::directory_entry& entry : entriesOf(folder)) {
        if (fits(rest.front(), entry.path().filename().string(), FNM_PERIOD))
          take(entry.path(), rest.subspan(1));
      }
    } else {
      take(folder / rest.front(), rest.subspan(1));
    }
  }

  bool isTooLong() const { return entries_ > kMostEntries; }
  const std::set<fs::path>& found() const { return found_; }

 private:
  void take(const fs::path& path, Parts rest) {
    std::error_code ignored;
    if (!rest.empty()) {
      if (fs::is_directory(path, ignored)) from(path, rest);
    } else if (fs::is_regular_file(path, ignored)) {
      found_.insert(path.lexically_normal());
    }
  }

  std::vector<fs::directory_entry> entriesOf(const fs::path& folder) {
    std::vector<fs::directory_entry> entries;
    std::error_code failed;
    fs::directory_iterator each(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && each != fs::directory_iterator() && !isTooLong(); each.increment(failed)) {
      entries.push_back(*each);
      ++entries_;
    }
    return entries;
  }

  std::set<fs::path> found_;
  size_t entries_ = 0;
};

/// The whole pattern fits the whole path, or a folder above what it names.
bool fitsPathOrFolder(Parts pattern, Parts path) {
  if (pattern.empty()) return true;
  if (path.empty()) return pattern.size() == 1 && pattern.front() == "**";
  if (pattern.front() == "**") {
    return fitsPathOrFolder(pattern.subspan(1), path) || fitsPathOrFolder(pattern, path.subspan(1));
  }
  return fits(pattern.front(), path.front(), 0) && fitsPathOrFolder(pattern.subspan(1), path.subspan(1));
}

}  // namespace

bool hasWildcards(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

Result<std::vector<fs::path>> expandGlob(const std::string& pattern, const fs::path& folder) {
  const fs::path path(pattern);
  std::vector<std::string> parts = partsOf(path.relative_path());
  if (!parts.empty() && parts.back() == "**") parts.emplace_back("*");
  Search search;
  search.from(path.is_absolute() ? path.root_path() : folder, parts);  // the folder's own name is no pattern
  if (search.isTooLong()) {
    return userError(fmt::format("{} goes through more than a million files", pattern));
  }
  return std::vector<fs::path>(search.found().begin(), search.found().end());
}

bool isExcluded(const fs::path& path, const std::vector<std::string>& patterns) {
  const std::vector<std::string> parts = partsOf(path);
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    if (pattern.find('/') != std::string::npos)
      return fitsPathOrFolder(partsOf(fs::path(pattern).relative_path()), parts);
    return std::ranges::any_of(parts, [&](const std::string& part) { return fits(pattern, part, 0); });
  });
}

}  // namespace covolve::campaign
