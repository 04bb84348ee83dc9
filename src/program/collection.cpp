#include "program/collection.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <utility>

#include "program/callability.h"
#include "program/class_facts.h"
#include "program/disposal.h"
#include "program/initialisers.h"
#include "program/instantiation.h"
#include "program/name_parts.h"
#include "program/out_makers.h"
#include "program/smart_pointers.h"
#include "program/spelling.h"

namespace covolve::program {

namespace {

constexpr const char* kUninstantiated = "template: not instantiated, and no usual type fits";

bool isCopyOrMove(const clang::CXXConstructorDecl& constructor) {
  return constructor.isCopyOrMoveConstructor();
}

bool isAssignment(const clang::CXXMethodDecl& method) {
  return method.isCopyAssignmentOperator() || method.isMoveAssignmentOperator();
}

/// The class of which a function returns an object, a reference or pointer to one, or a smart pointer to one;
/// null for others.
const clang::CXXRecordDecl* returnedClass(const clang::FunctionDecl& function) {
  clang::QualType type = function.getReturnType().getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  const clang::CXXRecordDecl* made = type->getAsCXXRecordDecl();
  if (made == nullptr) return nullptr;
  if (const auto* pointer = asSmartPointer(*made)) {
    made = pointer->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  }
  return made != nullptr ? made->getCanonicalDecl() : nullptr;
}

/// The class to an object of which a function takes a pointer, as its first argument; null for others.
const clang::CXXRecordDecl* firstPointee(const clang::FunctionDecl& function) {
  if (function.getNumParams() == 0) return nullptr;
  const clang::QualType type = function.getParamDecl(0)->getType();
  const clang::CXXRecordDecl* taken = type->isPointerType() ? type->getPointeeCXXRecordDecl() : nullptr;
  return taken != nullptr ? taken->getCanonicalDecl() : nullptr;
}

/// This declaration is the definition, or becomes one once it is needed.
bool isWrittenHere(const clang::FunctionDecl& function) {
  if (function.isThisDeclarationADefinition()) return true;
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  return pattern != nullptr && pattern->isDefined();
}

/// Whether users make objects of it without help. Of a structure of C they could, but do not have to.
bool isMadeByConstructors(const clang::CXXRecordDecl& record) {
  const clang::CXXRecordDecl* definition = record.getDefinition();
  if (definition == nullptr || definition->isAggregate() || whyNoObject(*definition)) return false;
  return std::ranges::any_of(definition->ctors(), [](const clang::CXXConstructorDecl* constructor) {
    return constructor->getAccess() == clang::AS_public && !constructor->isDeleted() &&
           !isCopyOrMove(*constructor);
  });
}

}  // namespace

Findings Collection::gather() {
  walk(*sema_.getASTContext().getTranslationUnitDecl());
  addNeededClasses();  // which names instantiations of its own
  addInstantiations();
  do {
    addInterfaces();
    addNeededClasses();
  } while (!pureMethods_.empty());
  addGetters();
  addInitialisers(findings_);
  addOutMakers(findings_);
  return std::move(findings_);
}

Findings Collection::gather(const CUnit& unit) {
  const clang::DeclContext& global = *sema_.getASTContext().getTranslationUnitDecl();
  for (const CFunction& function : unit.functions) {
    if (function.skipReason.empty()) {
      for (const clang::NamedDecl* found : global.lookup(&sema_.getASTContext().Idents.get(function.name))) {
        if (const auto* declared = llvm::dyn_cast<clang::FunctionDecl>(found)) visitFunction(*declared);
      }
    } else {
      findings_.skipped.push_back({function.display,
                                   function.skipReason,
                                   function.file,
                                   function.line,
                                   {function.name},
                                   function.parameterNames});
    }
  }
  findings_.definesMain = unit.definesMain;
  return gather();
}

void Collection::addNeededClasses() {
  // Makers may need further classes.
  const auto takeNeeded = [&] {
    for (const clang::TypedefNameDecl* handle : types_.takeNeededHandles()) addFunctionsFor(handle);
    return types_.takeNeededClasses();
  };
  for (auto needed = takeNeeded(); !needed.empty(); needed = takeNeeded()) {
    for (clang::CXXRecordDecl* record : needed) {
      if (const auto* pointer = asSmartPointer(*record)) {
        const clang::CXXRecordDecl* held = pointer->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
        std::vector<clang::CXXRecordDecl*> pointees;
        std::vector<Draft> stubMakers;
        if (held != nullptr && held->hasDefinition()) {
          pointees = derivedOf(*held);
          pointees.insert(pointees.begin(), held->getDefinition());
          stubMakers = stubs_.add(*held->getDefinition());
        }
        addSmartPointer(*pointer, pointees, stubMakers, sema_, types_, drafts_, findings_);
        continue;
      }
      addFunctionsFor(*record);
      clang::CXXRecordDecl* definition = record->getDefinition();
      if (definition == nullptr) continue;
      stubs_.add(*definition);
      for (clang::CXXRecordDecl* derived : derivedOf(*definition)) {
        types_.map(sema_.getASTContext().getRecordType(derived), Need::Value);
      }
      if (seen_.contains(definition->getCanonicalDecl())) continue;
      // An instantiation of one of the requested files' templates is code under test.
      if (isUnderTest(*definition) && !isBaseOfItsArgument(*definition)) {
        addMembers(*definition);
      } else {
        addMakers(*definition);
        addFillers(*definition);
      }
    }
  }
}

/// Of a class that stands elsewhere: what puts something into its objects, without which they all would be
/// empty. (An aggregate is filled as it is made.)
void Collection::addFillers(clang::CXXRecordDecl& record) {
  static const std::set<std::string> kFilling = {"add", "append",  "insert", "push",
                                                 "put", "emplace", "set",    "enqueue"};
  // What is outside of the program stays as it is.
  static const std::set<std::string> kOutside = {"file", "path", "dir",  "directory", "server",     "host",
                                                 "url",  "port", "home", "env",       "environment"};
  constexpr size_t kMost = 6;  // each is compiled into the harness, and takes its part of the tests
  if (record.isAggregate() || isStandardLibrary(record) || sources_.placeOf(record).inSystem) return;
  size_t count = 0;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    const bool isFiller = !method->isStatic() && !method->isConst() && method->getNumParams() > 0 &&
                          method->getIdentifier() != nullptr &&
                          holdsWord(method->getName().str(), kFilling) &&
                          !holdsWord(method->getName().str(), kOutside);
    if (!isFiller || whyUncallable(*method, sema_)) continue;
    if (count++ == kMost) return;
    const size_t before = findings_.drafts.size();
    drafts_.addMethod(*method, record, Role::Helper);
    for (size_t i = before; i < findings_.drafts.size(); ++i) {
      Callable& filler = findings_.drafts[i].callable;
      filler.supports = filler.fills = true;
      filler.isWorthLinking = !method->isPureVirtual() && !method->isDefined();
    }
  }
}

