// covolve unit from end to end for one source file: read, build, search,
// minimise, observe, emit, verify, measure, report.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "generate/progress.h"
#include "report/file_table.h"
#include "unit/session.h"

namespace covolve::unit {

struct FileOutcome {
  std::optional<Error> failure;   // none: there are tests, or at least a search for them
  bool hasNothingToTest = false;  // that is what failed
  generate::Summary summary;
  report::FileRow row;
};

/// Of the session's source of this number. Whatever happens, the next one can be tried.
FileOutcome generateTests(Session& session, size_t number, const generate::OnProgress& onProgress);

}  // namespace covolve::unit
