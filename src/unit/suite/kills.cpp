#include "unit/suite/kills.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace covolve::unit {

MutantIds MutantFates::survivorsAmong(const MutantIds& mutants) const {
  MutantIds survivors;
  std::ranges::set_difference(mutants, killed, std::inserter(survivors, survivors.end()));
  return survivors;
}

std::vector<size_t> neededTests(const std::vector<MutantIds>& kills) {
  std::map<uint64_t, size_t> killers;
  for (const MutantIds& killed : kills) {
    for (const uint64_t mutant : killed) ++killers[mutant];
  }
  std::vector<size_t> needed;
  for (size_t i = kills.size(); i-- > 0;) {
    if (std::ranges::any_of(kills[i], [&](uint64_t mutant) { return killers[mutant] == 1; })) {
      needed.push_back(i);
    } else {
      for (const uint64_t mutant : kills[i]) --killers[mutant];
    }
  }
  std::ranges::reverse(needed);
  return needed;
}

std::set<uint32_t> fewestSteps(const std::vector<std::set<uint32_t>>& kills) {
  std::set<uint32_t> chosen;
  std::vector<const std::set<uint32_t>*> open;
  for (const std::set<uint32_t>& steps : kills) {
    if (!steps.empty()) open.push_back(&steps);
  }
  while (!open.empty()) {
    std::map<uint32_t, size_t> shows;
    for (const std::set<uint32_t>* steps : open) {
      for (const uint32_t step : *steps) ++shows[step];
    }
    const uint32_t best = std::ranges::max_element(shows, {}, [](const auto& entry) {
                            return entry.second;  // the first of equal ones
                          })->first;
    chosen.insert(best);
    std::erase_if(open, [&](const std::set<uint32_t>* steps) { return steps->contains(best); });
  }
  return chosen;
}

}  // namespace covolve::unit
