// Decisions on a field that their own function sets under conditions before it
// decides: `if (query.page > 100)` behind a helper that stores what stands under the
// key `page`. As long as nothing was stored, the decision's distance leads nowhere;
// what leads to the store comes first.
//
// Easy to get wrong: the decision need not have been come to. Who makes the store and
// leaves the function is nearer than who does not make it and gets there.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "analysis/side.h"
#include "guidance/trail.h"

namespace covolve::guidance {

class StoredFirst {
 public:
  StoredFirst() = default;
  /// `stored`: by decision, what leads to a store of what it compares.
  StoredFirst(const TargetMap& targets, const DecisionSites& sites,
              const std::map<uint64_t, std::set<analysis::Side>>& stored);

  bool concerns(search::TargetId side) const { return side < bySide_.size() && bySide_[side] != nullptr; }
  /// Of such a side what leads to a store, by target.
  const std::vector<Ancestor>& givers(search::TargetId side) const { return bySide_[side]->givers; }
  /// And what leads to the decision itself, in its function.
  const std::vector<Ancestor>& before(search::TargetId side) const { return bySide_[side]->before; }

  /// A new test; its steps are asked for in their order.
  void begin();
  /// How far the decision at that step is from the side that it missed, where `own` is its own distance.
  Away away(std::span<const Step> steps, size_t asked, Away own);

  /// Appends sides that are not covered of decisions that were not come to, in functions that were entered.
  void addUnreached(const DecisionSites& sites, std::span<const Step> steps, const std::vector<bool>& covered,
                    std::vector<search::TargetDistance>& reached);

 private:
  struct Decision {
    std::pair<search::TargetId, search::TargetId> sides;
    uint32_t function = 0;
    std::vector<Ancestor> givers;
    std::vector<Ancestor> before;
  };
  /// Of a side in one call of a function.
  struct Seen {
    bool isTaken = false;
    std::optional<Away> missed = {};  // least
  };

  /// What was seen up to an execution of a decision.
  struct Known {
    size_t at = 0;
    bool isStored = false;
    std::optional<Away> nearest = {};  // giver
  };

  std::optional<Away> awayFrom(const Decision& decision) const;
  std::optional<Away> nearestOf(const std::vector<Ancestor>& ancestors) const;
  void see(const Step& step);
  void forget();

  std::vector<std::unique_ptr<const Decision>> decisions_;
  std::vector<const Decision*> bySide_;  // by target; null: it waits for nothing
  std::vector<std::vector<const Decision*>> byFunction_;
  std::vector<const Decision*> open_;  // not covered both ways
  // Of the present test; reused.
  std::map<const Decision*, Known> known_;
  std::vector<Seen> seen_;                   // by target
  std::vector<search::TargetId> seenNoted_;  // with an entry in seen_
};

}  // namespace covolve::guidance
