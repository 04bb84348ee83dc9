// Structures that a function initialises where they stand: parser_init(&parser, 0).
// Where there is one, users declare an empty structure and pass its address; fields
// set by hand would hold what they never do.
//
// Told by names: init, with a pointer to the structure as its first parameter.
#pragma once

#include "program/findings.h"

namespace covolve::program {

bool soundsLikeInitialising(std::string_view name);

/// Adds a callable that declares and initialises a structure for each function that does so.
void addInitialisers(Findings& findings);

}  // namespace covolve::program
