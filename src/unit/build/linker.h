// Links objects with lld, the same way for the trial links of a plan, the
// harness and the emitted tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "unit/build/build.h"
#include "unit/build/objects.h"

namespace covolve::unit {

/// --link's values as the linker takes them: `zlib`, a package that pkg-config knows, becomes its libraries,
/// `z` becomes -lz, files and -L become absolute.
std::vector<std::string> normalisedLinkArguments(const std::vector<std::string>& arguments,
                                                 const std::filesystem::path& directory);

/// The libraries' directories are searched at run time too. Of two definitions the first one wins: units of
/// different programs of the project may come together.
Compiled link(const std::vector<std::filesystem::path>& objects, const std::vector<std::string>& arguments,
              const std::filesystem::path& executable, const Running& running = {});

/// Symbols that nothing defines, mangled, in a linker's output. Needs -Wl,--no-demangle.
std::vector<std::string> undefinedSymbols(const std::string& diagnostics);

/// The user's error for symbols that nothing defines, naming up to three. `why`: a unit that may define them,
/// or "".
Error undefinedError(const CompileCommand& target, const std::vector<std::string>& symbols,
                     const std::string& why);

/// Libraries named with -l that do not exist, in a linker's output: "-lz".
std::vector<std::string> missingLibraries(const std::string& diagnostics);

}  // namespace covolve::unit
