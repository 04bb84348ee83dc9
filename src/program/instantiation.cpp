#include "program/instantiation.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/TemplateDeduction.h>

#include <algorithm>

#include "base/interrupt.h"
#include "program/spelling.h"
#include "program/usual_arguments.h"

namespace covolve::program {

namespace {

constexpr size_t kMost = 3;  // of one template: more would test the same code again

/// Calls `look` with a statement and all that it is made of. (A visitor of clang's would be far longer in
/// compilation than all else here.)
template <typename Look>
void forEachPart(const clang::Stmt* statement, const Look& look) {
  if (statement == nullptr) return;
  look(*statement);
  for (const clang::Stmt* part : statement->children()) forEachPart(part, look);
}

const clang::Decl* namedBy(const clang::Stmt& statement) {
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&statement)) return reference->getDecl();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement)) return member->getMemberDecl();
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&statement))
    return construction->getConstructor();
  return nullptr;
}

std::vector<const clang::FunctionDecl*> functionsNamedIn(const clang::FunctionDecl& function) {
  std::vector<const clang::FunctionDecl*> found;
  const clang::FunctionDecl* definition = function.getDefinition();
  if (definition == nullptr) return found;
  forEachPart(definition->getBody(), [&](const clang::Stmt& part) {
    if (const auto* named = llvm::dyn_cast_or_null<clang::FunctionDecl>(namedBy(part)))
      found.push_back(named->getCanonicalDecl());
  });
  return found;
}

/// Decides by what its parameters are: then one instantiation does not reach all of it.
bool decidesByType(const clang::Decl& pattern) {
  if (const auto* declaration = llvm::dyn_cast<clang::TemplateDecl>(&pattern)) {
    const clang::NamedDecl* templated = declaration->getTemplatedDecl();
    return templated != nullptr && decidesByType(*templated);
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&pattern)) {
    bool decides =
        llvm::isa<clang::CXXMethodDecl>(function) && function->getTrailingRequiresClause() != nullptr;
    if (function->isThisDeclarationADefinition()) {
      forEachPart(function->getBody(), [&](const clang::Stmt& part) {
        const auto* condition = llvm::dyn_cast<clang::IfStmt>(&part);
        decides = decides || (condition != nullptr && condition->isConstexpr());
      });
    }
    return decides;
  }
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&pattern);
  return record != nullptr &&
         std::ranges::any_of(record->decls(), [](const clang::Decl* part) { return decidesByType(*part); });
}

InstantiationMistakes& mistakesOf(clang::Sema& sema) {
  return static_cast<InstantiationMistakes&>(*sema.getASTMutationListener());
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

/// The arguments of constructors and operators are not written, so all must follow from what they are called
/// with.
bool isDeducedOrWritten(clang::FunctionTemplateDecl& declaration, clang::Sema& sema) {
  const clang::FunctionDecl* pattern = declaration.getTemplatedDecl();
  if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXConversionDecl>(pattern) &&
      !pattern->isOverloadedOperator())
    return true;
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
  const size_t most = decidesByType(*declaration.getTemplatedDecl()) ? kMost : 1;
  for (auto& arguments : usualArguments(*declaration.getTemplateParameters(), sema)) {
    if (made.size() == most || interruptRequested()) break;
    Made* one = instantiate(declaration, arguments, sema);
    if (one != nullptr && std::ranges::find(made, one) == made.end()) made.push_back(one);
  }
  return made;
}

/// Of what it was instantiated: a template or a partial specialisation; null of what was written in full.
const clang::Decl* originOf(const clang::ClassTemplateSpecializationDecl& record) {
  if (record.getSpecializationKind() == clang::TSK_ExplicitSpecialization) return nullptr;
  const auto origin = record.getInstantiatedFrom();
  if (origin.isNull()) return nullptr;
  if (auto* partial = origin.dyn_cast<clang::ClassTemplatePartialSpecializationDecl*>()) return partial;
  return origin.get<clang::ClassTemplateDecl*>();
}

}  // namespace

void InstantiationMistakes::FunctionDefinitionInstantiated(const clang::FunctionDecl* function) {
  if (!trap_.hasErrorOccurred()) return;
  mistaken_.insert(function->getCanonicalDecl());
  // It has failed: whatever is still waiting is refused at once.
  options_.InstantiationDepth = 0;
  trap_.reset();
}

void InstantiationMistakes::start() {
  // Types that grow with each level take twice the time on each.
  constexpr unsigned kDeepest = 32;
  options_.InstantiationDepth = kDeepest;
  trap_.reset();
}

void InstantiationMistakes::add(const clang::FunctionDecl& function) {
  mistaken_.insert(function.getCanonicalDecl());
}

bool InstantiationMistakes::reachedFrom(const clang::FunctionDecl& function) {
  if (mistaken_.empty()) return false;
  std::set<const clang::FunctionDecl*> visited;
  std::vector<const clang::FunctionDecl*> open = {function.getCanonicalDecl()};
  while (!open.empty()) {
    const clang::FunctionDecl* next = open.back();
    open.pop_back();
    if (mistaken_.contains(next)) return true;
    if (sound_.contains(next) || !visited.insert(next).second) continue;
    // The project's own calls of templates were compiled before.
    if (next != function.getCanonicalDecl() && next->getTemplateInstantiationPattern() == nullptr) continue;
    for (const clang::FunctionDecl* callee : functionsNamedIn(*next)) open.push_back(callee);
  }
  sound_.merge(visited);
  return false;
}

