#include "unit/problem/sequence_options.h"

namespace covolve::unit {

const std::vector<NumberOption<SequenceOptions>>& sequenceOptions() {
  static const std::vector<NumberOption<SequenceOptions>> options{
      {"--longest-test", "Most calls in one test", &SequenceOptions::longestTest, 1, kMostActions},
      {"--deepest-nesting", "How deep objects may be made to make objects", &SequenceOptions::deepestNesting,
       0, 100},
      {"--reuse-object", "Chance that a call gets an object that is there already",
       &SequenceOptions::reuseObject, 0, 1},
      {"--call-class-under-test", "Share of further calls that go to the class that the test is about",
       &SequenceOptions::callOnClassUnderTest, 0, 1},
      {"--call-scope", "Share of further calls that go to any object that is there",
       &SequenceOptions::callOnScope, 0, 1},
      {"--further-call", "Chance that a new test goes on, call by call", &SequenceOptions::furtherCall, 0, 1},
      {"--further-call-without-state", "The same in tests that have no object",
       &SequenceOptions::furtherCallWithoutState, 0, 1},
      {"--object-seeds",
       "Chance that a new test starts with the objects that an uncovered target needs; 0: off",
       &SequenceOptions::objectSeeds, 0, 1},
      {"--insert-further", "Chance that after an inserted call another one is inserted",
       &SequenceOptions::insertFurther, 0, 1},
      {"--insert-at-end", "Chance that calls are inserted at the end rather than anywhere",
       &SequenceOptions::insertAtEnd, 0, 1},
      {"--insert-call", "Chance that a mutation inserts calls", &SequenceOptions::insertCall, 0, 1},
      {"--insert-without-state", "The same in tests that have no object",
       &SequenceOptions::insertWithoutState, 0, 1},
      {"--change-call", "Chance that a mutation changes calls", &SequenceOptions::changeCall, 0, 1},
      {"--remove-call", "Chance that a mutation removes a call", &SequenceOptions::removeCall, 0, 1},
      {"--replace-call", "Chance that a call becomes another one instead of getting other data",
       &SequenceOptions::replaceCall, 0, 1},
  };
  return options;
}

}  // namespace covolve::unit
