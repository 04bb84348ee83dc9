// Whether a call of a function, written plainly, would compile and mean that
// function: access, deletion, overloads, constraints. Its parameters' types are
// no matter here.
#pragma once

#include <optional>
#include <string>

namespace clang {
class FunctionDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

/// A derived class may call what is protected; through a base also what only those derived from it define.
enum class Caller { Anybody, DerivedClass, ThroughBase };

/// One clause; nothing when it can be called.
std::optional<std::string> whyUncallable(const clang::FunctionDecl& function, clang::Sema& sema,
                                         Caller caller = Caller::Anybody);

/// Whether a call with the first `count` arguments could as well mean an overload.
bool isAmbiguousWith(const clang::FunctionDecl& function, unsigned count);

}  // namespace covolve::program
