// One a file: <name>.cpp defines the oracle and its maker. oracles.cpp lists them.
#pragma once

#include <memory>

#include "rest/oracle/oracle.h"

namespace covolve::rest {

std::unique_ptr<const Oracle> makeServerError();
std::unique_ptr<const Oracle> makeConnectionLoss();
std::unique_ptr<const Oracle> makeResponseSchema();
std::unique_ptr<const Oracle> makeUndeclaredStatus();
std::unique_ptr<const Oracle> makeContentType();
std::unique_ptr<const Oracle> makeMissingHeader();
std::unique_ptr<const Oracle> makeDeleteThenGet();
std::unique_ptr<const Oracle> makeUseAfterDelete();
std::unique_ptr<const Oracle> makeUnsupportedMethod();
std::unique_ptr<const Oracle> makePositiveRejected();
std::unique_ptr<const Oracle> makeNegativeAccepted();
std::unique_ptr<const Oracle> makeIgnoredAuthentication();
std::unique_ptr<const Oracle> makeIgnoredOwnership();
std::unique_ptr<const Oracle> makeRefusedButDone();
std::unique_ptr<const Oracle> makeNotIdempotent();
std::unique_ptr<const Oracle> makeLeak();
std::unique_ptr<const Oracle> makeSlowAnswer();

}  // namespace covolve::rest
