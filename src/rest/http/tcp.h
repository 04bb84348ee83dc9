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

/// Two ends of one connection that are the same: a port that nobody listens at may be given to the very
/// socket that tries to connect to it, which then talks to itself.
bool isConnectedToItself(int socket);

}  // namespace covolve::rest
