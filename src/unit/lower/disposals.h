// What a test was given to keep (program/disposal.h) and has to give back at its
// end, because no step of its own does.
//
// Easy to get wrong: an object that was passed beside another one may belong to
// that from then on, and would be freed twice. So would one that was freed in a
// way that no name tells, with flags or through another pointer to it; the worker
// knows, as far as the object has a block of the heap to itself.
#pragma once

#include <vector>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct Disposal {
  size_t maker = 0;  // the step whose object it is
  program::CallableId disposer = 0;
};

std::vector<Disposal> disposalsOf(const program::Model& model, const RecordedTest& test);

}  // namespace covolve::unit
