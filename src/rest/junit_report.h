// The run as JUnit XML, which every continuous integration shows: a test case for
// each operation that was tested, and one for each fault, which has failed.
#pragma once

#include <string>

#include "report/run_report.h"

namespace covolve::rest {

std::string writeJunit(const report::RunReport& report);

}  // namespace covolve::rest
