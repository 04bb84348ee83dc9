#include "program/callable_drafts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/AST/Mangle.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "program/c_unit.h"
#include "program/callability.h"
#include "program/class_facts.h"
#include "program/counted_pointers.h"
#include "program/freeing.h"
#include "program/result_names.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

/// The declaration of a function that a caller may see; null when the source alone has one.
const clang::FunctionDecl* headerDeclaration(const clang::FunctionDecl& function, const Sources& sources) {
  const clang::FunctionDecl* found = nullptr;
  for (const clang::FunctionDecl* declaration : function.redecls()) {
    if (declaration->getFriendObjectKind() != clang::Decl::FOK_None) continue;
    const Place place = sources.placeOf(*declaration);
    if (place.file.empty() || place.inSource) continue;
    if (found == nullptr || sources.isRequested(place.file)) found = declaration;
  }
  return found;
}

/// A friend that only its class declares in a header is found through an argument of that class; null for
/// others.
const clang::FunctionDecl* friendDeclaration(const clang::FunctionDecl& function, const Sources& sources) {
  for (const clang::FunctionDecl* declaration : function.redecls()) {
    const auto* owner = llvm::dyn_cast<clang::CXXRecordDecl>(declaration->getLexicalDeclContext());
    const Place place = sources.placeOf(*declaration);
    if (owner == nullptr || place.file.empty() || place.inSource) continue;
    const bool takesOne =
        std::ranges::any_of(function.parameters(), [&](const clang::ParmVarDecl* parameter) {
          clang::QualType type = parameter->getType().getNonReferenceType();
          if (type->isPointerType()) type = type->getPointeeType();
          const clang::CXXRecordDecl* taken = type->getAsCXXRecordDecl();
          return taken != nullptr && taken->getCanonicalDecl() == owner->getCanonicalDecl();
        });
    if (takesOne) return declaration;
  }
  return nullptr;
}

std::string parameterName(const clang::FunctionDecl& function, unsigned index, const Sources& sources) {
  if (const CFunction* inC = sources.cFunction(function); inC && index < inC->parameterNames.size()) {
    return inC->parameterNames[index];
  }
  if (const clang::FunctionDecl* definition = function.getDefinition()) {
    if (!definition->getParamDecl(index)->getName().empty())
      return definition->getParamDecl(index)->getNameAsString();
  }
  for (const clang::FunctionDecl* declaration : function.redecls()) {
    const std::string name = declaration->getParamDecl(index)->getNameAsString();
    if (!name.empty()) return name;
  }
  return "";
}

std::string withPassing(const std::string& spelling, PassBy passBy) {
  const bool joined = spelling.ends_with("*");
  const std::string gap = joined ? "" : " ";
  switch (passBy) {
    case PassBy::Value:
      return spelling;
    case PassBy::ConstReference:
      return joined ? spelling + "const &" : "const " + spelling + " &";
    case PassBy::Reference:
      return spelling + gap + "&";
    case PassBy::RvalueReference:
      return spelling + gap + "&&";
  }
  return spelling;
}

/// As the linker knows it; of a constructor its body's, whatever is constructed by it.
std::string linkageNameOf(const clang::FunctionDecl& function, clang::ASTContext& context) {
  const std::unique_ptr<clang::MangleContext> mangler(context.createMangleContext());
  if (!mangler->shouldMangleDeclName(&function)) return function.getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function);
  mangler->mangleName(constructor != nullptr ? clang::GlobalDecl(constructor, clang::Ctor_Base)
                                             : clang::GlobalDecl(&function),
                      stream);
  return name;
}

/// None where a declaration elsewhere would be no declaration of it, or would have to say more than types.
std::optional<Prototype> prototypeOf(const clang::FunctionDecl& function, clang::ASTContext& context) {
  const clang::QualType result = function.getReturnType();
  const bool isTemplate = function.getTemplateSpecializationInfo() != nullptr;
  const bool isOfOtherName = function.hasAttr<clang::AsmLabelAttr>() ||
                             function.hasAttr<clang::AbiTagAttr>() || function.hasAttr<clang::EnableIfAttr>();
  const auto* type = function.getType()->castAs<clang::FunctionType>();
  if (isOfOtherName || type->getCallConv() != clang::CC_C) return std::nullopt;
  if (isTemplate || function.isInlined() || !function.isExternallyVisible() || result->isUndeducedType() ||
      result->isFunctionPointerType() || result->isMemberPointerType())
    return std::nullopt;
  Prototype prototype;
  for (const clang::DeclContext* scope = function.getDeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent()) {
    if (llvm::isa<clang::LinkageSpecDecl>(scope)) continue;
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space == nullptr || space->isAnonymousNamespace() || space->isInline()) return std::nullopt;
    prototype.namespaces.insert(prototype.namespaces.begin(), space->getNameAsString());
  }
  prototype.text = function.isExternC() ? "extern \"C\" " : "";
  prototype.text += spellType(result, context) + " " + function.getNameAsString() + "(";
  for (unsigned i = 0; i < function.getNumParams(); ++i)
    prototype.text += (i == 0 ? "" : ", ") + spellType(function.getParamDecl(i)->getType(), context);
  prototype.text += ")";
  return prototype;
}

