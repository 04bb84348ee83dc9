// Where a mutant acts, and what it puts in the place of what is written. The
// operators (operators.h) make points, insertion.h makes code of them.
//
// Easy to get wrong: points are found first and inserted later, when blocks have
// been split and operands replaced. So an alternative looks at its instruction's
// operands when it is made, and a point holds instructions, never blocks.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace covolve::mutate {

using Make = std::function<llvm::Value*(llvm::IRBuilderBase&)>;

struct Alternative {
  const char* kind;    // "arithmetic"
  std::string change;  // "`+` becomes `-`"
  Make make;           // none: nothing is done, the instruction is skipped
  uint64_t id = 0;     // when it has its place in the table
};

/// What is replaced.
enum class Part { Result, Operand, Whole };

struct Point {
  llvm::Instruction* instruction;
  Part part;
  unsigned operand;  // of Part::Operand; of a phi, the number of the incoming value
  const llvm::DILocation* position;
  std::vector<Alternative> alternatives;
};

/// In the order they were found; the alternatives at one place come together.
class Points {
 public:
  void addResult(llvm::Instruction& instruction, Alternative alternative) {
    add({&instruction, {Part::Result, 0}}, instruction.getDebugLoc().get(), std::move(alternative));
  }
  void addOperand(llvm::Instruction& user, unsigned operand, const llvm::DILocation* position,
                  Alternative alternative) {
    add({&user, {Part::Operand, operand}}, position, std::move(alternative));
  }
  void addRemoval(llvm::Instruction& instruction, Alternative alternative) {
    add({&instruction, {Part::Whole, 0}}, instruction.getDebugLoc().get(), std::move(alternative));
  }

  std::vector<Point> take() {
    std::vector<Point> points;
    for (auto& [key, point] : points_) points.push_back(std::move(point));
    points_.clear();
    return points;
  }

 private:
  using Key = std::pair<llvm::Instruction*, std::pair<Part, unsigned>>;

  void add(const Key& key, const llvm::DILocation* position, Alternative alternative) {
    const auto [entry, isNew] = points_.try_emplace(key);
    if (isNew) entry->second = {key.first, key.second.first, key.second.second, position, {}};
    entry->second.alternatives.push_back(std::move(alternative));
  }

  llvm::MapVector<Key, Point, std::map<Key, unsigned>> points_;
};

}  // namespace covolve::mutate
