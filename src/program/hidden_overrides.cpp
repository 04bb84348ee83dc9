#include "program/hidden_overrides.h"

#include <clang/AST/DeclCXX.h>

#include "program/class_facts.h"
#include "program/sources.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

bool isHidden(const clang::CXXRecordDecl& record) {
  return record.isInAnonymousNamespace() || whyUnnameable(record);
}

}  // namespace

void HiddenOverrides::note(const clang::CXXRecordDecl& record) {
  if (!isHidden(record) || !sources_.placeOf(record).inSource) return;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    if (!llvm::isa<clang::CXXDestructorDecl>(method)) noteOverridden(*method);
  }
}

void HiddenOverrides::noteOverridden(const clang::CXXMethodDecl& method) {
  for (const clang::CXXMethodDecl* overridden : method.overridden_methods()) {
    const clang::CXXRecordDecl& base = *overridden->getParent();
    const bool isCallable =
        overridden->getAccess() == clang::AS_public && !isHidden(base) && !sources_.placeOf(base).inSystem;
    if (isCallable && known_.insert(overridden->getCanonicalDecl()).second) methods_.push_back(overridden);
    noteOverridden(*overridden);
  }
}

bool HiddenOverrides::contains(const clang::CXXMethodDecl& method) const {
  return known_.contains(method.getCanonicalDecl());
}

}  // namespace covolve::program
