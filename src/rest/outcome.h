// What a run of covolve rest found, and how it is written down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/output_directory.h"
#include "rest/generate.h"
#include "rest/search/rest_problem.h"
#include "rest/suite/suite.h"
#include "search/loop.h"

namespace covolve::rest {

struct RestOutcome {
  Suite suite;
  std::vector<report::TargetReport> targets;
  StatusCounts statuses;
  search::SearchStatistics search;
  uint64_t evaluations = 0;
  uint64_t requests = 0;          // of the search
  uint64_t restarts = 0;          // of the service, because it died
  std::string url;                // of the service
  std::string endReason;          // why the run ended before its time; empty: it did not
  bool isPartlyVerified = false;  // there was not enough time or requests for all tests
  bool interrupted = false;
  double seconds = 0;
  double searchSeconds = 0;
};

Result<Summary> writeOutcome(const report::OutputDirectory& output, const RestOptions& options,
                             const Api& api, const RestOutcome& outcome);

}  // namespace covolve::rest
