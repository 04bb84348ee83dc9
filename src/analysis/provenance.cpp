#include "analysis/provenance.h"

namespace covolve::analysis {

namespace {

constexpr size_t kMostNeeds = 48;  // of one decision

}  // namespace

void addNeed(StateNeeds& needs, const AccessPath& path, const Comparing& comparing) {
  const auto known = needs.find(path);
  if (known != needs.end()) {
    known->second.add(comparing);
  } else if (needs.size() < kMostNeeds) {
    needs.emplace(path, comparing);
  }
}

void addNeeds(StateNeeds& needs, const StateNeeds& others) {
  for (const auto& [path, comparing] : others) addNeed(needs, path, comparing);
}

bool Provenance::add(const Provenance& other) {
  const size_t before = derived.size() + relevant.size();
  for (const AccessPath& path : other.derived) {
    if (derived.size() < kMostPaths) derived.insert(path);
  }
  counted.insert(other.counted.begin(), other.counted.end());
  addNeeds(relevant, other.relevant);
  return derived.size() + relevant.size() != before;
}

void Provenance::addRelevant(const Provenance& other, const Comparing& comparing) {
  for (const AccessPath& path : other.derived) {
    Comparing whole = comparing;
    whole.isCount = other.counted.contains(path);
    addNeed(relevant, path, whole);
  }
  addNeeds(relevant, other.relevant);
}

}  // namespace covolve::analysis
