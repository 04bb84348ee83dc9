// What the search knows before its first test: the constants of the code under
// test. A text that reads as a regular expression also gives texts that match
// it, since code that has such a text most likely matches something against it.
#pragma once

#include "analysis/constants.h"
#include "base/rng.h"
#include "gene/constants.h"

namespace covolve::guidance {

gene::Constants seedConstants(const analysis::Constants& found, Rng& rng);

}  // namespace covolve::guidance
