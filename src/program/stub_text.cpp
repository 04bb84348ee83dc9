#include "program/stub_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

#include "program/name_parts.h"
#include "program/results_in_turn.h"
#include "program/spelling.h"
#include "program/stub_plan.h"

namespace covolve::program {

namespace {

using Answer = StubPlan::Answer;

constexpr size_t kWidth = 100;

/// void (*callback)(int) of the type void (*)(int).
std::string declare(const std::string& type, const std::string& name) {
  for (const char* declarator : {"(*)", "(&)"}) {
    const size_t at = type.find(declarator);
    if (at != std::string::npos) return std::string(type).insert(at + 2, name);
  }
  return type + " " + name;
}

bool isHandedOn(clang::QualType type) { return type->isRecordType() || type->isRValueReferenceType(); }

/// Where a name that is looked up in the class is found: more than one of its bases make it ambiguous.
void findDeclaring(const clang::CXXRecordDecl& record, clang::DeclarationName name,
                   std::set<const clang::CXXRecordDecl*>& found) {
  if (!record.lookup(name).empty()) {
    found.insert(&record);
    return;
  }
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent != nullptr && parent->hasDefinition()) findDeclaring(*parent->getDefinition(), name, found);
  }
}

class StubWriter {
 public:
  StubWriter(const StubPlan& plan, const std::string& name, clang::ASTContext& context)
      : plan_(plan),
        name_(name),
        context_(context),
        baseName_(spelled(context.getRecordType(&plan.record()))) {}

  std::string text() const {
    std::string shown;
    std::string hidden;
    for (const StubPlan::Method& method : plan_.methods()) {
      shown += usingDeclaration(method);
      (method.declaration->getAccess() == clang::AS_public ? shown : hidden) += override(method);
    }
    std::string text =
        fmt::format("// Stands in for {0}.\nclass {1} final : public {0} {{\n", baseName_, name_);
    addSection("public", {constructors(), shown, members(Answer::Results)}, text);
    addSection("private", {hidden, members(Answer::Kept)}, text);
    return text + "};\n";
  }

  bool has(Answer answer) const {
    return std::ranges::find(plan_.methods(), answer, &StubPlan::Method::answer) != plan_.methods().end();
  }

  bool handsOn() const {
    return std::ranges::any_of(plan_.constructors(), [](const StubPlan::Constructor& constructor) {
      return std::ranges::any_of(constructor.declaration->parameters(), [](const clang::ParmVarDecl* given) {
        return isHandedOn(given->getType());
      });
    });
  }

 private:
  static void addSection(const char* access, const std::vector<std::string>& groups, std::string& text) {
    std::string contents;
    for (const std::string& group : groups) {
      if (!contents.empty() && !group.empty()) contents += "\n";
      contents += group;
    }
    if (contents.empty()) return;
    text += fmt::format("{} {}:\n{}", text.ends_with("{\n") ? "" : "\n", access, contents);
  }

  /// std::uint8_t and its like as the base has them: they are others elsewhere.
  std::string spelled(clang::QualType type) const {
    if (const auto* reference = type->getAs<clang::LValueReferenceType>();
        reference && reference->getPointeeType()->isBuiltinType())
      return spelled(reference->getPointeeType()) + "&";
    if (const auto* pointer = type->getAs<clang::PointerType>();
        pointer && pointer->getPointeeType()->isBuiltinType())
      return spelled(pointer->getPointeeType()) + "*" + (type.isConstQualified() ? " const" : "");
    const auto* named = type->getAs<clang::TypedefType>();
    const bool isPortable = named != nullptr && type->isBuiltinType() && !type.isVolatileQualified() &&
                            (named->getDecl()->isInStdNamespace() ||
                             named->getDecl()->getDeclContext()->getRedeclContext()->isTranslationUnit());
    if (isPortable)
      return (type.isConstQualified() ? "const " : "") + qualifiedName(*named->getDecl(), context_);
    return withoutGaps(spellType(type, context_));
  }

  /// The type of its result, without const and reference.
  std::string heldBy(const StubPlan::Method& method) const {
    return spelled(method.declaration->getReturnType().getNonReferenceType().getUnqualifiedType());
  }

  /// None where the one that the compiler writes will do.
  std::string constructors() const {
    const auto& all = plan_.constructors();
    if (all.size() == 1 && all[0].declaration->getNumParams() == 0 && !has(Answer::Kept)) return "";
    std::string text;
    for (const StubPlan::Constructor& constructor : all) text += constructorFor(constructor);
    return text;
  }

  std::string constructorFor(const StubPlan::Constructor& constructor) const {
    std::vector<std::string> parameters;
    std::vector<std::string> passed;
    for (const clang::ParmVarDecl* parameter : constructor.declaration->parameters()) {
      std::string name = parameter->getNameAsString();
      if (name.empty()) name = fmt::format("argument{}", parameters.size() + 1);
      parameters.push_back(declare(spelled(parameter->getType()), name));
      passed.push_back(isHandedOn(parameter->getType()) ? fmt::format("std::move({})", name) : name);
    }
    std::vector<std::string> initialisers;
    if (!passed.empty()) initialisers.push_back(fmt::format("{}({})", baseName_, fmt::join(passed, ", ")));
    for (const StubPlan::Method& method : plan_.methods()) {
      if (method.answer != Answer::Kept) continue;
      const char* constness = method.keepsConst() ? "const " : "";
      parameters.push_back(fmt::format("{}{}& {}", constness, heldBy(method), method.member));
      initialisers.push_back(fmt::format("{0}_({0})", method.member));
    }
    if (parameters.empty()) return fmt::format("  {}() = default;\n", name_);
    const std::string start = fmt::format("  {}{}({})", parameters.size() == 1 ? "explicit " : "", name_,
                                          fmt::join(parameters, ", "));
    const std::string end = fmt::format(": {} {{}}\n", fmt::join(initialisers, ", "));
    return start + (start.size() + end.size() > kWidth ? "\n      " : " ") + end;
  }

