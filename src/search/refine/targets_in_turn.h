// Open targets that some test has come to, one after the other, each only so
// often at one distance: what was tried in vain is tried again when a nearer test
// is there.
#pragma once

#include <optional>
#include <vector>

#include "search/archive.h"

namespace covolve::search {

class TargetsInTurn {
 public:
  TargetsInTurn(const Archive& archive, size_t mostTries) : archive_(archive), mostTries_(mostTries) {}

  /// Nothing when all were tried as often as they may be.
  std::optional<TargetId> next();
  /// This one not again at its present distance.
  void giveUp(TargetId target) { tries_[target].count = mostTries_; }
  /// Some target has come nearer.
  void wake() { isExhausted_ = false; }

 private:
  struct Tries {
    uint64_t distance = kNotReached;
    size_t count = 0;
  };

  const Archive& archive_;
  size_t mostTries_;
  std::vector<Tries> tries_;  // by target
  TargetId next_ = 0;
  bool isExhausted_ = false;
};

}  // namespace covolve::search
