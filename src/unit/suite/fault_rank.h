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

/// `assertsItself`: an assertion failed in the very function that the test called last.
FaultJudgement judgeFault(abi::Ending ending, ContractDoubts doubts, bool assertsItself);

/// Of what a sanitizer found in a test that would pass otherwise.
FaultJudgement judgeFinding(ContractDoubts doubts);

}  // namespace covolve::unit
