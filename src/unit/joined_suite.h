// What the user gets where an earlier run has left tests: these as they are, and
// the new ones behind them, in one file that was built and run as a whole.
#pragma once

#include <filesystem>
#include <string>

#include "base/deadline.h"
#include "base/error.h"
#include "execute/sandbox.h"
#include "unit/earlier_tests.h"
#include "unit/preparation.h"
#include "unit/session.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

struct JoinedSuite {
  std::string text;                  // of the file; empty: no test is left
  std::filesystem::path source;      // the same without tests that do not pass
  std::filesystem::path executable;  // of that, with coverage; empty: it has no test, or the time was up
};

/// New tests that do not pass beside the others are dropped from `added`. With --update, so are the earlier
/// ones that do not pass.
Result<JoinedSuite> joinSuites(const EarlierTests& earlier, Verified& added, const Session& session,
                               const Prepared& prepared, const execute::Sandbox& sandbox,
                               const std::filesystem::path& scratch, const Deadline& deadline);

}  // namespace covolve::unit
