// The search runs each function millions of times, so its build is optimised
// even where the user's is not. What is instrumented must stay what the user's
// flags make of the source: clang's own branches, lines and macros depend on
// the level. So a unit without optimisation goes through clang as it is, with
// probes, to bitcode, and the bitcode is optimised in a second step.
//
// Easy to get wrong: only the search's build. Emitted tests and coverage are
// compiled with the user's own flags, and what still differs is seen there.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "unit/build/build.h"

namespace covolve::unit {

/// The first step's result, where a compiler with these arguments has begun it already (the source and
/// `output` come after them).
using FirstStep = std::function<std::optional<Compiled>(const std::vector<std::string>& compiler,
                                                        const std::filesystem::path& output)>;

/// A unit for the search. `command` is the wrapper with all its flags, those of `userFlags` among them.
Compiled compileForSearch(const std::vector<std::string>& command, const std::vector<std::string>& userFlags,
                          const std::filesystem::path& directory, const std::filesystem::path& source,
                          const std::filesystem::path& object, const FirstStep& first = {});

/// What the first step of it runs, before the names of source and output.
std::vector<std::string> searchCompiler(const std::vector<std::string>& command,
                                        const std::vector<std::string>& userFlags);

/// The commands of it, in their order.
std::vector<std::vector<std::string>> searchCommands(const std::vector<std::string>& command,
                                                     const std::vector<std::string>& userFlags,
                                                     const std::filesystem::path& source,
                                                     const std::filesystem::path& object);

}  // namespace covolve::unit
