// Ways to make smart pointers and to reach what they hold, as callables like any
// other: std::make_unique and std::make_shared with the arguments of each
// constructor of the class or of one derived from it, an empty pointer, and
// get(), which lends the object.
#pragma once

#include <vector>

#include "program/findings.h"
#include "program/type_mapping.h"

namespace clang {
class ClassTemplateSpecializationDecl;
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

class CallableDrafts;

/// `pointees`: the class that it points to and those derived from it; empty when it points to no class.
/// `stubMakers`: the constructors of the class that stands in for an abstract one.
void addSmartPointer(const clang::ClassTemplateSpecializationDecl& pointer,
                     const std::vector<clang::CXXRecordDecl*>& pointees, const std::vector<Draft>& stubMakers,
                     clang::Sema& sema, TypeMapper& types, CallableDrafts& drafts, Findings& findings);

}  // namespace covolve::program
