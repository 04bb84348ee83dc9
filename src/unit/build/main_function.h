// A unit that defines main() is linked with another main(): its own gets out
// of the way by a macro.
#pragma once

#include <string>

#include "unit/build/build.h"

namespace covolve::unit {

inline CompileCommand renamingMain(CompileCommand command, bool rename,
                                   const std::string& name = "covolve_user_main") {
  if (rename) command.flags.push_back("-Dmain=" + name);
  return command;
}

}  // namespace covolve::unit
