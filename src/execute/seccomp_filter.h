// The system calls that code under test may not make. It gets an errno, as
// from an ordinary refusal, and goes on. Exported as a BPF program, so that
// nothing of libseccomp is needed where it is installed.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/error.h"

namespace covolve::execute {

struct FilterOptions {
  bool mayFork = false;
  bool mayExecute = false;
  bool mayChangeModes = false;  // where the file systems are read-only anyway
  bool maySignal = false;       // where nobody outside can be reached anyway
  bool mayShareMemory = false;  // System V objects, where they have a namespace of their own
};

Result<std::vector<sock_filter>> makeFilter(const FilterOptions& options);

/// Between fork and exec, after no_new_privs.
bool enterFilter(const std::vector<sock_filter>& program);

}  // namespace covolve::execute
