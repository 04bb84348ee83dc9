// The classes of values that a callable under test may return (negative, zero,
// positive; empty, non-empty; each enumerator) as sites of the harness: how a
// thunk reports them and how they are registered. The counterpart is
// runtime/include/covolve/harness/outputs.h, with the classes in the same order.
//
// Easy to get wrong: only what is returned by value has classes. A reference
// may lead nowhere (v[i] behind the end), and the search must not read what the
// user's own call would not have read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/model.h"

namespace covolve::unit {

struct OutputClasses {
  std::string report;              // the member of covolve::harness::Test: "returned<...>"
  std::vector<std::string> names;  // none: the result has no classes
};

OutputClasses outputClasses(const program::Model& model, const program::Callable& callable);

/// The sites of a harness, in the order of registration.
class OutputSites {
 public:
  /// Adds a site for each class; tells the first one's index.
  uint32_t add(const program::Callable& callable, const std::vector<std::string>& classes);
  /// Goes before the thunks: the variable that holds the first index.
  static std::string declaration();
  /// Goes behind them: the function that registers all; "" without any.
  std::string registration() const;

 private:
  std::vector<std::string> lines_;  // as abi.h says
};

}  // namespace covolve::unit
