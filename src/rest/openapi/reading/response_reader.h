// Declarations of responses. A broken one stays declared: its status is no
// surprise, only what it contains is not known.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

/// A link as it is written: what it leads to is known when all operations are.
struct WrittenLink {
  size_t response = 0;  // index in Operation::responses
  Site site;
  Link link;
};

/// `name` is the operation's, for notes. An Error only where there is too much.
Result<std::vector<ResponseDeclaration>> readResponses(const Site& operation, const std::string& name,
                                                       Reading& reading, std::vector<WrittenLink>& links);

}  // namespace covolve::rest::openapi
