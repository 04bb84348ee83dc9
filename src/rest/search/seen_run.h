// A test as the search ran it: what it was answered then is one run of it, whatever
// is run later.
#pragma once

#include <span>

#include "rest/request/call.h"
#include "search/individual.h"

namespace covolve::rest {

struct SeenRun {
  search::Individual test;
  CallList calls;  // one for each of its actions; none where they were not kept
};

/// As far as they are worth their memory: none where the answers are very long.
CallList keptCalls(std::span<const Call> calls);

/// The last call and what it takes something from, directly or through others. What else came before may
/// have mattered to the service: only a run can tell.
SeenRun neededPart(SeenRun seen);

}  // namespace covolve::rest
