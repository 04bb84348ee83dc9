#include "program/stub_plan.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "program/callability.h"
#include "program/class_facts.h"
#include "program/name_parts.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

bool isDefaultConstructible(clang::QualType type, clang::Sema& sema) {
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return !type->isReferenceType() && !type->isArrayType();
  // Instantiates templates.
  if (!sema.isCompleteType(record->getLocation(), type) || record->isAbstract()) return false;
  // Of these only the compiler knows whether the constructor that they declare can be used.
  for (const char* name : {"pair", "tuple", "array", "variant"}) {
    const auto* held = asStandardTemplate(*record, name);
    if (held == nullptr) continue;
    std::vector<clang::TemplateArgument> parts;
    for (const clang::TemplateArgument& argument : held->getTemplateArgs().asArray()) {
      const bool isPack = argument.getKind() == clang::TemplateArgument::Pack;
      const auto more = isPack ? argument.getPackAsArray() : llvm::ArrayRef(argument);
      parts.insert(parts.end(), more.begin(), more.end());
    }
    return std::ranges::all_of(parts, [&](const clang::TemplateArgument& part) {
      return part.getKind() != clang::TemplateArgument::Type ||
             isDefaultConstructible(part.getAsType(), sema);
    });
  }
  record = record->getDefinition();
  // Their constructors are templates.
  if (asSmartPointer(*record) != nullptr) return true;
  sema.ForceDeclarationOfImplicitMembers(record);
  return std::ranges::any_of(record->ctors(), [](const clang::CXXConstructorDecl* constructor) {
    return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
           constructor->getAccess() == clang::AS_public;
  });
}

bool haveSameParameters(const clang::CXXMethodDecl& one, const clang::CXXMethodDecl& other) {
  const bool sameQualifiers = one.getMethodQualifiers() == other.getMethodQualifiers() &&
                              one.getRefQualifier() == other.getRefQualifier();
  if (!sameQualifiers || one.getNumParams() != other.getNumParams()) return false;
  for (unsigned i = 0; i < one.getNumParams(); ++i) {
    if (one.getParamDecl(i)->getType().getCanonicalType().getUnqualifiedType() !=
        other.getParamDecl(i)->getType().getCanonicalType().getUnqualifiedType())
      return false;
  }
  return true;
}

void addMemberNames(const clang::CXXRecordDecl& record, std::set<std::string>& names) {
  for (const clang::Decl* member : record.decls()) {
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(member)) names.insert(named->getNameAsString());
  }
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent != nullptr && parent->hasDefinition()) addMemberNames(*parent->getDefinition(), names);
  }
}

/// Why a signature cannot be written outside the class.
std::optional<std::string> whyUnnameableIn(const clang::CXXMethodDecl& method) {
  std::vector<clang::QualType> types = {method.getReturnType()};
  for (const clang::ParmVarDecl* parameter : method.parameters()) types.push_back(parameter->getType());
  for (clang::QualType type : types) {
    type = type.getCanonicalType();
    while (!type->getPointeeType().isNull()) type = type->getPointeeType();
    const clang::TagDecl* tag = type->getAsTagDecl();
    if (tag == nullptr) continue;
    if (auto reason = whyUnnameable(*tag)) return reason;
  }
  return std::nullopt;
}

std::string lowerFirst(std::string name) {
  name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  return name;
}

/// readValueResults of readValue and ReadValue, read_value_results of read_value; readChannelResults of
/// read(int channel) beside other overloads.
std::string resultsOf(const clang::CXXMethodDecl& method, bool isOverloaded) {
  std::vector<std::string> words = {method.getIdentifier() != nullptr ? method.getNameAsString()
                                                                      : "operator"};
  if (isOverloaded && method.getNumParams() > 0) words.push_back(method.getParamDecl(0)->getNameAsString());
  words.emplace_back("results");
  const bool hasUnderscores = words[0].find('_') != std::string::npos;
  std::string name = hasUnderscores ? words[0] : lowerFirst(words[0]);
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i].empty()) continue;
    const auto first = static_cast<unsigned char>(words[i][0]);
    name += hasUnderscores ? "_" + words[i] : static_cast<char>(std::toupper(first)) + words[i].substr(1);
  }
  return name;
}

