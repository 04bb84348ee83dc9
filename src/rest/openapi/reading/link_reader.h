// Links between operations, which can be followed only when all are known.
#pragma once

#include <optional>
#include <vector>

#include "rest/openapi/reading/operation_reader.h"

namespace covolve::rest::openapi {

/// Puts the drafts' links into their operations. `indices` says which operation of the Api a draft became;
/// none: it was left out.
void resolveLinks(const std::vector<OperationDraft>& drafts,
                  const std::vector<std::optional<size_t>>& indices, Api& api, Reading& reading);

}  // namespace covolve::rest::openapi
