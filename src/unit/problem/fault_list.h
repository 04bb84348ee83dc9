// The faults that the search has come by, each with the test that raises the
// fewest doubts, among these the shortest.
//
// Easy to get wrong: where a limit strikes is chance. A loop that never ends is
// one fault, wherever it was left and whichever limit ended it (the worker finds
// the loop, see runtime/probes/endless_loop.h); where no loop can be told, the
// call that did not return stands for it. A recursion without end is one fault,
// whichever of its functions overflowed the stack. All others are told apart by
// how they ended and by the last block.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "execute/executor.h"
#include "program/model.h"
#include "search/individual.h"
#include "unit/problem/contract_doubts.h"

namespace covolve::unit {

struct ThrownType {
  uint32_t action = 0;
  std::string type;  // mangled; empty: unknown or foreign

  bool operator==(const ThrownType&) const = default;
};

/// A test that did not come to its end.
struct FaultyTest {
  search::Individual individual;  // as executed: up to the step that died
  execute::Death death;
  std::vector<ThrownType> thrown = {};  // before it died
  ContractDoubts doubts = {};

  std::optional<program::CallableId> lastCall() const;
};

/// Neither returned nor threw, and would not have.
bool isHang(abi::Ending ending);

bool isSameFault(const FaultyTest& one, const FaultyTest& other);

class FaultList {
 public:
  explicit FaultList(const program::Model& model) : model_(model) {}

  /// Of tests for the same fault the best stays. `thrown` is asked for those only.
  using Thrown = std::function<std::vector<ThrownType>()>;
  void add(const search::Individual& individual, const execute::Death& death, const Thrown& thrown = {});
  const std::vector<FaultyTest>& faults() const { return faults_; }

 private:
  using Key = std::tuple<abi::Ending, int, uint32_t, program::CallableId>;

  struct Known {
    size_t fault;
    unsigned looks = 0;  // at tests that might have been better
  };

  bool mayBeBetter(Known& known, const search::Individual& individual) const;
  size_t indexOf(const FaultyTest& test);

  const program::Model& model_;
  std::vector<FaultyTest> faults_;
  std::map<Key, Known> known_;  // deaths seen before: which fault they are
};

}  // namespace covolve::unit
