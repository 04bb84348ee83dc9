// Compilers that are run through a program of the user's, as with CMake's
// CMAKE_CXX_COMPILER_LAUNCHER: mostly ccache, so that what was compiled in an
// earlier run need not be compiled again. That works because sources of ours lie
// at the same paths in every run (ScratchDirectory), and what is compiled from
// the same sources with the same seed is the same text.
//
// Easy to get wrong: ccache knows clang, but not our wrapper: neither what that
// adds to the command, nor that it loads a plugin. Whatever the object depends
// on must be told.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "unit/build/build.h"

namespace covolve::unit {

struct Launched {
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // for ccache; others do not look at it
};

/// How the compiler's command, which makes that object in that directory, is run by the launcher of the
/// options.
Launched launch(const BuildOptions& options, std::vector<std::string> compiler,
                const std::filesystem::path& directory, const std::filesystem::path& object);

}  // namespace covolve::unit
