#include "program/spelling.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/AST/Type.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <vector>

namespace covolve::program {

namespace {

clang::PrintingPolicy policyForNames(clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  policy.Bool = true;
  policy.SuppressDefaultTemplateArgs = true;
  return policy;
}

std::string spellArgument(const clang::TemplateArgument& argument, clang::ASTContext& context) {
  switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return spellType(argument.getAsType(), context);
    case clang::TemplateArgument::Pack: {
      std::string text;
      for (const clang::TemplateArgument& element : argument.pack_elements()) {
        if (!text.empty()) text += ", ";
        text += spellArgument(element, context);
      }
      return text;
    }
    case clang::TemplateArgument::Integral:
      if (const auto* enumeration = argument.getIntegralType()->getAs<clang::EnumType>()) {
        return "static_cast<" + qualifiedName(*enumeration->getDecl(), context) + ">(" +
               llvm::toString(argument.getAsIntegral(), 10) + ")";
      }
      [[fallthrough]];
    default: {
      std::string text;
      llvm::raw_string_ostream stream(text);
      argument.print(policyForNames(context), stream, /*IncludeType=*/false);
      return text;
    }
  }
}

std::string spellArguments(const clang::TemplateArgumentList& arguments,
                           const clang::TemplateParameterList& parameters, clang::ASTContext& context) {
  size_t written = arguments.size();
  const unsigned depth = parameters.getDepth();
  while (written > 0 && written <= parameters.size() &&
         !parameters.getParam(written - 1)->isParameterPack() &&
         clang::isSubstitutedDefaultArgument(context, arguments[written - 1],
                                             parameters.getParam(written - 1), arguments.asArray(), depth)) {
    --written;
  }
  std::string text = "<";
  for (size_t i = 0; i < written; ++i) {
    const std::string argument = spellArgument(arguments[i], context);
    if (argument.empty()) continue;  // an empty pack
    if (text.size() > 1) text += ", ";
    text += argument;
  }
  return text + ">";
}

std::string spellRecord(const clang::CXXRecordDecl& record, clang::ASTContext& context) {
  if (isCharacterTemplate(record, "basic_string")) return "std::string";
  if (isCharacterTemplate(record, "basic_string_view")) return "std::string_view";
  return qualifiedName(record, context);
}

std::string withConst(bool isConst, const std::string& text) { return isConst ? "const " + text : text; }

/// "int *" + "&" keeps together as "int *&".
std::string withDeclarator(const std::string& text, const char* declarator) {
  const bool joined = !text.empty() && (text.back() == '*' || text.back() == '&');
  return text + (joined ? "" : " ") + declarator;
}

}  // namespace

std::string ownName(const clang::NamedDecl& declaration, clang::ASTContext& context) {
  if (const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(&declaration)) {
    const clang::QualType type = conversion->getConversionType();
    return "operator " +
           (type->isDependentType() ? type.getAsString(policyForNames(context)) : spellType(type, context));
  }
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&declaration)) {
    return constructor->getParent()->getNameAsString();
  }
  std::string name = declaration.getNameAsString();
  if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration); tag != nullptr && name.empty()) {
    if (const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl())
      name = alias->getNameAsString();
  }
  if (const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration)) {
    name += spellArguments(specialisation->getTemplateArgs(),
                           *specialisation->getSpecializedTemplate()->getTemplateParameters(), context);
  } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    const clang::TemplateArgumentList* arguments = function->getTemplateSpecializationArgs();
    if (arguments != nullptr && function->getPrimaryTemplate() != nullptr) {
      if (name.starts_with("operator")) name += " ";  // operator< <int>
      name += spellArguments(*arguments, *function->getPrimaryTemplate()->getTemplateParameters(), context);
    }
  }
  return name;
}

std::string qualifiedName(const clang::NamedDecl& declaration, clang::ASTContext& context) {
  std::string name = ownName(declaration, context);
  for (const clang::DeclContext* scope = declaration.getDeclContext(); scope != nullptr;
       scope = scope->getParent()) {
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) {
      if (space->isAnonymousNamespace() || space->isInline()) continue;
      name = space->getNameAsString() + "::" + name;
    } else if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(scope)) {
      name = ownName(*tag, context) + "::" + name;
    }
  }
  return name;
}