/// logger of getLogger, Logger, get_logger.
std::string objectOf(const clang::CXXMethodDecl& method) {
  if (method.getIdentifier() == nullptr) return "object";
  const std::string name = method.getNameAsString();
  for (const std::string_view prefix : {"get_", "get", "Get"}) {
    if (!name.starts_with(prefix) || name.size() == prefix.size()) continue;
    const bool isWhole =
        prefix.ends_with('_') || std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0;
    if (isWhole) return lowerFirst(name.substr(prefix.size()));
  }
  return lowerFirst(name);
}

/// With a number where it is taken.
std::string fresh(const std::string& wish, std::set<std::string>& taken) {
  std::string name = wish;
  for (unsigned number = 2; !taken.insert(name).second; ++number) name = wish + std::to_string(number);
  return name;
}

}  // namespace

bool overrides(const clang::CXXMethodDecl& overrider, const clang::CXXMethodDecl& method) {
  return overrider.getDeclName() == method.getDeclName() && haveSameParameters(overrider, method);
}

bool StubPlan::Method::keepsConst() const {
  const clang::QualType result = declaration->getReturnType();
  return !result->isReferenceType() || result.getNonReferenceType().isConstQualified();
}

StubPlan::StubPlan(clang::CXXRecordDecl& record, clang::Sema& sema, TypeMapper& types, CallableDrafts& drafts,
                   Findings& findings)
    : record_(record), sema_(sema), types_(types), drafts_(drafts), findings_(findings) {
  sema.ForceDeclarationOfImplicitMembers(&record);
  addMemberNames(record, memberNames_);
  readConstructors();
  if (!obstacle_) readMethods();
}

void StubPlan::readConstructors() {
  const clang::CXXDestructorDecl* destructor = record_.getDestructor();
  if (record_.isEffectivelyFinal()) obstacle_ = "the class is final";
  if (destructor != nullptr && (destructor->isDeleted() || destructor->getAccess() == clang::AS_private))
    obstacle_ = "its destructor is not accessible";
  for (const clang::CXXBaseSpecifier& base : record_.vbases()) {
    clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    const bool hasDefault = std::ranges::any_of(
        parent->getDefinition()->ctors(), [&](const clang::CXXConstructorDecl* constructor) {
          return constructor->isDefaultConstructor() &&
                 !whyUncallable(*constructor, sema_, Caller::DerivedClass);
        });
    if (!hasDefault && !parent->getDefinition()->needsImplicitDefaultConstructor())
      obstacle_ = "a virtual base has no default constructor";
  }
  if (obstacle_) return;
  for (const clang::CXXConstructorDecl* constructor : record_.ctors()) {
    if (constructor->isCopyOrMoveConstructor() || whyUncallable(*constructor, sema_, Caller::DerivedClass))
      continue;
    constructors_.push_back({constructor, drafts_.parametersOf(*constructor)});
    for (const clang::ParmVarDecl* parameter : constructor->parameters())
      argumentNames_.insert(parameter->getNameAsString());
  }
  if (constructors_.empty()) obstacle_ = "no accessible constructor";
}

void StubPlan::readMethods() {
  clang::CXXFinalOverriderMap overriders;
  record_.getFinalOverriders(overriders);
  std::vector<const clang::CXXMethodDecl*> pure;
  for (const auto& [method, bySubobject] : overriders) {
    for (const auto& [subobject, last] : bySubobject) {
      const clang::CXXMethodDecl& overrider = *last.front().Method;
      if (overrider.isPureVirtual() || last.size() > 1) pure.push_back(&overrider);
    }
  }
  for (const clang::CXXMethodDecl* method : pure) {
    const bool isOverloaded = std::ranges::any_of(pure, [&](const clang::CXXMethodDecl* other) {
      return other->getDeclName() == method->getDeclName() && !overrides(*other, *method);
    });
    if (!obstacle_) addMethod(*method, isOverloaded);
  }
}

