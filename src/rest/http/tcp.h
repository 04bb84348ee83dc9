// Ports of this machine, and whether somebody listens.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace covolve::rest {

/// A port of the loopback interface that nobody uses at the moment.
Result<uint16_t> freePort();

/// Whether a connection to any of the host's addresses is accepted at once.
bool acceptsConnections(const std::string& host, uint16_t port);

}  // namespace covolve::rest