/// Without its number a pointer is no row any more, and a number without its pointer counts nothing.
bool splitsRow(const std::vector<Parameter>& all, size_t left) {
  for (size_t i = 0; i < all.size(); ++i) {
    for (const uint32_t pointer : all[i].countsOf) {
      if ((i < left) != (pointer < left)) return true;
    }
  }
  return false;
}

}  // namespace

std::string CallableDrafts::display(const Callable& callable, const std::string& shownName) const {
  std::string text = shownName + (callable.kind == CallableKind::Aggregate ? "{" : "(");
  for (size_t i = 0; i < callable.parameters.size(); ++i) {
    const Parameter& parameter = callable.parameters[i];
    text += (i == 0 ? "" : ", ") + withPassing(findings_.types[parameter.type].spelling, parameter.passBy);
  }
  text += callable.kind == CallableKind::Aggregate ? "}" : ")";
  if (callable.isConst) text += " const";
  if (callable.isRvalueQualified) text += " &&";
  return text;
}

std::string CallableDrafts::displayOf(const clang::FunctionDecl& function) const {
  clang::ASTContext& context = sema_.getASTContext();
  std::string text = qualifiedName(function, context) + "(";
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const clang::QualType type = function.getParamDecl(i)->getType();
    const std::string written =
        type->isDependentType() ? type.getAsString(context.getPrintingPolicy()) : spellType(type, context);
    text += (i == 0 ? "" : ", ") + written;
  }
  if (function.isVariadic()) text += ", ...";
  text += ")";
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && method->isConst()) text += " const";
  if (method != nullptr && method->getRefQualifier() == clang::RQ_RValue) text += " &&";
  return text;
}

void CallableDrafts::skip(const clang::NamedDecl& declaration, const std::string& reason) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  const Place place =
      function != nullptr ? sources_.placeOfDefinition(*function) : sources_.placeOf(declaration);
  const std::string what =
      function != nullptr ? displayOf(*function) : qualifiedName(declaration, sema_.getASTContext());
  Skipped skipped{what, reason, place.file, place.line, {qualifiedName(declaration, sema_.getASTContext())}};
  for (unsigned i = 0; function != nullptr && i < function->getNumParams(); ++i)
    skipped.parameters.push_back(parameterName(*function, i, sources_));
  findings_.skipped.push_back(std::move(skipped));
}

bool CallableDrafts::checks(const clang::FunctionDecl& function, size_t parameter) {
  const CFunction* inC = sources_.cFunction(function);
  return inC != nullptr ? inC->checkedParameters.contains(parameter)
                        : checkedParameters_.of(function).contains(parameter);
}

std::vector<Parameter> CallableDrafts::parametersOf(const clang::FunctionDecl& function) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < function.getNumParams(); ++i)
    names.push_back(parameterName(function, i, sources_));
  const std::vector<CountedPointer> counted = countedPointers(function, names, types_.handles());
  std::vector<Parameter> parameters;
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const clang::QualType type = function.getParamDecl(i)->getType();
    const bool isCounted = std::ranges::find(counted, i, &CountedPointer::pointer) != counted.end();
    const TypeMapper::Use use =
        isCounted ? TypeMapper::Use{types_.mapElements(type)} : types_.mapUse(type, Need::Value);
    parameters.push_back({names[i], use.type, use.passBy});
  }
  for (const CountedPointer& pair : counted) {
    parameters[pair.count].countsOf.push_back(static_cast<uint32_t>(pair.pointer));
    parameters[pair.count].isEnd = pair.isEnd;
    const bool isPointer = findings_.types[parameters[pair.count].type].kind == TypeKind::Pointer;
    parameters[pair.count].mayBeNull = isPointer && !pair.isEnd && checks(function, pair.count);
  }
  return parameters;
}

