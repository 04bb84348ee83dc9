#include "program/spelling.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>
#include <clang/AST/Type.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <initializer_list>
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
        for (const clang::EnumConstantDecl* enumerator : enumeration->getDecl()->enumerators()) {
          if (llvm::APSInt::isSameValue(enumerator->getInitVal(), argument.getAsIntegral()))
            return qualifiedName(*enumerator, context);
        }
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

/// Clang's own comparison knows no scoped enumerations: std::enable_if_t<..., Enabler> = dummy.
bool isValueOfDefault(const clang::TemplateArgument& argument, const clang::NamedDecl& parameter,
                      const clang::ASTContext& context) {
  const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
  if (value == nullptr || !value->hasDefaultArgument() ||
      argument.getKind() != clang::TemplateArgument::Integral)
    return false;
  const clang::TemplateArgument& written = value->getDefaultArgument().getArgument();
  if (written.getKind() != clang::TemplateArgument::Expression) return false;
  const clang::Expr& expression = *written.getAsExpr();
  clang::Expr::EvalResult result;
  return !expression.isValueDependent() && expression.EvaluateAsInt(result, context) &&
         llvm::APSInt::isSameValue(result.Val.getInt(), argument.getAsIntegral());
}

std::string spellArguments(const clang::TemplateArgumentList& arguments,
                           const clang::TemplateParameterList& parameters, clang::ASTContext& context) {
  const auto isDefault = [&](size_t index) {
    const clang::NamedDecl& parameter = *parameters.getParam(static_cast<unsigned>(index));
    if (parameter.isParameterPack()) return false;
    // typename = std::enable_if_t<...>: a constraint, void where it holds.
    const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&parameter);
    if (type != nullptr && type->hasDefaultArgument() &&
        type->getDefaultArgument().getArgument().isDependent() && arguments[index].getAsType()->isVoidType())
      return true;
    return isValueOfDefault(arguments[index], parameter, context) ||
           clang::isSubstitutedDefaultArgument(context, arguments[index], &parameter, arguments.asArray(),
                                               parameters.getDepth());
  };
  size_t written = arguments.size();
  while (written > 0 && written <= parameters.size() && isDefault(written - 1)) --written;
  std::string text = "<";
  for (size_t i = 0; i < written; ++i) {
    const std::string argument = spellArgument(arguments[i], context);
    if (argument.empty()) continue;  // an empty pack
    if (text.size() > 1) text += ", ";
    text += argument;
  }
  return text + ">";
}

bool isInStdOrChrono(const clang::Decl& declaration) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext());
  const bool isChrono = space != nullptr && space->getName() == "chrono";
  return isChrono ? space->isInStdNamespace() : declaration.isInStdNamespace();
}

/// Of a character type in the names of the library: wstring, u16string.
const char* characterPrefix(clang::QualType type) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (builtin == nullptr) return nullptr;
  switch (builtin->getKind()) {
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::Char_U:
      return "";
    case clang::BuiltinType::WChar_S:
    case clang::BuiltinType::WChar_U:
      return "w";
    case clang::BuiltinType::Char8:
      return "u8";
    case clang::BuiltinType::Char16:
      return "u16";
    case clang::BuiltinType::Char32:
      return "u32";
    default:
      return nullptr;
  }
}

/// The remaining arguments are std::char_traits and std::allocator, not those of std::pmr or one's own.
bool hasUsualTraits(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  for (const clang::TemplateArgument& argument : arguments.drop_front()) {
    if (argument.getKind() != clang::TemplateArgument::Type) return false;
    const clang::CXXRecordDecl* part = argument.getAsType()->getAsCXXRecordDecl();
    if (part == nullptr || !part->isInStdNamespace()) return false;
    if (part->getName() != "char_traits" && part->getName() != "allocator") return false;
  }
  return true;
}

/// The first of these aliases that stands for the class, in the namespace where the class is; days and
/// sys_days are there since C++20 only.
std::string aliasOf(const clang::ClassTemplateSpecializationDecl& record,
                    std::initializer_list<const char*> names) {
  clang::ASTContext& context = record.getASTContext();
  const clang::DeclContext* space = record.getDeclContext()->getRedeclContext();
  for (const char* name : names) {
    for (const clang::NamedDecl* found : space->lookup(&context.Idents.get(name))) {
      const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(found);
      if (alias != nullptr && context.hasSameType(alias->getUnderlyingType(), context.getRecordType(&record)))
        return qualifiedName(*alias, context);
    }
  }
  return {};
}

