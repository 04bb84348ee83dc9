// Structures that a function initialises where they stand: parser_init(&parser, 0).
// Where there is one, users declare an empty structure and pass its address; fields
// set by hand would hold what they never do.
//
// Told by names: parser_init, with a pointer to the parser as its first parameter;
// not app_init(Options *, App *), which initialises something else. Other names of
// makers (bool conn_new(conn_t *)) count where something takes the structure back.
#pragma once

#include "program/findings.h"

namespace covolve::program {

/// Whether a function of that name initialises structures of that class.
bool soundsLikeInitialising(std::string_view name, std::string_view structure);

/// Adds a callable that declares and initialises a structure for each function that does so.
void addInitialisers(Findings& findings);

}  // namespace covolve::program
