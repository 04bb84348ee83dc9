#include "rest/openapi/validator.h"

#include "rest/openapi/validation/validation.h"

namespace covolve::rest {

std::optional<Mismatch> validate(const Json& value, const Schema& schema, Direction direction) {
  return Validation(direction).run(value, schema);
}

}  // namespace covolve::rest