/// Where it counts what its clock counts, or what a calendar does.
std::string timePointName(const clang::ClassTemplateSpecializationDecl& timePoint) {
  const auto arguments = timePoint.getTemplateArgs().asArray();
  const clang::CXXRecordDecl* clock = arguments[0].getAsType()->getAsCXXRecordDecl();
  if (clock == nullptr) return {};
  clang::ASTContext& context = timePoint.getASTContext();
  for (const clang::NamedDecl* found : clock->lookup(&context.Idents.get("duration"))) {
    const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(found);
    if (alias != nullptr && context.hasSameType(alias->getUnderlyingType(), arguments[1].getAsType()))
      return qualifiedName(*clock, context) + "::time_point";
  }
  return aliasOf(timePoint, {"sys_days", "sys_seconds", "local_days", "local_seconds"});
}

std::string spellRecord(const clang::CXXRecordDecl& record, clang::ASTContext& context) {
  const std::string usual = usualName(record);
  return usual.empty() ? qualifiedName(record, context) : usual;
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
      const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(tag);
      if (enumeration != nullptr && !enumeration->isScoped()) continue;  // its enumerators are seen around it
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

std::optional<std::string> whyUnnameable(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  for (const clang::TemplateArgument& argument : arguments) {
    std::optional<std::string> reason;
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      reason = whyUnnameable(argument.pack_elements());
    } else if (argument.getKind() == clang::TemplateArgument::Type) {
      clang::QualType type = argument.getAsType().getCanonicalType();
      while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
      if (const clang::TagDecl* tag = type->getAsTagDecl()) reason = whyUnnameable(*tag);
    }
    if (reason) return reason;
  }
  return std::nullopt;
}

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
  clang::AccessSpecifier access = declaration.getAccess();
  if (const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declaration)) {
    if (auto reason = whyUnnameable(specialisation->getTemplateArgs().asArray())) return reason;
    access = specialisation->getSpecializedTemplate()->getAccess();
  }
  if (access == clang::AS_private) return "private type";
  if (access == clang::AS_protected) return "protected type";
  if (const auto* outer = llvm::dyn_cast<clang::TagDecl>(declaration.getDeclContext()))
    return whyUnnameable(*outer);
  return std::nullopt;
}

const clang::ClassTemplateSpecializationDecl* asStandardTemplate(const clang::CXXRecordDecl& record,
                                                                 const char* name) {
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (specialisation == nullptr || !isInStdOrChrono(*specialisation)) return nullptr;
  return specialisation->getName() == name ? specialisation : nullptr;
}

const clang::ClassTemplateSpecializationDecl* asSmartPointer(const clang::CXXRecordDecl& record) {
  for (const char* name : {"unique_ptr", "shared_ptr", "weak_ptr"}) {
    if (const auto* pointer = asStandardTemplate(record, name)) return pointer;
  }
  return nullptr;
}

bool isCharacterTemplate(const clang::CXXRecordDecl& record, const char* name) {
  const auto* specialisation = asStandardTemplate(record, name);
  if (specialisation == nullptr) return false;
  const auto arguments = specialisation->getTemplateArgs().asArray();
  const char* prefix = characterPrefix(arguments[0].getAsType());
  return prefix != nullptr && *prefix == '\0' && hasUsualTraits(arguments);
}

bool isCFile(const clang::CXXRecordDecl& record) {
  return record.getName() == "_IO_FILE" && record.getDeclContext()->getRedeclContext()->isTranslationUnit();
}

std::string usualName(const clang::CXXRecordDecl& record) {
  if (isCFile(record)) return "FILE";
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (specialisation == nullptr || !isInStdOrChrono(*specialisation)) return {};
  if (specialisation->getName() == "duration") {
    return aliasOf(*specialisation, {"nanoseconds", "microseconds", "milliseconds", "seconds", "minutes",
                                     "hours", "days", "weeks", "months", "years"});
  }
  if (specialisation->getName() == "time_point") return timePointName(*specialisation);
  constexpr llvm::StringRef kBasic = "basic_";
  const llvm::StringRef name = specialisation->getName();
  const auto arguments = specialisation->getTemplateArgs().asArray();
  if (!name.starts_with(kBasic) || arguments.empty() ||
      arguments[0].getKind() != clang::TemplateArgument::Type)
    return {};
  const char* prefix = characterPrefix(arguments[0].getAsType());
  if (prefix == nullptr || !hasUsualTraits(arguments)) return {};
  return "std::" + std::string(prefix) + name.drop_front(kBasic.size()).str();
}

}  // namespace covolve::program
