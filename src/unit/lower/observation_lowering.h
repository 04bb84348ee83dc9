// What was observed, as expectations: one line where the value can be compared
// as a whole, element by element where it cannot (NaN, pointers, parts that
// cannot be looked into).
#pragma once

#include <vector>

#include "emit/test_tree.h"
#include "gene/value.h"
#include "program/model.h"
#include "unit/lower/value_lowering.h"

namespace covolve::unit {

/// Empty where nothing can be said. More than one use `actual` repeatedly: it must then be a variable.
std::vector<emit::Expectation> expectationsOf(const program::Model& model, ValueLowering& values,
                                              const emit::Expression& actual, program::TypeId type,
                                              const Value& observed);

}  // namespace covolve::unit
