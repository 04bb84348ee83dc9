#include "program/c_unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

#include "program/freeing.h"
#include "program/null_checks.h"
#include "program/result_names.h"

namespace covolve::program {

namespace {

constexpr const char* kHiddenType = "one of its types is defined in the source only";

clang::PrintingPolicy policyForCxx(clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.Bool = true;  // C++ has no _Bool
  return policy;
}

bool isCxxKeyword(const std::string& name) {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.Bool = options.CXXOperatorNames = options.WChar = true;
  clang::IdentifierTable table(options);
  return table.get(name).isKeyword(options) || table.get(name).isCPlusPlusOperatorKeyword();
}

/// Calls `visit` for each structure, union and enumeration that the type mentions.
template <class Visit>
void forEachTag(clang::QualType type, const Visit& visit) {
  const clang::Type* shape = type.getCanonicalType().getTypePtr();
  if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(shape)) {
    forEachTag(pointer->getPointeeType(), visit);
  } else if (const auto* array = llvm::dyn_cast<clang::ArrayType>(shape)) {
    forEachTag(array->getElementType(), visit);
  } else if (const auto* function = llvm::dyn_cast<clang::FunctionType>(shape)) {
    forEachTag(function->getReturnType(), visit);
    if (const auto* prototype = llvm::dyn_cast<clang::FunctionProtoType>(function)) {
      for (const clang::QualType parameter : prototype->param_types()) forEachTag(parameter, visit);
    }
  } else if (const auto* tag = llvm::dyn_cast<clang::TagType>(shape)) {
    visit(*tag->getDecl());
  }
}

bool standsInHeader(const clang::Decl& declaration, const Sources& sources) {
  return std::ranges::any_of(declaration.redecls(), [&](const clang::Decl* one) {
    const Place place = sources.placeOf(*one);
    return !place.file.empty() && !place.inSource;
  });
}

class UnitReader {
 public:
  UnitReader(clang::ASTContext& context, const Sources& sources) : context_(context), sources_(sources) {}

  CFunction describe(const clang::FunctionDecl& function) {
    CFunction described;
    described.name = function.getNameAsString();
    const Place place = sources_.placeOf(function);
    described.file = place.file;
    described.line = place.line;
    described.inHeader = standsInHeader(function, sources_);
    described.isVariadic = function.isVariadic();
    described.isUsed = function.isUsed(/*CheckUsedAttr=*/false);  // not only by itself
    described.display = described.name + "(";
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      const clang::QualType type = parameter->getType().getCanonicalType().getUnqualifiedType();
      if (!described.parameterNames.empty()) described.display += ", ";
      described.display += type.getAsString(policyForCxx(context_));
      described.parameterNames.push_back(parameter->getNameAsString());
    }
    if (function.isVariadic()) described.display += ", ...";
    described.display += ")";
    described.prototype = described.display;
    function.getReturnType().getCanonicalType().getAsStringInternal(described.prototype,
                                                                    policyForCxx(context_));
    described.freesArgument = freesArgument(function);
    described.checkedParameters = checkedParameters_.of(function);
    described.resultNames = resultNames(function, sources_);
    bool inSourceOnly = false;
    forEachTag(function.getType(), [&](const clang::TagDecl& tag) {
      described.usesHeader = true;
      inSourceOnly = inSourceOnly || !standsInHeader(tag, sources_);
    });
    described.skipReason = reasonFor(function, described, inSourceOnly);
    described.isHidden = described.skipReason == kStatic || described.skipReason == kHiddenType;
    return described;
  }

 private:
  static std::string reasonFor(const clang::FunctionDecl& function, const CFunction& described,
                               bool inSourceOnly) {
    if (function.isMain()) return "program entry";
    if (!function.isExternallyVisible()) return kStatic;
    if (function.isInlined() && !function.isInlineDefinitionExternallyVisible()) {
      return "inline without an external definition";
    }
    if (isCxxKeyword(described.name)) return "its name is a keyword in C++";
    if (!function.hasPrototype() && function.getNumParams() > 0) return "has no prototype";
    if (inSourceOnly && !described.inHeader) return kHiddenType;
    return "";
  }

