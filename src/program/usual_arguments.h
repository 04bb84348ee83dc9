// What the parameters of a template may stand for when the project says
// nothing: numbers, texts, rows of numbers, plain functions.
#pragma once

#include <clang/AST/TemplateBase.h>

#include <vector>

namespace clang {
class Sema;
class TemplateParameterList;
}  // namespace clang

namespace covolve::program {

/// Lists of arguments, the simplest first; those with defaults at the end are left out. None: one of the
/// parameters takes what no list has, a template.
std::vector<clang::TemplateArgumentListInfo> usualArguments(const clang::TemplateParameterList& parameters,
                                                            clang::Sema& sema);

}  // namespace covolve::program
