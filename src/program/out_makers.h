// Objects that a function makes and hands out through a pointer to a pointer, as its
// result is an error code: int list_open(list **out, int size).
//
// Easy to get wrong: list_append(list **head, int value) takes such a pointer, too,
// and makes no list.
#pragma once

#include "program/findings.h"

namespace covolve::program {

/// Adds a callable that makes an object, and has no such parameter, for each function that does so.
void addOutMakers(Findings& findings);

}  // namespace covolve::program
