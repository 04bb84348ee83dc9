// A compiler's command line as found in a compilation database, turned into
// flags that clang 19 understands and that do not fight covolve's own: no
// input, output, dependency files, linker options, sanitizers, coverage,
// link-time optimisation or precompiled headers.
//
// Easy to get wrong: options with a separate value (-include x, -MF x) must be
// known, or their value is taken for an input.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/compile_commands.h"
#include "unit/build/build.h"

namespace covolve::unit {

/// Without launchers (ccache, distcc, env ...) in front; the compiler comes first.
std::vector<std::string> withoutLaunchers(std::vector<std::string> arguments);

/// The compiler's arguments (compiler first) as a command for clang. Nothing when the command compiles no C
/// or C++ (assembly, a precompiled header). Response files are read relative to `directory`.
std::optional<CompileCommand> commandForClang(const std::vector<std::string>& arguments,
                                              const std::filesystem::path& file,
                                              const std::filesystem::path& directory);

/// The commands of a build for clang, without those that compile no C or C++; of several for one file the
/// first counts.
std::vector<CompileCommand> commandsForClang(const std::vector<CompileEntry>& entries);

/// How many words a kept flag takes: an option's value may look like an option itself (-Xclang -f...).
size_t wordsOf(std::string_view flag);

/// Removes options and values that this clang does not know (GCC's own -f and -m, processors that are too new
/// for it). A few clang processes for all commands.
void removeUnknownFlags(std::vector<CompileCommand>& commands);

/// Whether the command's C++ is older than that standard (14, 17 ...).
bool isOlderThan(const CompileCommand& command, int standard);

/// The flags for a C++ source that is compiled along with the command's own: the standard is raised to
/// `minimumStandard` (14, 17 ...) where it is lower, C's own flags vanish.
std::vector<std::string> flagsForCxx(const CompileCommand& command, int minimumStandard);

}  // namespace covolve::unit
