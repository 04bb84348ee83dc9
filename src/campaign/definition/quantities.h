// The amounts of a definition: seeds, budgets, and what a run may use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/definition/definition.h"
#include "yaml/reader.h"

namespace covolve::campaign {

constexpr uint64_t kMostRuns = 1'000'000;

/// 10 (1 to 10), "11-20", or a list of numbers and such ranges.
std::vector<uint64_t> readSeeds(const yaml::Reader& seeds);

/// Durations and {evaluations: N}, of the command rest {requests: N}. What takes time must end before the
/// timeout.
std::vector<Budget> readBudgets(const yaml::Reader& budgets, const std::string& command,
                                const RunNeeds& needs);

/// {cores: 2, memory: 2G, timeout: 1h}
RunNeeds readNeeds(const yaml::Reader& needs);

}  // namespace covolve::campaign
