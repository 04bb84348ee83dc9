#include "rest/oracle/fault_book.h"

#include <algorithm>
#include <utility>

namespace covolve::rest {

namespace {

constexpr size_t kMostWitnesses = 3;

size_t rankOf(const std::string& kind) {
  const auto& all = oracles();
  const auto found = std::ranges::find_if(all, [&](const auto& oracle) { return oracle->name() == kind; });
  return static_cast<size_t>(found - all.begin());
}

}  // namespace

bool FaultBook::add(const Fault& fault, const search::Individual& test, CallList calls) {
  const search::Length length = test.length();
  auto& witnesses = entries_[fault.key()].witnesses;
  // What is certain says all that a hint does.
  if (!witnesses.empty() && fault.isHint && !witnesses.front().fault.isHint) return false;
  if (!witnesses.empty() && !fault.isHint && witnesses.front().fault.isHint) witnesses.clear();
  const bool isNew = witnesses.empty();
  const auto place = std::ranges::upper_bound(witnesses, length, {}, &Witness::length);
  if (place - witnesses.begin() == kMostWitnesses) return false;
  witnesses.insert(place, {fault, test, length, std::move(calls)});
  if (witnesses.size() > kMostWitnesses) witnesses.pop_back();
  return isNew;
}

bool FaultBook::wants(const Fault& fault, size_t actions) const {
  const auto known = entries_.find(fault.key());
  if (known == entries_.end()) return true;
  if (fault.isHint != known->second.fault().isHint) return !fault.isHint;
  if (known->second.witnesses.size() < kMostWitnesses) return true;
  return actions < known->second.witnesses.back().length.actions;
}

std::vector<const FaultBook::Entry*> FaultBook::ordered() const {
  std::vector<const Entry*> list;
  for (const auto& [key, entry] : entries_) list.push_back(&entry);
  std::ranges::sort(list, {}, [](const Entry* entry) {
    return std::pair(rankOf(entry->fault().kind), entry->fault().key());
  });
  return list;
}

}  // namespace covolve::rest
