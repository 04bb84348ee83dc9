// Remembers which calls did not return, with which kinds of arguments, so that
// the search does not spend its time in them: a hang takes thousands of times as
// long as any other test.
//
// The kind of an argument is rough (negative, zero, small, large; empty or not),
// that of an object the kind of the call that made it. Calls of a kind that hung
// time after time are let through ever more seldom, until one returns. By count,
// never by chance or clock: runs repeat.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/individual.h"

namespace covolve::unit {

class HangMemory {
 public:
  /// Its last call did not return; those before did.
  void noteHang(const search::Individual& test);
  /// All its calls did.
  void noteReturn(const search::Individual& test) {
    if (!records_.empty()) noteReturns(test, test.actions.size());
  }
  /// Whether the test may be tried: asking counts as one that waits for its turn.
  bool letsThrough(const search::Individual& test) { return records_.empty() || isItsTurn(test); }

 private:
  struct Record {
    uint32_t hangsInARow = 0;
    uint32_t waited = 0;
  };

  bool hasHung(const search::Action& action) const {
    return action.kind < hasHung_.size() && hasHung_[action.kind];
  }
  void noteReturns(const search::Individual& test, size_t calls);
  bool isItsTurn(const search::Individual& test);

  std::vector<bool> hasHung_;  // by callable: most tests have none of these, and are not looked at
  std::unordered_map<uint64_t, Record> records_;  // by the kind of a call
};

}  // namespace covolve::unit
