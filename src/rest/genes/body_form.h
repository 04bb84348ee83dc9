// How the body of a request is written, by its media type.
#pragma once

#include <string>
#include <string_view>

namespace covolve::rest {

enum class BodyForm {
  Json,
  UrlEncoded,
  Multipart,
  Xml,
  Text,
  Bytes,  // anything else: a text as it is
};

BodyForm bodyFormOf(std::string_view mediaType);

/// What Content-Type says: the type as declared, or one of its range ("text/*" -> "text/plain").
std::string contentTypeOf(std::string_view mediaType);

}  // namespace covolve::rest
