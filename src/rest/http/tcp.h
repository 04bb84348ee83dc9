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

/// Tells the other end now that its bytes have come. The kernel takes its time (40 ms) where it expects us to
/// send something to go with it; a service that writes head and body of an answer apart holds the body back
/// until then (Nagle's algorithm). Holds for what has come until now only.
void acknowledgeAtOnce(int socket);

}  // namespace covolve::rest
