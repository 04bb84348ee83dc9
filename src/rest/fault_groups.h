// Faults that have one cause, as one: a router that answers 404 everywhere is one
// thing to mend, however many operations show it.
#pragma once

#include <span>
#include <vector>

#include "report/run_report.h"

namespace covolve::rest {

struct FaultGroup {
  /// The clearest first: one that is new and that a test shows, with as few calls as any.
  std::vector<const report::FaultReport*> faults;

  const report::FaultReport& clearest() const { return *faults.front(); }
};

/// In the order of the faults, but groups without anything new last.
std::vector<FaultGroup> groupsOf(std::span<const report::FaultReport> faults);

}  // namespace covolve::rest
