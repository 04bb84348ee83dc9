#include "program/standard_input.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <set>

namespace covolve::program {

namespace {

class Readers : public clang::RecursiveASTVisitor<Readers> {
  using Base = clang::RecursiveASTVisitor<Readers>;

 public:
  explicit Readers(const clang::SourceManager& manager) : manager_(manager) {}

  bool found() const { return found_; }

  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration == nullptr || manager_.isInSystemHeader(declaration->getLocation())) return true;
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isMain()) return true;
    return Base::TraverseDecl(declaration);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    static const std::set<llvm::StringRef> kNames = {
        "cin", "wcin", "stdin", "getchar", "scanf", "vscanf", "wscanf", "getchar_unlocked", "getwchar"};
    const clang::ValueDecl& declaration = *reference->getDecl();
    found_ = declaration.getIdentifier() != nullptr && kNames.contains(declaration.getName()) &&
             manager_.isInSystemHeader(declaration.getLocation());
    return !found_;
  }

 private:
  const clang::SourceManager& manager_;
  bool found_ = false;
};

}  // namespace

bool readsStandardInput(clang::ASTContext& context) {
  Readers readers(context.getSourceManager());
  readers.TraverseDecl(context.getTranslationUnitDecl());
  return readers.found();
}

}  // namespace covolve::program
