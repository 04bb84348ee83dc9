// What a broken schema means for those that contain it.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "rest/openapi/schema.h"

namespace covolve::rest::openapi {

/// All that are broken or contain something broken, with what is wrong there. They are weakened so that none
/// refuses a value only because a part that accepts everything by mistake does not mean what it says: `not`,
/// `if` and `contains` of such parts go, of `oneOf` more than one may hold, and nothing is left over.
std::unordered_map<const Schema*, const std::string*> spreadDefects(
    std::deque<Schema>& schemas, const std::unordered_map<const Schema*, std::string>& broken);

}  // namespace covolve::rest::openapi
