#include "rest/emit/body_shape.h"

#include "base/json_pointer.h"
#include "rest/emit/json_layout.h"
#include "rest/emit/templates.h"

namespace covolve::rest::emit {

BodyShape::BodyShape(const Step& step) {
  using Expected = BodyExpectation::Kind;
  for (const BodyExpectation& one : step.expectations) {
    const bool isValue = one.kind == Expected::Equals && one.variable.empty();
    const bool isType = one.kind == Expected::IsType;
    if (one.kind == Expected::HasLength || one.kind == Expected::HasElement ||
        (isType && one.value == "array") || (isValue && one.value.is_array())) {
      arrays_.insert(one.pointer);
    }
    if ((isType && one.value == "object") || (isValue && one.value.is_object())) objects_.insert(one.pointer);
  }
  for (const std::string& pointer : pointersInto(step)) {
    std::string parent;
    for (const std::string& token : pointerTokens(pointer)) {
      if (!isIndex(token)) objects_.insert(parent);
      parent = pointerTo(std::move(parent), token);
    }
  }
}

BodyShape::Kind BodyShape::kindOf(const std::string& pointer) const {
  if (arrays_.contains(pointer)) return Kind::Array;
  return objects_.contains(pointer) ? Kind::Object : Kind::Unknown;
}

}  // namespace covolve::rest::emit
