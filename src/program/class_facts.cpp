#include "program/class_facts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/raw_ostream.h>

#include <set>
#include <utility>

#include "program/instantiation.h"
#include "program/spelling.h"

namespace covolve::program {

bool isIterator(const clang::CXXRecordDecl& record) {
  return !record.lookup(&record.getASTContext().Idents.get("iterator_category")).empty();
}

namespace {

bool isUsable(const clang::FunctionDecl& function) {
  return !function.isDeleted() && function.getAccess() != clang::AS_private &&
         function.getAccess() != clang::AS_protected;
}

bool takesClass(const clang::ParmVarDecl& parameter, const clang::CXXRecordDecl& record) {
  const clang::CXXRecordDecl* taken = parameter.getType().getNonReferenceType()->getAsCXXRecordDecl();
  return taken != nullptr && taken->getCanonicalDecl() == record.getCanonicalDecl();
}

bool comparesWithItself(const clang::FunctionDecl& function, const clang::CXXRecordDecl& record) {
  if (function.getOverloadedOperator() != clang::OO_EqualEqual || !isUsable(function)) return false;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    return method->isConst() && method->getNumParams() == 1 && takesClass(*method->getParamDecl(0), record);
  }
  return function.getNumParams() == 2 && takesClass(*function.getParamDecl(0), record) &&
         takesClass(*function.getParamDecl(1), record);
}

bool hasEquality(const clang::CXXRecordDecl& record) {
  for (const clang::Decl* member : record.decls()) {
    if (const auto* friendly = llvm::dyn_cast<clang::FriendDecl>(member)) member = friendly->getFriendDecl();
    if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(member)) {
      if (comparesWithItself(*function, record)) return true;
    }
  }
  const clang::DeclarationName equal =
      record.getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_EqualEqual);
  for (const clang::NamedDecl* found : record.getEnclosingNamespaceContext()->lookup(equal)) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(found)) {
      if (comparesWithItself(*function, record)) return true;
    }
  }
  return false;
}

/// Whether copying compiles. Containers declare their copy constructor whatever they hold, and a class that
/// holds such a container inherits the claim: struct { std::vector<std::unique_ptr<int>> all; } says that it
/// can be copied.
bool copyCompiles(clang::QualType type, unsigned depth = 0) {
  const auto* array = type->getAsArrayTypeUnsafe();
  if (array != nullptr) return copyCompiles(array->getElementType(), depth);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || depth > 8) return true;
  record = record->getDefinition();
  bool declared = record->needsImplicitCopyConstructor() && !record->defaultedCopyConstructorIsDeleted();
  bool written = false;
  for (const clang::CXXConstructorDecl* constructor : record->ctors()) {
    if (!constructor->isCopyConstructor() || !isUsable(*constructor)) continue;
    declared = true;
    written = written || constructor->isUserProvided();
  }
  if (!declared) return false;
  if (isStandardLibrary(*record)) {
    const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    static const std::set<std::string> sharing = {
        "shared_ptr", "weak_ptr", "reference_wrapper", "function", "allocator", "less", "hash", "equal_to"};
    if (specialisation == nullptr || sharing.contains(record->getNameAsString())) return true;
    for (const clang::TemplateArgument& argument : specialisation->getTemplateArgs().asArray()) {
      if (argument.getKind() != clang::TemplateArgument::Type) continue;
      if (!copyCompiles(argument.getAsType(), depth + 1)) return false;
    }
    return true;
  }
  if (written) return true;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (!copyCompiles(base.getType(), depth + 1)) return false;
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (!field->getType()->isReferenceType() && !copyCompiles(field->getType(), depth + 1)) return false;
  }
  return true;
}

/// Initialised where it is declared, with a text that lives for ever.
bool isLiteral(const clang::FieldDecl& field) {
  const clang::Expr* value = field.hasInClassInitializer() ? field.getInClassInitializer() : nullptr;
  return value != nullptr && llvm::isa<clang::StringLiteral>(value->IgnoreImplicit());
}

/// Gathers what values of a type may look at that they were given as constant: through a pointer or reference
/// to a constant, a view, an iterator, or a member or element of such a type.
class SeenTypes {
 public:
  explicit SeenTypes(clang::ASTContext& context) : context_(context) {}

  void addOf(clang::QualType type, unsigned depth = 0) {
    constexpr unsigned kDeepest = 4;
    if (depth > kDeepest) return;
    if (const auto* array = type->getAsArrayTypeUnsafe()) return addOf(array->getElementType(), depth);
    if (type->isPointerType() || type->isReferenceType()) {
      const clang::QualType pointee = type->getPointeeType();
      if (pointee->isFunctionType()) return;
      if (pointee.isConstQualified()) add(pointee);
      return addOf(pointee, depth + 1);
    }
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition()) return;
    if (isStandardLibrary(*record)) return addOfStandard(*record, depth);
    for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases())
      addOf(base.getType(), depth + 1);
    for (const clang::FieldDecl* field : record->getDefinition()->fields()) {
      if (!isLiteral(*field)) addOf(field->getType(), depth + 1);
    }
  }

  void moveTo(Type& type) {
    type.seenTypes = std::move(types_);
    type.seesElements = seesElements_;
  }

 private:
  void add(clang::QualType type) { types_.insert(spellType(type.getUnqualifiedType(), context_)); }

  void addOfStandard(const clang::CXXRecordDecl& record, unsigned depth) {
    static const std::set<std::string> views = {"basic_string_view", "span", "reference_wrapper"};
    const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (specialisation == nullptr) return;
    const bool isView = views.contains(record.getNameAsString());
    seesElements_ = seesElements_ || isIterator(record);
    for (const clang::TemplateArgument& argument : specialisation->getTemplateArgs().asArray()) {
      if (argument.getKind() != clang::TemplateArgument::Type) continue;
      if (isView) return add(argument.getAsType());
      addOf(argument.getAsType(), depth + 1);
    }
  }

  clang::ASTContext& context_;
  std::set<std::string> types_;
  bool seesElements_ = false;
};

}  // namespace

