// The decisions of the running test that hang on its data, and what was lost on the
// way. A condition that was decided before is not noted again: within one run the
// same expression has the same value, so a loop over the same data costs nothing.
#pragma once

#include "arena.h"

namespace covolve::concolic {

void resetPath();

/// The condition (of one bit) came out as `taken` at a decision of the program; site 0: it has no site.
void decide(uint64_t site, Label condition, bool taken);
/// The value is used where only a concrete one can be: it has to stay as it is.
void makeConcrete(Label label, uint64_t value);
/// A condition that must stay as it is, for what was made of the data to be right.
void assume(Label condition, bool taken);
void countUnknown(const char* function);

}  // namespace covolve::concolic
