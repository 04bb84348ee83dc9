// What is in a directory, without the exceptions of the standard's iterators.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

namespace covolve::campaign {

/// Sorted. `Iterator`: std::filesystem::directory_iterator or the recursive one.
template <class Iterator = std::filesystem::directory_iterator>
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& directory,
                                             std::error_code& failed) {
  std::vector<std::filesystem::path> entries;
  for (Iterator entry(directory, failed), end; !failed && entry != end; entry.increment(failed)) {
    entries.push_back(entry->path());
  }
  std::ranges::sort(entries);
  return entries;
}

}  // namespace covolve::campaign
