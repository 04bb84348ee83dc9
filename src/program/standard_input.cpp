#include "program/standard_input.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLExtras.h>

#include <set>

#include "program/sources.h"

namespace covolve::program {

namespace {

using Names = std::set<llvm::StringRef>;

bool isNamed(const clang::NamedDecl& declaration, const Names& names) {
  return declaration.getIdentifier() != nullptr && names.contains(declaration.getName());
}

class Readers : public clang::RecursiveASTVisitor<Readers> {
  using Base = clang::RecursiveASTVisitor<Readers>;

 public:
  Readers(const clang::SourceManager& manager, const Sources& sources)
      : manager_(manager), sources_(sources) {}

  bool found() const { return found_; }

  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration == nullptr || isOfSystem(*declaration)) return true;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      if (function->isMain() || !sources_.isRequested(sources_.placeOf(*function).file)) return true;
    }
    return Base::TraverseDecl(declaration);
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    if (isInput(variable->getInit())) inputs_.insert(variable);
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl* field) {
    if (isInput(field->getInClassInitializer())) inputs_.insert(field);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->getOpcode() == clang::BO_Shr) return note(isInput(operation->getLHS()));
    if (operation->getOpcode() != clang::BO_Assign || !isInput(operation->getRHS())) return true;
    const clang::Expr* to = operation->getLHS()->IgnoreParenImpCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(to)) inputs_.insert(reference->getDecl());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(to)) inputs_.insert(member->getMemberDecl());
    return true;
  }

  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) {
    if (initializer->isAnyMemberInitializer() && isInput(initializer->getInit()))
      inputs_.insert(initializer->getAnyMember());
    return Base::TraverseConstructorInitializer(initializer);
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* object) {
    return note(llvm::any_of(object->arguments(), [&](const auto* given) { return isInput(given); }));
  }

  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) {
    static const Names kReading = {"get", "getline", "ignore", "peek", "rdbuf", "read", "readsome"};
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    return note(method != nullptr && isNamed(*method, kReading) &&
                isInput(call->getImplicitObjectArgument()));
  }

  bool VisitCallExpr(clang::CallExpr* call) { return note(reads(*call)); }

 private:
  bool reads(const clang::CallExpr& call) const {
    static const Names kOfInput = {"getchar", "getchar_unlocked", "getwchar", "gets",
                                   "scanf",   "vscanf",           "wscanf",   "vwscanf"};
    static const Names kOfWhatIsGiven = {"fgetc",   "fgetc_unlocked", "fgets",   "fgetwc",  "fgetws",
                                         "fread",   "fscanf",         "fwscanf", "getc",    "getdelim",
                                         "getline", "getc_unlocked",  "getwc",   "vfscanf", "vfwscanf"};
    const clang::FunctionDecl* callee = call.getDirectCallee();
    const bool isOfLibrary = callee != nullptr && isOfSystem(*callee);
    if (isOfLibrary && isNamed(*callee, kOfInput)) return true;
    if (llvm::none_of(call.arguments(), [&](const auto* given) { return isInput(given); })) return false;
    if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call))
      return operation->getOperator() == clang::OO_GreaterGreater ||
             operation->getOperator() == clang::OO_Call;
    return !isOfLibrary || isNamed(*callee, kOfWhatIsGiven);
  }

  /// Standard input itself, or what holds it.
  bool isInput(const clang::Expr* expression) const {
    static const Names kNames = {"cin", "wcin", "stdin"};
    if (expression == nullptr) return false;
    expression = expression->IgnoreParenCasts();
    if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression))
      return isInput(choice->getTrueExpr()) || isInput(choice->getFalseExpr());
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      const bool isSame = address->getOpcode() == clang::UO_AddrOf || address->getOpcode() == clang::UO_Deref;
      return isSame && isInput(address->getSubExpr());
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
      return inputs_.contains(member->getMemberDecl());
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    if (reference == nullptr) return false;
    const clang::ValueDecl& declaration = *reference->getDecl();
    return inputs_.contains(&declaration) || (isNamed(declaration, kNames) && isOfSystem(declaration));
  }

  bool isOfSystem(const clang::Decl& declaration) const {
    return manager_.isInSystemHeader(declaration.getLocation());
  }

  /// False ends the traversal.
  bool note(bool reads) {
    found_ = found_ || reads;
    return !found_;
  }

  const clang::SourceManager& manager_;
  const Sources& sources_;
  std::set<const clang::ValueDecl*> inputs_;
  bool found_ = false;
};

}  // namespace

bool readsStandardInput(clang::ASTContext& context, const Sources& sources) {
  Readers readers(context.getSourceManager(), sources);
  readers.TraverseDecl(context.getTranslationUnitDecl());
  // What holds it may be given it behind the code that reads.
  if (!readers.found()) readers.TraverseDecl(context.getTranslationUnitDecl());
  return readers.found();
}

}  // namespace covolve::program
