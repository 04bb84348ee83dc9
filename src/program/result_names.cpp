#include "program/result_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "program/c_unit.h"
#include "program/sources.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

class ReturnedNames {
 public:
  ReturnedNames(const clang::FunctionDecl& function, const Sources& sources)
      : context_(function.getASTContext()), manager_(context_.getSourceManager()) {
    for (const clang::FunctionDecl* one : function.redecls()) {
      const Place place = sources.placeOf(*one);
      if (!place.inSource && !place.inSystem) headers_.insert(fileOf(*one));
    }
  }

  void read(const clang::Stmt* statement) {
    if (statement == nullptr) return;
    if (const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
      if (returned->getRetValue() != nullptr) readResult(*returned->getRetValue());
      return;
    }
    if (llvm::isa<clang::Expr>(statement)) return;  // what a lambda returns is another's
    for (const clang::Stmt* child : statement->children()) read(child);
  }

  std::vector<Enumerator> take() const {
    std::vector<Enumerator> names;
    for (const auto& [value, called] : names_) {
      if (called.size() == 1) names.push_back({*called.begin(), value});
    }
    return names;
  }

 private:
  void readResult(const clang::Expr& expression) {
    const clang::Expr& result = *expression.IgnoreParenImpCasts();
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&result)) {
      readResult(*choice->getTrueExpr());
      return readResult(*choice->getFalseExpr());
    }
    if (result.isValueDependent()) return;
    const auto number = result.getIntegerConstantExpr(context_);
    // What is signed on one side only would warn, or be another number there.
    const bool isSigned = result.getType()->isEnumeralType() || result.getType()->isSignedIntegerType();
    const auto value = number ? number->tryExtValue() : std::nullopt;
    if (!isSigned || !value) return;
    if (const auto name = nameOf(expression, result)) names_[*value].insert(*name);
  }

  std::optional<std::string> nameOf(const clang::Expr& expression, const clang::Expr& result) const {
    if (const auto macro = macroOf(expression)) return macro;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&result);
    const auto* enumerator =
        reference == nullptr ? nullptr : llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl());
    if (enumerator == nullptr || !headers_.contains(fileOf(*enumerator))) return std::nullopt;
    const auto* enumeration = llvm::cast<clang::EnumDecl>(enumerator->getDeclContext());
    const bool isVisible =
        enumeration->getAccess() == clang::AS_public || enumeration->getAccess() == clang::AS_none;
    if (!isVisible || enumeration->isScoped() || enumeration->getParentFunctionOrMethod() != nullptr)
      return std::nullopt;
    return qualifiedName(*enumerator, context_);
  }

  /// All of the expression is one macro without arguments.
  std::optional<std::string> macroOf(const clang::Expr& expression) const {
    const clang::SourceLocation begin = expression.getBeginLoc();
    if (!begin.isMacroID() || !expression.getEndLoc().isMacroID()) return std::nullopt;
    const clang::CharSourceRange expansion = manager_.getExpansionRange(begin);
    const bool isWhole = expansion.getBegin() == expansion.getEnd() &&
                         manager_.getExpansionRange(expression.getEndLoc()).getEnd() == expansion.getEnd();
    if (!isWhole || manager_.getImmediateExpansionRange(begin).getBegin().isMacroID()) return std::nullopt;
    if (!headers_.contains(manager_.getFileID(manager_.getSpellingLoc(begin)))) return std::nullopt;
    return clang::Lexer::getImmediateMacroName(begin, manager_, context_.getLangOpts()).str();
  }

  clang::FileID fileOf(const clang::Decl& declaration) const {
    return manager_.getFileID(manager_.getExpansionLoc(declaration.getLocation()));
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  std::set<clang::FileID> headers_;  // that declare the function
  std::map<int64_t, std::set<std::string>> names_;
};

}  // namespace

std::vector<Enumerator> resultNames(const clang::FunctionDecl& function, const Sources& sources) {
  const clang::FunctionDecl* definition = function.getDefinition();
  const clang::QualType result = function.getReturnType();
  if (definition == nullptr || !result->isSignedIntegerType()) return {};
  ReturnedNames names(function, sources);
  names.read(definition->getBody());
  return names.take();
}

void dropUnseenNames(Model& model, const std::function<bool(const std::string&)>& compiles) {
  std::map<std::string, std::string> checks;  // by name
  for (const Callable& callable : model.callables) {
    for (const Enumerator& name : callable.resultNames) {
      checks[name.name] +=
          fmt::format("static_assert(({0}) == {1}LL && static_cast<{2}>({1}LL) == {1}LL, \"\");\n", name.name,
                      name.value, model.types[callable.result].spelling);
    }
  }
  if (checks.empty()) return;
  const std::string includes = textOf(model.access);
  std::string all = includes;
  for (const auto& [name, check] : checks) all += check;
  if (compiles(all)) return;
  constexpr size_t kFew = 16;  // each takes a look at the headers
  const bool areFew = checks.size() <= kFew;
  std::erase_if(checks, [&](const auto& check) { return areFew && compiles(includes + check.second); });
  for (Callable& callable : model.callables)
    std::erase_if(callable.resultNames, [&](const Enumerator& name) { return checks.contains(name.name); });
}

}  // namespace covolve::program
