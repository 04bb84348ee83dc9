// What a new test is made for: a target that no test covers yet, and the test
// that the search sets out from on its way there. Algorithms that have one hand
// it to sampling and to mutation.
#pragma once

#include "search/evaluated.h"
#include "search/target.h"

namespace covolve::search {

struct Goal {
  TargetId target = kNoTarget;  // none in particular
  EvaluatedTest start = nullptr;
  Fitness fitness = {};  // of start for the target
};

}  // namespace covolve::search
