// One concolic run as the engine keeps it: a copy of what lay in shared memory
// (covolve/concolic.h), so that the next test can run meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "covolve/concolic.h"

namespace covolve::concolic {

struct Trace {
  std::vector<Expression> expressions;  // [0] is the concrete one
  std::vector<Datum> data;
  std::vector<Decision> decisions;
  std::map<std::string, uint64_t> madeConcrete;  // functions without a model, with how often
  bool isCut = false;                            // a limit of recording was met: what follows is missing
  bool isLimited = false;  // the test was ended: it took too many steps, too long or too much memory
};

}  // namespace covolve::concolic
