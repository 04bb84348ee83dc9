// What a fault is worth to the one who maintains the code: likely a bug, outside
// what the code promises, or a matter of robustness. From the test that shows it
// and from how it ended; a guess, with its reason.
#pragma once

#include "unit/problem/contract_doubts.h"
#include "unit/problem/fault_list.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct FaultJudgement {
  FaultRank rank = FaultRank::LikelyBug;
  std::string reason;  // one clause; empty for a likely bug
};

/// How a test died.
struct HowItDied {
  abi::Ending ending;
  /// An assertion failed in the very function that the test called last, or about a parameter of one that
  /// only the code can call.
  bool assertsItself = false;
  bool freesForeign = false;  // memory that malloc never returned was freed
  bool abortsItself = false;  // the very function that the test called last calls abort()
};
FaultJudgement judgeFault(const HowItDied& died, ContractDoubts doubts);

/// Of what a sanitizer found in a test that would pass otherwise.
FaultJudgement judgeFinding(ContractDoubts doubts);

}  // namespace covolve::unit