void Collection::noteOther(const clang::FunctionDecl& function) {
  const Place place = sources_.placeOf(function);
  if (place.inSystem || place.inSource || !seen_.insert(function.getCanonicalDecl()).second) return;
  const clang::CXXRecordDecl* made = returnedClass(function);
  const clang::CXXRecordDecl* taken = firstPointee(function);
  const std::string name = function.getNameAsString();
  const bool takesBack = function.getNumParams() == 1 && soundsLikeTakingBack(name);
  if (const auto* handle = types_.handles().of(function.getReturnType())) {
    otherFunctions_[handle].push_back(&function);
  } else if (function.getNumParams() == 1) {
    handle = types_.handles().of(function.getParamDecl(0)->getType());
    if (handle != nullptr && soundsLikeTakingBack(ownPart(name, handle->getNameAsString())))
      otherFunctions_[handle].push_back(&function);
  }
  if (made != nullptr) otherFunctions_[made].push_back(&function);
  if (taken != nullptr && taken != made &&
      (takesBack || soundsLikeInitialising(name, taken->getNameAsString())))
    otherFunctions_[taken].push_back(&function);
}

void Collection::addFunctionsFor(const clang::CXXRecordDecl& record) {
  if (!isMadeByConstructors(record)) addFunctionsFor(record.getCanonicalDecl());
}

