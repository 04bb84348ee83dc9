// A shell line that runs in the background, ended with all that it started:
// when we want it, and when we die, however that happens.
//
// Between us and the line stands a small process, the guard. It adopts whatever
// the line leaves behind, so that it can wait for all of it, and it ends all of
// it once our end of a pipe is closed, which the kernel does for the dead.
// Easy to get wrong: PR_SET_PDEATHSIG alone would end the shell only, not what
// the shell started.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "rest/http/descriptor.h"
#include "rest/http/output_tail.h"

namespace covolve::rest {

class GuardedProcess {
 public:
  /// Nothing to read for it; its standard output is thrown away. What leaves the process group of the line
  /// (daemons) is on its own.
  static Result<std::unique_ptr<GuardedProcess>> start(const std::string& line,
                                                       const std::filesystem::path& directory);
  /// SIGTERM; after two seconds SIGKILL for what is left. Returns when all have ended.
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  /// As waitpid reports it, once the shell has ended by itself.
  std::optional<int> status();
  /// The end of what was written to standard error.
  std::string errors() { return errors_.text(); }

 private:
  GuardedProcess(pid_t guard, Descriptor control, Descriptor report, Descriptor errors);

  pid_t guard_;
  Descriptor control_;  // closed: the guard ends everything
  Descriptor report_;   // the guard writes the status to it
  std::optional<int> status_;
  OutputTail errors_;
};

}  // namespace covolve::rest
