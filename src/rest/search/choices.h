// Values of an operation's data that the document names: each value of an
// enumeration, truth values, null, the ends of a range, an optional parameter, a
// type of the body. Each is to be tried in turn, whatever the others are:
// each-choice coverage of blocks and borders, as Ammann and Offutt call it in
// "Introduction to Software Testing". What is beyond a border is a violation.
//
// Of the body only the members of the object itself are looked at, as for targets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "gene/value.h"
#include "rest/openapi/api.h"
#include "search/individual.h"

namespace covolve::rest {

struct Choice {
  /// Index in the operation's parameters; their number: the body.
  size_t datum = 0;
  size_t bodyType = 0;  // index in the body's content
  std::string member;   // of the body; empty: the datum itself
  /// None: whichever, as long as it is given.
  std::optional<Value> value;
};

/// In the order of the parameters, then of the body. Bounded in number. Some may be excluded by what else the
/// document says: a pattern that the longest text does not match.
std::vector<Choice> choicesOf(const Operation& operation);

/// What the document gives as examples of the operation's data, one of each datum: the first of each, then
/// the second. Bounded in number; none where there are no examples.
std::vector<std::vector<Choice>> examplesOf(const Operation& operation);

/// Members of the body that hold any text, each with one that no service writes by itself: where it turns up
/// is known. Without such members none.
std::vector<Choice> tellingChoices(const Operation& operation, Rng& rng);

/// Gives the datum of an action of this operation that value. False, and unchanged, where the rest of the
/// datum does not go with it. What was not given before may refer to nothing yet.
bool choose(const Choice& choice, const Operation& operation, search::Action& action, gene::Source& source);

}  // namespace covolve::rest
