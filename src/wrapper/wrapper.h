// covolve-cc and covolve-c++: clang with the pass plugin, as CC and CXX of any
// build. Arguments are handed on as they are; ours go in front, where the
// user's can override them, and the runtime goes to the end of a link. With
// --covolve-for-search among them the object is made as covolve's own search
// wants it (search_compilation.h).
#pragma once

#include <string>

#include "base/installation.h"
#include "wrapper/reading.h"

namespace covolve::wrapper {

/// The compiler's whole command line for what the user gave.
Arguments instrumentingCommand(const Installation& parts, const std::string& compiler,
                               const Arguments& given);

/// Becomes the compiler where one command is all; otherwise, or where that fails, returns the exit status.
int runWrapper(int count, char** values);

}  // namespace covolve::wrapper
