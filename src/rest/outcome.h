// What a run of covolve rest found, and how it is written down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generate/progress.h"
#include "generate/search_phase.h"
#include "report/output_directory.h"
#include "rest/options.h"
#include "rest/search/rest_problem.h"
#include "rest/suite/lowering.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

struct RestOutcome : generate::SearchOutcome {
  Suite suite;
  StatusCounts statuses;
  uint64_t requests = 0;             // of the search
  uint64_t restarts = 0;             // of the service, because it died
  std::string url;                   // of the service
  std::vector<std::string> secrets;  // that prove who is calling
  std::vector<std::string> notes;    // a sentence each
  bool isFirstStateKnown = true;     // the service could be brought back to it
  std::optional<Baseline> baseline;
  bool hasEnoughFaults = false;  // as many as --max-failures says: the search ended with them
  std::string endReason;         // why the run ended before its time; empty: it did not
};

/// How the tests of that run are written.
LoweringOptions loweringOptions(const RestOptions& options, const Api& api, const RestOutcome& outcome);
/// The languages that they are written in.
std::vector<std::string> formatsOf(const RestOptions& options);

Result<generate::Summary> writeOutcome(const report::OutputDirectory& output, const RestOptions& options,
                                       const Api& api, const RestOutcome& outcome);

}  // namespace covolve::rest
