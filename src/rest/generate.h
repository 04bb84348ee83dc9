// covolve rest from end to end: read the document, search, keep what is worth
// keeping, write the tests and the report.
#pragma once

#include "base/error.h"
#include "generate/progress.h"
#include "rest/options.h"
#include "rest/replay.h"

namespace covolve::rest {

Result<generate::Summary> generateTests(const RestOptions& options, const generate::OnProgress& onProgress);

/// Makes the calls of a fault again (options.replay) that an earlier run with that output found.
Result<Replay> replayFault(const RestOptions& options, const generate::OnProgress& onProgress);

}  // namespace covolve::rest
