// Media types of bodies, their examples and encodings.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

/// The entries of `content`. `what` is whose it is, for notes: "the request body of POST /pets". An Error
/// only where there is too much.
Result<std::vector<MediaType>> readContent(const Site& content, const std::string& what, Reading& reading);

/// `example` and `examples` of a parameter or media type.
Result<std::vector<Json>> readExamples(const Site& site, Reading& reading);

/// What a style is called; none: there is no such.
std::optional<Parameter::Style> styleOf(std::string_view name);

}  // namespace covolve::rest::openapi
