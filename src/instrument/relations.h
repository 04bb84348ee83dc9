// Relations of the standard library: what compares two values for the user.
#pragma once

#include "instrument/demangled.h"

namespace covolve::instrument {

/// Of namespace std. (What libstdc++ has beside it are iterators above all.)
bool isOfStandardLibrary(const Demangled& function);

/// `==`, `<` and their like.
bool isRelation(const Demangled& function);

/// Not what is another one in each run: the time, threads.
bool hasGradient(const Demangled& comparison);

}  // namespace covolve::instrument
