// Stubs: classes that stand for an abstract one where the code has nothing that
// could. Each method that is pure virtual returns what a test has given it, one
// after the other, the last one again and again; without any, a default value.
// The text of such a class stands in the harness and in the emitted tests alike.
//
// Easy to get wrong: whether the code has something is not known before all is
// read. So a stub is drafted for every abstract class that something needs, and
// settle (makeability.h) uses only those that it cannot do without.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/callable_drafts.h"
#include "program/findings.h"
#include "program/results_in_turn.h"
#include "program/type_mapping.h"

namespace clang {
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace covolve::program {

class StubClasses {
 public:
  StubClasses(clang::Sema& sema, TypeMapper& types, CallableDrafts& drafts, Findings& findings)
      : sema_(sema), types_(types), drafts_(drafts), findings_(findings) {}

  /// Drafts one for an abstract class, or notes in its type why none can be written. Returns the drafts of
  /// its constructors.
  const std::vector<Draft>& add(clang::CXXRecordDecl& record);

 private:
  std::string freshName(const clang::CXXRecordDecl& record);

  clang::Sema& sema_;
  TypeMapper& types_;
  CallableDrafts& drafts_;
  Findings& findings_;
  std::map<const clang::Decl*, std::vector<Draft>> makers_;  // by canonical abstract class
  std::set<std::string> names_ = {ResultsInTurn::name};
};

}  // namespace covolve::program
