// The concolic variant of a harness: every object's embedded bitcode goes through a
// second pass, without a second run of the front end, and all is linked as the
// harness is, with the runtime of expressions beside the worker.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/installation.h"

namespace covolve::unit {

struct ConcolicBuild {
  Installation installation;
  std::vector<std::filesystem::path> objects;  // of the harness (Compiled::objects)
  std::vector<std::string> linkArguments;      // LinkPlan::linkArguments
  std::filesystem::path folder;                // where everything is written
  unsigned jobs = 1;
  int niceness = 0;
  const std::atomic<bool>* stop = nullptr;  // ends compilers and linker when it becomes true
};

/// The program. An object without bitcode is linked as it is: what goes through it is concrete.
Result<std::filesystem::path> buildConcolic(const ConcolicBuild& build);

}  // namespace covolve::unit
