// What a test expects of a list that shows what it should not: an object with the
// identifier that an earlier answer gave, and with what was sent. How long the list
// is, and where in it the object stands, depends on what else there is.
#pragma once

#include <optional>

#include "rest/emit/rest_tests.h"
#include "rest/suite/call_lowering.h"
#include "rest/suite/expectations.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

/// Of a fault that is anywhere in a list. None where the runs have nothing in common that tells it.
std::optional<emit::BodyExpectation> expectElement(const SuiteTest& test, const Fault& fault,
                                                   Variables& variables, const Surroundings& surroundings);

}  // namespace covolve::rest
