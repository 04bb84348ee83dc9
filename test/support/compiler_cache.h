// Most of what tests compile is the same in every run of them: where there is
// ccache, it is kept.
//
// Easy to get wrong: the paths of sources are part of what is compiled.
#pragma once

#include <string>

#include "base/error.h"
#include "base/process.h"

namespace covolve::test {

/// ./dev tells it to take no account of the directory, which is right for covolve's own sources only: in a
/// test that has asked, it does.
bool hasCompilerCache();

/// "Suite.Name": a test's directories, of one name in every run, may be called by it.
std::string nameOfThisTest();

/// Runs clang, which is told to make an object.
Result<Completed> compileCached(Command command);

}  // namespace covolve::test
