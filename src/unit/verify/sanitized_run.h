// A test may pass and still do what nobody can rely on: read behind an array,
// use what is freed, overflow. So the tests that are emitted run once more, built
// with address and undefined-behaviour sanitizers. What these find within the
// code under test is a fault; what the test itself does wrong is a test nobody
// should keep.
//
// Only the target and the tests are built like that, not what they are linked
// with: containers that both sides change are not checked beyond their memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "unit/scenario/scenario.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

struct SanitizerFinding {
  size_t origin = 0;  // of the test
  Fault fault;
  bool isInTest = false;  // nothing to hold against the code under test
  bool isInLook = false;  // the test only looked at what it had done, and can do without
};

struct SanitizedRun {
  std::vector<SanitizerFinding> findings;   // at most one a test
  std::map<size_t, std::string> notJudged;  // origins of tests of which nothing is known, and why
  bool ranOutOfTime = false;                // that is why, of some of them
};

inline constexpr const char* kNotSanitized = "there was no time to run it with sanitizers";

/// `options.build` must build with sanitizers, `options.environment` tell them what to do, and
/// `options.beforeExec` let the program reserve addresses.
Result<SanitizedRun> runSanitized(emit::TestFile file, const VerificationOptions& options,
                                  const std::vector<std::filesystem::path>& requestedFiles);

/// For programs that have sanitizers.
std::map<std::string, std::string> sanitizerEnvironment();

/// What the report of a sanitizer says, without a place; the kind is empty where there is none.
struct SanitizerReport {
  std::string sanitizer;            // "AddressSanitizer"
  std::string kind;                 // "heap-buffer-overflow", "signed integer overflow"
  bool isAboutMemory = false;       // a test asks for more than a sanitizer grants: no fault of the code
  bool isAboutStack = false;        // nor is this, which has no kind
  std::vector<uint64_t> addresses;  // in the program, innermost first
  std::optional<uint64_t> owner;    // whose variable it is that was used behind its end
};
SanitizerReport readSanitizerReport(const std::string& text, const std::filesystem::path& executable);

}  // namespace covolve::unit
