#include "guidance/watched_comparisons.h"

#include <algorithm>
#include <bit>
#include <string>

namespace covolve::guidance {

using search::Operand;
using search::TargetId;

namespace {

Operand operandOf(abi::OperandKind kind, const uint64_t (&bits)[2]) {
  Operand operand;
  if (kind == abi::OperandKind::Floating) {
    operand.kind = Operand::Kind::Floating;
    operand.floating = std::bit_cast<double>(bits[0]);
  } else {
    operand.integer = static_cast<__int128>((static_cast<unsigned __int128>(bits[1]) << 64) | bits[0]);
  }
  return operand;
}

Operand textOperand(const uint8_t* bytes, uint32_t size) {
  Operand operand;
  operand.kind = Operand::Kind::Text;
  operand.text = {reinterpret_cast<const char*>(bytes), size};
  return operand;
}

}  // namespace

WatchedComparisons::WatchedComparisons(const TargetMap& targets) {
  for (uint32_t site = 0; site < targets.siteCount(); ++site) sides_.push_back(targets.sidesOf(site));
}

std::vector<uint8_t> WatchedComparisons::watch(std::span<const TargetId> targets,
                                               std::span<const std::pair<TargetId, TargetId>> standIns) {
  watchedFor_.clear();
  const auto note = [&](TargetId target, TargetId wanted) {
    if (target >= watchedFor_.size()) watchedFor_.resize(target + 1, search::kNoTarget);
    watchedFor_[target] = wanted;
  };
  for (const auto& [target, wanted] : standIns) note(target, wanted);
  for (const TargetId target : targets) note(target, target);
  std::vector<uint8_t> bySite(sides_.size());
  for (size_t site = 0; site < sides_.size(); ++site) {
    if (watchedFor(sides_[site].first) != search::kNoTarget) bySite[site] |= abi::kWatchTrue;
    if (watchedFor(sides_[site].second) != search::kNoTarget) bySite[site] |= abi::kWatchFalse;
  }
  return bySite;
}

/// The side of a known call that its texts were to differ for, or to be the same.
TargetId WatchedComparisons::openAnswerOf(uint32_t site) const {
  if (site >= sides_.size()) return search::kNoTarget;  // none, or overwritten by the code under test
  const auto& [yes, no] = sides_[site];
  for (const TargetId side : {yes, no}) {
    if (side != search::kNoTarget && watchedFor(side) == side) return side;
  }
  return search::kNoTarget;
}

std::span<const search::Comparison> WatchedComparisons::read(std::span<const abi::Operands> operands,
                                                             std::span<const abi::TextOperands> texts) {
  comparisons_.clear();
  for (const abi::Operands& record : operands) {
    const auto& [whenTrue, whenFalse] = sides_[record.site];
    // A side that is wanted itself comes before one that stands in for another.
    const bool isForTrue = watchedFor(whenTrue) != search::kNoTarget &&
                           (watchedFor(whenTrue) == whenTrue || watchedFor(whenFalse) != whenFalse);
    const TargetId target = watchedFor(isForTrue ? whenTrue : whenFalse);
    const auto kind = static_cast<abi::OperandKind>(record.kind);
    if (target == search::kNoTarget || kind == abi::OperandKind::None) continue;
    comparisons_.push_back({target, operandOf(kind, record.left), operandOf(kind, record.right)});
  }
  for (const abi::TextOperands& record : texts) {
    const TargetId target = openAnswerOf(record.site);
    const auto add = [&](uint32_t most) {
      comparisons_.push_back({target, textOperand(record.left, std::min(record.leftSize, most)),
                              textOperand(record.right, std::min(record.rightSize, most))});
    };
    add(abi::kTextKept);
    // It may have been a whole text or only its beginning: what stands behind may have to stay.
    if (record.compared < std::max(record.leftSize, record.rightSize)) add(record.compared);
  }
  return comparisons_;
}

void learnConstants(std::span<const search::Comparison> comparisons, gene::Constants& constants) {
  for (const search::Comparison& comparison : comparisons) {
    for (const Operand* operand : {&comparison.left, &comparison.right}) {
      switch (operand->kind) {
        case Operand::Kind::Integer:
          constants.integers.addSeen(operand->integer);
          break;
        case Operand::Kind::Floating:
          if (operand->floating == operand->floating) constants.floats.addSeen(operand->floating);
          break;
        case Operand::Kind::Text:
          if (!operand->text.empty()) constants.texts.addSeen(std::string(operand->text));
          break;
      }
    }
  }
}

}  // namespace covolve::guidance
