// Where covolve's own parts are: the pass plugin, the libraries and headers for
// the code under test. They lie relative to the running executable, in the
// build tree and after installation alike:
//   <root>/bin/{covolve,covolve-cc,covolve-c++}
//   <root>/lib/covolve/{covolve_{pass,mutate,concolic_pass}.so,
//                       libcovolve_{runtime,worker,mutants,mutant_worker,concolic_runtime,concolic_library}.a,
//                       include/}
//   <root>/lib/covolve/covolve-smt
#pragma once

#include <filesystem>

#include "base/error.h"

namespace covolve {

struct Installation {
  std::filesystem::path root;

  std::filesystem::path wrapper(bool cxx) const {
    return root / "bin" / (cxx ? "covolve-c++" : "covolve-cc");
  }
  std::filesystem::path pass() const { return root / "lib/covolve/covolve_pass.so"; }
  std::filesystem::path mutationPass() const { return root / "lib/covolve/covolve_mutate.so"; }
  std::filesystem::path mutationRuntime() const { return root / "lib/covolve/libcovolve_mutants.a"; }
  std::filesystem::path mutantWorker() const { return root / "lib/covolve/libcovolve_mutant_worker.a"; }
  std::filesystem::path concolicPass() const { return root / "lib/covolve/covolve_concolic_pass.so"; }
  std::filesystem::path concolicRuntime() const { return root / "lib/covolve/libcovolve_concolic_runtime.a"; }
  std::filesystem::path concolicLibrary() const { return root / "lib/covolve/libcovolve_concolic_library.a"; }
  std::filesystem::path runtime() const { return root / "lib/covolve/libcovolve_runtime.a"; }
  std::filesystem::path worker() const { return root / "lib/covolve/libcovolve_worker.a"; }
  std::filesystem::path smtSolver() const { return root / "lib/covolve/covolve-smt"; }
  std::filesystem::path headers() const { return root / "lib/covolve/include"; }
};

/// Looks from the running executable upwards; an error when a part is missing.
Result<Installation> locateInstallation();

/// The same from a given directory (tests run from other places).
Result<Installation> locateInstallation(const std::filesystem::path& executable);

}  // namespace covolve
