#include "base/installation.h"

#include <fmt/format.h>

namespace covolve {

namespace fs = std::filesystem;

Result<Installation> locateInstallation(const fs::path& executable) {
  // bin/covolve in both trees; test executables lie there too.
  Installation found{executable.parent_path().parent_path()};
  for (const fs::path& part :
       {found.pass(), found.mutationPass(), found.mutationRuntime(), found.mutantWorker(),
        found.concolicPass(), found.concolicRuntime(), found.concolicLibrary(), found.runtime(),
        found.worker(), found.smtSolver(), found.headers()}) {
    if (!fs::exists(part)) {
      return ownError(fmt::format("the installation is incomplete: {} is missing", part.string()));
    }
  }
  return found;
}

Result<Installation> locateInstallation() {
  std::error_code failed;
  const fs::path self = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return ownError("cannot find the running executable: " + failed.message());
  return locateInstallation(self);
}

}  // namespace covolve
