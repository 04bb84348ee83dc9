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

  void add(const std::vector<clang::CXXRecordDecl*>& pointees) {
    addEmpty();
    addGet();
    if (name_ == "weak_ptr") return addFromShared();
    if (pointees.empty()) return addFromValue(pointee_);
    for (clang::CXXRecordDecl* held : pointees) addFor(*held);
  }

 private:
  /// std::make_unique<Circle>, for a pointer to a Circle or to a base of it.
  Draft making(clang::QualType held) const {
    const char* function = name_ == "unique_ptr" ? "std::make_unique<" : "std::make_shared<";
    Draft draft;
    Callable& callable = draft.callable;
    callable.kind = CallableKind::Function;
    callable.qualifiedName = function + spellType(held, context_) + ">";
    callable.name = callable.qualifiedName;
    callable.result = pointer_;
    if (const clang::CXXRecordDecl* record = held->getAsCXXRecordDecl();
        record && !isStandardLibrary(*record)) {
      draft.visibility = types_.visibilityOf(*record);
    }
    return draft;
  }

  void addFor(clang::CXXRecordDecl& held) {
    sema_.ForceDeclarationOfImplicitMembers(&held);
    if (held.isAbstract() || whyNoObject(held)) return;
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
                     const std::vector<clang::CXXRecordDecl*>& pointees, clang::Sema& sema, TypeMapper& types,
                     CallableDrafts& drafts, Findings& findings) {
  SmartPointer(pointer, sema, types, drafts, findings).add(pointees);
}

}  // namespace covolve::program
