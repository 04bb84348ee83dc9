// Makes the calls of one fault again, and says whether it is still there.
//
// Easy to get wrong: that it does not show proves nothing where the calls that
// prepare it went otherwise than they did.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "rest/recording.h"
#include "rest/search/test_runner.h"

namespace covolve::rest {

struct Replay {
  enum class Outcome { IsThere, IsGone, CannotTell };

  Outcome outcome = Outcome::CannotTell;
  std::string text;  // for people: the calls, their answers, what is broken
};

/// `users`: what those after the first are called.
Result<Replay> replay(const RecordedFault& fault, const Api& api, TestRunner& runner, const Oracle& oracle,
                      const std::vector<std::string>& users);

}  // namespace covolve::rest