void Collection::addFunctionsFor(const clang::Decl* object) {
  constexpr size_t kMost = 12;  // more would not make better tests
  const auto found = otherFunctions_.find(object);
  if (found == otherFunctions_.end()) return;
  std::vector<const clang::FunctionDecl*> functions = std::move(found->second);
  otherFunctions_.erase(found);
  std::ranges::sort(functions, {}, [](const clang::FunctionDecl* function) {
    return std::pair(function->getMinRequiredArguments(), function->getLocation());
  });
  if (functions.size() > kMost) functions.resize(kMost);
  for (const clang::FunctionDecl* function : functions) drafts_.addFunction(*function, false, Role::Helper);
}

void Collection::walk(const clang::DeclContext& context) {
  for (clang::Decl* declaration : context.decls()) visit(*declaration);
}

void Collection::visit(clang::Decl& declaration) {
  if (declaration.isImplicit() || declaration.isInvalidDecl()) return;
  if (auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&declaration)) {
    if (!sources_.placeOf(*space).inSystem) walk(*space);
  } else if (llvm::isa<clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
    if (!sources_.placeOf(declaration).inSystem) walk(*llvm::cast<clang::DeclContext>(&declaration));
  } else if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
    visitClass(*record);
  } else if (auto* classTemplate = llvm::dyn_cast<clang::ClassTemplateDecl>(&declaration)) {
    visitClassTemplate(*classTemplate);
  } else if (auto* functionTemplate = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration)) {
    visitFunctionTemplate(*functionTemplate, nullptr);
  } else if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    // Methods are found through their class, specialisations through their template.
    const bool isFree = !llvm::isa<clang::CXXMethodDecl, clang::CXXDeductionGuideDecl>(function);
    if (isFree && function->getPrimaryTemplate() == nullptr) visitFunction(*function);
  }
}

void Collection::visitFunction(const clang::FunctionDecl& function) {
  if (!sources_.isRequested(sources_.placeOfDefinition(function).file)) return noteOther(function);
  if (!seen_.insert(function.getCanonicalDecl()).second) return;
  const CFunction* inC = sources_.cFunction(function);
  if (inC != nullptr && !inC->skipReason.empty()) return;  // listed already
  const bool isDefined = function.getDefinition() != nullptr || isWrittenHere(function);
  if (!isDefined && inC == nullptr && !function.isDeleted()) {
    // What the source merely declares belongs to somebody else; a header of its own promises it.
    if (!sources_.placeOf(function).inSource || sources_.sourceIsHeader()) {
      drafts_.skip(function, "declared here, defined elsewhere");
    }
    return;
  }
  const bool hiddenFriend =
      function.getFriendObjectKind() != clang::Decl::FOK_None && isWrittenHere(function);
  drafts_.addFunction(
      function,
      hiddenFriend && function.getPreviousDecl() == nullptr && function.getMostRecentDecl() == &function,
      Role::UnderTest);
}

void Collection::visitFunctionTemplate(clang::FunctionTemplateDecl& declaration,
                                       clang::CXXRecordDecl* owner) {
  const clang::FunctionTemplateDecl& canonical = *declaration.getCanonicalDecl();
  const clang::FunctionDecl* pattern = declaration.getTemplatedDecl();
  if (pattern->getDefinition() != nullptr) pattern = pattern->getDefinition();
  if (owner == nullptr && !sources_.isRequested(sources_.placeOf(*pattern).file)) return;
  if (llvm::isa<clang::CXXDeductionGuideDecl>(pattern) || !seen_.insert(&canonical).second) return;
  const std::vector<clang::FunctionDecl*> found = instantiations(declaration, sema_);
  for (clang::FunctionDecl* specialisation : found) {
    if (owner == nullptr) {
      drafts_.addFunction(*specialisation, false, Role::UnderTest);
    } else if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(specialisation)) {
      drafts_.addConstructor(*constructor, *owner, Role::UnderTest);
    } else {
      drafts_.addMethod(*llvm::cast<clang::CXXMethodDecl>(specialisation), *owner, Role::UnderTest);
    }
  }
  if (found.empty()) drafts_.skip(*pattern, kUninstantiated);
}

