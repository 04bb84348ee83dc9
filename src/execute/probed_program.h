// Runs a program that has probes in its code but is no harness, such as tests
// that the user wrote. The runtime finds the mapping by its descriptor, as it does
// in a harness; what it recorded is there even if the program crashed.
#pragma once

#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "execute/site_table.h"

namespace covolve::execute {

/// A site that the program came to, and how near it came to its sides.
struct TouchedSiteOfProgram {
  uint64_t id = 0;
  uint64_t toTrue = 0;
  uint64_t toFalse = 0;
};

struct ProbedRun {
  Completed completed;
  std::vector<TouchedSiteOfProgram> touched;
};

Result<ProbedRun> runProbed(Command command);

}  // namespace covolve::execute
