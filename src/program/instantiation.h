// Templates have code only once their parameters stand for something: for what
// the project itself gives them, else for the first of a few usual types that
// satisfy their constraints and with which they compile.
//
// Easy to get wrong: asking for an instantiation adds to the template's own
// list of them, so that list is never walked while others are asked for.
#pragma once

#include <vector>

namespace clang {
class ClassTemplateDecl;
class CXXRecordDecl;
class FunctionDecl;
class FunctionTemplateDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

/// Complete classes that a test can name; none: no usual type fits.
std::vector<clang::CXXRecordDecl*> instantiations(clang::ClassTemplateDecl& declaration, clang::Sema& sema);

/// Functions that a test can name; of those that the project does not ask for, the definition compiles.
std::vector<clang::FunctionDecl*> instantiations(clang::FunctionTemplateDecl& declaration, clang::Sema& sema);

/// Whether the definition of an instantiated function compiles; it is made for that. True for others.
bool definitionCompiles(const clang::FunctionDecl& function, clang::Sema& sema);

}  // namespace covolve::program
