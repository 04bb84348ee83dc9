#include "program/null_checks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <optional>

namespace covolve::program {

namespace {

/// Calls `note` with all that is compared with null.
template <class Note>
class NullChecks : public clang::RecursiveASTVisitor<NullChecks<Note>> {
  using Base = clang::RecursiveASTVisitor<NullChecks<Note>>;

 public:
  NullChecks(const clang::ASTContext& context, const Note& note) : context_(context), note_(note) {}

  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration == nullptr || context_.getSourceManager().isInSystemHeader(declaration->getLocation()))
      return true;
    return Base::TraverseDecl(declaration);
  }

  bool VisitIfStmt(clang::IfStmt* statement) { return found(statement->getCond()); }
  bool VisitWhileStmt(clang::WhileStmt* statement) { return found(statement->getCond()); }
  bool VisitForStmt(clang::ForStmt* statement) { return found(statement->getCond()); }
  bool VisitConditionalOperator(clang::ConditionalOperator* choice) { return found(choice->getCond()); }
  bool VisitUnaryOperator(clang::UnaryOperator* negation) {
    return negation->getOpcode() != clang::UO_LNot || found(negation->getSubExpr());
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    return cast->getCastKind() != clang::CK_PointerToBoolean || found(cast->getSubExpr());
  }
  bool VisitBinaryOperator(clang::BinaryOperator* binary) {
    if (binary->isLogicalOp()) return found(binary->getLHS()) && found(binary->getRHS());
    if (!binary->isEqualityOp()) return true;
    if (isNull(*binary->getRHS())) return found(binary->getLHS());
    return !isNull(*binary->getLHS()) || found(binary->getRHS());
  }

 private:
  bool isNull(const clang::Expr& expression) const {
    return !expression.isValueDependent() &&
           expression.isNullPointerConstant(const_cast<clang::ASTContext&>(context_),
                                            clang::Expr::NPC_NeverValueDependent) !=
               clang::Expr::NPCK_NotNull;
  }

  bool found(const clang::Expr* expression) {
    if (expression != nullptr) note_(*expression->IgnoreParenImpCasts());
    return true;
  }

  const clang::ASTContext& context_;
  const Note& note_;
};

/// Nothing where the expression is no parameter of the function.
std::optional<size_t> parameterOf(const clang::FunctionDecl& function, const clang::Expr& expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenCasts());
  const auto* parameter =
      reference == nullptr ? nullptr : llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl());
  if (parameter == nullptr || parameter->getDeclContext() != &function) return std::nullopt;
  return parameter->getFunctionScopeIndex();
}

/// Calls `note` with the function and the place there of each parameter that is passed on as it is.
template <class Note>
class PassingOn : public clang::RecursiveASTVisitor<PassingOn<Note>> {
 public:
  PassingOn(const clang::FunctionDecl& function, const Note& note) : function_(function), note_(note) {}

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || llvm::isa<clang::CXXOperatorCallExpr>(call)) return true;
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      if (const auto passed = parameterOf(function_, *call->getArg(i))) note_(*passed, *callee, i);
    }
    return true;
  }

 private:
  const clang::FunctionDecl& function_;
  const Note& note_;
};

}  // namespace

std::set<std::string> checkedCallbacks(clang::ASTContext& context) {
  std::set<std::string> names;
  const auto note = [&](const clang::Expr& expression) {
    const clang::QualType type = expression.getType();
    if (!type.isNull() && type->isFunctionPointerType()) names.insert(nameOfCallback(type, context));
  };
  NullChecks checks(context, note);
  checks.TraverseDecl(context.getTranslationUnitDecl());
  return names;
}

const std::set<size_t>& CheckedParameters::of(const clang::FunctionDecl& function) {
  constexpr unsigned kDeepest = 3;
  return within(function, kDeepest);
}

const CheckedParameters::Own& CheckedParameters::ownOf(const clang::FunctionDecl& function) {
  const auto [found, isNew] = own_.try_emplace(function.getCanonicalDecl());
  Own& own = found->second;
  const clang::FunctionDecl* definition = nullptr;
  if (!isNew || !function.hasBody(definition)) return own;
  const auto noteCheck = [&](const clang::Expr& expression) {
    if (const auto parameter = parameterOf(*definition, expression)) own.checked.insert(*parameter);
  };
  NullChecks checks(definition->getASTContext(), noteCheck);
  checks.TraverseStmt(definition->getBody());
  const auto notePassing = [&](size_t parameter, const clang::FunctionDecl& callee, size_t there) {
    own.passed.insert({parameter, callee.getCanonicalDecl(), there});
  };
  PassingOn(*definition, notePassing).TraverseStmt(definition->getBody());
  return own;
}

const std::set<size_t>& CheckedParameters::within(const clang::FunctionDecl& function, unsigned calls) {
  const auto key = std::pair(function.getCanonicalDecl(), calls);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const Own& own = ownOf(function);
  std::set<size_t> checked = own.checked;
  if (calls > 0) {
    for (const auto& [parameter, callee, there] : own.passed) {
      if (within(*callee, calls - 1).contains(there)) checked.insert(parameter);
    }
  }
  return known_.emplace(key, std::move(checked)).first->second;
}

std::string nameOfCallback(clang::QualType pointer, const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = policy.Bool = true;
  policy.UseVoidForZeroParams = false;
  return pointer.getCanonicalType().getUnqualifiedType().getAsString(policy);
}

}  // namespace covolve::program
