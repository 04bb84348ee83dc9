#include "program/type_mapping.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

#include "program/c_unit.h"
#include "program/class_facts.h"
#include "program/null_checks.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

Type unsupported(std::string reason) {
  Type type;
  type.unsupportedReason = std::move(reason);
  return type;
}

bool isCharacterKind(clang::BuiltinType::Kind kind) {
  using enum clang::BuiltinType::Kind;
  switch (kind) {
    case Char_S:
    case Char_U:
    case SChar:
    case UChar:
    case WChar_S:
    case WChar_U:
    case Char8:
    case Char16:
    case Char32:
      return true;
    default:
      return false;
  }
}

Type describeBuiltin(const clang::BuiltinType& builtin, clang::ASTContext& context) {
  Type type;
  if (builtin.isVoidType()) {
    type.kind = TypeKind::Void;
    return type;
  }
  switch (builtin.getKind()) {
    case clang::BuiltinType::Bool:
      type.kind = TypeKind::Boolean;
      break;
    case clang::BuiltinType::Float:
    case clang::BuiltinType::Double:
    case clang::BuiltinType::LongDouble:
      type.kind = TypeKind::Floating;
      type.isSigned = true;
      break;
    case clang::BuiltinType::NullPtr:
      type.kind = TypeKind::Null;
      type.header = "<cstddef>";
      return type;
    default:
      if (!builtin.isInteger()) return unsupported("its arithmetic type is not supported yet");
      type.kind = isCharacterKind(builtin.getKind()) ? TypeKind::Character : TypeKind::Integer;
      type.isSigned = builtin.isSignedInteger();
  }
  type.bits = static_cast<unsigned>(context.getTypeSize(&builtin));
  return type;
}

}  // namespace

TypeMapper::TypeMapper(clang::Sema& sema, const Sources& sources, Findings& findings)
    : sema_(sema), sources_(sources), findings_(findings), handles_(sema.getASTContext(), sources) {
  map(sema.getASTContext().VoidTy, Need::OnlyResult);  // type 0
}

Visibility TypeMapper::visibilityOf(const clang::Decl& definition) const {
  Visibility visibility;
  visibility.declaration = &definition;
  const bool inSource = sources_.placeOf(definition).inSource && !sources_.sourceIsHeader();
  visibility.sourceOnly = inSource;
  visibility.internal = inSource && definition.isInAnonymousNamespace();
  // Nobody else can know a class that stands here; a function, whoever declares it. (A call of itself is no
  // use.)
  visibility.isHelper =
      inSource && (!llvm::isa<clang::FunctionDecl>(definition) || definition.isUsed(/*CheckUsedAttr=*/false));
  return visibility;
}

TypeId TypeMapper::add(Type type, const clang::Decl* definition) {
  findings_.types.push_back(std::move(type));
  findings_.typeVisibilities.push_back(definition != nullptr ? visibilityOf(*definition) : Visibility{});
  return static_cast<TypeId>(findings_.types.size() - 1);
}

TypeMapper::Use TypeMapper::mapUse(clang::QualType type, Need need) {
  Use use;
  if (const auto* reference = type->getAs<clang::ReferenceType>()) {
    const clang::QualType referred = reference->getPointeeType();
    if (reference->isRValueReferenceType()) {
      use.passBy = PassBy::RvalueReference;
    } else {
      use.passBy = referred.isConstQualified() ? PassBy::ConstReference : PassBy::Reference;
    }
    use.type = map(referred, need);
  } else if (const clang::TypedefNameDecl* handle = handles_.of(type)) {
    use.type = mapHandle(*handle, need);
  } else {
    use.type = map(type, need);
  }
  return use;
}

