// From one function, constructor or class of Clang's to drafts of callables:
// the full form and one for each default argument left out, or the reason why
// it cannot be called.
#pragma once

#include <string>
#include <vector>

#include "program/callability.h"
#include "program/findings.h"
#include "program/null_checks.h"
#include "program/type_mapping.h"

namespace clang {
class CXXConstructorDecl;
class CXXMethodDecl;
class CXXRecordDecl;
class FunctionDecl;
class NamedDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

/// Whether what cannot be called is listed: a foreign class is only there to make values.
enum class Role { UnderTest, Helper };

class CallableDrafts {
 public:
  CallableDrafts(clang::Sema& sema, const Sources& sources, TypeMapper& types, Findings& findings)
      : sema_(sema), sources_(sources), types_(types), findings_(findings) {}

  /// A free function. `hiddenFriend`: found through its arguments only, so it is named without its namespace.
  void addFunction(const clang::FunctionDecl& function, bool hiddenFriend, Role role);
  /// Called on, or through, `record`: the class that declares it or one that inherits it.
  void addMethod(const clang::CXXMethodDecl& method, clang::CXXRecordDecl& record, Role role,
                 Caller caller = Caller::Anybody);
  /// `constructor` may be inherited from a base.
  void addConstructor(const clang::CXXConstructorDecl& constructor, clang::CXXRecordDecl& record, Role role);
  /// Brace initialisation of an aggregate: all fields, or as many as can be given.
  void addAggregate(clang::CXXRecordDecl& record);
  /// Its const methods without parameters whose results can be expected, to be looked at.
  void addGetters(clang::CXXRecordDecl& record);
  /// Its public fields, and those of its parts, to be looked at: one callable each.
  void addFieldReaders(clang::CXXRecordDecl& record);
  /// Assignments to the public fields of a class that has nothing else, and is not made of them: a structure
  /// with defaults in C++11, or with constructors.
  void addFieldWriters(clang::CXXRecordDecl& record);
  /// With its parameters, to make values only.
  void add(Draft draft);
  /// The same with the parameters of a constructor, which it hands on.
  void addMaking(Draft draft, const clang::CXXConstructorDecl& constructor);

  void skip(const clang::NamedDecl& declaration, const std::string& reason);

  /// The function checks the parameter for null.
  bool checks(const clang::FunctionDecl& function, size_t parameter);
  /// As the callable takes them; nothing is left out.
  std::vector<Parameter> parametersOf(const clang::FunctionDecl& function);

 private:
  void addForms(Draft draft, const clang::FunctionDecl& function, Role role);
  std::string display(const Callable& callable, const std::string& shownName) const;
  std::string displayOf(const clang::FunctionDecl& function) const;
  bool addFields(const clang::CXXRecordDecl& record, Callable& callable);
  bool addField(clang::QualType type, const std::string& name, Callable& callable);
  void addFieldReaders(const clang::CXXRecordDecl& part, const std::string& path, unsigned depth,
                       const Draft& draft);

  clang::Sema& sema_;
  const Sources& sources_;
  TypeMapper& types_;
  Findings& findings_;
  CheckedParameters checkedParameters_;
};

}  // namespace covolve::program