clang::CXXRecordDecl* completed(clang::CXXRecordDecl& record, clang::Sema& sema) {
  const clang::QualType type = sema.getASTContext().getRecordType(&record);
  const clang::DiagnosticErrorTrap mistakes(sema.getDiagnostics());
  if (record.isDependentContext() || !sema.isCompleteType(record.getLocation(), type)) return nullptr;
  clang::CXXRecordDecl* definition = record.getDefinition();
  const bool isSound = definition != nullptr && !definition->isInvalidDecl() && !mistakes.hasErrorOccurred();
  return isSound ? definition : nullptr;
}

std::vector<clang::CXXRecordDecl*> instantiations(clang::ClassTemplateDecl& declaration, clang::Sema& sema) {
  const std::vector<clang::ClassTemplateSpecializationDecl*> known(declaration.spec_begin(),
                                                                   declaration.spec_end());
  std::vector<clang::CXXRecordDecl*> found;
  bool hasOwn = false;  // of the template itself, not of a partial specialisation
  for (clang::ClassTemplateSpecializationDecl* record : known) {
    clang::CXXRecordDecl* definition = whyUnnameable(*record) ? nullptr : completed(*record, sema);
    const clang::Decl* origin = definition != nullptr ? originOf(*record) : nullptr;
    if (origin == nullptr) continue;
    hasOwn = hasOwn || llvm::isa<clang::ClassTemplateDecl>(origin);
    if (found.size() < kMost && !isBaseOfItsArgument(*definition)) found.push_back(definition);
  }
  if (hasOwn) return found;
  for (auto* made : withUsualArguments<clang::CXXRecordDecl>(declaration, sema)) found.push_back(made);
  return found;
}

std::vector<clang::ClassTemplatePartialSpecializationDecl*> unusedSpecialisations(
    clang::ClassTemplateDecl& declaration) {
  std::set<const clang::Decl*> used;
  for (const clang::ClassTemplateSpecializationDecl* record : declaration.specializations()) {
    if (const clang::Decl* origin = originOf(*record)) used.insert(origin->getCanonicalDecl());
  }
  llvm::SmallVector<clang::ClassTemplatePartialSpecializationDecl*> written;
  declaration.getPartialSpecializations(written);
  std::vector<clang::ClassTemplatePartialSpecializationDecl*> unused;
  for (clang::ClassTemplatePartialSpecializationDecl* one : written) {
    if (one->hasDefinition() && !used.contains(one->getCanonicalDecl())) unused.push_back(one);
  }
  return unused;
}

std::vector<clang::FunctionDecl*> instantiations(clang::FunctionTemplateDecl& declaration,
                                                 clang::Sema& sema) {
  const std::vector<clang::FunctionDecl*> known(declaration.spec_begin(), declaration.spec_end());
  std::vector<clang::FunctionDecl*> found;
  bool hasOwn = false;
  for (clang::FunctionDecl* function : known) {
    const clang::TemplateSpecializationKind kind = function->getTemplateSpecializationKind();
    // Others were only considered when a call was resolved.
    const bool isAskedFor =
        kind == clang::TSK_ImplicitInstantiation ? function->isDefined() : kind != clang::TSK_Undeclared;
    if (!isAskedFor || !isNameable(*function)) continue;
    hasOwn = hasOwn || kind != clang::TSK_ExplicitSpecialization;
    if (found.size() < kMost) found.push_back(function);
  }
  if (hasOwn || !isDeducedOrWritten(declaration, sema)) return found;
  for (auto* made : withUsualArguments<clang::FunctionDecl>(declaration, sema)) found.push_back(made);
  return found;
}

bool definitionCompiles(const clang::FunctionDecl& function, clang::Sema& sema) {
  if (function.isInvalidDecl()) return false;
  if (function.getTemplateInstantiationPattern() == nullptr) return true;
  InstantiationMistakes& mistakes = mistakesOf(sema);
  if (!function.isDefined()) {
    // The tree grows where it is asked for, whoever holds it as constant.
    auto& growing = const_cast<clang::FunctionDecl&>(function);
    const clang::DiagnosticErrorTrap trap(sema.getDiagnostics());
    mistakes.start();
    sema.InstantiateFunctionDefinition(function.getLocation(), &growing, /*Recursive=*/true);
    if (trap.hasErrorOccurred()) mistakes.add(function);
    mistakes.start();
  }
  return !mistakes.reachedFrom(function);
}

bool isBaseOfItsArgument(const clang::CXXRecordDecl& record) {
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (specialisation == nullptr) return false;
  return std::ranges::any_of(specialisation->getTemplateArgs().asArray(), [&](const auto& argument) {
    if (argument.getKind() != clang::TemplateArgument::Type) return false;
    const clang::CXXRecordDecl* given = argument.getAsType()->getAsCXXRecordDecl();
    return given != nullptr && given->hasDefinition() && given->isDerivedFrom(&record);
  });
}

}  // namespace covolve::program
