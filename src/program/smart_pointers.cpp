#include "program/smart_pointers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include "program/callable_drafts.h"
#include "program/class_facts.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

class SmartPointer {
 public:
  SmartPointer(const clang::ClassTemplateSpecializationDecl& pointer, clang::Sema& sema, TypeMapper& types,
               CallableDrafts& drafts, Findings& findings)
      : context_(sema.getASTContext()),
        sema_(sema),
        types_(types),
        drafts_(drafts),
        findings_(findings),
        name_(pointer.getName()),
        pointee_(pointer.getTemplateArgs()[0].getAsType()),
        pointer_(types.map(context_.getRecordType(&pointer), Need::Value)) {}

  void add(const std::vector<clang::CXXRecordDecl*>& pointees, const std::vector<Draft>& stubMakers) {
    addEmpty();
    addGet();
    if (name_ == "weak_ptr") return addFromShared();
    if (pointees.empty()) return addFromValue(pointee_);
    for (clang::CXXRecordDecl* held : pointees) addFor(*held);
    for (const Draft& maker : stubMakers) addForStub(maker);
  }

 private:
  Draft making(const std::string& held) const {
    const char* function = name_ == "unique_ptr" ? "std::make_unique<" : "std::make_shared<";
    Draft draft;
    Callable& callable = draft.callable;
    callable.isOfSmartPointer = true;
    callable.kind = CallableKind::Function;
    callable.qualifiedName = function + held + ">";
    callable.name = callable.qualifiedName;
    callable.result = pointer_;
    return draft;
  }

  /// std::make_unique<Circle>, for a pointer to a Circle or to a base of it.
  Draft making(clang::QualType held) const {
    Draft draft = making(spellType(held, context_));
    if (const clang::CXXRecordDecl* record = held->getAsCXXRecordDecl();
        record && !isStandardLibrary(*record)) {
      draft.visibility = types_.visibilityOf(*record);
    }
    return draft;
  }

  /// An object of a derived class must not be deleted through a base without a virtual destructor. A shared
  /// pointer remembers what it was made from.
  bool deletesDerived() const {
    const clang::CXXRecordDecl* base = pointee_->getAsCXXRecordDecl();
    const clang::CXXDestructorDecl* destructor = base->getDefinition()->getDestructor();
    return name_ == "shared_ptr" || (destructor != nullptr && destructor->isVirtual());
  }

  /// With the results that the stub is to return.
  void addForStub(const Draft& maker) {
    if (!deletesDerived()) return;
    Draft draft = making(findings_.types[maker.callable.stub].spelling);
    draft.visibility = maker.visibility;
    draft.callable.stub = maker.callable.stub;
    draft.callable.parameters = maker.callable.parameters;
    drafts_.add(std::move(draft));
  }

  void addFor(clang::CXXRecordDecl& held) {
    sema_.ForceDeclarationOfImplicitMembers(&held);
    if (held.isAbstract() || whyNoObject(held)) return;
    const bool isDerived = held.getCanonicalDecl() != pointee_->getAsCXXRecordDecl()->getCanonicalDecl();
    if (isDerived && !deletesDerived()) return;
    clang::QualType type = context_.getRecordType(&held);
    if (pointee_.isConstQualified()) type = type.withConst();
    // Parentheses initialise no aggregate before C++20.
    if (held.isAggregate()) return addFromValue(type);
    for (const clang::CXXConstructorDecl* constructor : held.ctors()) {
      if (!constructor->isCopyOrMoveConstructor()) drafts_.addMaking(making(type), *constructor);
    }
  }

  void addFromValue(clang::QualType held) {
    Draft draft = making(held);
    draft.callable.parameters.push_back({"", types_.map(held, Need::Value), PassBy::Value});
    drafts_.add(std::move(draft));
  }

  Draft member(CallableKind kind, const char* name) const {
    Draft draft;
    draft.callable.isOfSmartPointer = true;
    draft.callable.kind = kind;
    draft.callable.name = name;
    draft.callable.owner = pointer_;
    draft.callable.qualifiedName = findings_.types[pointer_].spelling + "::" + name;
    return draft;
  }

  void addEmpty() {
    Draft draft = member(CallableKind::Constructor, name_.c_str());
    draft.callable.result = pointer_;
    drafts_.add(std::move(draft));
  }

  /// What a weak pointer holds is reached through the shared one that it was made from.
  void addGet() {
    if (name_ == "weak_ptr" || !pointee_->isRecordType()) return;
    Draft draft = member(CallableKind::Method, "get");
    draft.callable.result = types_.map(context_.getPointerType(pointee_), Need::OnlyResult);
    draft.callable.isConst = true;
    drafts_.add(std::move(draft));
  }

  void addFromShared() {
    const auto shared = types_.sharedPointerTo(pointee_);
    if (!shared) return;
    Draft draft = member(CallableKind::Constructor, name_.c_str());
    draft.callable.result = pointer_;
    draft.callable.parameters.push_back({"owner", *shared, PassBy::ConstReference});
    drafts_.add(std::move(draft));
  }

  clang::ASTContext& context_;
  clang::Sema& sema_;
  TypeMapper& types_;
  CallableDrafts& drafts_;
  Findings& findings_;
  std::string name_;
  clang::QualType pointee_;
  TypeId pointer_;
};

}  // namespace

void addSmartPointer(const clang::ClassTemplateSpecializationDecl& pointer,
                     const std::vector<clang::CXXRecordDecl*>& pointees, const std::vector<Draft>& stubMakers,
                     clang::Sema& sema, TypeMapper& types, CallableDrafts& drafts, Findings& findings) {
  SmartPointer(pointer, sema, types, drafts, findings).add(pointees, stubMakers);
}

}  // namespace covolve::program
