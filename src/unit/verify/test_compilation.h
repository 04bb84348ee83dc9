// Makes a test file compile by taking out as little as possible.
#pragma once

#include <string>

#include "base/error.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

/// Prunes `verified.file` until it builds; sets text, source and executable (empty when no test is left).
Result<void> compileOrPrune(Verified& verified, const VerificationOptions& options);

/// Takes an expectation out of a test; the call that it looks at stays. False where nothing sensible would be
/// left: the test is then unchanged.
bool weaken(emit::Test& test, size_t statement);

/// A name that promises a value ("TotalReturnsZero") is wrong once only its end is left to expect.
void renameIfWeak(emit::TestFile& file, size_t test);

void drop(Verified& verified, size_t test, const std::string& reason);

}  // namespace covolve::unit
