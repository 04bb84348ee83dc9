// Values of test data as expressions. What cannot stand inside an expression
// (something a pointer or a non-const reference must refer to, elements that
// can only be moved) becomes a variable declared before.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emit/test_tree.h"
#include "gene/value.h"
#include "program/model.h"
#include "unit/lower/literals.h"
#include "unit/lower/variable_names.h"

namespace covolve::unit {

/// What the place where a value is written asks of its text.
struct Place {
  Typed typed = Typed::Loosely;
  bool bareBraces = false;  // {1, 2} will do, the type is clear
};

struct TestHelper;

class ValueLowering {
 public:
  /// Declarations and includes go to `test`; `objects` are the expressions for the results of earlier steps.
  ValueLowering(const program::Model& model, VariableNames& names, emit::Test& test,
                const std::vector<emit::Expression>& objects)
      : model_(model), names_(names), test_(test), objects_(objects) {}

  emit::Expression lower(const Value& value, program::TypeId type, Place place,
                         std::string_view nameHint = {});

  /// Declares a variable that holds the value and returns its name.
  std::string declare(const Value& value, program::TypeId type, bool isConst, std::string_view nameHint);

  /// Declares a view of the variable, which a call may change, and returns its name.
  std::string declareView(const std::string& viewed, program::TypeId type);

  /// What stands in the braces of a list.
  std::vector<emit::Expression> lowerElements(const Value& value, const program::Type& type);

  /// The object that an earlier step made.
  emit::Expression object(const Value& reference) const;

  /// A variable through which an object is reached that is no plain pointer.
  void noteSmartPointer(const std::string& variable) { smartPointers_.insert(variable); }

  /// What its name needs, as far as it is the standard library's.
  void includeSpelled(const program::Type& type);
  void include(std::string header) { test_.includes.insert(std::move(header)); }
  /// A class of ours that the test needs; returns its name.
  std::string bring(const TestHelper& helper);

  /// Pointers to the first element of a variable and behind the last one.
  std::pair<emit::Expression, emit::Expression> lowerEnds(const Value& value, program::TypeId type,
                                                          std::string_view nameHint);
  /// Whether it is an array of characters that a test declares with room for what a call writes there, and
  /// so many there are.
  size_t roomOf(const emit::Expression& variable) const;
  /// A callback that writes down what it is given, and the variable where it does.
  std::pair<emit::Expression, std::string> lowerListening(const Value& value, program::TypeId type,
                                                          Place place, std::string_view nameHint);

 private:
  emit::Expression take(Literal literal);
  emit::Expression lowerObject(const Value& value, const program::Type& type);
  emit::Expression lowerSequence(const Value& value, const program::Type& type, Place place);
  emit::Expression lowerOptional(const Value& value, const program::Type& type, Place place,
                                 std::string_view hint);
  emit::Expression typedCallback(emit::Expression lambda, const program::Type& type, Place place);
  emit::Expression lowerPointer(const Value& value, const program::Type& type, Place place,
                                std::string_view hint);
  /// Declares the array: it must outlive the expression.
  emit::Expression lowerBuffer(const Value& value, const program::Type& type, Place place,
                               std::string_view hint);
  emit::Expression lowerPointerToElements(const Value& value, const program::Type& type, Place place,
                                          std::string_view nameHint);
  emit::Expression lowerCallback(const Value& value, const program::Type& type, Place place,
                                 std::string_view nameHint);
  std::string returnedBy(const Value& value, const program::Type& type, std::string_view nameHint);
  emit::Expression lambda(const program::Type& type, const std::vector<std::string>& names,
                          const std::string& body) const;
  std::string declareResults(const std::vector<Value>& results, const program::Type& sequence,
                             std::string_view nameHint);
  emit::Expression lowerVariant(const Value& value, const program::Type& type, Place place);
  emit::Expression lowerWrapped(const Value& value, const program::Type& type);
  std::string declareViewed(const Value& value, const program::Type& type, bool isConst,
                            std::string_view nameHint);
  std::string declareElements(const Value& elements, const program::Type& type, std::string_view nameHint);
  bool movesElements(const program::Type& type) const;

  const program::Model& model_;
  VariableNames& names_;
  emit::Test& test_;
  const std::vector<emit::Expression>& objects_;
  std::map<std::string, size_t> rooms_;  // arrays of characters, by their names
  std::set<std::string> smartPointers_;
};

}  // namespace covolve::unit
