// Between a test's data and those of its concolic run: what they are, what they may
// be, and the test with other ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "concolic/trace.h"
#include "search/individual.h"

namespace covolve::search {

/// The values of the trace's data in the test, as bit patterns. 0 for what cannot be read.
std::vector<uint64_t> valuesOf(const Individual& individual, std::span<const concolic::Datum> data);

/// Whether the test has any: what decides on nothing but calls cannot be solved.
bool hasData(const Individual& individual);

/// Adds what the test's genes demand of the data where that is less than their bits can hold, as decisions
/// that must stay as they are.
void addDomains(const Individual& individual, concolic::Trace& trace);

/// Sets all data that differ. False, and of no use any more, where a gene refuses.
bool setValues(Individual& individual, std::span<const concolic::Datum> data,
               std::span<const uint64_t> before, std::span<const uint64_t> after);

}  // namespace covolve::search
