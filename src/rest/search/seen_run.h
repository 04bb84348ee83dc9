// A test as the search ran it: what it was answered then is one run of it, whatever
// is run later.
#pragma once

#include <optional>
#include <span>

#include "rest/request/call.h"
#include "search/individual.h"

namespace covolve::rest {

struct SeenRun {
  search::Individual test;
  CallList calls;  // one for each of its actions; none where they were not kept
};

/// The test with other identifiers for what was not there: small ones are those of what other tests make.
/// None where it has no such identifier.
std::optional<search::Individual> withAbsentIdentifiers(const search::Individual& test,
                                                        const CallList& calls);

/// As far as they are worth their memory: none where the answers are very long.
CallList keptCalls(std::span<const Call> calls);

/// The last call and what it takes something from, directly or through others. What else came before may
/// have mattered to the service: only a run can tell.
SeenRun neededPart(SeenRun seen);

}  // namespace covolve::rest
