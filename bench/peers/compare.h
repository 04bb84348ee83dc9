// One run of a peer on one source: covolve's preparation, the peer's fuzzer, the
// replay of what it found, and a covolve.json like that of `covolve unit`.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "tool.h"
#include "unit/options.h"

namespace covolve::peers {

/// Of `unit`: source, flags, output, budget, seed, jobs and sandbox are used.
struct Options {
  unit::UnitOptions unit;
  std::string tool;
};

/// A line for the terminal.
Result<std::string> runPeer(const Options& options, const std::filesystem::path& source);

}  // namespace covolve::peers
