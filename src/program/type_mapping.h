// From Clang's types to the model's. Classes are noted as they are met; the
// collection then adds ways to make those that some parameter needs.
//
// Easy to get wrong: a class that is only returned is mapped too (its result
// can be used later), but its constructors are of no interest.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/findings.h"
#include "program/handles.h"
#include "program/sources.h"

namespace clang {
class CXXRecordDecl;
class EnumDecl;
class FunctionProtoType;
class QualType;
class Sema;
class TemplateArgument;
class TypedefNameDecl;
}  // namespace clang

namespace covolve::program {

struct StandardTemplate;

enum class Need { Value, OnlyResult };

class TypeMapper {
 public:
  TypeMapper(clang::Sema& sema, const Sources& sources, Findings& findings);

  struct Use {
    TypeId type = 0;
    PassBy passBy = PassBy::Value;
  };
  /// Splits references off: const T & is T by ConstReference.
  Use mapUse(clang::QualType type, Need need);
  TypeId map(clang::QualType type, Need need);

  /// A pointer to a row of elements: another parameter says how many.
  TypeId mapElements(clang::QualType pointer);
  /// What a field is given that nothing can be made for.
  TypeId emptyBraces();
  /// std::shared_ptr<pointee>, where the code has instantiated it.
  std::optional<TypeId> sharedPointerTo(clang::QualType pointee);

  /// std::vector of them, whether or not the code mentions it.
  TypeId listOf(TypeId part);
  /// A class that the code does not have, seen where this definition is.
  TypeId addDefined(Type type, const clang::Decl& definition) { return add(std::move(type), &definition); }

  /// Classes that need makers and were not handed out yet, in the order they were met.
  std::vector<clang::CXXRecordDecl*> takeNeededClasses();
  /// The same of handles.
  std::vector<const clang::TypedefNameDecl*> takeNeededHandles();
  const Handles& handles() const { return handles_; }

  /// Null for what is no class.
  clang::CXXRecordDecl* classOf(TypeId type) const {
    const auto found = classes_.find(type);
    return found == classes_.end() ? nullptr : found->second;
  }

  /// Of a type or function: where it can be seen from.
  Visibility visibilityOf(const clang::Decl& definition) const;

 private:
  TypeId add(Type type, const clang::Decl* definition = nullptr);
  /// A pointer to an object that only functions can make.
  TypeId mapHandle(const clang::TypedefNameDecl& name, Need need);
  Type describe(clang::QualType type, Need need, const clang::Decl*& definition);
  /// The code asks somewhere whether such a callback is null.
  bool isChecked(const clang::FunctionProtoType& function);
  Type describeCallback(const clang::FunctionProtoType& function, bool isPointer, Need need);
  Type describePointer(clang::QualType pointee, Need need);
  Type describeEnumeration(const clang::EnumDecl& enumeration);
  Type describeRecord(clang::QualType type, clang::CXXRecordDecl& record, Need need);
  bool describeStandard(const clang::CXXRecordDecl& record, Need need, Type& type);
  Type describeTemplate(const StandardTemplate& known, llvm::ArrayRef<clang::TemplateArgument> arguments,
                        Need need);
  bool describeSmartPointer(const clang::CXXRecordDecl& record, Need need, Type& type);
  std::vector<TypeId> basesOf(const clang::CXXRecordDecl& record);
  bool describeWrapped(const clang::CXXRecordDecl& record, Need need, Type& type);
  bool describeSpan(const clang::CXXRecordDecl& record, Need need, Type& type);
  bool describeComplexOrEmpty(const clang::CXXRecordDecl& record, Need need, Type& type);
  /// std::string, whether or not the code mentions it.
  TypeId textType();

  clang::Sema& sema_;
  const Sources& sources_;
  Findings& findings_;
  Handles handles_;
  std::map<const clang::TypedefNameDecl*, TypeId> handleTypes_;
  std::set<const clang::TypedefNameDecl*> neededHandles_;
  std::vector<const clang::TypedefNameDecl*> handleQueue_;
  std::map<const void*, TypeId> known_;  // by canonical unqualified type
  std::map<TypeId, clang::CXXRecordDecl*> classes_;
  std::set<TypeId> needed_;
  std::vector<clang::CXXRecordDecl*> queue_;
  std::optional<TypeId> textType_;
  std::optional<TypeId> emptyBraces_;
  std::optional<std::set<std::string>> checkedCallbacks_;
  std::map<const void*, TypeId> elements_;  // by canonical pointer type
  std::map<TypeId, TypeId> lists_;          // by their elements
};

}  // namespace covolve::program
