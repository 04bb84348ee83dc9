#include "rest/openapi/validation/validator.h"

#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

std::optional<Mismatch> validate(const Json& value, const Schema& schema, Direction direction,
                                 Formats formats) {
  return Validation(direction, formats).run(value, schema);
}

}  // namespace covolve::rest
