// Names that a function's integer results have where it returns them: of `return
// KV_INVALID;` a test expects KV_INVALID, not -3.
//
// Easy to get wrong: the test's file must see the name. So only those of the header
// that declares the function count, and none where two stand for one number.
#pragma once

#include <vector>

#include "program/model.h"

namespace clang {
class FunctionDecl;
}

namespace covolve::program {

class Sources;

/// Enumerators, and macros that stand for a number. Empty where the definition is not known.
std::vector<Enumerator> resultNames(const clang::FunctionDecl& function, const Sources& sources);

}  // namespace covolve::program
