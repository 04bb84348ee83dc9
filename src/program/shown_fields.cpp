#include "program/shown_fields.h"

namespace covolve::program {

std::vector<const Callable*> shownFields(const Model& model, TypeId type) {
  constexpr size_t kMostFields = 6;  // each is an expectation
  std::vector<const Callable*> fields;
  if (model.types[type].kind != TypeKind::Class) return fields;
  for (const Callable& callable : model.callables) {
    if (callable.isField && callable.owner == type && fields.size() < kMostFields)
      fields.push_back(&callable);
  }
  return fields;
}

}  // namespace covolve::program
