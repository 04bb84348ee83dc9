// How many targets the search had covered, over its tests or its time.
#pragma once

#include <string>

#include "page/run_document.h"

namespace covolve::page {

/// An SVG; empty where the report has no progress.
std::string progressPlot(const Json& report);

}  // namespace covolve::page
