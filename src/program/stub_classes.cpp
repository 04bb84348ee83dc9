#include "program/stub_classes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "program/name_parts.h"
#include "program/results_in_turn.h"
#include "program/spelling.h"
#include "program/stub_plan.h"
#include "program/stub_text.h"

namespace covolve::program {

namespace {

bool isNameTaken(const std::string& name, clang::Sema& sema) {
  const clang::IdentifierInfo& identifier = sema.getASTContext().Idents.get(name);
  if (sema.getPreprocessor().getMacroInfo(&identifier) != nullptr) return true;
  clang::LookupResult found(sema, &identifier, clang::SourceLocation(), clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  return sema.LookupQualifiedName(found, sema.getASTContext().getTranslationUnitDecl());
}

/// Sensor of alarms::Sensor, ListenerString of Listener<std::string>.
std::string plainName(const clang::CXXRecordDecl& record, clang::ASTContext& context) {
  std::string written = ownName(record, context);
  constexpr std::string_view kStd = "std::";
  for (size_t at = written.find(kStd); at != std::string::npos; at = written.find(kStd))
    written.erase(at, kStd.size());
  std::string name;
  bool startsWord = true;
  for (const char c : written) {
    const bool isLetter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (isLetter) name += startsWord ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    startsWord = !isLetter;
  }
  return withoutInterfacePrefix(name);
}

}  // namespace

std::string StubClasses::freshName(const clang::CXXRecordDecl& record) {
  const std::string wish = "Stub" + plainName(record, sema_.getASTContext());
  std::string name = wish;
  for (unsigned number = 2; isNameTaken(name, sema_) || !names_.insert(name).second; ++number)
    name = wish + std::to_string(number);
  return name;
}

const std::vector<Draft>& StubClasses::add(clang::CXXRecordDecl& record) {
  const auto [known, isNew] = makers_.try_emplace(record.getCanonicalDecl());
  std::vector<Draft>& makers = known->second;
  if (!isNew || !record.isAbstract()) return makers;
  const TypeId base = types_.map(sema_.getASTContext().getRecordType(&record), Need::OnlyResult);
  if (findings_.types[base].kind != TypeKind::Class) return makers;

  const StubPlan plan(record, sema_, types_, drafts_, findings_);
  std::optional<std::string> obstacle = plan.whyImpossible();
  if (isNameTaken(ResultsInTurn::name, sema_))
    obstacle = fmt::format("the code has a {} of its own", ResultsInTurn::name);
  if (obstacle) {
    findings_.types[base].unsupportedReason += ", and no stub can be written for it: " + *obstacle;
    return makers;
  }
  const std::string name = freshName(record);
  Type type;
  type.kind = TypeKind::Class;
  type.spelling = name;
  type.bases = findings_.types[base].bases;
  type.bases.push_back(base);
  type.seenTypes = findings_.types[base].seenTypes;
  type.seesElements = findings_.types[base].seesElements;
  type.stub = writeStub(plan, name, base, sema_.getASTContext());
  const TypeId stub = types_.addDefined(std::move(type), record);
  for (const std::vector<Parameter>& parameters : plan.parameters()) {
    Draft draft;
    draft.visibility = types_.visibilityOf(record);
    Callable& callable = draft.callable;
    callable.kind = CallableKind::Constructor;
    callable.name = name;
    callable.qualifiedName = name + "::" + name;
    callable.owner = callable.result = callable.stub = stub;
    callable.isStaticLinkage = draft.visibility.internal;
    callable.parameters = parameters;
    drafts_.add(draft);
    makers.push_back(findings_.drafts.back());
  }
  return makers;
}

}  // namespace covolve::program