void Collection::visitClassTemplate(clang::ClassTemplateDecl& declaration) {
  const clang::ClassTemplateDecl* written = &declaration;
  while (const auto* origin = written->getInstantiatedFromMemberTemplate()) written = origin;
  const clang::CXXRecordDecl* pattern = written->getTemplatedDecl()->getDefinition();
  if (pattern == nullptr || !sources_.isRequested(sources_.placeOf(*pattern).file)) return;
  if (!seen_.insert(declaration.getCanonicalDecl()).second) return;
  classTemplates_.push_back(&declaration);
}

void Collection::addInstantiations() {
  // Members of classes may be templates themselves.
  while (!classTemplates_.empty()) {
    for (clang::ClassTemplateDecl* declaration : std::exchange(classTemplates_, {})) {
      const std::vector<clang::CXXRecordDecl*> found = instantiations(*declaration, sema_);
      for (clang::CXXRecordDecl* record : found) addMembers(*record);
      const bool isTested = std::ranges::any_of(declaration->specializations(), [&](const auto* record) {
        return seen_.contains(record->getCanonicalDecl()) || isBaseOfItsArgument(*record);
      });
      if (!isTested) drafts_.skip(*declaration, kUninstantiated);
      for (const auto* partial : unusedSpecialisations(*declaration)) drafts_.skip(*partial, kUninstantiated);
    }
  }
}

bool Collection::isUnderTest(const clang::CXXRecordDecl& record) const {
  const Place place = sources_.placeOf(record);
  if (place.inSystem) return false;
  if (sources_.isRequested(place.file)) return true;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    const clang::FunctionDecl* definition = method->getDefinition();
    if (definition != nullptr && definition->isOutOfLine() && sources_.placeOf(*definition).inSource)
      return true;
  }
  return false;
}

void Collection::visitClass(clang::CXXRecordDecl& record) {
  if (llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(record) || record.isLambda()) return;
  auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  clang::CXXRecordDecl* definition = record.getDefinition();
  if (definition == nullptr || (specialisation == nullptr && definition != &record)) return;
  if (sources_.placeOf(*definition).inSystem || seen_.contains(definition->getCanonicalDecl())) return;
  if (definition->isDependentContext()) return;
  if (isUnderTest(*definition)) {
    addMembers(*definition);
    return;
  }
  noteDerived(*definition);
  for (clang::Decl* member : definition->decls()) {  // a nested class may belong to the source all the same
    if (auto* nested = llvm::dyn_cast<clang::CXXRecordDecl>(member);
        nested && !nested->isInjectedClassName()) {
      visitClass(*nested);
    }
  }
}

void Collection::noteDerived(clang::CXXRecordDecl& record) {
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent != nullptr && base.getAccessSpecifier() == clang::AS_public)
      derived_[parent->getCanonicalDecl()].push_back(&record);
  }
}

std::vector<clang::CXXRecordDecl*> Collection::derivedOf(const clang::CXXRecordDecl& record) const {
  constexpr size_t kMost = 8;  // more would not make better tests
  std::vector<clang::CXXRecordDecl*> found;
  std::vector<const clang::Decl*> open = {record.getCanonicalDecl()};
  for (size_t i = 0; i < open.size() && found.size() < kMost; ++i) {
    const auto derived = derived_.find(open[i]);
    if (derived == derived_.end()) continue;
    for (clang::CXXRecordDecl* one : derived->second) {
      if (found.size() < kMost && !whyUnnameable(*one)) found.push_back(one);
      open.push_back(one->getCanonicalDecl());
    }
  }
  return found;
}

