// The statements of one test: its calls with their values, and what is expected
// of them, each where it was observed.
#pragma once

#include <set>
#include <string>

#include "emit/test_tree.h"
#include "program/model.h"
#include "unit/lower/call_lowering.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// What is the same for all tests of a model.
struct SharedByTests {
  explicit SharedByTests(const program::Model& program);

  const program::Model& model;
  Overloads overloads;
  std::set<std::string> reserved;  // names
};

/// Fills in everything of the test but its names and its comment.
void lowerBody(const SharedByTests& shared, const RecordedTest& recorded, emit::Test& test);

}  // namespace covolve::unit
