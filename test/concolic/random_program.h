// Random functions of C++ for the soundness of concolic runs: arithmetic of all
// widths, shifts, casts, floats, memory, branches, loops. After every statement the
// value is compared with a copy that the pass cannot follow (it went through an
// assembler statement). So each statement leaves a decision "the expression equals
// the value that was executed", which must hold under the test's own data.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "gene/value.h"

namespace covolve::unit {

/// What every source of random functions begins with.
std::string randomProgramBeginning();

/// The function's text. Its parameters are always the same.
std::string randomFunction(const std::string& name, std::mt19937_64& random);

/// Arguments for such a function: small numbers, the ends of ranges, any bits.
std::vector<Value> randomArguments(std::mt19937_64& random);

}  // namespace covolve::unit
