#include "base/edit_distance.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace covolve {

size_t editDistance(std::string_view left, std::string_view right) {
  std::vector<size_t> row(right.size() + 1);
  for (size_t j = 0; j <= right.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= left.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= right.size(); ++j) {
      const size_t replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[right.size()];
}

const std::string* nearestName(std::span<const std::string> names, std::string_view name) {
  constexpr size_t kLongest = 200;  // nobody mistypes more, and the distance takes the square of it
  const std::string* nearest = nullptr;
  size_t allowed = (name.size() + 2) / 3;
  for (const std::string& candidate : names) {
    if (name.size() > kLongest || candidate.size() > kLongest) continue;
    const size_t distance = editDistance(candidate, name);
    if (distance > allowed || distance >= std::max(candidate.size(), name.size())) continue;
    nearest = &candidate;
    if (distance == 0) break;
    allowed = distance - 1;  // only a nearer one is better
  }
  return nearest;
}

}  // namespace covolve
