// What may be null, as the code says by checks for it: if (out_len == NULL),
// if (settings->on_body), !log.
//
// Easy to get wrong: a condition of C converts nothing, one of C++ converts the
// pointer to bool.
#pragma once

#include <cstddef>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class QualType;
}  // namespace clang

namespace covolve::program {

/// The types of pointers to functions of which one is checked somewhere: where it is, since what a function
/// is given is mostly stored before it is asked for. Named as in nameOfCallback.
std::set<std::string> checkedCallbacks(clang::ASTContext& context);

/// The same in C and in C++.
std::string nameOfCallback(clang::QualType pointer, const clang::ASTContext& context);

/// The parameters that the function checks, or passes on to another that does. None without its definition.
std::set<size_t> checkedParameters(const clang::FunctionDecl& function);

}  // namespace covolve::program
