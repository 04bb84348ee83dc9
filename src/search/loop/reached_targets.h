// What of all that a test reached is kept with it: what somebody may still ask
// for. Once most of a project is covered that is little: a test that reaches a
// thousand targets tells something new about ten of them.
#pragma once

#include <span>
#include <vector>

#include "search/archive.h"
#include "search/target_graph.h"

namespace covolve::search {

class ReachedTargets {
 public:
  ReachedTargets(const Archive& archive, const TargetGraph& graph) : archive_(archive), graph_(graph) {}

  /// Open targets and what leads to them, by which their approach is measured, and what no shorter test
  /// covers. Each once: the nearest counts.
  std::vector<TargetDistance> worthKeeping(std::span<const TargetDistance> reached, Length length);

  /// To be told now and then, when something was covered: until then too much is kept, never too little.
  void noteCovered();

  /// By target: neither open nor on the way to an open one, so that only a shorter test is wanted.
  std::span<const uint8_t> leadsNowhere() const { return leadsNowhere_; }

 private:
  struct Place {
    uint32_t test = 0;
    uint32_t index = 0;
  };

  const Archive& archive_;
  const TargetGraph& graph_;
  std::vector<uint8_t> leadsNowhere_;
  std::vector<Place> places_;  // by target: where it stands in kept_, if it is of this test
  uint32_t test_ = 0;
  std::vector<TargetDistance> kept_;
};

}  // namespace covolve::search
