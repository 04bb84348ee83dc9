// Which parts of a plan matter, learned while it is used: some tests leave one
// part out, and where those come as near to the target, as often, the part goes.
// The paper (object_templates.h) names this as future work: its templates hold
// all that a slice has, and its tests have hundreds of statements.
//
// By count, never by chance or clock: runs repeat.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/target.h"

namespace covolve::unit {

class PlanExperience {
 public:
  explicit PlanExperience(size_t parts) : without_(parts), pruned_(parts, false) {}

  /// Of a test that left this part out, or none. Whether another part has turned out not to matter.
  bool note(std::optional<size_t> omitted, uint64_t distance) {
    Record& record = omitted ? without_[*omitted] : whole_;
    ++record.tests;
    if (distance != search::kNotReached) ++record.reached;
    if (distance < record.nearest) record.nearest = distance;
    if (!omitted || pruned_[*omitted] || !doesNotMatter(record)) return false;
    pruned_[*omitted] = true;
    return true;
  }
  size_t parts() const { return pruned_.size(); }

 private:
  struct Record {
    uint32_t tests = 0;
    uint32_t reached = 0;
    uint64_t nearest = search::kNotReached;
  };

  /// Where no test gets to the target, nothing can be told.
  bool doesNotMatter(const Record& without) const {
    constexpr uint32_t kEnough = 25;
    if (without.tests < kEnough || whole_.tests < kEnough || whole_.reached == 0) return false;
    const bool isReached =
        uint64_t{without.reached} * whole_.tests >= uint64_t{whole_.reached} * without.tests;
    return isReached && without.nearest <= whole_.nearest;
  }

  Record whole_;
  std::vector<Record> without_;
  std::vector<bool> pruned_;
};

}  // namespace covolve::unit