void CallableDrafts::addForms(Draft draft, const clang::FunctionDecl& function, Role role) {
  Callable& callable = draft.callable;
  const clang::FunctionDecl& complete = *function.getMostRecentDecl();  // default arguments gather there
  const Place place = sources_.placeOfDefinition(function);
  callable.file = place.file;
  callable.line = place.line;
  callable.underTest = role == Role::UnderTest;
  callable.linkageName = linkageNameOf(function, sema_.getASTContext());
  draft.declaredName = qualifiedName(function, sema_.getASTContext());
  if (const auto* prototype = function.getType()->getAs<clang::FunctionProtoType>()) {
    callable.isNoexcept = clang::isNoexceptExceptionSpec(prototype->getExceptionSpecType()) &&
                          prototype->getExceptionSpecType() != clang::EST_Unevaluated &&
                          prototype->getExceptionSpecType() != clang::EST_Uninstantiated &&
                          prototype->isNothrow();
  }
  callable.isOperator = function.isOverloadedOperator() || llvm::isa<clang::CXXConversionDecl>(function);
  callable.parameters = parametersOf(function);
  const std::string shownName =
      callable.isHiddenFriend ? qualifiedName(function, sema_.getASTContext()) : callable.qualifiedName;
  callable.display = display(callable, shownName);
  findings_.drafts.push_back(draft);
  const std::vector<Parameter> all = callable.parameters;
  while (callable.parameters.size() > complete.getMinRequiredArguments()) {
    callable.parameters.pop_back();
    if (splitsRow(all, callable.parameters.size())) continue;
    if (isAmbiguousWith(function, static_cast<unsigned>(callable.parameters.size()))) continue;
    callable.display = display(callable, shownName);
    draft.defaulted = true;
    findings_.drafts.push_back(draft);
  }
}

void CallableDrafts::add(Draft draft) {
  draft.callable.display = display(draft.callable, draft.callable.qualifiedName);
  draft.declaredName = draft.callable.qualifiedName;
  findings_.drafts.push_back(std::move(draft));
}

void CallableDrafts::addMaking(Draft draft, const clang::CXXConstructorDecl& constructor) {
  if (whyUncallable(constructor, sema_)) return;
  addForms(std::move(draft), constructor, Role::Helper);
}

void CallableDrafts::addFunction(const clang::FunctionDecl& function, bool hiddenFriend, Role role) {
  if (function.isMain()) findings_.definesMain = true;
  if (auto reason = whyUncallable(function, sema_)) {
    if (role == Role::UnderTest) skip(function, *reason);
    return;
  }
  clang::ASTContext& context = sema_.getASTContext();
  const clang::FunctionDecl* declared = hiddenFriend ? nullptr : headerDeclaration(function, sources_);
  if (declared == nullptr && !hiddenFriend) {
    declared = friendDeclaration(function, sources_);
    hiddenFriend = declared != nullptr;
  }
  Draft draft;
  Callable& callable = draft.callable;
  callable.kind = CallableKind::Function;
  callable.name = ownName(function, context);
  callable.qualifiedName = hiddenFriend ? callable.name : qualifiedName(function, context);
  callable.isHiddenFriend = hiddenFriend;
  const CFunction* inC = sources_.cFunction(function);
  callable.freesArgument = inC != nullptr ? inC->freesArgument : freesArgument(function);
  callable.resultNames = inC != nullptr ? inC->resultNames : resultNames(function, sources_);
  // What a helper makes is used, be it behind a smart pointer.
  const Need need = role == Role::Helper ? Need::Value : Need::OnlyResult;
  const TypeMapper::Use result = types_.mapUse(function.getReturnType(), need);
  callable.result = result.type;
  callable.resultBy = result.passBy;

  if (declared != nullptr) {
    draft.visibility.declaration = declared;
  } else {
    draft.visibility = types_.visibilityOf(function);
    if (draft.visibility.sourceOnly && !function.isExternallyVisible()) draft.visibility.internal = true;
    if (draft.visibility.sourceOnly && !hiddenFriend) draft.prototype = prototypeOf(function, context);
  }
  callable.isStaticLinkage = draft.visibility.internal;
  addForms(std::move(draft), function, role);
}

