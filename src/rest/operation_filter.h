// Leaves out operations that the user does not want tested.
//
// Easy to get wrong: links name operations by their index, which changes.
#pragma once

#include <string_view>

#include "rest/openapi/api.h"
#include "rest/options.h"

namespace covolve::rest {

/// Keeps the operations that every kind of include names (of paths, tags, ids, methods; where none is given,
/// all) and no exclude does. The others are listed as skipped with the reason. A user Error for a word that
/// names no operation at all, which is a slip of the pen, and where nothing is left.
Result<void> applyFilters(Api& api, const OperationFilter& include, const OperationFilter& exclude);

/// "/pets/*" names "/pets/{petId}", "/pets/**" that, "/pets" and all below; otherwise as file names match.
bool fitsPathPattern(std::string_view path, std::string_view pattern);

}  // namespace covolve::rest
