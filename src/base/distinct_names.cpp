#include "base/distinct_names.h"

#include <map>

namespace covolve {

namespace fs = std::filesystem;

std::optional<std::string> fileNameCandidate(const fs::path& file, size_t place) {
  fs::path name = place % 2 == 0 ? file.stem() : file.filename();
  fs::path folder = file.parent_path();
  for (size_t i = 0; i < place / 2; ++i, folder = folder.parent_path()) {
    if (!folder.has_filename()) return std::nullopt;
    name = folder.filename() / name;
  }
  return name.string();
}

std::vector<std::string> distinctNames(std::span<const fs::path> files) {
  std::vector<std::string> names(files.size());
  std::vector<size_t> places(files.size(), 0);
  for (size_t i = 0; i < files.size(); ++i) names[i] = fileNameCandidate(files[i], 0).value_or("");
  for (bool isSettled = false; !isSettled;) {
    isSettled = true;
    std::map<std::string, std::vector<size_t>> bearers;
    for (size_t i = 0; i < names.size(); ++i) bearers[names[i]].push_back(i);
    for (const auto& [name, indices] : bearers) {
      if (indices.size() < 2) continue;
      for (const size_t i : indices) {
        auto longer = fileNameCandidate(files[i], ++places[i]);
        if (!longer) continue;  // the same file twice
        names[i] = std::move(*longer);
        isSettled = false;
      }
    }
  }
  return names;
}

}  // namespace covolve
