#include "unit/problem/step_limit.h"

#include <numeric>

namespace covolve::unit {

namespace {

constexpr uint64_t kLeast = 50'000;
constexpr uint64_t kTimesLonger =
    1'000;  // than half of all tests, which are at most twice as long as their bits say

}  // namespace

uint64_t StepLimit::early() const {
  if (full_ == 0 || slowLoops_.size() > abi::kMaximumSlowLoops) return full_;
  const uint64_t all = std::accumulate(ended_.begin(), ended_.end(), uint64_t{0});
  size_t bits = 0;  // of the median
  for (uint64_t upTo = ended_[0]; upTo * 2 < all && bits < 32; upTo += ended_[bits]) ++bits;
  return std::min(full_, std::max(kLeast, kTimesLonger << bits));
}

bool StepLimit::isCutEarly(const execute::Death& death) const {
  return death.ending == abi::Ending::OutOfSteps && early() != full_ &&
         std::ranges::find(slowLoops_, death.lastBlock) == slowLoops_.end();
}

bool StepLimit::mustConfirm(const FaultyTest& cut) {
  const bool hasLoop = cut.death.lastBlock != abi::kNoSite;
  const uint64_t cuts = ++cuts_[{cut.death.lastBlock, hasLoop ? 0 : cut.lastCall().value_or(0)}];
  return std::has_single_bit(cuts) && std::countr_zero(cuts) % 2 == 0;
}

void StepLimit::noteLateEnd(uint32_t loop) {
  if (std::ranges::find(slowLoops_, loop) == slowLoops_.end()) slowLoops_.push_back(loop);
}

}  // namespace covolve::unit
