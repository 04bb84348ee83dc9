// Namespaces of the code under test: no network, no processes but its own, no
// shared memory objects of others, and file systems that are read-only outside
// the scratch directory. As root directly, otherwise inside a user namespace.
//
// Easy to get wrong: a process becomes part of a new process namespace only
// through a child, and that child, number 1, ignores the signals it sends
// itself (abort!). So two helpers stand between: one waits outside and passes
// the end on, one is number 1, and the program is number 2.
#pragma once

#include <string>

namespace covolve::execute {

struct Namespaces {
  bool user = false;  // inside a user namespace of its own
  bool network = false;
  bool processes = false;
  bool sharedMemory = false;  // System V IPC and POSIX message queues
  bool readOnlyFiles = false;
};

/// Finds out, in a child, what this kernel and this user may have.
Namespaces probeNamespaces(const std::string& scratch);

/// Between fork and exec; with a process namespace it returns in a grandchild, and the helpers never return.
/// False when something that the probe had got was refused.
bool enterNamespaces(const Namespaces& wanted, const std::string& scratch);

}  // namespace covolve::execute
