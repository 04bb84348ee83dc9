// The parameters that are declared for an operation: its own and those of its
// path, of which it may replace some.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

struct DeclaredParameter {
  Site site;  // an object
  std::string name;
  std::string in;  // as written: "query", "body"
  bool required = false;

  std::string describe() const;  // "the query parameter limit"
};

/// Adds what `owner` (a path item or an operation) declares in its `parameters`. An Error where one is broken
/// that may be needed; others cost a note.
Result<void> collectParameters(const Site& owner, const std::string& operation, Reading& reading,
                               std::vector<DeclaredParameter>& parameters);

/// For names of headers.
bool equalIgnoringCase(std::string_view left, std::string_view right);

}  // namespace covolve::rest::openapi
