// The default engine: several runs at a time on this machine, each on cores of
// its own, as many as cores and memory allow.
#pragma once

#include <memory>
#include <optional>

#include "campaign/engine/engine.h"

namespace covolve::campaign {

/// `jobs`: runs at a time; absent: as many as the machine can carry for what a run needs.
Result<std::unique_ptr<Engine>> makeLocalPool(const RunNeeds& needs, std::optional<unsigned> jobs,
                                              const Provenance& provenance);

}  // namespace covolve::campaign