TypeId TypeMapper::mapHandle(const clang::TypedefNameDecl& name, Need need) {
  if (need == Need::Value && neededHandles_.insert(&name).second) handleQueue_.push_back(&name);
  if (const auto known = handleTypes_.find(&name); known != handleTypes_.end()) return known->second;
  Type object;
  object.kind = TypeKind::Class;
  object.spelling = qualifiedName(name, sema_.getASTContext());
  object.isHandle = object.isOnlyLent = true;
  object.unsupportedReason = "a handle that no function makes";
  Type pointer;
  pointer.kind = TypeKind::Pointer;
  pointer.spelling = spellType(name.getUnderlyingType().getCanonicalType(), sema_.getASTContext());
  pointer.parts = {add(std::move(object))};
  return handleTypes_[&name] = add(std::move(pointer));
}

TypeId TypeMapper::map(clang::QualType type, Need need) {
  const clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
  const void* key = canonical.getAsOpaquePtr();
  if (const auto known = known_.find(key); known != known_.end()) {
    const TypeId id = known->second;
    if (need == Need::Value && !needed_.contains(id)) {
      needed_.insert(id);
      if (const auto found = classes_.find(id); found != classes_.end()) queue_.push_back(found->second);
      // The parts of a compound that was only returned so far are needed from now on.
      if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(canonical.getTypePtr())) {
        map(pointer->getPointeeType(), need);
      } else if (const auto* record = canonical->getAsCXXRecordDecl(); record && !classes_.contains(id)) {
        Type again;
        describeStandard(*record, need, again);
      }
    }
    return id;
  }
  // Known before it is described: a class may mention itself.
  const TypeId id = add(Type{});
  known_[key] = id;
  if (need == Need::Value) needed_.insert(id);
  const clang::Decl* definition = nullptr;
  Type described = describe(canonical, need, definition);
  if (described.spelling.empty()) described.spelling = spellType(canonical, sema_.getASTContext());
  if (described.kind == TypeKind::Class) {
    classes_[id] = canonical->getAsCXXRecordDecl();
    // What a returned pointer holds is used further, too.
    if (need == Need::Value || asSmartPointer(*classes_[id]) != nullptr) queue_.push_back(classes_[id]);
    described.bases = basesOf(*classes_[id]);
  }
  findings_.types[id] = std::move(described);
  if (definition != nullptr) findings_.typeVisibilities[id] = visibilityOf(*definition);
  return id;
}

std::vector<TypeId> TypeMapper::basesOf(const clang::CXXRecordDecl& record) {
  std::vector<TypeId> bases;
  if (!record.hasDefinition() || isStandardLibrary(record)) return bases;
  for (const clang::CXXBaseSpecifier& base : record.getDefinition()->bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent == nullptr || base.getAccessSpecifier() != clang::AS_public || isStandardLibrary(*parent))
      continue;
    const TypeId id = map(base.getType(), Need::OnlyResult);
    if (findings_.types[id].kind != TypeKind::Class) continue;
    bases.push_back(id);
    const std::vector<TypeId>& further = findings_.types[id].bases;
    bases.insert(bases.end(), further.begin(), further.end());
  }
  std::ranges::sort(bases);
  bases.erase(std::ranges::unique(bases).begin(), bases.end());
  // Also by bases that are not public.
  std::erase_if(bases, [&](TypeId id) {
    clang::CXXBasePaths paths;
    const clang::CXXRecordDecl& base = *classes_.at(id);
    const bool isDerived = record.isDerivedFrom(&base, paths);
    return !isDerived || paths.isAmbiguous(sema_.getASTContext().getCanonicalType(
                             sema_.getASTContext().getRecordType(&base)));
  });
  return bases;
}

std::vector<clang::CXXRecordDecl*> TypeMapper::takeNeededClasses() { return std::exchange(queue_, {}); }

std::vector<const clang::TypedefNameDecl*> TypeMapper::takeNeededHandles() {
  return std::exchange(handleQueue_, {});
}

