// Learns which parameters must not be null: where null was passed time after time
// and no call came back, it is passed seldom from then on. Such deaths teach
// nothing new, and a maintainer knows them.
//
// By count, never by chance or clock: runs repeat.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "gene/source.h"
#include "program/model.h"
#include "search/individual.h"

namespace covolve::unit {

class NullMemory {
 public:
  struct Precondition {
    program::CallableId callable = 0;
    uint32_t argument = 0;  // of its genes: a method's receiver is the first
    uint32_t deaths = 0;
  };

  /// Its last call ended the process; those before returned or threw.
  void noteDeath(const search::Individual& test);
  /// All its calls returned or threw.
  void noteReturn(const search::Individual& test) {
    if (!records_.empty()) noteReturns(test, test.actions.size());
  }
  /// Whether the test may be tried: asking counts as one that waits for its turn.
  bool letsThrough(const search::Individual& test) { return records_.empty() || isItsTurn(test); }

  /// Gives arguments that are null, and of which null was ever deadly, something to point to. Whether there
  /// were any. What they refer to is open.
  bool fillNulls(search::Individual& test, gene::Source& source) const;

  /// Of which null was never survived, and often tried.
  std::vector<Precondition> learned() const;

 private:
  struct Record {
    uint32_t deaths = 0;
    bool isSurvived = false;
    uint32_t waited = 0;
  };
  using Key = std::pair<program::CallableId, uint32_t>;

  bool hasDied(const search::Action& action) const {
    return action.kind < hasDied_.size() && hasDied_[action.kind];
  }
  void noteReturns(const search::Individual& test, size_t calls);
  bool isItsTurn(const search::Individual& test);

  std::vector<bool> hasDied_;  // by callable, with null: most tests call none of these
  std::map<Key, Record> records_;
};

}  // namespace covolve::unit
