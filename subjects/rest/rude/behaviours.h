// Every way to misbehave, by the path that shows it.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "peer.h"

namespace rude {

/// True where the connection may be used again.
using Behaviour = std::function<bool(Peer&)>;

std::map<std::string, Behaviour> behaviours();

}  // namespace rude