void CallableDrafts::addMethod(const clang::CXXMethodDecl& method, clang::CXXRecordDecl& record, Role role,
                               Caller caller) {
  if (auto reason = whyUncallable(method, sema_, caller)) {
    if (role == Role::UnderTest) skip(method, *reason);
    return;
  }
  clang::ASTContext& context = sema_.getASTContext();
  Draft draft;
  Callable& callable = draft.callable;
  callable.kind = method.isStatic() ? CallableKind::StaticMethod : CallableKind::Method;
  callable.name = ownName(method, context);
  callable.qualifiedName = qualifiedName(record, context) + "::" + callable.name;
  callable.owner =
      types_.map(context.getRecordType(&record), method.isStatic() ? Need::OnlyResult : Need::Value);
  callable.isConst = method.isConst();
  callable.isRvalueQualified = method.getRefQualifier() == clang::RQ_RValue;
  const Need need = role == Role::Helper ? Need::Value : Need::OnlyResult;
  const TypeMapper::Use result = types_.mapUse(method.getReturnType(), need);
  callable.result = result.type;
  callable.resultBy = result.passBy;
  draft.visibility = types_.visibilityOf(record);
  callable.isStaticLinkage = draft.visibility.internal;
  addForms(std::move(draft), method, role);
}

void CallableDrafts::addConstructor(const clang::CXXConstructorDecl& constructor,
                                    clang::CXXRecordDecl& record, Role role) {
  if (auto reason = whyUncallable(constructor, sema_)) {
    if (role == Role::UnderTest && !constructor.isImplicit()) skip(constructor, *reason);
    return;
  }
  clang::ASTContext& context = sema_.getASTContext();
  Draft draft;
  Callable& callable = draft.callable;
  callable.kind = CallableKind::Constructor;
  callable.name = record.getNameAsString();
  callable.qualifiedName = qualifiedName(record, context) + "::" + callable.name;
  // That it has one does not mean that an object of an abstract class is needed.
  const Need need = record.isAbstract() ? Need::OnlyResult : Need::Value;
  callable.owner = types_.map(context.getRecordType(&record), need);
  callable.result = callable.owner;
  draft.visibility = types_.visibilityOf(record);
  callable.isStaticLinkage = draft.visibility.internal;
  // What the compiler writes has nothing of its own to test.
  const bool hasCode = constructor.isUserProvided();
  addForms(std::move(draft), constructor, hasCode ? role : Role::Helper);
}

bool CallableDrafts::addField(clang::QualType type, const std::string& name, Callable& callable) {
  constexpr uint64_t kLongestFieldArray = 16;
  const size_t first = callable.parameters.size();
  const auto inBraces = [&] {
    if (callable.parameters.size() == first) return false;
    ++callable.parameters[first].opensBraces;
    ++callable.parameters.back().closesBraces;
    return true;
  };
  if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(type.getCanonicalType().getTypePtr())) {
    // The elements become parameters of their own.
    const uint64_t length = array->getSize().getLimitedValue();
    if (length > kLongestFieldArray || callable.parameters.size() + length > 4 * kLongestFieldArray)
      return false;
    for (uint64_t i = 0; i < length; ++i) {
      if (!addField(array->getElementType(), fmt::format("{}{}", name, i), callable)) return false;
    }
    return inBraces();
  }
  // A part whose type has no name is filled where it stands.
  const clang::CXXRecordDecl* part = type->getAsCXXRecordDecl();
  if (part != nullptr && part->isAggregate() && part->getIdentifier() == nullptr &&
      part->getTypedefNameForAnonDecl() == nullptr) {
    if (part->isUnion() && holdsPointerInUnion(*part)) return false;
    for (const clang::FieldDecl* field : part->fields()) {
      if (field->isUnnamedBitField()) continue;
      if (!addField(field->getType(), field->getNameAsString(), callable)) return false;
      if (part->isUnion()) break;
    }
    return inBraces();
  }
  const TypeMapper::Use use = types_.mapUse(type, Need::Value);
  const TypeKind kind = findings_.types[use.type].kind;
  if (kind == TypeKind::Unsupported) return false;
  if (kind == TypeKind::Pointer) types_.emptyBraces();  // where nobody can make what it points to
  callable.parameters.push_back({name, use.type, use.passBy});
  return true;
}

