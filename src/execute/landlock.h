// Landlock: writing only beneath one directory and to /dev/null and its kin,
// no TCP, no signals and abstract sockets out of the domain. Reading stays free.
// Each kernel knows a part of this; asking for more than it knows is an error.
#pragma once

#include <filesystem>

namespace covolve::execute {

struct Landlock {
  int version = 0;   // of the kernel's interface; 0: none
  int ruleset = -1;  // a descriptor, closed on exec
  bool confinesSignals() const { return version >= 6; }
};

/// Version 0 when the kernel has no Landlock or refuses the rules.
Landlock makeLandlock(const std::filesystem::path& writable);

/// Between fork and exec, after no_new_privs. False when the kernel refuses.
bool enterLandlock(int ruleset);

}  // namespace covolve::execute
