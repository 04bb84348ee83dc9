// The text of a document, wherever it is.
#pragma once

#include <string>

#include "base/error.h"
#include "rest/openapi/api.h"

namespace covolve::rest::openapi {

/// A user Error where it cannot be had, or is longer than any document may be.
Result<std::string> readSource(const std::string& location, const FetchText& fetch);

/// The same for what a document refers to: of this machine, only plain files.
Result<std::string> readReferred(const std::string& location, const FetchText& fetch);

}  // namespace covolve::rest::openapi