Type TypeMapper::describe(clang::QualType type, Need need, const clang::Decl*& definition) {
  clang::ASTContext& context = sema_.getASTContext();
  if (const auto* builtin = llvm::dyn_cast<clang::BuiltinType>(type.getTypePtr())) {
    return describeBuiltin(*builtin, context);
  }
  if (const auto* enumeration = llvm::dyn_cast<clang::EnumType>(type.getTypePtr())) {
    definition = enumeration->getDecl();
    return describeEnumeration(*enumeration->getDecl());
  }
  if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(type.getTypePtr())) {
    return describePointer(pointer->getPointeeType(), need);
  }
  if (clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
    Type described = describeRecord(type, *record, need);
    // Also of one that cannot be made: a call that returns it needs its definition.
    if (!isStandardLibrary(*record)) definition = record->getDefinition();
    return described;
  }
  if (type->isFunctionType()) return unsupported("callbacks are not supported yet");
  if (type->isArrayType()) return unsupported("references to arrays are not supported yet");
  if (type->isMemberPointerType()) return unsupported("pointers to members are not supported yet");
  if (type->isUndeducedType()) return unsupported("its type is deduced where it is used");
  return unsupported("its type is not supported yet");
}

namespace {

/// Of arguments that a test can tell, as runtime/include/covolve/harness/callbacks.h finds them.
std::vector<Heard> heardBy(const clang::FunctionProtoType& function, const clang::ASTContext& context) {
  const auto isInteger = [&](clang::QualType type, unsigned least) {
    if (!type->isIntegerType() || type->isEnumeralType()) return false;
    const uint64_t bits = context.getTypeSize(type);
    return bits >= least && bits <= 64;
  };
  const auto isText = [](clang::QualType type) {
    if (!type->isPointerType() || !type->getPointeeType().isConstQualified()) return false;
    const clang::QualType pointee = type->getPointeeType();
    return pointee->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
           pointee->isSpecificBuiltinType(clang::BuiltinType::Char_U);
  };
  std::vector<Heard> heard;
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const clang::QualType type = function.getParamType(i).getCanonicalType();
    if (isText(type)) {
      const bool isCounted = i + 1 < function.getNumParams() && isInteger(function.getParamType(i + 1), 32) &&
                             function.getParamType(i + 1)->isUnsignedIntegerType();
      heard.push_back({isCounted ? Heard::As::CountedText : Heard::As::Text, i});
      i += isCounted ? 1 : 0;
    } else if (isInteger(type, 1)) {
      heard.push_back({Heard::As::Number, i});
    } else if (type->isEnumeralType() && !type->isIncompleteType() && context.getTypeSize(type) <= 32) {
      heard.push_back({Heard::As::Enumerator, i});
    }
  }
  return heard;
}

}  // namespace

/// Its results are given as a sequence. A function has no place for a value of its own: through a pointer
/// only what needs no memory is returned.
Type TypeMapper::describeCallback(const clang::FunctionProtoType& function, bool isPointer, Need need) {
  if (function.isVariadic()) return unsupported("callbacks with variable argument lists are not supported");
  const clang::QualType returned = function.getReturnType();
  if (function.isNothrow()) return unsupported("callbacks that promise not to throw are not supported yet");
  if (returned->isReferenceType() || returned.hasQualifiers())
    return unsupported("callbacks that return references are not supported yet");
  clang::ASTContext& context = sema_.getASTContext();
  Type type;
  type.kind = TypeKind::Callback;
  type.isNullable = !isPointer || isChecked(function);
  const TypeId returnedType = map(returned, returned->isPointerType() ? Need::OnlyResult : need);
  const auto isPlain = [](TypeKind kind) {
    return kind == TypeKind::Void || kind == TypeKind::Boolean || kind == TypeKind::Character ||
           kind == TypeKind::Integer || kind == TypeKind::Floating || kind == TypeKind::Enumeration;
  };
  const Type& described = findings_.types[returnedType];
  const TypeKind result = described.kind;
  // A lambda that captures nothing can write these down, but no objects of the test.
  const TypeKind innermost = result == TypeKind::Sequence ? findings_.types[described.parts[0]].kind : result;
  const bool isText = innermost == TypeKind::String || (result == TypeKind::Sequence && isPlain(innermost));
  const bool isNull = returned->isObjectPointerType() && result != TypeKind::CString;
  if (!isPlain(result) && !returned->isObjectPointerType() && (isPointer || !isText))
    return unsupported("callbacks that return objects are not supported yet");
  type.parts = {result == TypeKind::Void || isNull ? returnedType : listOf(returnedType)};
  for (const clang::QualType argument : function.getParamTypes())
    type.arguments.push_back(spellType(argument, context));
  if (isPointer) type.heard = heardBy(function, context);
  return type;
}