bool isStandardLibrary(const clang::CXXRecordDecl& record) {
  for (const clang::DeclContext* scope = record.getDeclContext(); scope != nullptr;
       scope = scope->getParent()) {
    if (scope->isStdNamespace()) return true;
  }
  return false;
}

std::string whyStandardUnsupported(const clang::CXXRecordDecl& record) {
  static const std::set<std::string> callbacks = {"function", "move_only_function", "reference_wrapper"};
  static const std::set<std::string> pointers = {"unique_ptr", "shared_ptr", "weak_ptr"};
  const std::string name = record.getNameAsString();
  if (callbacks.contains(name)) return "callbacks are not supported yet";
  if (pointers.contains(name)) return "smart pointers are not supported yet";
  if (name.ends_with("stream") || name.ends_with("streambuf")) return "streams are not supported yet";
  clang::PrintingPolicy policy(record.getASTContext().getLangOpts());
  policy.SuppressInlineNamespace = true;
  std::string qualified;
  llvm::raw_string_ostream stream(qualified);
  record.printQualifiedName(stream, policy);
  return stream.str() + " is not supported yet";
}

std::optional<std::string> whyNoObject(const clang::CXXRecordDecl& record) {
  if (record.isAbstract()) return "abstract without subclass";
  if (isBaseOfItsArgument(record)) return "only its subclass makes it whole";
  if (const clang::CXXDestructorDecl* destructor = record.getDestructor()) {
    if (!isUsable(*destructor)) return "its destructor is not accessible";
  }
  return std::nullopt;
}

namespace {

/// In itself, not behind a pointer.
bool holdsPointer(clang::QualType type) {
  type = type.getCanonicalType();
  while (const auto* array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr()))
    type = array->getElementType().getCanonicalType();
  if (type->isAnyPointerType() || type->isReferenceType()) return true;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return false;
  if (isStandardLibrary(*record) || !record->hasDefinition()) return true;  // strings, and what is not known
  return std::ranges::any_of(record->getDefinition()->fields(),
                             [](const clang::FieldDecl* field) { return holdsPointer(field->getType()); });
}

}  // namespace

bool holdsPointerInUnion(const clang::CXXRecordDecl& record) {
  if (record.isUnion() && std::ranges::distance(record.fields()) > 1) {
    return std::ranges::any_of(record.fields(),
                               [](const clang::FieldDecl* field) { return holdsPointer(field->getType()); });
  }
  return std::ranges::any_of(record.fields(), [](const clang::FieldDecl* field) {
    const clang::QualType type(field->getType()->getBaseElementTypeUnsafe(), 0);
    const clang::CXXRecordDecl* part = type->getAsCXXRecordDecl();
    return part != nullptr && !isStandardLibrary(*part) && part->hasDefinition() &&
           holdsPointerInUnion(*part->getDefinition());
  });
}

namespace {

/// Where analyses of the bitcode find them: by their places in the record.
void describeFields(const clang::CXXRecordDecl& record, const clang::ASTContext& context, Type& type) {
  llvm::raw_string_ostream name(type.record);
  record.printQualifiedName(name, context.getPrintingPolicy());
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(&record);
  for (const clang::FieldDecl* field : record.fields()) {
    // Several bit fields, and the parts of an anonymous union, stand at one place.
    if (field->isBitField() || field->getName().empty()) continue;
    Field described{field->getNameAsString(), layout.getFieldOffset(field->getFieldIndex()) / 8, {}};
    if (const auto* enumeration = field->getType()->getAs<clang::EnumType>()) {
      for (const clang::EnumConstantDecl* one : enumeration->getDecl()->enumerators())
        described.enumerators.push_back({one->getNameAsString(), one->getInitVal().getExtValue()});
    }
    type.fields.push_back(std::move(described));
  }
}

}  // namespace

void describeClass(clang::CXXRecordDecl& record, clang::Sema& sema, Type& type) {
  sema.ForceDeclarationOfImplicitMembers(&record);
  for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
    if (!isUsable(*constructor) || constructor->isExplicit())
      continue;  // an argument is never passed explicitly
    if (constructor->isCopyConstructor()) type.copyConstructible = true;
    if (constructor->isMoveConstructor()) type.moveConstructible = true;
  }
  type.copyConstructible =
      type.copyConstructible && copyCompiles(sema.getASTContext().getRecordType(&record));
  // A class without move constructor is moved by copying, unless moving is deleted.
  bool moveDeleted = false;
  for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
    moveDeleted = moveDeleted || (constructor->isMoveConstructor() && !isUsable(*constructor) &&
                                  !(constructor->isDefaulted() && constructor->isDeleted()));
  }
  if (type.copyConstructible && !moveDeleted) type.moveConstructible = true;
  type.equalityComparable = hasEquality(record);
  SeenTypes seen(sema.getASTContext());
  seen.addOf(sema.getASTContext().getRecordType(&record));
  seen.moveTo(type);
  describeFields(record, sema.getASTContext(), type);
}

}  // namespace covolve::program
