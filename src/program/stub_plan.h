// What a stub is made from and what its methods do. A method's result is
//   - one after the other of those that a test gives, where values of its type
//     can be kept and have a default: int, std::string, const std::string&
//   - the object itself, where it returns a reference to its own class
//   - an object that the constructor is given, where there is no default value
//     or only a reference will do: Logger&
//   - a default value, where nothing else is known about it: an empty unique_ptr
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/callable_drafts.h"
#include "program/findings.h"
#include "program/type_mapping.h"

namespace clang {
class CXXConstructorDecl;
class CXXMethodDecl;
class CXXRecordDecl;
class QualType;
class Sema;
}  // namespace clang

namespace covolve::program {

/// Whether a method in a derived class overrides one of the base that is virtual, by name and parameters.
bool overrides(const clang::CXXMethodDecl& overrider, const clang::CXXMethodDecl& method);

class StubPlan {
 public:
  StubPlan(clang::CXXRecordDecl& record, clang::Sema& sema, TypeMapper& types, CallableDrafts& drafts,
           Findings& findings);

  /// One clause; nothing when it can be written.
  const std::optional<std::string>& whyImpossible() const { return obstacle_; }
  /// Of the stub, for each constructor: what that takes, the objects to return, and the results.
  std::vector<std::vector<Parameter>> parameters() const;

  enum class Answer { Nothing, Results, Itself, Kept, Default };
  struct Method {
    const clang::CXXMethodDecl* declaration = nullptr;
    Answer answer = Answer::Nothing;
    TypeId type = 0;     // of the result, without its reference
    std::string member;  // Results, Kept

    /// Of a Kept object: it is returned by value or as a constant.
    bool keepsConst() const;
  };
  struct Constructor {  // of the abstract class
    const clang::CXXConstructorDecl* declaration = nullptr;
    std::vector<Parameter> parameters;
  };
  const clang::CXXRecordDecl& record() const { return record_; }
  const std::vector<Constructor>& constructors() const { return constructors_; }
  const std::vector<Method>& methods() const { return methods_; }

 private:
  void readConstructors();
  void readMethods();
  void addMethod(const clang::CXXMethodDecl& method, bool isOverloaded);
  /// Nothing where it cannot be answered.
  std::optional<Answer> answerOf(const clang::CXXMethodDecl& method, TypeId type) const;

  clang::CXXRecordDecl& record_;
  clang::Sema& sema_;
  TypeMapper& types_;
  CallableDrafts& drafts_;
  Findings& findings_;
  std::vector<Constructor> constructors_;
  std::vector<Method> methods_;
  std::set<std::string> memberNames_;    // also of the bases
  std::set<std::string> argumentNames_;  // of constructors
  std::optional<std::string> obstacle_;
};

}  // namespace covolve::program