  /// An overrider hides all of its name in the base: those that it does not override are still called.
  std::string usingDeclaration(const StubPlan::Method& method) const {
    const clang::DeclarationName name = method.declaration->getDeclName();
    const auto isOfThatName = [&](const StubPlan::Method& other) {
      return other.declaration->getDeclName() == name;
    };
    const bool isFirst = &*std::ranges::find_if(plan_.methods(), isOfThatName) == &method;
    std::set<const clang::CXXRecordDecl*> declaring;
    findDeclaring(plan_.record(), name, declaring);
    if (!isFirst || declaring.size() != 1 || llvm::isa<clang::CXXConversionDecl>(method.declaration))
      return "";
    const auto all = (*declaring.begin())->lookup(name);
    const bool isAccessible = std::ranges::none_of(
        all, [](const clang::NamedDecl* member) { return member->getAccess() == clang::AS_private; });
    const bool hides = std::ranges::any_of(all, [&](const clang::NamedDecl* member) {
      const auto* other = llvm::dyn_cast<clang::CXXMethodDecl>(member->getUnderlyingDecl());
      return other == nullptr || std::ranges::none_of(plan_.methods(), [&](const StubPlan::Method& own) {
               return overrides(*own.declaration, *other);
             });
    });
    if (!hides || !isAccessible) return "";
    return fmt::format("  using {}::{};\n", qualifiedName(**declaring.begin(), context_),
                       method.declaration->getNameAsString());
  }

  std::string body(const StubPlan::Method& method) const {
    const clang::QualType result = method.declaration->getReturnType();
    switch (method.answer) {
      case Answer::Nothing:
        break;
      case Answer::Results:
        return fmt::format("return {}.next();", method.member);
      case Answer::Itself:
        return "return *this;";
      case Answer::Kept:
        return fmt::format("return {}_;", method.member);
      case Answer::Default: {
        const clang::CXXRecordDecl* record = result->getAsCXXRecordDecl();
        const bool isSmart = record != nullptr && asSmartPointer(*record) != nullptr;
        const bool isNull = isSmart || result->isAnyPointerType() || result->isMemberPointerType();
        return isNull ? "return nullptr;" : fmt::format("return {}();", heldBy(method));
      }
    }
    return "";
  }

  static std::string qualifiers(const clang::CXXMethodDecl& method) {
    std::string text;
    if (method.isConst()) text += " const";
    if (method.isVolatile()) text += " volatile";
    const bool isBare = text.empty();
    if (method.getRefQualifier() == clang::RQ_LValue) text += isBare ? " &" : "&";
    if (method.getRefQualifier() == clang::RQ_RValue) text += isBare ? " &&" : "&&";
    // What it may throw is up to the base; it throws nothing.
    const auto* prototype = method.getType()->castAs<clang::FunctionProtoType>();
    if (prototype->isNothrow() || prototype->hasDynamicExceptionSpec()) text += " noexcept";
    return text;
  }

  std::string override(const StubPlan::Method& method) const {
    const clang::CXXMethodDecl& declaration = *method.declaration;
    std::vector<std::string> parameters;
    for (const clang::ParmVarDecl* parameter : declaration.parameters())
      parameters.push_back(spelled(parameter->getType()));
    if (declaration.isVariadic()) parameters.emplace_back("...");
    const std::string result = spelled(declaration.getReturnType());
    // A pointer to a function is no type that a name could follow.
    const bool isTrailing = result.find("(*") != std::string::npos || result.find("(&") != std::string::npos;
    std::string start = "  ";
    if (!llvm::isa<clang::CXXConversionDecl>(declaration)) start += (isTrailing ? "auto" : result) + " ";
    start += fmt::format("{}({}){}", ownName(declaration, context_), fmt::join(parameters, ", "),
                         qualifiers(declaration));
    start += (isTrailing ? " -> " + result : "") + " override";
    const std::string statement = body(method);
    if (statement.empty()) return start + " {}\n";
    const std::string line = fmt::format("{} {{ {} }}\n", start, statement);
    return line.size() <= kWidth + 1 ? line : fmt::format("{} {{\n    {}\n  }}\n", start, statement);
  }

  /// What the methods return that answer so.
  std::string members(Answer answer) const {
    std::string text;
    for (const StubPlan::Method& method : plan_.methods()) {
      if (method.answer != answer) continue;
      const std::string held = heldBy(method);
      if (answer == Answer::Results) {
        const char* mutability = method.declaration->isConst() ? "mutable " : "";
        text += fmt::format("  {}{}<{}> {};\n", mutability, ResultsInTurn::name, held, method.member);
      } else {
        const bool isReference = method.declaration->getReturnType()->isReferenceType();
        text += fmt::format("  {}{}{} {}_;\n", method.keepsConst() ? "const " : "", held,
                            isReference ? "&" : "", method.member);
      }
    }
    return text;
  }

  const StubPlan& plan_;
  const std::string& name_;
  clang::ASTContext& context_;
  std::string baseName_;
};

}  // namespace

Stub writeStub(const StubPlan& plan, const std::string& name, TypeId base, clang::ASTContext& context) {
  const StubWriter writer(plan, name, context);
  return {base, writer.text(), writer.has(Answer::Results), writer.handsOn()};
}

}  // namespace covolve::program
