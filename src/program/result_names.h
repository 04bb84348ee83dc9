// Names that a function's integer results have where it returns them: of `return
// KV_INVALID;` a test expects KV_INVALID, not -3.
//
// Easy to get wrong: the test's file must see the name. So only those of the header
// that declares the function count, and none where two stand for one number.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/model.h"

namespace clang {
class FunctionDecl;
}

namespace covolve::program {

class Sources;

/// Enumerators, and macros that stand for a number. Empty where the definition is not known.
std::vector<Enumerator> resultNames(const clang::FunctionDecl& function, const Sources& sources);

/// Drops the names that a test's file does not see, or that mean another number there: a macro may stand for
/// what only the source knows. `compiles` tells whether a file with this text compiles with the source's
/// flags.
void dropUnseenNames(Model& model, const std::function<bool(const std::string&)>& compiles);

}  // namespace covolve::program
