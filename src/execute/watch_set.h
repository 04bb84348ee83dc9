// Which comparisons keep their operands, and which are noted in the trail: a
// byte a site, abi::kWatchTrue, kWatchFalse and kWatchTrail. Batches share the set they were submitted with;
// a change makes the next batch's set and leaves theirs alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "covolve/abi.h"

namespace covolve::execute {

class WatchSet {
 public:
  using Snapshot = std::shared_ptr<const std::vector<uint8_t>>;  // null: nothing is watched

  void watch(uint32_t site, uint8_t sides) {
    if (site >= abi::kMaximumSites) return;
    if (bySite_.size() <= site) bySite_.resize(site + 1);
    bySite_[site] = sides & kAll;
    snapshot_.reset();
    isCurrent_ = false;
  }
  void watch(std::span<const uint8_t> bySite) {
    const auto fitting = bySite.first(std::min<size_t>(bySite.size(), abi::kMaximumSites));
    bySite_.assign(fitting.begin(), fitting.end());
    for (uint8_t& sides : bySite_) sides &= kAll;
    snapshot_.reset();
    isCurrent_ = false;
  }

  /// Of `siteCount` bytes.
  Snapshot snapshot(size_t siteCount) {
    if (isCurrent_) return snapshot_;
    isCurrent_ = true;
    bySite_.resize(siteCount);
    if (std::ranges::any_of(bySite_, [](uint8_t sides) { return sides != 0; })) {
      snapshot_ = std::make_shared<const std::vector<uint8_t>>(bySite_);
    }
    return snapshot_;
  }

 private:
  static constexpr uint8_t kAll = abi::kWatchTrue | abi::kWatchFalse | abi::kWatchTrail | abi::kWatchAnswers;

  std::vector<uint8_t> bySite_;
  Snapshot snapshot_;
  bool isCurrent_ = true;
};

}  // namespace covolve::execute
