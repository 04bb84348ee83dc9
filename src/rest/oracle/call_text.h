// How faults speak about calls: "GET /pets/{petId} answers 500 to a request that
// conforms to the document."
#pragma once

#include <span>
#include <string>

#include "rest/oracle/oracle.h"

namespace covolve::rest {

/// "GET /pets/{petId}"
std::string subject(const Call& call);

/// What was sent: "a request that conforms to the document".
std::string requestText(const Call& call);

/// A fault that the last call shows. `cause`: what it has in common with faults of other operations.
Fault faultOf(const Oracle& oracle, std::span<const Call> calls, std::string detail, std::string message,
              std::string cause = {});

/// Makes another call than the last the one at fault; the last only shows what it did.
void blame(const Call& call, Fault& fault);

}  // namespace covolve::rest
