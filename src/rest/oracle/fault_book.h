// The faults found so far, each once, with the tests that show it best: short ones
// that make what they need themselves. A test that relies on what happened to be
// there may show nothing the next time, so there are others to fall back on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rest/oracle/oracle.h"
#include "search/individual.h"

namespace covolve::rest {

class FaultBook {
 public:
  struct Witness {
    Fault fault;
    search::Individual test;
    search::Length length;  // of the test
    CallList calls;         // as they were made
  };

  struct Entry {
    std::vector<Witness> witnesses;  // the best first, never empty
    const Fault& fault() const { return witnesses.front().fault; }
  };

  /// True where the fault was not known.
  bool add(const Fault& fault, const search::Individual& test, CallList calls = {});

  /// Whether a test of so many actions could be news; asked before one is copied.
  bool wants(const Fault& fault, size_t actions) const;

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  /// In the order of the oracles, then by operation and detail. Valid until the next add().
  std::vector<const Entry*> ordered() const;

 private:
  std::map<std::string, Entry> entries_;  // by Fault::key()
};

}  // namespace covolve::rest
