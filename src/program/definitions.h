// Where the functions of the requested files stand, whether or not they can be
// called from outside: what is asked for by name is also reached through its
// callers.
//
// Easy to get wrong: initialisers of members run in the constructors, and
// belong to these.
#pragma once

#include <string>
#include <vector>

#include "program/model.h"
#include "program/sources.h"

namespace clang {
class ASTContext;
}

namespace covolve::program {

struct Definition {
  std::string name;  // qualified; may have template arguments
  Extent extent;
};

std::vector<Definition> definitionsIn(clang::ASTContext& context, const Sources& sources);

}  // namespace covolve::program
