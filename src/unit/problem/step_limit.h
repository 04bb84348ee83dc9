// How many steps a test gets at first. What runs thousands of times longer than
// this code's other tests is most likely a hang: it is cut early, and of those
// that are cut in one loop the 1st, 4th, 16th, ... are run once more with
// the full limit (--steps). If one ends then, its loop is a slow one: from then
// on no test is cut early there.
//
// Steps are counted, not seconds: the same seed gives the same limits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "unit/problem/fault_list.h"

namespace covolve::unit {

class StepLimit {
 public:
  /// 0: no limit.
  explicit StepLimit(uint64_t full) : full_(full) {}

  uint64_t early() const;
  /// Where no test is cut early; kNoSite: where no loop can be told.
  const std::vector<uint32_t>& slowLoops() const { return slowLoops_; }
  /// Whether such a death came before the full limit.
  bool isCutEarly(const execute::Death& death) const;

  /// Of a test that came to its end.
  void noteEnd(uint64_t steps) { ++ended_[static_cast<size_t>(std::bit_width(steps))]; }
  /// A test was cut. Whether it shall be confirmed.
  bool mustConfirm(const FaultyTest& cut);
  /// One that was cut in this loop came to its end when it was confirmed.
  void noteLateEnd(uint32_t loop);

 private:
  uint64_t full_;
  std::array<uint64_t, 65> ended_ = {};  // how many tests, by the bits of their numbers of steps
  std::vector<uint32_t> slowLoops_;
  std::map<std::pair<uint32_t, program::CallableId>, uint64_t>
      cuts_;  // by loop; by call where none can be told
};

}  // namespace covolve::unit
