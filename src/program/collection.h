// Walks the translation unit and gathers what the requested files offer: free
// functions, classes with their members, specialisations; then ways to make
// the objects that those need.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "program/c_unit.h"
#include "program/callable_drafts.h"
#include "program/findings.h"
#include "program/hidden_overrides.h"
#include "program/sources.h"
#include "program/stub_classes.h"
#include "program/type_mapping.h"

namespace clang {
class ClassTemplateDecl;
class CXXRecordDecl;
class DeclContext;
class FunctionTemplateDecl;
}  // namespace clang

namespace covolve::program {

class Collection {
 public:
  Collection(clang::Sema& sema, Sources& sources)
      : sema_(sema),
        sources_(sources),
        types_(sema, sources, findings_),
        drafts_(sema, sources, types_, findings_),
        stubs_(sema, types_, drafts_, findings_),
        hidden_(sources) {}

  Findings gather();
  /// From a view of a C unit: its functions and what the requested headers define.
  Findings gather(const CUnit& unit);

 private:
  void addNeededClasses();
  void walk(const clang::DeclContext& context);
  void visit(clang::Decl& declaration);
  void visitFunction(const clang::FunctionDecl& function);
  /// Of the project, but not under test: it may make objects for what is.
  void noteOther(const clang::FunctionDecl& function);
  /// Those that make objects of a class, or take them back, where users do not do so themselves.
  void addFunctionsFor(const clang::CXXRecordDecl& record);
  void addFunctionsFor(const clang::Decl* object);
  void visitFunctionTemplate(clang::FunctionTemplateDecl& declaration, clang::CXXRecordDecl* owner);
  void visitClassTemplate(clang::ClassTemplateDecl& declaration);
  void addInstantiations();
  void visitClass(clang::CXXRecordDecl& record);
  bool isUnderTest(const clang::CXXRecordDecl& record) const;

  void addMembers(clang::CXXRecordDecl& record);
  void addMember(clang::Decl& member, clang::CXXRecordDecl& record);
  void addInherited(clang::CXXRecordDecl& record, const clang::CXXRecordDecl& base,
                    std::set<std::string>& hidden);
  void addMakers(clang::CXXRecordDecl& record);
  void addFillers(clang::CXXRecordDecl& record);
  void addGetters();
  /// Once it is known which methods without code a hidden class overrides.
  void addInterfaces();
  /// Under each of its bases, so that an object of it can stand for one of theirs.
  void noteDerived(clang::CXXRecordDecl& record);
  /// Direct and indirect, the first few.
  std::vector<clang::CXXRecordDecl*> derivedOf(const clang::CXXRecordDecl& record) const;

  clang::Sema& sema_;
  Sources& sources_;
  Findings findings_;
  TypeMapper types_;
  CallableDrafts drafts_;
  StubClasses stubs_;
  HiddenOverrides hidden_;
  size_t interfaces_ = 0;  // of those, that were added
  std::vector<std::pair<const clang::CXXMethodDecl*, clang::CXXRecordDecl*>> pureMethods_;
  std::set<const clang::Decl*> seen_;                      // canonical
  std::vector<clang::ClassTemplateDecl*> classTemplates_;  // whose instantiations are still to be added
  std::map<const clang::Decl*, std::vector<clang::CXXRecordDecl*>> derived_;  // by canonical base
  std::map<const clang::Decl*, std::vector<const clang::FunctionDecl*>>
      otherFunctions_;  // by canonical class, or handle
};

}  // namespace covolve::program
