// What a run left in its output directory: the figures of its covolve.json,
// and its files' hashes. Peers write covolve.json, too, with less in it: what
// is absent is zero; what has the wrong type is an Error, for figures that were
// misread are worse than none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "campaign/run/run.h"

namespace covolve::campaign {

/// Sets the figures of `record` but for the seconds of the whole run. `texts`: those of all covolve.json of
/// the run, whose figures are added up.
Result<void> takeFigures(const std::vector<std::string>& texts, RunRecord& record);

/// Sets the figures and files of `record`. The report is the directory's covolve.json or, when several
/// sources were tested, one in each of its subdirectories.
Result<void> readRunOutput(const std::filesystem::path& directory, RunRecord& record);

/// Whether a file of the output is about the tests, and no test (nor part of one): such as covolve.json,
/// coverage.lcov, faults.sarif, faults.md.
bool isReport(const std::filesystem::path& file);

}  // namespace covolve::campaign
