// How much of this machine is ours: what the kernel allows (affinity), what the
// control groups that we are in allow, and what memory is available now.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

#include "campaign/definition/definition.h"

namespace covolve::campaign {

struct Capacity {
  std::vector<unsigned> processors;  // allowed ones
  double cores = 0;                  // of their time that a control group grants
  uint64_t memoryMegabytes = 0;      // available
};

struct GroupLimits {
  double cores = std::numeric_limits<double>::infinity();
  uint64_t memoryMegabytes = std::numeric_limits<uint64_t>::max();
};

/// The tightest of our control group (version 2) and all above it. `root` stands for /.
GroupLimits groupLimits(const std::filesystem::path& root);

Capacity capacityHere();

/// How many runs fit at a time; at least one.
unsigned slotsFor(const Capacity& capacity, const RunNeeds& needs);

}  // namespace covolve::campaign
