// What a class allows its users: copying, moving, comparing, destroying.
#pragma once

#include <optional>
#include <string>

#include "program/model.h"

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

/// Whether it lies in std or a namespace within; `inSystem` alone does not tell the standard library from
/// others.
bool isStandardLibrary(const clang::CXXRecordDecl& record);

/// By what the standard library asks of one.
bool isIterator(const clang::CXXRecordDecl& record);

/// "std::map is not supported yet", "callbacks are not supported yet".
std::string whyStandardUnsupported(const clang::CXXRecordDecl& record);

/// Why no object of a complete class can ever be made, whatever its constructors; nothing when it may be.
std::optional<std::string> whyNoObject(const clang::CXXRecordDecl& record);

/// Whether it is or has a union of a pointer and something else. Which of them is there only its code knows;
/// a number in the place of a pointer would lead anywhere.
bool holdsPointerInUnion(const clang::CXXRecordDecl& record);

/// Sets what can be done with its objects, and whether they may look at what they were given. Declares the
/// implicit members.
void describeClass(clang::CXXRecordDecl& record, clang::Sema& sema, Type& type);

}  // namespace covolve::program