bool TypeMapper::isChecked(const clang::FunctionProtoType& function) {
  clang::ASTContext& context = sema_.getASTContext();
  if (!checkedCallbacks_) {
    checkedCallbacks_ = program::checkedCallbacks(context);
    if (const CUnit* unit = sources_.cUnit())
      checkedCallbacks_->insert(unit->checkedCallbacks.begin(), unit->checkedCallbacks.end());
  }
  const clang::QualType pointer = context.getPointerType(clang::QualType(&function, 0));
  return checkedCallbacks_->contains(nameOfCallback(pointer, context));
}

Type TypeMapper::describePointer(clang::QualType pointee, Need need) {
  if (const auto* function = pointee->getAs<clang::FunctionProtoType>())
    return describeCallback(*function, true, need);
  if (pointee->isFunctionType()) return unsupported("callbacks without parameter types are not supported");
  const bool isChar = pointee->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                      pointee->isSpecificBuiltinType(clang::BuiltinType::Char_U);
  const bool isByte = isChar || pointee->isSpecificBuiltinType(clang::BuiltinType::SChar) ||
                      pointee->isSpecificBuiltinType(clang::BuiltinType::UChar);
  const bool isWideChar = pointee->isSpecificBuiltinType(clang::BuiltinType::WChar_S) ||
                          pointee->isSpecificBuiltinType(clang::BuiltinType::WChar_U);
  Type type;
  if ((isChar || isWideChar) && pointee.isConstQualified()) {
    type.kind = TypeKind::CString;
    type.isWide = isWideChar;
    return type;
  }
  // What is behind an untyped pointer nobody says: room for most.
  const bool isUntyped = pointee->isVoidType() && !pointee.isVolatileQualified();
  // A text, too, may be of unsigned char: xmlChar, yaml_char_t.
  if (isUntyped || (isByte && !pointee.isVolatileQualified())) {
    type.kind = TypeKind::Buffer;
    type.length = kBufferLength;
    type.pointeeConst = !isUntyped && pointee.isConstQualified();
    type.parts = {map(isUntyped ? sema_.getASTContext().CharTy : pointee.getUnqualifiedType(), need)};
    return type;
  }
  type.kind = TypeKind::Pointer;
  type.pointeeConst = pointee.isConstQualified();
  type.parts = {map(pointee, need)};
  return type;
}

TypeId TypeMapper::emptyBraces() {
  if (!emptyBraces_) {
    Type empty;
    empty.kind = TypeKind::Tuple;
    empty.spelling = "{}";
    emptyBraces_ = add(std::move(empty));
  }
  return *emptyBraces_;
}

