// What was not executed is not part of a test: neither the calls behind its
// end, nor those that were left out because an object that they need was not
// made: its constructor or factory threw, or was left out itself, or returned null,
// or what it had returned was freed meanwhile.
#pragma once

#include <vector>

#include "covolve/protocol.h"
#include "search/individual.h"

namespace covolve::unit {

/// Keeps the executed ones of the first `executed` calls. `thrown` lists those that threw, by their places
/// before and after, and before also those that were left out for lack of a lent object.
void keepExecutedCalls(search::Individual& individual, size_t executed, std::vector<abi::ThrownCall>& thrown);

}  // namespace covolve::unit
