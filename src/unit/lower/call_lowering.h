// How a call is written: operators as operators, conversions as casts, the rest
// by qualified name; and which overload a spelling would pick.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "emit/test_tree.h"
#include "program/model.h"
#include "unit/lower/literals.h"

namespace covolve::unit {

/// A name at global scope as it must be written inside a test's body, which is a member function of a class
/// derived from testing::Test: `Run` or `Test` alone would mean members of that class.
std::string writtenAtGlobalScope(const std::string& qualifiedName);

/// A type as it is written in a test.
/// As people write it: int*, not int *.
std::string tidySpelling(const std::string& spelledByClang);
std::string spellingOf(const program::Type& type);

/// Circle of std::unique_ptr<Circle>.
std::string_view templateArgument(std::string_view name);

/// The expression that calls it. `receiver` only for methods; arguments are already lowered.
emit::Expression callExpression(const program::Model& model, const program::Callable& callable,
                                const emit::Expression& receiver, std::vector<emit::Expression> arguments);

/// Knows which callables share a name.
class Overloads {
 public:
  explicit Overloads(const program::Model& model);

  /// Exactly where another overload takes as many arguments and differs in this parameter.
  Typed typedness(program::CallableId callable, size_t parameter) const;

  /// An overload exists that a non-const receiver would prefer to this const method.
  bool hidesConstMethod(program::CallableId callable) const;

  /// An overload exists that takes the same type here, but passed in that way: a variable that is not const
  /// prefers Reference, a temporary RvalueReference.
  bool hasTwin(program::CallableId callable, size_t parameter, program::PassBy passBy) const;

  /// An overload exists that takes a pointer to the same here, but not to const: it is preferred where the
  /// object is not.
  bool hidesPointerToConst(program::CallableId callable, size_t parameter) const;

  /// A braced list alone names no type: only where nothing else could be meant.
  bool allowsBareBraces(program::CallableId callable) const;

 private:
  std::vector<program::CallableId> rivals(program::CallableId callable) const;
  bool hasSkippedOverload(const program::Callable& callable) const;

  const program::Model& model_;
  std::map<std::string, std::vector<program::CallableId>, std::less<>> byName_;
};

}  // namespace covolve::unit
