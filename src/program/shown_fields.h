// The public fields of a class that tell what an object within a value holds: one
// in an optional, a variant, a list. (Of an object that a test has at hand they are
// looks, calls like any other.) Harness and emitted tests must mean the same ones.
#pragma once

#include <vector>

#include "program/model.h"

namespace covolve::program {

/// Readers of its first few fields, in their order; none of what is no class or shows none.
std::vector<const Callable*> shownFields(const Model& model, TypeId type);

}  // namespace covolve::program
