// Names and types written so that they mean the same at global scope of
// another file: fully qualified, without inline and unnamed namespaces, the
// standard library's aliases instead of what they stand for.
//
// Easy to get wrong: not every type has such a name. A private nested class, a
// local class or a closure has none; whyUnnameable tells.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class NamedDecl;
class QualType;
class TagDecl;
class TemplateArgument;
class CXXRecordDecl;
class ClassTemplateSpecializationDecl;
}  // namespace clang

namespace covolve::program {

/// shop::Order, shop::Stack<int>::push; without leading "::".
std::string qualifiedName(const clang::NamedDecl& declaration, clang::ASTContext& context);

/// The unqualified name with the template arguments of a specialisation: Stack<int>, maxOf<int>, operator
/// bool.
std::string ownName(const clang::NamedDecl& declaration, clang::ASTContext& context);

/// const std::string &, shop::Color, std::vector<int>.
std::string spellType(clang::QualType type, clang::ASTContext& context);

/// Why the type cannot be written down outside its scope; nothing when it can.
std::optional<std::string> whyUnnameable(const clang::TagDecl& declaration);
/// The same for what a template is instantiated with.
std::optional<std::string> whyUnnameable(llvm::ArrayRef<clang::TemplateArgument> arguments);

/// The specialisation when `record` is std::<name><...>, else null. Inline namespaces of std count as std.
const clang::ClassTemplateSpecializationDecl* asStandardTemplate(const clang::CXXRecordDecl& record,
                                                                 const char* name);

/// Whether the type is std::basic_string<char> (name "basic_string") or the like with default arguments.
bool isCharacterTemplate(const clang::CXXRecordDecl& record, const char* name);

/// std::unique_ptr, std::shared_ptr or std::weak_ptr; null for all else.
const clang::ClassTemplateSpecializationDecl* asSmartPointer(const clang::CXXRecordDecl& record);

/// The C library's FILE.
bool isCFile(const clang::CXXRecordDecl& record);

/// The library's own name for an instantiation: std::wstring, std::istream, std::chrono::seconds; also FILE.
/// Empty: it has none.
std::string usualName(const clang::CXXRecordDecl& record);

}  // namespace covolve::program
