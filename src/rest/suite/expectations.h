// What a test may expect of an answer: what was the same in all its runs.
#pragma once

#include <vector>

#include "rest/emit/rest_tests.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

enum class Depth { Status, Body };

/// Fills in the status of call `index` and, where so much is wanted, media type and expectations on the body.
void addExpectations(emit::Step& step, const SuiteTest& test, size_t index, Depth depth);

}  // namespace covolve::rest
