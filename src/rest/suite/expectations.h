// What a test may expect of an answer: what was the same in all its runs.
#pragma once

#include <vector>

#include "rest/emit/rest_tests.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

/// Fills in status, media type and expectations on the body of call `index`.
void addExpectations(emit::Step& step, const SuiteTest& test, size_t index);

}  // namespace covolve::rest
