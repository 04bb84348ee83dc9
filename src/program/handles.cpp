#include "program/handles.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "program/c_unit.h"
#include "program/disposal.h"
#include "program/freeing.h"
#include "program/name_parts.h"
#include "program/sources.h"

namespace covolve::program {

namespace {

/// void* and char*: to what anybody may write, or nobody knows.
bool isPlainPointer(clang::QualType type) {
  if (!type->isPointerType()) return false;
  const clang::QualType pointee = type->getPointeeType();
  return !pointee.isConstQualified() && !pointee.isVolatileQualified() &&
         (pointee->isVoidType() || pointee->isCharType());
}

/// The names that lead to the type, the outermost first.
std::vector<const clang::TypedefNameDecl*> namesOf(clang::QualType type) {
  std::vector<const clang::TypedefNameDecl*> names;
  while (const auto* named = type->getAs<clang::TypedefType>()) {
    names.push_back(named->getDecl()->getCanonicalDecl());
    type = named->desugar();
  }
  return names;
}

const clang::TypedefNameDecl* nameOfPlainPointer(clang::QualType type, const Sources& sources) {
  if (!isPlainPointer(type)) return nullptr;
  const auto names = namesOf(type);
  return names.empty() || sources.placeOf(*names[0]).inSystem ? nullptr : names[0];
}

/// parser_free is for a parser_t, g_free for no gpointer.
bool isNamedFor(const std::string& function, const std::string& type) {
  if (ownPart(function, type).size() < function.size()) return true;
  const std::vector<std::string> ofFunction = wordsOfName(function);
  std::vector<std::string> ofType = wordsOfName(type);
  std::erase_if(ofType, [](const std::string& word) { return word == "t" || word == "handle"; });
  return !ofType.empty() && std::ranges::search(ofFunction, ofType).begin() != ofFunction.end();
}

}  // namespace

Handles::Handles(const clang::ASTContext& context, const Sources& sources) {
  Uses uses;
  look(*context.getTranslationUnitDecl(), sources, uses);
  std::ranges::set_intersection(uses.made, uses.takenBack, std::inserter(names_, names_.end()));
}

const clang::TypedefNameDecl* Handles::of(clang::QualType type) const {
  if (names_.empty()) return nullptr;
  const auto names = namesOf(type);
  const auto found = std::ranges::find_if(names, [&](const auto* name) { return names_.contains(name); });
  return found == names.end() ? nullptr : *found;
}

void Handles::look(const clang::DeclContext& context, const Sources& sources, Uses& uses) {
  for (const clang::Decl* declaration : context.decls()) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
      if (!sources.placeOf(*declaration).inSystem)
        look(*llvm::cast<clang::DeclContext>(declaration), sources, uses);
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      look(*function, sources, uses);
    }
  }
}

void Handles::look(const clang::FunctionDecl& function, const Sources& sources, Uses& uses) {
  if (function.getDeclName().isEmpty() || !function.getDeclName().isIdentifier()) return;
  const std::string name = function.getNameAsString();
  const auto* made = nameOfPlainPointer(function.getReturnType(), sources);
  if (made != nullptr && soundsLikeMaking(ownPart(name, made->getNameAsString()))) uses.made.insert(made);
  if (function.getNumParams() != 1) return;
  const auto* taken = nameOfPlainPointer(function.getParamDecl(0)->getType(), sources);
  if (taken == nullptr || !soundsLikeTakingBack(ownPart(name, taken->getNameAsString()))) return;
  const CFunction* inC = sources.cFunction(function);
  const bool isOfMemory = inC != nullptr ? inC->freesArgument : freesArgument(function);
  if (!isOfMemory || isNamedFor(name, taken->getNameAsString())) uses.takenBack.insert(taken);
}

}  // namespace covolve::program
