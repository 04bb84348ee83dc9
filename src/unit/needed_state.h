// Why a branch was not covered, as far as objects are the reason: which field
// has to have which value, which calls store to it, and when they do.
//
//   needs Order.state_ == Paid, which pay(long) sets when cents == total_
#pragma once

#include <vector>

#include "analysis/object_state.h"
#include "guidance/target_map.h"
#include "program/model.h"
#include "report/run_report.h"

namespace covolve::unit {

/// Of the branches that are not covered. `reports` is by target.
void describeNeeds(const program::Model& model, const analysis::ObjectState& state,
                   const guidance::TargetMap& targets, std::vector<report::TargetReport>& reports);

}  // namespace covolve::unit