  clang::ASTContext& context_;
  const Sources& sources_;
  CheckedParameters checkedParameters_;
};

/// Behind an interface they are reached through that, as in C++ (access.cpp).
void hideHelpers(CUnit& unit) {
  const bool hasInterface =
      !unit.definesMain && std::ranges::any_of(unit.functions, [](const CFunction& one) {
        return one.inHeader && !one.isVariadic && one.skipReason.empty();
      });
  if (!hasInterface) return;
  for (CFunction& function : unit.functions) {
    if (function.inHeader || !function.isUsed || !function.skipReason.empty()) continue;
    function.skipReason = kInNoHeader;
    function.isHidden = true;
  }
}

}  // namespace

const CFunction* CUnit::find(const std::string& name) const {
  const auto found = std::ranges::find(functions, name, &CFunction::name);
  return found == functions.end() ? nullptr : &*found;
}

CUnit readCUnit(clang::Sema& sema, const Sources& sources, const IncludeLog& log) {
  CUnit unit;
  unit.source = sources.source();
  unit.includes = log.lines;
  if (sources.sourceIsHeader()) {
    IncludeLine self;
    self.spelling = "\"" + unit.source.filename().string() + "\"";
    self.file = unit.source;
    unit.includes = {self};
  }
  UnitReader reader(sema.getASTContext(), sources);
  for (const clang::Decl* declaration : sema.getASTContext().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    if (!sources.placeOf(*function).inSource || sources.sourceIsHeader()) continue;
    unit.functions.push_back(reader.describe(*function));
    unit.definesMain = unit.definesMain || function->isMain();
  }
  hideHelpers(unit);
  unit.checkedCallbacks = checkedCallbacks(sema.getASTContext());
  return unit;
}

bool hasCLinkage(const CUnit& unit, clang::Sema& sema) {
  clang::ASTContext& context = sema.getASTContext();
  return std::ranges::all_of(unit.functions, [&](const CFunction& function) {
    const auto found = context.getTranslationUnitDecl()->lookup(&context.Idents.get(function.name));
    return !function.skipReason.empty() || std::ranges::any_of(found, [](const clang::NamedDecl* one) {
      const auto* declared = llvm::dyn_cast<clang::FunctionDecl>(one);
      return declared != nullptr && declared->isExternC();
    });
  });
}

std::string textOf(const Access& access) {
  std::string text;
  for (const std::string& include : access.includes) text += "#include " + include + "\n";
  for (const std::string& line : access.declarations) text += line + "\n";
  if (access.cIncludes.empty() && access.cDeclarations.empty()) return text;
  text += "extern \"C\" {\n";
  for (const std::string& include : access.cIncludes) text += "#include " + include + "\n";
  for (const std::string& declaration : access.cDeclarations) text += declaration + ";\n";
  return text + "}\n";
}

CUnit seenThroughSource(CUnit unit) {
  for (CFunction& function : unit.functions) {
    if (function.isHidden) function.skipReason.clear();
    function.inHeader = true;
  }
  return unit;
}

std::string textOf(const CUnit& unit, CView view) {
  Access access;
  if (view == CView::Source) access.cIncludes.push_back("\"" + unit.source.string() + "\"");
  for (const IncludeLine& line : unit.includes) {
    if (view == CView::WithoutHeaders) break;
    const bool wrapped = view == CView::InExternC && !line.inSystem;
    // Those of the system know C++ and are templates there: before the source, outside of extern "C".
    if (view == CView::Source && !line.inSystem) continue;
    (wrapped ? access.cIncludes : access.includes).push_back(line.spelling);
  }
  for (const CFunction& function : unit.functions) {
    const bool declared = view != CView::WithoutHeaders && function.inHeader;
    const bool undeclarable = view == CView::WithoutHeaders && function.usesHeader;
    if (function.skipReason.empty() && !declared && !undeclarable) {
      access.cDeclarations.push_back(function.prototype);
    }
  }
  return textOf(access);
}

}  // namespace covolve::program
