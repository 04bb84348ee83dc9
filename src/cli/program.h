// The program as a whole: commands, help, exit statuses.
#pragma once

#include <string>

namespace covolve::cli {

int runProgram(int argumentCount, char** arguments);

/// docs/reference.md, made from the declarations of the options.
std::string referencePage();

}  // namespace covolve::cli
