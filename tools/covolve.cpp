#include "cli/program.h"

int main(int argumentCount, char** arguments) { return covolve::cli::runProgram(argumentCount, arguments); }
