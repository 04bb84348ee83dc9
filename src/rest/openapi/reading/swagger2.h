// What OpenAPI 2.0 says in other ways than 3.x: servers, styles, bodies, forms,
// and what responses contain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/parameter_list.h"
#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

/// Every scheme with host and basePath; only the basePath where no host is given.
std::vector<std::string> swagger2Servers(const Site& root);

/// By collectionFormat and place.
void readSwagger2Style(const Site& site, Parameter& parameter);

/// A parameter, form field or header says itself what a schema would.
const Schema* swagger2Schema(const Site& site, Reading& reading);

/// The body or the form among the parameters.
Result<std::optional<RequestBody>> readSwagger2Body(const std::vector<DeclaredParameter>& declared,
                                                    const Site& operation, const std::string& name,
                                                    Reading& reading);

/// `schema` and `examples` of a response, for every type that the operation produces.
Result<std::vector<MediaType>> readSwagger2Content(const Site& response, const Site& operation,
                                                   Reading& reading);

}  // namespace covolve::rest::openapi
