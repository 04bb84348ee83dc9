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
  bool makesObject = false;  // no assembly, not only preprocessed
  std::string level = "0";   // as the last -O says: -O alone is -O1, none is -O0
  std::string output;        // of -o
  std::vector<std::string> systemDirectories;
  Arguments targetFlags;  // -march=..., -mavx2
};

/// Response files (@file) are read in place; the compiler's name is not among the arguments.
Reading readArguments(const Arguments& given);

}  // namespace covolve::wrapper
