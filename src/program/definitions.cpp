#include "program/definitions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "program/spelling.h"

namespace covolve::program {

namespace {

class Walk {
 public:
  Walk(clang::ASTContext& context, const Sources& sources) : context_(context), sources_(sources) {}

  void visitAll(const clang::DeclContext& scope) {
    for (const clang::Decl* declaration : scope.decls()) visit(*declaration);
  }

  std::vector<Definition> take() { return std::move(definitions_); }

 private:
  void visit(const clang::Decl& declaration) {
    if (declaration.isImplicit() || declaration.isInvalidDecl()) return;
    if (const auto* shared = llvm::dyn_cast<clang::TemplateDecl>(&declaration)) {
      if (shared->getTemplatedDecl() != nullptr) visit(*shared->getTemplatedDecl());
    } else if (const auto* friendly = llvm::dyn_cast<clang::FriendDecl>(&declaration)) {
      if (friendly->getFriendDecl() != nullptr) visit(*friendly->getFriendDecl());
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
      visitFunction(*function);
    } else if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&declaration)) {
      visitField(*field);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl, clang::RecordDecl>(
                   declaration)) {
      if (!sources_.placeOf(declaration).inSystem) visitAll(*llvm::cast<clang::DeclContext>(&declaration));
    }
  }

  void visitFunction(const clang::FunctionDecl& function) {
    const clang::Stmt* const body = function.doesThisDeclarationHaveABody() ? function.getBody() : nullptr;
    if (body != nullptr)
      add(function, qualifiedName(function, context_), {function.getBeginLoc(), body->getEndLoc()});
  }

  void visitField(const clang::FieldDecl& field) {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field.getParent());
    if (record == nullptr || !field.hasInClassInitializer()) return;
    add(field, qualifiedName(*record, context_) + "::" + record->getNameAsString(), field.getSourceRange());
  }

  void add(const clang::Decl& declaration, std::string name, clang::SourceRange range) {
    const Place place = sources_.placeOf(declaration);
    const auto& files = sources_.filesUnderTest();
    if (std::ranges::find(files, place.file) == files.end()) return;
    const clang::SourceManager& manager = context_.getSourceManager();
    const clang::SourceLocation first = manager.getExpansionLoc(range.getBegin());
    // Behind the last token, in a macro behind its use.
    const clang::SourceLocation last = clang::Lexer::getLocForEndOfToken(
        manager.getExpansionRange(range.getEnd()).getEnd(), 0, manager, context_.getLangOpts());
    if (first.isInvalid() || last.isInvalid() || !manager.isWrittenInSameFile(first, last)) return;
    definitions_.push_back(
        {std::move(name),
         {place.file, manager.getSpellingLineNumber(first), manager.getSpellingColumnNumber(first),
          manager.getSpellingLineNumber(last), manager.getSpellingColumnNumber(last) - 1}});
  }

  clang::ASTContext& context_;
  const Sources& sources_;
  std::vector<Definition> definitions_;
};

}  // namespace

std::vector<Definition> definitionsIn(clang::ASTContext& context, const Sources& sources) {
  Walk walk(context, sources);
  walk.visitAll(*context.getTranslationUnitDecl());
  return walk.take();
}

}  // namespace covolve::program
