#include "rest/oracle/fault_book.h"

#include <algorithm>
#include <utility>

namespace covolve::rest {

namespace {

size_t rankOf(const std::string& kind) {
  const auto& all = oracles();
  const auto found = std::ranges::find_if(all, [&](const auto& oracle) { return oracle->name() == kind; });
  return static_cast<size_t>(found - all.begin());
}

}  // namespace

bool FaultBook::add(const Fault& fault, const search::Individual& test) {
  const search::Length length = test.length();
  const auto [place, isNew] = entries_.try_emplace(fault.key());
  Entry& entry = place->second;
  if (isNew || length < entry.length) entry = {fault, test, length};
  return isNew;
}

bool FaultBook::wantsShorter(const Fault& fault, size_t actions) const {
  const auto known = entries_.find(fault.key());
  return known == entries_.end() || actions <= known->second.length.actions;
}

std::vector<const FaultBook::Entry*> FaultBook::ordered() const {
  std::vector<const Entry*> list;
  for (const auto& [key, entry] : entries_) list.push_back(&entry);
  std::ranges::sort(
      list, {}, [](const Entry* entry) { return std::pair(rankOf(entry->fault.kind), entry->fault.key()); });
  return list;
}

}  // namespace covolve::rest
