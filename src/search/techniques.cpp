#include "search/techniques.h"

#include "search/option_choices.h"

namespace covolve::search {

namespace {

using SwitchGroup = OptionGroup<SwitchOption<Techniques>>;

const std::vector<OptionChoice> kFlags{{"--flags", {"on"}}};

}  // namespace

const std::vector<SwitchOption<Techniques>>& techniqueOptions() {
  static const std::vector<SwitchOption<Techniques>> options = together(std::vector<SwitchGroup>{
      {{kChangesTests, kRefines},
       {
           {"--climbing", "Local search by the alternating variable method", &Techniques::climbing,
            kUnitLevel},
           {"--input-to-state", "Local search that puts what a decision compared with into the test's data",
            &Techniques::inputToState, kUnitLevel},
           {"--repairing", "Local search that mends what such a change breaks on the way to the decision",
            &Techniques::repairing, kUnitLevel},
       }},
      {{kChangesTests},
       {
           {"--control-dependence", "Distances to decisions that come before a target count, too",
            &Techniques::controlDependence, kUnitLevel},
       }},
      {{},
       {
           {"--static-constants", "Constants of the code under test are tried as values",
            &Techniques::staticConstants, kUnitLevel},
           {"--seen-constants",
            "What is seen on the way is tried as a value anywhere: operands of open decisions, parts of a "
            "service's answers",
            &Techniques::seenConstants},
           {"--testability",
            "Calls of the standard library that decide about texts and containers tell how near they were to "
            "the "
            "other answer",
            &Techniques::testability, kUnitLevel},
       }},
      {{kChangesTests},
       {
           {"--flags",
            "Decisions on truth values, error codes and their like are as near as what would have given them "
            "the "
            "other value",
            &Techniques::flags, kUnitLevel},
       }},
      {{kChangesTests, kFlags},
       {
           {"--flag-values", "The part of --flags for truth values", &Techniques::flagValues, kUnitLevel},
           {"--flag-codes",
            "The part of --flags for comparisons with a constant: error codes, null pointers, counters, "
            "sizes",
            &Techniques::flagCodes, kUnitLevel},
           {"--flag-throws",
            "The part of --flags for exceptions: what they keep a test from is as near as what guards the "
            "throw",
            &Techniques::flagThrows, kUnitLevel},
           {"--flag-ends",
            "The part of --flags for assert, abort, exit and their like: what a test that ended itself was "
            "kept "
            "from is as near as what guards the end",
            &Techniques::flagEnds, kUnitLevel},
           {"--flag-stores",
            "The part of --flags for fields that a function sets under conditions before it decides on them: "
            "first the conditions",
            &Techniques::flagStores, kUnitLevel},
       }},
  });
  return options;
}

}  // namespace covolve::search
