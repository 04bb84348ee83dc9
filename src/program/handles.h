// Handles whose types say nothing: typedef void *parser_t, typedef char *sds. One
// function makes such an object, others use it, another one takes it back; a
// buffer passed in its place would crash most of them.
//
// Easy to get wrong: gpointer is a void * under another name, too, and g_malloc()
// and g_free() make and take one back; but behind it is nothing but memory.
#pragma once

#include <set>

namespace clang {
class ASTContext;
class DeclContext;
class FunctionDecl;
class QualType;
class TypedefNameDecl;
}  // namespace clang

namespace covolve::program {

class Sources;

class Handles {
 public:
  Handles(const clang::ASTContext& context, const Sources& sources);

  /// The name by which the type is called, where that is a handle's; null for others.
  const clang::TypedefNameDecl* of(clang::QualType type) const;

 private:
  /// Of the functions that take and return plain pointers under names of the project's.
  struct Uses {
    std::set<const clang::TypedefNameDecl*> made;
    std::set<const clang::TypedefNameDecl*> takenBack;
  };
  static void look(const clang::DeclContext& context, const Sources& sources, Uses& uses);
  static void look(const clang::FunctionDecl& function, const Sources& sources, Uses& uses);

  std::set<const clang::TypedefNameDecl*> names_;  // canonical
};

}  // namespace covolve::program
