// What a compiler's command line asks for, as far as a wrapper around the
// compiler needs to know.
//
// Easy to get wrong: it must be understood just enough to tell whether anything
// is linked. "-o x" is no input, "-v" alone links nothing.
#pragma once

#include <string>
#include <vector>

namespace covolve::wrapper {

using Arguments = std::vector<std::string>;

struct Reading {
  bool hasInput = false;
  bool links = true;
  bool hasDebugInfo = false;
  std::vector<std::string> systemDirectories;
};

/// Response files (@file) are read in place; the compiler's name is not among the arguments.
Reading readArguments(const Arguments& given);

}  // namespace covolve::wrapper