void Collection::addMembers(clang::CXXRecordDecl& record) {
  if (!seen_.insert(record.getCanonicalDecl()).second) return;
  if (record.isAnonymousStructOrUnion()) return;
  noteDerived(record);
  hidden_.note(record);
  if (const auto reason = whyUnnameable(record)) {
    if (!record.getName().empty()) drafts_.skip(record, *reason + ": reached only through its users");
    return;
  }
  sources_.addHeaderOfClass(sources_.placeOf(record).file);
  sema_.ForceDeclarationOfImplicitMembers(&record);
  std::set<std::string> names;  // hide those of the bases
  for (clang::Decl* member : record.decls()) {
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(member)) names.insert(named->getNameAsString());
    if (const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(member)) {
      names.insert(shadow->getTargetDecl()->getNameAsString());
    }
    addMember(*member, record);
  }
  addMakers(record);
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent == nullptr || base.getAccessSpecifier() != clang::AS_public) continue;
    addInherited(record, *parent, names);
  }
}

void Collection::addMember(clang::Decl& member, clang::CXXRecordDecl& record) {
  if (member.isImplicit() && !llvm::isa<clang::UsingShadowDecl>(member)) return;
  if (auto* nested = llvm::dyn_cast<clang::CXXRecordDecl>(&member)) {
    const bool isInstantiated = nested->getTemplateInstantiationPattern() != nullptr;
    if (isInstantiated) nested = completed(*nested, sema_);
    if (nested != nullptr && (isInstantiated || nested->isThisDeclarationADefinition())) addMembers(*nested);
  } else if (auto* classTemplate = llvm::dyn_cast<clang::ClassTemplateDecl>(&member)) {
    visitClassTemplate(*classTemplate);
  } else if (auto* functionTemplate = llvm::dyn_cast<clang::FunctionTemplateDecl>(&member)) {
    visitFunctionTemplate(*functionTemplate, &record);
  } else if (auto* friendly = llvm::dyn_cast<clang::FriendDecl>(&member)) {
    const clang::NamedDecl* named = friendly->getFriendDecl();
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(named);
    const auto* shared = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(named);
    if (function != nullptr && isWrittenHere(*function)) visitFunction(*function);
    while (shared != nullptr && shared->getInstantiatedFromMemberTemplate() != nullptr)
      shared = shared->getInstantiatedFromMemberTemplate();
    if (shared != nullptr && shared->getTemplatedDecl()->isThisDeclarationADefinition())
      drafts_.skip(*shared->getTemplatedDecl(), "a friend that is a template");
  } else if (auto* shadow = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(&member)) {
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(shadow->getTargetDecl());
    if (constructor != nullptr && !isCopyOrMove(*constructor) && !constructor->isDefaultConstructor()) {
      drafts_.addConstructor(*constructor, record, Role::UnderTest);
    }
  } else if (auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(&member)) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(shadow->getTargetDecl());
    if (method != nullptr && shadow->getAccess() == clang::AS_public &&
        !llvm::isa<clang::CXXConstructorDecl>(method)) {
      drafts_.addMethod(*method, record, Role::UnderTest);
    }
  } else if (auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(&member)) {
    drafts_.skip(*destructor, "destructor: runs at the end of every test");
  } else if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&member)) {
    if (isCopyOrMove(*constructor) && constructor->isDefaulted() && !constructor->isDeleted()) {
      drafts_.skip(*constructor, "defaulted: has no code of its own");
    } else {
      drafts_.addConstructor(*constructor, record, Role::UnderTest);
    }
  } else if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&member)) {
    if (isAssignment(*method) && method->isDefaulted() && !method->isDeleted()) {
      drafts_.skip(*method, "defaulted: has no code of its own");
    } else if (method->isPureVirtual()) {
      pureMethods_.emplace_back(method, &record);
    } else {
      drafts_.addMethod(*method, record, Role::UnderTest);
    }
  }
}

