#include "program/callability.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include "program/instantiation.h"

namespace covolve::program {

namespace {

bool sameParameters(const clang::FunctionDecl& a, const clang::FunctionDecl& b, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const clang::QualType left = a.getParamDecl(i)->getType().getNonReferenceType().getCanonicalType();
    const clang::QualType right = b.getParamDecl(i)->getType().getNonReferenceType().getCanonicalType();
    if (left.getUnqualifiedType() != right.getUnqualifiedType()) return false;
  }
  return true;
}

/// One is chosen by the object it is called on.
bool differInQualifiers(const clang::FunctionDecl& a, const clang::FunctionDecl& b) {
  const auto* left = llvm::dyn_cast<clang::CXXMethodDecl>(&a);
  const auto* right = llvm::dyn_cast<clang::CXXMethodDecl>(&b);
  return left != nullptr && right != nullptr &&
         (left->isConst() != right->isConst() || left->getRefQualifier() != right->getRefQualifier());
}

/// f(int) beside f(const int &): no argument prefers one of them.
bool hasTwinByReference(const clang::FunctionDecl& function) {
  for (const clang::NamedDecl* other :
       function.getDeclContext()->getRedeclContext()->lookup(function.getDeclName())) {
    const auto* overload = llvm::dyn_cast<clang::FunctionDecl>(other);
    if (overload == nullptr || overload->getCanonicalDecl() == function.getCanonicalDecl()) continue;
    if (overload->getNumParams() != function.getNumParams() || differInQualifiers(function, *overload))
      continue;
    if (!sameParameters(function, *overload, function.getNumParams())) continue;
    for (unsigned i = 0; i < function.getNumParams(); ++i) {
      const bool byReference = function.getParamDecl(i)->getType()->isReferenceType();
      if (byReference != overload->getParamDecl(i)->getType()->isReferenceType()) return true;
    }
  }
  return false;
}

/// A qualified name does not reach into an unnamed namespace where the enclosing one has the same name
/// itself.
bool isHiddenByEnclosing(const clang::FunctionDecl& function) {
  const clang::DeclContext* scope = function.getDeclContext()->getRedeclContext();
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
  if (space == nullptr || !space->isAnonymousNamespace()) return false;
  return !space->getParent()->getRedeclContext()->lookup(function.getDeclName()).empty();
}

}  // namespace

bool isAmbiguousWith(const clang::FunctionDecl& function, unsigned count) {
  for (const clang::NamedDecl* other :
       function.getDeclContext()->getRedeclContext()->lookup(function.getDeclName())) {
    const auto* overload = llvm::dyn_cast<clang::FunctionDecl>(other);
    if (overload == nullptr || overload->getCanonicalDecl() == function.getCanonicalDecl()) continue;
    if (differInQualifiers(function, *overload)) continue;
    if (overload->getNumParams() >= count && overload->getMinRequiredArguments() <= count &&
        sameParameters(function, *overload, count)) {
      return true;
    }
  }
  return false;
}

std::optional<std::string> whyUncallable(const clang::FunctionDecl& function, clang::Sema& sema,
                                         Caller caller) {
  if (function.isMain()) return "program entry";
  if (function.isDeleted()) return "deleted";
  if (function.getAccess() == clang::AS_private) return "private: reached only through its callers";
  if (function.getAccess() == clang::AS_protected && caller != Caller::DerivedClass)
    return "protected: reached only through its callers";
  if (function.isVariadic()) return "variadic";
  if (function.isImmediateFunction()) return "runs at compile time only";
  if (function.hasAttr<clang::UnavailableAttr>()) return "marked unavailable";
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  if (function.isInvalidDecl())
    return pattern != nullptr ? "does not compile with these template arguments" : "does not compile";
  switch (function.getOverloadedOperator()) {
    case clang::OO_New:
    case clang::OO_Array_New:
    case clang::OO_Delete:
    case clang::OO_Array_Delete:
      return "manages memory for the compiler";
    default:
      break;
  }
  if (function.getLiteralIdentifier() != nullptr && function.getNumParams() == 2) {
    return "literal operator: its length must fit its text";
  }
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    if (method->isExplicitObjectMemberFunction()) return "explicit object parameters are not supported yet";
    if (method->isPureVirtual() && !method->hasBody() && caller != Caller::ThroughBase)
      return "pure virtual: has no code";
  }
  if (function.getTrailingRequiresClause() != nullptr) {
    clang::ConstraintSatisfaction satisfaction;
    if (sema.CheckFunctionConstraints(&function, satisfaction) || !satisfaction.IsSatisfied) {
      return "its constraints are not satisfied";
    }
  }
  if (pattern != nullptr && function.getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation &&
      !pattern->isDefined()) {
    return "declared here, defined elsewhere";
  }
  if (!definitionCompiles(function, sema)) return "does not compile with these template arguments";
  if (isHiddenByEnclosing(function)) return "in an unnamed namespace, hidden by an outer function";
  if (hasTwinByReference(function)) return "ambiguous: an overload differs in a reference only";
  const clang::QualType result = function.getReturnType();
  if (result->isRecordType() && !sema.isCompleteType(function.getLocation(), result)) {
    return "its result type is incomplete here";
  }
  return std::nullopt;
}

}  // namespace covolve::program
