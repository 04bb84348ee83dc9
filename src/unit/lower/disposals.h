// What a test was given to keep (program/disposal.h) and has to give back at its
// end, because no step of its own does.
//
// Easy to get wrong: an object that was passed beside another one may belong to
// that from then on, and would be freed twice. So would one that was freed in a
// way that no name tells, with flags or through another pointer to it; the worker
// knows, as far as the object has a block of the heap to itself. It also knows where
// nothing but the test refers to a block that a call returned: that is the test's,
// whatever the call's name and whatever it was passed to.
#pragma once

#include <optional>
#include <vector>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct Disposal {
  size_t maker = 0;                             // the step whose object or memory it is
  std::optional<program::CallableId> disposer;  // none: free()
};

/// What was made last comes first: it may need the others.
std::vector<Disposal> disposalsOf(const program::Model& model, const RecordedTest& test);

}  // namespace covolve::unit
