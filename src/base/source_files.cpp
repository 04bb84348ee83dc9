#include "base/source_files.h"

#include <algorithm>

#include "base/source_names.h"

namespace covolve {

namespace fs = std::filesystem;

fs::path withoutLinks(const fs::path& path) {
  std::error_code failed;
  fs::path real = fs::canonical(path, failed);
  return failed ? path : real;
}

bool isBelow(const fs::path& file, const fs::path& folder) {
  const std::string start = folder == folder.root_path() ? "/" : folder.string() + "/";
  return file.string().starts_with(start);
}

std::vector<fs::path> filesBelow(const fs::path& folder, const std::set<fs::path>& known) {
  const fs::path real = withoutLinks(folder);
  std::vector<fs::path> files;
  std::ranges::copy_if(known, std::back_inserter(files), [&](const fs::path& file) {
    return isBelow(file, folder) || isBelow(withoutLinks(file), real);
  });
  return files;
}

namespace {

bool isHidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

bool isVisibleSource(const fs::directory_entry& entry) {
  std::error_code ignored;
  return !isHidden(entry.path()) && isSource(entry.path()) && entry.is_regular_file(ignored);
}

}  // namespace

std::vector<fs::path> sourcesIn(const fs::path& folder) {
  std::vector<fs::path> sources;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed)) {
    if (isVisibleSource(*entry)) sources.push_back(entry->path().lexically_normal());
  }
  std::ranges::sort(sources);
  return sources;
}

std::vector<fs::path> sourcesBelow(const fs::path& folder) {
  std::vector<fs::path> sources;
  std::error_code failed;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      if (isHidden(entry->path()) || fs::exists(entry->path() / "CMakeCache.txt", ignored))
        entry.disable_recursion_pending();
    } else if (isVisibleSource(*entry)) {
      sources.push_back(entry->path().lexically_normal());
    }
  }
  std::ranges::sort(sources);
  return sources;
}

}  // namespace covolve
