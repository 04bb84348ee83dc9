// How call sequences are made and changed, with the defaults of Galeotti, Fraser and
// Arcuri, "Improving Search-based Test Suite Generation with Dynamic Symbolic Execution".
#pragma once

#include <cstddef>
#include <vector>

#include "base/number_option.h"
#include "covolve/test_bytes.h"

namespace covolve::unit {

using harness::kMostActions;

struct SequenceOptions {
  size_t longestTest = 40;     // actions
  size_t deepestNesting = 10;  // objects made to make objects
  double reuseObject = 0.9;
  double callOnClassUnderTest = 0.5;  // of the further calls: on an object of the class under test
  double callOnScope = 0.4;           // on any value in scope; the rest: any callable

  double furtherCall = 0.75;  // a sampled test goes on with this chance, call by call
  double furtherCallWithoutState = 0.1;

  double objectSeeds = 0.3;  // a test that is sampled for a target starts with the objects that it needs

  // Chances of the operators of a mutation, each tried by itself.
  double insertCall = 1.0 / 3;
  double changeCall = 1.0 / 3;
  double removeCall = 1.0 / 3;
  double insertFurther = 0.5;        // after an inserted call another one
  double insertAtEnd = 0.5;          // there it finds all that the test has brought about
  double insertWithoutState = 0.05;  // plain functions rarely have anything to do with each other
  double replaceCall = 0.1;          // of the changes: another call instead of other data
};

const std::vector<NumberOption<SequenceOptions>>& sequenceOptions();

}  // namespace covolve::unit