void StubPlan::addMethod(const clang::CXXMethodDecl& method, bool isOverloaded) {
  if (llvm::isa<clang::CXXDestructorDecl>(method)) return;
  clang::ASTContext& context = sema_.getASTContext();
  const std::string name = qualifiedName(method, context);
  for (const Method& known : methods_) {
    if (!overrides(*known.declaration, method)) continue;
    if (context.hasSameType(method.getReturnType(), known.declaration->getReturnType())) return;
    obstacle_ =
        fmt::format("{} returns another type than {}", name, qualifiedName(*known.declaration, context));
    return;
  }
  if (const auto reason = whyUnnameableIn(method)) {
    obstacle_ = fmt::format("{} mentions a type that cannot be named ({})", name, *reason);
    return;
  }
  if (method.isNoReturn()) {
    obstacle_ = name + " never returns";
    return;
  }
  Method added;
  added.declaration = &method;
  const clang::QualType held = method.getReturnType().getNonReferenceType();
  added.type = types_.map(held, Need::OnlyResult);
  const std::optional<Answer> answer = answerOf(method, added.type);
  if (!answer) {
    obstacle_ = fmt::format("{} returns {}", name, withoutGaps(spellType(method.getReturnType(), context)));
    return;
  }
  added.answer = *answer;
  if (added.answer == Answer::Results) added.member = fresh(resultsOf(method, isOverloaded), memberNames_);
  if (added.answer == Answer::Kept) added.member = fresh(objectOf(method), argumentNames_);
  if (!added.member.empty()) types_.map(held, Need::Value);
  methods_.push_back(std::move(added));
}

std::optional<StubPlan::Answer> StubPlan::answerOf(const clang::CXXMethodDecl& method, TypeId type) const {
  const clang::QualType result = method.getReturnType();
  const clang::QualType held = result.getNonReferenceType();
  const bool isReference = result->isReferenceType();
  if (result->isRValueReferenceType() || held.isVolatileQualified()) return std::nullopt;
  if (result->isVoidType()) return Answer::Nothing;
  const clang::CXXRecordDecl* record = held->getAsCXXRecordDecl();
  if (isReference && record != nullptr && (held.isConstQualified() || !method.isConst())) {
    const bool isOwn = record->getCanonicalDecl() == record_.getCanonicalDecl();
    if (isOwn || (record->hasDefinition() && record_.isDerivedFrom(record))) return Answer::Itself;
  }
  const bool hasDefault = isDefaultConstructible(held, sema_);
  const bool isCopied = isCopyable(findings_.types, type);
  switch (findings_.types[type].kind) {
    case TypeKind::Void:
    case TypeKind::Unsupported:
    case TypeKind::Buffer:
    case TypeKind::Callback:
    case TypeKind::Span:
    case TypeKind::Stream:
    case TypeKind::Elements:
      break;
    case TypeKind::Class:
      if (isCopied && !hasDefault) return Answer::Kept;
      if (isReference && !isCopied) return Answer::Kept;
      [[fallthrough]];
    default:
      if (hasDefault && isCopied && findings_.types[type].header != "<initializer_list>")
        return Answer::Results;
  }
  return hasDefault && !isReference ? std::optional(Answer::Default) : std::nullopt;
}

std::vector<std::vector<Parameter>> StubPlan::parameters() const {
  std::vector<std::vector<Parameter>> all;
  for (const Constructor& constructor : constructors_) {
    std::vector<Parameter> parameters = constructor.parameters;
    for (const Method& method : methods_) {
      if (method.answer != Answer::Kept) continue;
      parameters.push_back(
          {method.member, method.type, method.keepsConst() ? PassBy::ConstReference : PassBy::Reference});
    }
    for (const Method& method : methods_) {
      if (method.answer != Answer::Results) continue;
      Parameter results{method.member, types_.listOf(method.type)};
      results.isAssigned = true;
      parameters.push_back(std::move(results));
    }
    all.push_back(std::move(parameters));
  }
  return all;
}

}  // namespace covolve::program
