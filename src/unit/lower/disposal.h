// What a test has to give back: an object that a function made for its caller
// (list_new) and that another one takes back (list_free, release()). Found by
// names, as the types of C do not say who owns what.
//
// Easy to get wrong: list_find returns a pointer, too, and nobody may free that.
#pragma once

#include <optional>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// The call that takes back what the callable returns: a function with the pointer as its only argument, or a
/// method of it.
std::optional<program::CallableId> disposerOf(const program::Model& model, const program::Callable& maker);

/// Whether the step hands the object of an earlier one to a call that disposes of it.
bool disposesOf(const program::Model& model, const Step& step, size_t maker);

}  // namespace covolve::unit