std::string spellType(clang::QualType type, clang::ASTContext& context) {
  const clang::QualType canonical = type.getCanonicalType();
  const clang::Type* shape = canonical.getTypePtr();
  const bool isConst = canonical.isLocalConstQualified();
  if (const auto* reference = llvm::dyn_cast<clang::ReferenceType>(shape)) {
    if (!reference->getPointeeType()->isFunctionType() && !reference->getPointeeType()->isArrayType()) {
      return withDeclarator(spellType(reference->getPointeeType(), context),
                            llvm::isa<clang::LValueReferenceType>(reference) ? "&" : "&&");
    }
  } else if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(shape)) {
    if (!pointer->getPointeeType()->isFunctionType() && !pointer->getPointeeType()->isArrayType()) {
      const std::string text = withDeclarator(spellType(pointer->getPointeeType(), context), "*");
      return isConst ? text + "const" : text;
    }
  } else if (const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(shape)) {
    std::string text = spellType(function->getReturnType(), context) + "(";
    for (unsigned i = 0; i < function->getNumParams(); ++i) {
      text += (i == 0 ? "" : ", ") + spellType(function->getParamType(i), context);
    }
    return text + (function->isVariadic() ? ", ...)" : ")") + (function->isConst() ? " const" : "");
  } else if (const clang::CXXRecordDecl* record = canonical->getAsCXXRecordDecl()) {
    return withConst(isConst, spellRecord(*record, context));
  } else if (const auto* enumeration = llvm::dyn_cast<clang::EnumType>(shape)) {
    return withConst(isConst, qualifiedName(*enumeration->getDecl(), context));
  }
  return clang::TypeName::getFullyQualifiedName(canonical, context, policyForNames(context));
}

namespace {

std::optional<std::string> whyUnnameableArgument(const clang::TemplateArgument& argument) {
  if (argument.getKind() == clang::TemplateArgument::Pack) {
    for (const clang::TemplateArgument& element : argument.pack_elements()) {
      if (auto reason = whyUnnameableArgument(element)) return reason;
    }
  } else if (argument.getKind() == clang::TemplateArgument::Type) {
    clang::QualType type = argument.getAsType().getCanonicalType();
    while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
    if (const clang::TagDecl* tag = type->getAsTagDecl()) return whyUnnameable(*tag);
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// struct stat beside stat(): the name alone means the function.
bool isHiddenByName(const clang::TagDecl& declaration) {
  if (declaration.getName().empty()) return false;
  for (const clang::NamedDecl* other :
       declaration.getDeclContext()->getRedeclContext()->lookup(declaration.getDeclName())) {
    if (llvm::isa<clang::FunctionDecl, clang::VarDecl, clang::FunctionTemplateDecl>(other)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> whyUnnameable(const clang::TagDecl& declaration) {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration); record && record->isLambda()) {
    return "a closure has no name";
  }
  if (declaration.getParentFunctionOrMethod() != nullptr)
    return "a local type has no name outside its function";
  if (declaration.getName().empty() && declaration.getTypedefNameForAnonDecl() == nullptr)
    return "the type has no name";
  if (isHiddenByName(declaration)) return "a function or variable of the same name hides the type";
  if (const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration)) {
    for (const clang::TemplateArgument& argument : specialisation->getTemplateArgs().asArray()) {
      if (auto reason = whyUnnameableArgument(argument)) return reason;
    }
  }
  if (declaration.getAccess() == clang::AS_private) return "private type";
  if (declaration.getAccess() == clang::AS_protected) return "protected type";
  if (const auto* outer = llvm::dyn_cast<clang::TagDecl>(declaration.getDeclContext()))
    return whyUnnameable(*outer);
  return std::nullopt;
}

const clang::ClassTemplateSpecializationDecl* asStandardTemplate(const clang::CXXRecordDecl& record,
                                                                 const char* name) {
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (specialisation == nullptr || !specialisation->isInStdNamespace()) return nullptr;
  return specialisation->getName() == name ? specialisation : nullptr;
}

bool isCharacterTemplate(const clang::CXXRecordDecl& record, const char* name) {
  const auto* specialisation = asStandardTemplate(record, name);
  if (specialisation == nullptr) return false;
  const auto arguments = specialisation->getTemplateArgs().asArray();
  if (!arguments[0].getAsType()->isSpecificBuiltinType(clang::BuiltinType::Char_S) &&
      !arguments[0].getAsType()->isSpecificBuiltinType(clang::BuiltinType::Char_U)) {
    return false;
  }
  // The remaining arguments must be std::char_traits and std::allocator.
  for (const clang::TemplateArgument& argument : arguments.drop_front()) {
    const clang::CXXRecordDecl* part = argument.getAsType()->getAsCXXRecordDecl();
    if (part == nullptr || !part->isInStdNamespace()) return false;
    if (part->getName() != "char_traits" && part->getName() != "allocator") return false;  // std::pmr
  }
  return true;
}

}  // namespace covolve::program
