// What a run of covolve rest has to tell: the report that src/report writes as
// covolve.json and faults.sarif, and the texts for people.
//
// Easy to get wrong: secrets. Of headers and logins a report has names, never
// values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/run_report.h"
#include "rest/openapi/api.h"
#include "rest/options.h"
#include "rest/oracle/oracle.h"

namespace covolve::rest {

/// All operations of the document in its order. `statuses`: by their ids, how often they were answered with
/// which status; 0: not at all.
std::vector<report::OperationReport> operationReports(
    const Api& api, const std::map<std::string, std::map<int, uint64_t>>& statuses);

/// What is known before the search: what the user asked for, and what the document has. Calls, tests,
/// targets, faults, times and files are for whoever runs it to fill in; of the files, "report", "sarif",
/// "fault list" and "fault calls" are about the tests, and all others are tests.
report::RunReport beginReport(const RestOptions& options, const Api& api);

/// `commands` repeat the calls that show it; `test` is the name of the emitted test, empty where there is
/// none.
/// The same in every run.
std::string idOf(const Fault& fault);

report::FaultReport faultReport(const Fault& fault, const RestOptions& options, const Api& api,
                                std::string test, std::vector<std::string> commands);

/// For the terminal: short, aligned, faults first.
std::string writeSummary(const report::RunReport& report);

/// faults.md: every fault with the calls that show it.
std::string writeFaultList(const report::RunReport& report);

}  // namespace covolve::rest
