// What the front end gathers while Clang holds the syntax tree, before it is
// decided how tests see the code (Access) and which callables remain.
//
// Easy to get wrong: ids in here are those of the unpruned lists; settle
// (makeability.h) renumbers them for the model.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "program/model.h"

namespace clang {
class Decl;
}

namespace covolve::program {

/// How far a declaration can be seen.
struct Visibility {
  const clang::Decl* declaration = nullptr;  // what a caller's file must include; null: nothing
  bool sourceOnly = false;                   // it stands in the source file and in no header
  bool internal = false;                     // static or in an unnamed namespace of the source file
  /// In no header, and used where it stands, or a class: nobody else's business, as far as one sees.
  bool isHelper = false;
};

/// How a file that does not see a function may declare it.
struct Prototype {
  std::vector<std::string> namespaces;  // outermost first
  std::string text;                     // int half(int)
};

/// A callable that Clang would accept, whether or not its parameters can be made.
struct Draft {
  Callable callable;
  Visibility visibility;
  std::string declaredName = {};  // qualified, where it is declared: a base's, or a friend's namespace
  bool defaulted = false;         // a shorter form that leaves default arguments out
  bool isLastResort = false;      // an aggregate that is used only where nothing else makes one
  /// Of a function that others can link to and that stands in no header.
  std::optional<Prototype> prototype = {};

  /// All by which it may be asked for.
  std::vector<std::string> names() const {
    if (callable.isHiddenFriend || callable.qualifiedName == declaredName) return {declaredName};
    return {callable.qualifiedName, declaredName};
  }
  Skipped skipped(std::string reason) const {
    return {callable.display, std::move(reason), callable.file, callable.line, names()};
  }
};

struct Findings {
  std::vector<Type> types;
  std::vector<Visibility> typeVisibilities;  // parallel to types
  std::vector<Draft> drafts;
  std::vector<Skipped> skipped;
  bool definesMain = false;
};

}  // namespace covolve::program
