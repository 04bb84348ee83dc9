// What a broken schema means for those that contain it. It accepts everything,
// which is right for responses: nobody knows what it would refuse. Requests can be
// made without it as long as it stands in properties that need not be sent.
//
// Easy to get wrong: where a part that accepts too much makes the whole accept
// too little. `not`, `if` and `contains` of such parts are taken out, of `oneOf`
// more than one may hold, and nothing counts as left over.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "rest/openapi/schema.h"

namespace covolve::rest::openapi {

/// With the sentence about what is broken.
using Defects = std::unordered_map<const Schema*, const std::string*>;

/// Weakens what contains something broken, and gives those that no request can be made of. These become
/// readOnly, so that properties with them are not sent.
Defects spreadDefects(std::deque<Schema>& schemas,
                      const std::unordered_map<const Schema*, std::string>& broken);

}  // namespace covolve::rest::openapi
