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

std::set<size_t> checkedParameters(const clang::FunctionDecl& function, unsigned depth);

/// Calls to which the function passes its parameters as they are.
class PassingOn : public clang::RecursiveASTVisitor<PassingOn> {
 public:
  PassingOn(const clang::FunctionDecl& function, unsigned depth, std::set<size_t>& checked)
      : function_(function), depth_(depth), checked_(checked) {}

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || llvm::isa<clang::CXXOperatorCallExpr>(call)) return true;
    std::optional<std::set<size_t>> checkedThere;
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      const auto passed = parameterOf(function_, *call->getArg(i));
      if (!passed || checked_.contains(*passed)) continue;
      if (!checkedThere) checkedThere = checkedParameters(*callee, depth_ + 1);
      if (checkedThere->contains(i)) checked_.insert(*passed);
    }
    return true;
  }

 private:
  const clang::FunctionDecl& function_;
  unsigned depth_;
  std::set<size_t>& checked_;
};

std::set<size_t> checkedParameters(const clang::FunctionDecl& function, unsigned depth) {
  constexpr unsigned kDeepest = 3;
  std::set<size_t> checked;
  const clang::FunctionDecl* definition = nullptr;
  if (depth > kDeepest || !function.hasBody(definition)) return checked;
  const auto note = [&](const clang::Expr& expression) {
    if (const auto parameter = parameterOf(*definition, expression)) checked.insert(*parameter);
  };
  NullChecks checks(definition->getASTContext(), note);
  checks.TraverseStmt(definition->getBody());
  PassingOn(*definition, depth, checked).TraverseStmt(definition->getBody());
  return checked;
}

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

std::set<size_t> checkedParameters(const clang::FunctionDecl& function) {
  return checkedParameters(function, 0);
}

std::string nameOfCallback(clang::QualType pointer, const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = policy.Bool = true;
  policy.UseVoidForZeroParams = false;
  return pointer.getCanonicalType().getUnqualifiedType().getAsString(policy);
}

}  // namespace covolve::program
