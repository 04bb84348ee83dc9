// What the document says about the answer to a call.
#pragma once

#include <string_view>

#include "rest/request/call.h"

namespace covolve::rest {

/// The declaration that a response has to follow. Null where there is none: no response, an undeclared
/// status, a method that the document does not have, or a server error that only "default" covers (that it is
/// one says enough).
const ResponseDeclaration* declarationFor(const Call& call);

/// Whether a status is declared by itself ("404"), not by a range or "default".
bool declaresStatus(const Operation& operation, std::string_view status);

/// Answers that are about the connection or the load rather than about the operation: any server may give
/// them to anything.
bool isAboutTransport(int status);

}  // namespace covolve::rest
