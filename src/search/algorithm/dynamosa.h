// DynaMOSA (Panichella, Kifetew and Tonella, "Automated Test Case Generation as a
// Many-Objective Optimisation Problem with Dynamic Selection of the Targets"):
// MOSA whose objectives are only those targets that can be next: at first those
// that depend on no other, then, whenever a target is covered, those that depend
// on it.
//
// Easy to get wrong: targets in a cycle that no root leads to would never become
// objectives; they count as roots.
#pragma once

#include "search/algorithm/mosa.h"

namespace covolve::search {

class Dynamosa final : public Mosa {
 public:
  Dynamosa(const Context& context, Mutator& mutator);

 protected:
  bool updateObjectives(std::vector<TargetId>& objectives) override;

 private:
  std::vector<TargetId> candidates_;  // to be looked at: roots, then children of covered targets
  std::vector<bool> isKnown_;         // is or was a candidate
};

}  // namespace covolve::search
