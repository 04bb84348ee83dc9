// What a datum must be, besides conforming to its schema, to arrive as what it
// is: an empty path segment is another route, a header loses the spaces around
// it, a list in a query cannot tell the commas in its elements from its own.
#pragma once

#include <string>

#include "rest/openapi/api.h"

namespace covolve::rest {

struct DataRules {
  bool withoutNull = false;         // there is no way to say null
  bool withoutEmptyTexts = false;   // they would be taken for missing
  bool withoutEmptyArrays = false;  // the same
  bool withoutDots = false;         // "." and ".." would be taken for a way through the path
  bool onlyPrintable = false;       // ASCII only
  bool withoutControls = false;
  bool prefersScalars = false;  // where anything is allowed
  std::string forbidden;        // characters of ASCII

  /// Every text of the value, names excluded.
  bool accept(const Json& value) const;
};

DataRules rulesFor(const Parameter& parameter);
DataRules rulesFor(const MediaType& bodyType);

}  // namespace covolve::rest
