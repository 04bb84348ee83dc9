// A site as the finder sees it, before it has an id (see covolve/abi.h for the
// kinds). The cases of one switch stay together as one group.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "covolve/abi.h"

namespace llvm {
class DIFile;
class Instruction;
class Value;
}  // namespace llvm

namespace covolve::instrument {

struct Site {
  abi::SiteKind kind;
  /// The instruction that carries the annotation: the compare, branch, select, switch or call; for F and B
  /// the first of the run. A compare's probe goes behind it, all others before.
  llvm::Instruction* at = nullptr;
  llvm::Value* condition = nullptr;  // T: the value decided on
  const llvm::DIFile* file = nullptr;
  unsigned line = 0;
  unsigned column = 0;
  std::vector<int64_t> cases;  // S: all labels of the switch; its default is the group's last site
  std::set<unsigned> lines;    // F and B
  bool isDecided = false;      // K: a decision of its own is made of the answer
  bool isStep = false;         // F, C, T, K: within what a library compares (library_comparisons.h)
  std::string callee;          // K: "std::basic_string::find"
};

}  // namespace covolve::instrument
