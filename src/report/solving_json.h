// What covolve.json tells of dynamic symbolic execution.
#pragma once

#include <nlohmann/json.hpp>

#include "search/refine/solving_statistics.h"

namespace covolve::report {

/// Without times where a run shall repeat to the letter.
nlohmann::ordered_json solvingJson(const search::SolvingStatistics& solving, bool isTimed);

}  // namespace covolve::report
