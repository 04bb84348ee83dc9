// Templates have code only once their parameters stand for something: for what
// the project itself gives them, else for the first of a few usual types that
// satisfy their constraints and with which they compile.
//
// Easy to get wrong: asking for an instantiation adds to the template's own
// list of them, so that list is never walked while others are asked for. And
// Clang complains about a function once: who calls it later gets no error.
#pragma once

#include <clang/AST/ASTMutationListener.h>
#include <clang/Frontend/CompilerInstance.h>

#include <set>
#include <vector>

namespace clang {
class ClassTemplateDecl;
class ClassTemplatePartialSpecializationDecl;
class CXXRecordDecl;
class FunctionDecl;
class FunctionTemplateDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

/// Which definitions Clang instantiated with mistakes. The consumer of what is parsed has one and names it to
/// Clang as its listener.
class InstantiationMistakes : public clang::ASTMutationListener {
 public:
  explicit InstantiationMistakes(clang::CompilerInstance& compiler)
      : trap_(compiler.getDiagnostics()), options_(compiler.getLangOpts()) {}

  /// From now on all mistakes are those of what is asked for next, and what goes on for long is given up:
  /// nobody waits for what is only tried.
  void start();

  /// Clang has just finished it: mistakes since the last one are its own.
  void FunctionDefinitionInstantiated(const clang::FunctionDecl* function) override;

  /// Whether the function or one that it leads to has mistakes.
  bool reachedFrom(const clang::FunctionDecl& function);
  /// What Clang was asked for did not come to its end.
  void add(const clang::FunctionDecl& function);

 private:
  clang::DiagnosticErrorTrap trap_;
  clang::LangOptions& options_;
  std::set<const clang::FunctionDecl*> mistaken_;  // canonical
  std::set<const clang::FunctionDecl*> sound_;     // canonical, with all that they lead to
};

/// Complete classes that a test can name and make objects of; of a template without any, some with usual
/// arguments. None: no usual argument fits, or each is the base of its own argument.
std::vector<clang::CXXRecordDecl*> instantiations(clang::ClassTemplateDecl& declaration, clang::Sema& sema);

/// Partial specialisations that the project has written and not used.
std::vector<clang::ClassTemplatePartialSpecializationDecl*> unusedSpecialisations(
    clang::ClassTemplateDecl& declaration);

/// Functions that a test can name; of those that the project does not ask for, the definition compiles.
std::vector<clang::FunctionDecl*> instantiations(clang::FunctionTemplateDecl& declaration, clang::Sema& sema);

/// The definition of a class that may be an instantiation, made now if need be; null without one, or when it
/// has mistakes.
clang::CXXRecordDecl* completed(clang::CXXRecordDecl& record, clang::Sema& sema);

/// Whether the definition of an instantiated function compiles; it is made for that. True for others.
bool definitionCompiles(const clang::FunctionDecl& function, clang::Sema& sema);

/// Shape<Circle> of class Circle : Shape<Circle>: an object of its own would not be what it takes itself for.
bool isBaseOfItsArgument(const clang::CXXRecordDecl& record);

}  // namespace covolve::program
