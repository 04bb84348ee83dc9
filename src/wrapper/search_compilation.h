// The search runs each function millions of times, so its build is optimised
// even where the user's is not. What is instrumented must stay what the user's
// flags make of the source: clang's own branches, lines and macros depend on
// the level. So a unit without optimisation goes through clang as it is, with
// probes, to bitcode, and the bitcode is optimised in a second step. Both are
// one command of the wrapper's, as a cache of compilers wants it.
//
// Easy to get wrong: only the search's build. Emitted tests and coverage are
// compiled with the user's own flags, and what still differs is seen there.
#pragma once

#include <string_view>
#include <vector>

#include "wrapper/reading.h"

namespace covolve::wrapper {

/// The wrapper's own option for it, with -c and -o; clang does not see it.
constexpr std::string_view kForSearch = "--covolve-for-search";

/// What is run for it, in order: where that is two commands, the first makes `bitcodeOf` the output.
/// `command` is the instrumenting one for what was read.
std::vector<Arguments> searchCommands(const Arguments& command, const Reading& reading);

std::string bitcodeOf(const std::string& output);

}  // namespace covolve::wrapper
