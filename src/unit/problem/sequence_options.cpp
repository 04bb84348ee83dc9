#include "unit/problem/sequence_options.h"

namespace covolve::unit {

const std::vector<NumberOption<SequenceOptions>>& sequenceOptions() {
  static const std::vector<NumberOption<SequenceOptions>> options{
      {"--longest-test", "Most calls in one test", &SequenceOptions::longestTest, 1, 1000},
      {"--deepest-nesting", "How deep objects may be made to make objects", &SequenceOptions::deepestNesting,
       0, 100},
      {"--reuse-object", "Chance that a call gets an object that is there already",
       &SequenceOptions::reuseObject, 0, 1},
      {"--call-class-under-test", "Share of further calls that go to the class that the test is about",
       &SequenceOptions::callOnClassUnderTest, 0, 1},
      {"--call-scope", "Share of further calls that go to any object that is there",
       &SequenceOptions::callOnScope, 0, 1},
      {"--insert-call", "Chance that a mutation inserts calls", &SequenceOptions::insertCall, 0, 1},
      {"--insert-without-state", "The same in tests that have no object",
       &SequenceOptions::insertWithoutState, 0, 1},
      {"--change-call", "Chance that a mutation changes calls", &SequenceOptions::changeCall, 0, 1},
      {"--remove-call", "Chance that a mutation removes a call", &SequenceOptions::removeCall, 0, 1},
      {"--replace-call", "Chance that a changed call becomes another one", &SequenceOptions::replaceCall, 0,
       1},
      {"--copy-argument", "Chance that a changed argument takes over the value of another",
       &SequenceOptions::copyArgument, 0, 1},
  };
  return options;
}

}  // namespace covolve::unit