/// What cannot be given stays empty. False: there is no aggregate without it.
bool CallableDrafts::addFields(const clang::CXXRecordDecl& record, Callable& callable) {
  bool givesAny = false;
  const auto give = [&](clang::QualType type, const std::string& name) {
    const size_t before = callable.parameters.size();
    if (addField(type, name, callable)) return givesAny = true;
    callable.parameters.resize(before);
    callable.parameters.push_back({name, types_.emptyBraces()});
    return false;
  };
  for (const clang::CXXBaseSpecifier& base : record.bases()) give(base.getType(), "");
  for (const clang::FieldDecl* field : record.fields()) {
    if (field->isUnnamedBitField()) continue;
    if (field->getType()->isIncompleteArrayType()) break;
    if (give(field->getType(), field->getNameAsString())) continue;
    if (field->getType()->isReferenceType()) return false;  // has no default
    if (!field->hasInClassInitializer()) continue;
    // Only without braces it keeps its own default, and so must those behind it.
    callable.parameters.pop_back();
    break;
  }
  if (!givesAny) callable.parameters.clear();
  return true;
}

void CallableDrafts::addAggregate(clang::CXXRecordDecl& record) {
  clang::ASTContext& context = sema_.getASTContext();
  Draft draft;
  Callable& callable = draft.callable;
  callable.kind = CallableKind::Aggregate;
  callable.name = record.getNameAsString();
  if (callable.name.empty()) callable.name = ownName(record, context);
  callable.qualifiedName = qualifiedName(record, context);
  callable.owner = types_.map(context.getRecordType(&record), Need::Value);
  callable.result = callable.owner;
  const Place place = sources_.placeOf(record);
  callable.file = place.file;
  callable.line = place.line;
  draft.visibility = types_.visibilityOf(record);
  callable.isStaticLinkage = draft.visibility.internal;
  draft.isLastResort = holdsPointerInUnion(record);
  if (record.isUnion()) {
    const bool isGiven =
        !draft.isLastResort && !record.field_empty() &&
        addField(record.field_begin()->getType(), record.field_begin()->getNameAsString(), callable);
    if (!isGiven) callable.parameters.clear();
  } else if (!addFields(record, callable)) {
    return;
  }
  callable.display = display(callable, callable.qualifiedName);
  draft.declaredName = callable.qualifiedName;
  findings_.drafts.push_back(std::move(draft));
}

namespace {

/// Without a text by pointer, which may not have been set.
bool isReadable(const std::vector<Type>& types, const Type& type) {
  if (type.kind == TypeKind::Wrapped)
    return !type.accessor.empty() && isReadable(types, types[type.parts[1]]);
  const bool holds = isContainer(type.kind) || type.kind == TypeKind::Array || type.kind == TypeKind::Tuple ||
                     type.kind == TypeKind::Optional;
  if (!holds) return isPlain(type.kind) || type.kind == TypeKind::Floating;
  return std::ranges::all_of(type.parts, [&](TypeId part) { return isReadable(types, types[part]); });
}

}  // namespace

void CallableDrafts::addGetters(clang::CXXRecordDecl& record) {
  constexpr size_t kMost = 16;  // each is compiled into the harness
  size_t count = 0;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    const bool isGetter = method->isConst() && !method->isVolatile() && method->getNumParams() == 0 &&
                          method->getRefQualifier() == clang::RQ_None && !method->isOverloadedOperator() &&
                          !llvm::isa<clang::CXXConversionDecl>(method);
    if (!isGetter || whyUncallable(*method, sema_)) continue;
    const TypeMapper::Use use = types_.mapUse(method->getReturnType(), Need::OnlyResult);
    const Type& type = findings_.types[use.type];
    const bool isText = type.kind == TypeKind::CString || type.kind == TypeKind::StringView;
    if (!isText && !isReadable(findings_.types, type)) continue;
    const size_t before = findings_.drafts.size();
    addMethod(*method, record, Role::Helper);
    for (size_t i = before; i < findings_.drafts.size(); ++i) {
      Callable& look = findings_.drafts[i].callable;
      look.isLook = true;
      look.isWorthLinking = !method->isPureVirtual() && !method->isDefined();
    }
    if (++count == kMost) return;
  }
}

void CallableDrafts::addFieldReaders(clang::CXXRecordDecl& record) {
  const bool isNamed = record.getIdentifier() != nullptr || record.getTypedefNameForAnonDecl() != nullptr;
  if (record.isUnion() || !isNamed) return;
  Draft draft;
  draft.callable.kind = CallableKind::Method;
  draft.callable.isConst = true;
  draft.callable.isLook = draft.callable.isField = true;
  draft.callable.owner = types_.map(sema_.getASTContext().getRecordType(&record), Need::OnlyResult);
  draft.visibility = types_.visibilityOf(record);
  draft.callable.isStaticLinkage = draft.visibility.internal;
  draft.callable.qualifiedName = qualifiedName(record, sema_.getASTContext());
  constexpr unsigned kDepth = 2;
  addFieldReaders(record, "", kDepth, draft);
}

