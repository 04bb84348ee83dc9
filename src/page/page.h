// One page about one run or several, complete in itself: no script, no network,
// light and dark as the reader has it. The source with what tests cover, leave
// out and do not notice; the tests; the faults; where the time went.
#pragma once

#include <string>
#include <vector>

#include "page/run_document.h"

namespace covolve::page {

std::string writePage(const std::vector<RunDocument>& runs);

}  // namespace covolve::page
