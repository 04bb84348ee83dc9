// Stubs (program/stub_classes.h) in emitted tests: the classes themselves, which
// stand before the tests, and how a test makes one and sets what it returns:
//
//   StubSensor sensor;
//   sensor.readResults = {3, 5};
#pragma once

#include <string>
#include <vector>

#include "emit/test_tree.h"
#include "program/model.h"
#include "unit/lower/object_uses.h"
#include "unit/lower/value_lowering.h"
#include "unit/lower/variable_names.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

class StubLowering {
 public:
  StubLowering(const program::Model& model, VariableNames& names, ValueLowering& values, emit::Test& test)
      : model_(model), names_(names), values_(values), test_(test) {}

  /// The test uses what the callable makes.
  void note(const program::Callable& callable);

  /// Declares what the step makes, a stub or a smart pointer to one, and sets its results. Returns the
  /// variable.
  emit::Expression declare(const Step& step, const emit::Expression& call,
                           const std::vector<emit::Expression>& arguments, const ObjectUse& use,
                           const std::string& wishedName);

 private:
  void setResults(const Step& step, const emit::Expression& stub);
  bool hasResults(const Step& step) const;
  emit::Expression add(emit::Declaration declaration);

  const program::Model& model_;
  VariableNames& names_;
  ValueLowering& values_;
  emit::Test& test_;
};

}  // namespace covolve::unit
