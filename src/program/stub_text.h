// A stub as text, as somebody would write it for tests of their own.
#pragma once

#include <string>

#include "program/model.h"

namespace clang {
class ASTContext;
}

namespace covolve::program {

class StubPlan;

/// The class that stands in for `base`, which the plan is for.
Stub writeStub(const StubPlan& plan, const std::string& name, TypeId base, clang::ASTContext& context);

}  // namespace covolve::program
