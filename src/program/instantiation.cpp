#include "program/instantiation.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/TemplateDeduction.h>

#include "program/spelling.h"
#include "program/usual_arguments.h"

namespace covolve::program {

namespace {

constexpr size_t kMost = 3;  // of one template: more would test the same code again

/// Decides by what its parameters are: then one instantiation does not reach all of it.
class ConstexprDecisions : public clang::RecursiveASTVisitor<ConstexprDecisions> {
 public:
  bool VisitIfStmt(clang::IfStmt* statement) {
    found_ = found_ || statement->isConstexpr();
    return !found_;
  }
  static bool in(clang::Decl& pattern) {
    ConstexprDecisions decisions;
    decisions.TraverseDecl(&pattern);
    return decisions.found_;
  }

 private:
  bool found_ = false;
};

size_t enough(clang::TemplateDecl& declaration) {
  return ConstexprDecisions::in(*declaration.getTemplatedDecl()) ? kMost : 1;
}

/// A complete class without mistakes; null otherwise.
clang::CXXRecordDecl* completed(clang::CXXRecordDecl& record, clang::Sema& sema) {
  const clang::QualType type = sema.getASTContext().getRecordType(&record);
  const clang::DiagnosticErrorTrap mistakes(sema.getDiagnostics());
  if (record.isDependentContext() || !sema.isCompleteType(record.getLocation(), type)) return nullptr;
  clang::CXXRecordDecl* definition = record.getDefinition();
  const bool isSound = definition != nullptr && !definition->isInvalidDecl() && !mistakes.hasErrorOccurred();
  return isSound ? definition : nullptr;
}

clang::CXXRecordDecl* instantiate(clang::ClassTemplateDecl& declaration,
                                  clang::TemplateArgumentListInfo& arguments, clang::Sema& sema) {
  const clang::DiagnosticErrorTrap mistakes(sema.getDiagnostics());
  const clang::QualType type =
      sema.CheckTemplateIdType(clang::TemplateName(&declaration), declaration.getLocation(), arguments);
  clang::CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (record == nullptr || mistakes.hasErrorOccurred() || completed(*record, sema) == nullptr) return nullptr;
  // With arguments that make sense for it most of a class compiles.
  size_t sound = 0;
  size_t unsound = 0;
  for (const clang::CXXMethodDecl* method : record->getDefinition()->methods()) {
    if (method->isImplicit() || method->isDeleted() || method->getTrailingRequiresClause() != nullptr)
      continue;
    ++(definitionCompiles(*method, sema) ? sound : unsound);
  }
  return unsound > sound ? nullptr : record->getDefinition();
}

clang::FunctionDecl* instantiate(clang::FunctionTemplateDecl& declaration,
                                 clang::TemplateArgumentListInfo& arguments, clang::Sema& sema) {
  const clang::DiagnosticErrorTrap mistakes(sema.getDiagnostics());
  clang::sema::TemplateDeductionInfo info(declaration.getLocation());
  clang::FunctionDecl* function = nullptr;
  const auto result = sema.DeduceTemplateArguments(&declaration, &arguments, function, info);
  const bool isDeclared = result == clang::TemplateDeductionResult::Success && function != nullptr &&
                          !function->isInvalidDecl() && !mistakes.hasErrorOccurred();
  return isDeclared && definitionCompiles(*function, sema) ? function : nullptr;
}

/// A constructor's arguments cannot be named, so all must follow from what it is called with.
bool isCallableWithout(clang::FunctionTemplateDecl& declaration, clang::Sema& sema) {
  llvm::SmallBitVector deduced(declaration.getTemplateParameters()->size());
  sema.MarkDeducedTemplateParameters(&declaration, deduced);
  return deduced.all();
}

bool isNameable(const clang::FunctionDecl& function) {
  const clang::TemplateArgumentList* arguments = function.getTemplateSpecializationArgs();
  return arguments == nullptr || !whyUnnameable(arguments->asArray());
}

template <typename Made, typename Template>
std::vector<Made*> withUsualArguments(Template& declaration, clang::Sema& sema) {
  std::vector<Made*> made;
  const size_t most = enough(declaration);
  for (auto& arguments : usualArguments(*declaration.getTemplateParameters(), sema)) {
    if (made.size() == most) break;
    if (Made* one = instantiate(declaration, arguments, sema)) made.push_back(one);
  }
  return made;
}

}  // namespace

std::vector<clang::CXXRecordDecl*> instantiations(clang::ClassTemplateDecl& declaration, clang::Sema& sema) {
  const std::vector<clang::CXXRecordDecl*> known(declaration.spec_begin(), declaration.spec_end());
  std::vector<clang::CXXRecordDecl*> found;
  for (clang::CXXRecordDecl* record : known) {
    if (found.size() == kMost) break;
    clang::CXXRecordDecl* definition = whyUnnameable(*record) ? nullptr : completed(*record, sema);
    if (definition != nullptr) found.push_back(definition);
  }
  return found.empty() ? withUsualArguments<clang::CXXRecordDecl>(declaration, sema) : found;
}

std::vector<clang::FunctionDecl*> instantiations(clang::FunctionTemplateDecl& declaration,
                                                 clang::Sema& sema) {
  const std::vector<clang::FunctionDecl*> known(declaration.spec_begin(), declaration.spec_end());
  std::vector<clang::FunctionDecl*> found;
  for (clang::FunctionDecl* function : known) {
    // Others were only considered when a call was resolved.
    const clang::TemplateSpecializationKind kind = function->getTemplateSpecializationKind();
    const bool isWritten = kind != clang::TSK_ImplicitInstantiation && kind != clang::TSK_Undeclared;
    if (found.size() < kMost && (isWritten || function->isDefined()) && isNameable(*function)) {
      found.push_back(function);
    }
  }
  const bool isConstructor = llvm::isa<clang::CXXConstructorDecl>(declaration.getTemplatedDecl());
  if (!found.empty() || (isConstructor && !isCallableWithout(declaration, sema))) return found;
  return withUsualArguments<clang::FunctionDecl>(declaration, sema);
}

bool definitionCompiles(const clang::FunctionDecl& function, clang::Sema& sema) {
  if (function.isInvalidDecl()) return false;
  if (function.isDefined() || function.getTemplateInstantiationPattern() == nullptr) return true;
  // The tree grows where it is asked for, whoever holds it as constant.
  auto& growing = const_cast<clang::FunctionDecl&>(function);
  const clang::DiagnosticErrorTrap mistakes(sema.getDiagnostics());
  sema.InstantiateFunctionDefinition(function.getLocation(), &growing, /*Recursive=*/true);
  if (!mistakes.hasErrorOccurred()) return true;
  growing.setInvalidDecl();
  return false;
}

}  // namespace covolve::program
