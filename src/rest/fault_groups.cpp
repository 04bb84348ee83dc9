#include "rest/fault_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace covolve::rest {

std::vector<FaultGroup> groupsOf(std::span<const report::FaultReport> faults) {
  std::vector<FaultGroup> groups;
  std::map<std::string, size_t> byCause;
  for (const report::FaultReport& fault : faults) {
    const auto [found, isNew] = byCause.try_emplace(fault.cause, groups.size());
    if (isNew || fault.cause.empty()) {
      groups.emplace_back().faults.push_back(&fault);
    } else {
      groups[found->second].faults.push_back(&fault);
    }
  }
  for (FaultGroup& group : groups) {
    std::ranges::sort(group.faults, {}, [](const report::FaultReport* fault) {
      return std::tuple(fault->isKnown, fault->test.empty(), fault->commands.size(), fault);
    });
  }
  // Known ones last. (A stable sort would do; libstdc++'s warns of its own memory.)
  std::vector<FaultGroup> sorted;
  for (const bool isKnown : {false, true}) {
    std::ranges::copy_if(groups, std::back_inserter(sorted),
                         [&](const FaultGroup& group) { return group.clearest().isKnown == isKnown; });
  }
  return sorted;
}

}  // namespace covolve::rest
