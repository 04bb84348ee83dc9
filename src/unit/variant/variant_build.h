// Another program of the same harness: the bitcode that its objects carry goes
// through another pass, without a second run of the front end, and all is linked
// as the harness is, with what the pass needs beside the worker.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "base/installation.h"

namespace covolve::unit {

struct VariantBuild {
  std::string name;  // "concolic", for messages and files
  Installation installation;
  std::vector<std::filesystem::path> objects;         // whose bitcode is compiled anew
  std::vector<std::filesystem::path> asTheyAre = {};  // linked behind them
  std::vector<std::string> linkArguments;             // LinkPlan::linkArguments
  std::filesystem::path folder;                       // where everything is written
  std::vector<std::string> compilerFlags;             // the pass, above all
  std::vector<std::filesystem::path> runtimes;        // whole, beside the worker
  std::vector<std::filesystem::path> libraries = {};
  unsigned jobs = 1;
  int niceness = 0;
  const std::atomic<bool>* stop = nullptr;  // ends compilers and linker when it becomes true
  Deadline deadline = {};                   // so does this
};

/// The program. An object without bitcode is linked as it is.
Result<std::filesystem::path> buildVariant(const VariantBuild& build);

}  // namespace covolve::unit
