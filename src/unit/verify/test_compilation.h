// Makes a test file compile by taking out as little as possible.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

/// Prunes `verified.file` until it builds; sets text, source and executable (empty when no test is left).
/// False when a compilation took too long: what is left of the file has not been built.
Result<bool> compileOrPrune(Verified& verified, const VerificationOptions& options);

/// Where all tests take too long to compile, tries it with fewer of the most valuable ones, until no time is
/// left: then there is no test left either.
Result<void> compileInTime(Verified& verified, const VerificationOptions& options);

/// Indices of the tests, from the most valuable on.
std::vector<size_t> valueOrder(const Verified& verified, const VerificationOptions& options);
/// Drops the others, for want of time.
void keepMostValuable(Verified& verified, const VerificationOptions& options, size_t count);

/// The file and its text after tests were taken out of it. It need not be built again: the program that was
/// built has all of its tests, and is told which others not to run.
Result<void> printAgain(Verified& verified, const VerificationOptions& options);

/// Takes an expectation out of a test; the call that it looks at stays. False where nothing sensible would be
/// left: the test is then unchanged.
bool weaken(emit::Test& test, size_t statement);

/// Takes all looks out of the test: of those behind one that was refused nobody has seen anything. False when
/// there are none, or nothing else is in it; else it has to be built again.
bool leaveOutLooks(Verified& verified, emit::Test& test, const std::string& reason);

/// Takes out what the test gives back: it may be gone already, in a way that names do not tell. False where
/// it gives nothing back.
bool leaveOutDisposals(Verified& verified, emit::Test& test, const std::string& reason);

/// A name that promises a value ("TotalReturnsZero") is wrong once only its end is left to expect.
void renameIfWeak(emit::TestFile& file, size_t test);

void drop(Verified& verified, size_t test, const std::string& reason);

inline constexpr const char* kNotVerified = "there was no time to verify it";

}  // namespace covolve::unit
