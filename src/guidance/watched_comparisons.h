// What decisions compared while a test ran, as far as the search wants to know:
// the operands at decisions with a side that it watches, and the texts compared
// anywhere. The same operands are constants worth trying elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "covolve/protocol.h"
#include "gene/constants.h"
#include "guidance/target_map.h"
#include "search/problem.h"

namespace covolve::guidance {

class WatchedComparisons {
 public:
  explicit WatchedComparisons(const TargetMap& targets);

  /// From now on the sides that are among these, and no others. Tells what to record: by site,
  /// abi::kWatchTrue and kWatchFalse. `standIns`: other sides, and which of the targets they are watched for.
  std::vector<uint8_t> watch(std::span<const search::TargetId> targets,
                             std::span<const std::pair<search::TargetId, search::TargetId>> standIns = {});

  /// What one test compared. Holds until the next call; texts point into the records.
  std::span<const search::Comparison> read(std::span<const abi::Operands> operands,
                                           std::span<const abi::TextOperands> texts);

 private:
  /// kNoTarget: none of them is wanted for itself.
  search::TargetId openAnswerOf(uint32_t site) const;
  /// kNoTarget: it is not watched.
  search::TargetId watchedFor(search::TargetId target) const {
    return target < watchedFor_.size() ? watchedFor_[target] : search::kNoTarget;
  }

  std::vector<std::pair<search::TargetId, search::TargetId>> sides_;  // by site: true, false
  std::vector<search::TargetId> watchedFor_;                          // by target
  std::vector<search::Comparison> comparisons_;                       // reused
};

/// What uncovered decisions were compared with is worth trying elsewhere, too.
void learnConstants(std::span<const search::Comparison> comparisons, gene::Constants& constants);

}  // namespace covolve::guidance
