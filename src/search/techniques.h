// The techniques of the search that can be switched off, so that each can be
// measured against its absence. From outside of a service there are no decisions
// to compare at and no code to take constants from: most are for units only.
#pragma once

#include <vector>

#include "base/switch_option.h"

namespace covolve::search {

struct Techniques {
  bool climbing = true;
  bool inputToState = true;
  bool repairing = true;
  bool controlDependence = true;
  bool staticConstants = true;
  bool seenConstants = true;
  bool testability = true;
  bool flags = true;
  // Parts of it: without flags none of them counts.
  bool flagValues = true;
  bool flagCodes = true;
  bool flagThrows = true;
  bool flagEnds = true;
  bool flagStores = false;
};

const std::vector<SwitchOption<Techniques>>& techniqueOptions();

}  // namespace covolve::search
