// Whether a JSON value is what a schema says: draft 2020-12 with OpenAPI's
// readOnly, writeOnly and discriminator, and formats as assertions unless said
// otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// In a request, required readOnly properties may be missing; in a response, writeOnly ones.
enum class Direction { Request, Response };

/// A format is an annotation that a service need not check.
enum class Formats { AreChecked, AreIgnored };

struct Mismatch {
  std::string place;    // JSON pointer into the value: "/pets/0/name"; "" is the whole
  std::string keyword;  // "required", "type", "format"
  std::string message;  // "/pets/0/name is missing", for the user
};

/// The first mismatch found, in a fixed order; none: the value is valid.
std::optional<Mismatch> validate(const Json& value, const Schema& schema, Direction direction,
                                 Formats formats = Formats::AreChecked);

/// False where the text is surely not of the format; true for formats nobody knows.
bool hasFormat(std::string_view text, std::string_view format);

}  // namespace covolve::rest
