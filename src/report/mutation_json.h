// The figures of mutants as part of a document.
#pragma once

#include <nlohmann/json.hpp>

#include "report/mutation_report.h"

namespace covolve::report {

nlohmann::ordered_json mutationJson(const MutationReport& report);

}  // namespace covolve::report