namespace {

/// What is assigned lives on in the object: no pointer, no view.
bool isKept(const std::vector<Type>& types, const Type& type) {
  switch (type.kind) {
    case TypeKind::Boolean:
    case TypeKind::Character:
    case TypeKind::Integer:
    case TypeKind::Floating:
    case TypeKind::Enumeration:
    case TypeKind::String:
      return true;
    case TypeKind::Class:
      return type.copyConstructible && !isSmartPointer(type) && type.seenTypes.empty() && !type.seesElements;
    case TypeKind::Sequence:
    case TypeKind::Set:
    case TypeKind::Map:
    case TypeKind::Array:
    case TypeKind::Optional:
    case TypeKind::Tuple:
      return type.header != "<initializer_list>" && !isEmptyBraces(type) &&
             std::ranges::all_of(type.parts, [&](TypeId part) { return isKept(types, types[part]); });
    default:
      return false;
  }
}

}  // namespace

void CallableDrafts::addFieldWriters(clang::CXXRecordDecl& record) {
  constexpr size_t kMost = 16;  // each is compiled into the harness
  const bool isNamed = record.getIdentifier() != nullptr;
  const bool isOpen = std::ranges::all_of(record.fields(), [](const clang::FieldDecl* field) {
    return field->getAccess() == clang::AS_public || field->getAccess() == clang::AS_none;
  });
  if (record.isUnion() || record.isAggregate() || record.isPolymorphic() || !isNamed || !isOpen) return;
  clang::ASTContext& context = sema_.getASTContext();
  size_t count = 0;
  for (const clang::FieldDecl* field : record.fields()) {
    const clang::QualType type = field->getType();
    if (field->getName().empty() || type.isConstQualified() || type.isVolatileQualified() ||
        type->isReferenceType() || type->isArrayType())
      continue;
    const TypeMapper::Use use = types_.mapUse(type, Need::Value);
    if (use.passBy != PassBy::Value || !isKept(findings_.types, findings_.types[use.type])) continue;
    if (count++ == kMost) return;
    Draft draft;
    Callable& writer = draft.callable;
    writer.kind = CallableKind::Method;
    writer.setsField = writer.supports = writer.fills = true;
    writer.owner = types_.map(context.getRecordType(&record), Need::Value);
    writer.name = field->getNameAsString();
    writer.qualifiedName = qualifiedName(record, context) + "::" + writer.name;
    writer.display = writer.qualifiedName + " =";
    writer.parameters = {{writer.name, use.type}};
    writer.result = types_.map(context.VoidTy, Need::OnlyResult);
    const Place place = sources_.placeOf(*field);
    writer.file = place.file;
    writer.line = place.line;
    draft.visibility = types_.visibilityOf(record);
    writer.isStaticLinkage = draft.visibility.internal;
    draft.declaredName = writer.display;
    findings_.drafts.push_back(std::move(draft));
  }
}

void CallableDrafts::addFieldReaders(const clang::CXXRecordDecl& part, const std::string& path,
                                     unsigned depth, const Draft& draft) {
  for (const clang::FieldDecl* field : part.fields()) {
    const bool isVisible = field->getAccess() == clang::AS_public || field->getAccess() == clang::AS_none;
    if (!isVisible || field->getName().empty() || field->getType().isVolatileQualified()) continue;
    const std::string name = path + field->getNameAsString();
    const TypeMapper::Use use = types_.mapUse(field->getType(), Need::OnlyResult);
    const Type& type = findings_.types[use.type];
    if (use.passBy == PassBy::Value && isReadable(findings_.types, type)) {
      Draft reader = draft;
      reader.callable.name = name;
      reader.callable.qualifiedName += "::" + name;
      reader.callable.result = use.type;
      const Place place = sources_.placeOf(*field);
      reader.callable.file = place.file;
      reader.callable.line = place.line;
      reader.callable.display = reader.callable.qualifiedName;
      reader.declaredName = reader.callable.qualifiedName;
      findings_.drafts.push_back(std::move(reader));
    } else if (const clang::CXXRecordDecl* nested = field->getType()->getAsCXXRecordDecl();
               depth > 1 && nested != nullptr && nested->hasDefinition() && !nested->isUnion() &&
               type.kind == TypeKind::Class) {
      addFieldReaders(*nested->getDefinition(), name + ".", depth - 1, draft);
    }
  }
}

}  // namespace covolve::program
