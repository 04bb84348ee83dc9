// Bodies of requests in all content types.
#pragma once

#include <string>

#include "rest/openapi/api.h"

namespace covolve::rest {

struct WrittenBody {
  std::string text;
  std::string contentType;
};

WrittenBody writeBody(const Json& value, const MediaType& type);

}  // namespace covolve::rest
