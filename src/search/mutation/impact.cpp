#include "search/mutation/impact.h"

#include <utility>

namespace covolve::search {

size_t ImpactTable::placeOf(uint64_t key) const {
  const size_t mask = entries_.size() - 1;
  size_t place = (key >> 1) & mask;
  while (entries_[place].key != 0 && entries_[place].key != key) place = (place + 1) & mask;
  return place;
}

Impact ImpactTable::of(TargetId target, GeneId gene) const {
  if (entries_.empty()) return {};
  return entries_[placeOf(keyOf(target, gene))].impact;
}

void ImpactTable::note(TargetId target, GeneId gene, bool hasChanged, double share) {
  if (2 * used_ >= entries_.size()) grow();
  const uint64_t key = keyOf(target, gene);
  Entry& entry = entries_[placeOf(key)];
  used_ += entry.key == 0 ? 1 : 0;
  entry.key = key;
  if (hasChanged) {
    entry.impact.changed += share;
  } else {
    entry.impact.unchanged += 1;
  }
}

void ImpactTable::grow() {
  if (entries_.size() >= kMost) {
    entries_.assign(entries_.size(), {});
    used_ = 0;
    return;
  }
  std::vector<Entry> old =
      std::exchange(entries_, std::vector<Entry>(entries_.empty() ? 256 : 4 * entries_.size()));
  for (const Entry& entry : old) {
    if (entry.key != 0) entries_[placeOf(entry.key)] = entry;
  }
}

}  // namespace covolve::search
