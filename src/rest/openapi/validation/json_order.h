// Values of JSON, compared as JSON Schema means it: 1 is 1.0, the order of an
// object's members does not count, and 64-bit integers differ in their last bit.
#pragma once

#include <compare>

#include "rest/openapi/schema.h"

namespace covolve::rest {

struct JsonOrder {
  std::weak_ordering order = std::weak_ordering::equivalent;
  bool isCut = false;  // the values are nested so deep that it was not compared to the end
};

/// A total order: by kind, then by size, then by content.
JsonOrder compareJson(const Json& left, const Json& right);

inline bool areEqual(const Json& left, const Json& right) { return compareJson(left, right).order == 0; }

/// `value` is a number.
Number numberOf(const Json& value);
bool isWhole(const Json& value);

/// Decimals count as they are written: 0.3 is a multiple of 0.1, and so is what comes of adding it thrice.
bool isMultiple(const Json& value, Number divisor);

}  // namespace covolve::rest