void Collection::addInherited(clang::CXXRecordDecl& record, const clang::CXXRecordDecl& base,
                              std::set<std::string>& hidden) {
  const clang::CXXRecordDecl* definition = base.getDefinition();
  if (definition == nullptr || sources_.placeOf(*definition).inSystem) return;
  std::set<std::string> own;
  for (const clang::Decl* member : definition->decls()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(member);
    if (named == nullptr || hidden.contains(named->getNameAsString())) continue;
    own.insert(named->getNameAsString());
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
    if (method == nullptr || method->isImplicit() || method->getAccess() != clang::AS_public) continue;
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) || isAssignment(*method))
      continue;
    drafts_.addMethod(*method, record, Role::UnderTest);
  }
  // A name found in a second base would be ambiguous, so this also hides it there.
  hidden.insert(own.begin(), own.end());
  for (const clang::CXXBaseSpecifier& next : definition->bases()) {
    const clang::CXXRecordDecl* parent = next.getType()->getAsCXXRecordDecl();
    if (parent != nullptr && next.getAccessSpecifier() == clang::AS_public)
      addInherited(record, *parent, hidden);
  }
}

/// Of the classes of others of which a call under test gives or changes an object: what became of it shows
/// there.
void Collection::addGetters() {
  std::set<TypeId> given;
  for (const Draft& draft : findings_.drafts) {
    const Callable& callable = draft.callable;
    if (!callable.underTest) continue;
    const auto lent = lentBy(findings_.types, callable);
    given.insert(lent ? lent->type : callable.result);
    for (const Parameter& parameter : callable.parameters) {
      const Type& type = findings_.types[parameter.type];
      if (parameter.passBy == PassBy::Reference) given.insert(parameter.type);
      if (type.kind == TypeKind::Pointer && !type.pointeeConst) given.insert(type.parts[0]);
    }
  }
  for (const TypeId type : given) {
    clang::CXXRecordDecl* record = types_.classOf(type);
    if (record == nullptr || !record->hasDefinition()) continue;
    clang::CXXRecordDecl& definition = *record->getDefinition();
    if (!sources_.placeOf(definition).inSystem && !isUnderTest(definition)) drafts_.addGetters(definition);
  }
}

void Collection::addInterfaces() {
  for (const auto& [method, record] : std::exchange(pureMethods_, {})) {
    const Caller caller = hidden_.contains(*method) ? Caller::ThroughBase : Caller::Anybody;
    drafts_.addMethod(*method, *record, Role::UnderTest, caller);
  }
  for (; interfaces_ < hidden_.methods().size(); ++interfaces_) {
    const clang::CXXMethodDecl& method = *hidden_.methods()[interfaces_];
    clang::CXXRecordDecl& base = *method.getParent()->getDefinition();
    if (!isUnderTest(base)) drafts_.addMethod(method, base, Role::UnderTest, Caller::ThroughBase);
  }
}

void Collection::addMakers(clang::CXXRecordDecl& record) {
  const bool isMember = !seen_.insert(record.getCanonicalDecl()).second;  // its own members are there already
  sema_.ForceDeclarationOfImplicitMembers(&record);
  drafts_.addFieldReaders(record);
  if (!isStandardLibrary(record) && !sources_.placeOf(record).inSystem) drafts_.addFieldWriters(record);
  if (record.isAggregate()) return drafts_.addAggregate(record);
  bool found = false;  // a way to make different ones
  for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
    if (isCopyOrMove(*constructor) || constructor->getAccess() != clang::AS_public) continue;
    found = found || constructor->getNumParams() > 0;
    if (!isMember || constructor->isImplicit()) drafts_.addConstructor(*constructor, record, Role::Helper);
  }
  if (isMember) return;
  for (const clang::Decl* member : record.decls()) {
    const auto* shadow = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(member);
    const auto* inherited =
        shadow ? llvm::dyn_cast<clang::CXXConstructorDecl>(shadow->getTargetDecl()) : nullptr;
    if (inherited == nullptr || isCopyOrMove(*inherited) || inherited->isDefaultConstructor()) continue;
    found = true;
    drafts_.addConstructor(*inherited, record, Role::Helper);
  }
  if (found && !whyNoObject(record)) return;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    if (method->isStatic() && returnedClass(*method) == record.getCanonicalDecl())
      drafts_.addMethod(*method, record, Role::Helper);
  }
}

}  // namespace covolve::program