TypeId TypeMapper::mapElements(clang::QualType pointer) {
  const void* key = pointer.getCanonicalType().getUnqualifiedType().getAsOpaquePtr();
  if (const auto known = elements_.find(key); known != elements_.end()) return known->second;
  clang::ASTContext& context = sema_.getASTContext();
  const clang::QualType pointee = pointer->getPointeeType();
  // What is behind an untyped pointer is bytes.
  const bool isText = pointee->isVoidType() || pointee->isCharType();
  const bool isSpelledChar = pointee->isVoidType() || context.hasSameUnqualifiedType(pointee, context.CharTy);
  Type type;
  type.kind = TypeKind::Elements;
  type.isText = isText && isSpelledChar;
  type.pointeeConst = pointee.isConstQualified();
  type.parts = {map(type.isText ? context.CharTy : pointee.getUnqualifiedType(), Need::Value)};
  type.madeAs = type.isText ? "std::string" : "std::vector<" + findings_.types[type.parts[0]].spelling + ">";
  type.header = type.isText ? "<string>" : "<vector>";
  type.spelling = spellType(pointer, context);
  return elements_[key] = add(std::move(type));
}

TypeId TypeMapper::listOf(TypeId part) {
  if (const auto known = lists_.find(part); known != lists_.end()) return known->second;
  Type type;
  type.kind = TypeKind::Sequence;
  type.header = "<vector>";
  type.spelling = "std::vector<" + findings_.types[part].spelling + ">";
  type.parts = {part};
  return lists_[part] = add(std::move(type));
}

Type TypeMapper::describeEnumeration(const clang::EnumDecl& enumeration) {
  if (auto reason = whyUnnameable(enumeration)) return unsupported(*reason);
  const clang::EnumDecl* definition = enumeration.getDefinition();
  if (definition == nullptr) return unsupported("incomplete type");
  // std::byte and identifiers of one's own have none, and all values of their underlying type.
  if (definition->enumerators().empty() && !definition->isFixed())
    return unsupported("enumeration without enumerators");
  Type type;
  type.kind = TypeKind::Enumeration;
  type.bits = static_cast<unsigned>(sema_.getASTContext().getTypeSize(definition->getIntegerType()));
  type.isSigned = definition->getIntegerType()->isSignedIntegerType();
  type.isFixed = definition->isFixed();
  if (definition->isInStdNamespace() && definition->getName() == "byte") type.header = "<cstddef>";
  const std::string scope = qualifiedName(enumeration, sema_.getASTContext()) + "::";
  for (const clang::EnumConstantDecl* constant : definition->enumerators()) {
    const llvm::APSInt value = constant->getInitVal().extOrTrunc(64);
    type.enumerators.push_back(
        {scope + constant->getNameAsString(), static_cast<int64_t>(value.getExtValue())});
  }
  return type;
}

Type TypeMapper::describeRecord(clang::QualType type, clang::CXXRecordDecl& record, Need need) {
  Type described;
  if (describeStandard(record, need, described)) return described;
  if (isStandardLibrary(record)) return unsupported(whyStandardUnsupported(record));
  if (auto reason = whyUnnameable(record)) return unsupported(*reason);
  // va_list: made by the C library or the compiler only, whatever their fields say.
  const Place place = sources_.placeOf(record);
  if ((place.inSystem || place.file.empty()) && record.getName().starts_with("_")) {
    const bool isKnown =
        sema_.isCompleteType(record.getLocation(), type) && record.getDefinition() != nullptr;
    if (isKnown && isIterator(*record.getDefinition())) return unsupported("iterators are not supported yet");
    return unsupported("a type of the C library's own");
  }
  if (!sema_.isCompleteType(record.getLocation(), type) || record.getDefinition() == nullptr) {
    described.kind = TypeKind::Class;  // a handle, perhaps
    described.isOnlyLent = true;
    described.unsupportedReason = "incomplete type";
    return described;
  }
  clang::CXXRecordDecl& definition = *record.getDefinition();
  if (definition.isInvalidDecl()) return unsupported("its definition does not compile for these arguments");
  describeClass(definition, sema_, described);
  described.kind = TypeKind::Class;
  described.isAbstract = definition.isAbstract();
  if (auto reason = whyNoObject(definition)) {
    described.unsupportedReason = *reason;
    described.isOnlyLent = true;
    described.copyConstructible = described.moveConstructible = false;
  }
  return described;
}

}  // namespace covolve::program
