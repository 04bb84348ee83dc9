// A text form of values for logs, seeds and round trips: JSON where JSON can say
// it, with marks for what it cannot. parseValue(printValue(v)) == v for every
// value.
//
//   true  -12  1.5  "a\x00b"  [1, 2]  {"name": 1}  null
//   none (absent)   some 1 (present)   #3 (reference)   ? (opaque)   inf -inf nan
//
// Easy to get wrong: 1 is an integer and 1.0 a float; a float always has a point,
// an exponent or a name. Texts are bytes, so escapes are \xHH and not code points.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "gene/value.h"

namespace covolve::gene {

std::string printValue(const Value& value);

/// Refuses anything but one whole value, with the position of what is wrong.
Result<Value> parseValue(std::string_view text);

}  // namespace covolve::gene
